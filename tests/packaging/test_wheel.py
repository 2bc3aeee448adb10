"""The wheel holds everything that runs, and works where nothing else of the checkout is."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import Server

pytestmark = [pytest.mark.packaging, pytest.mark.live]

ROOT = Path(__file__).parents[2]
SCRIPT = """
import os, sys, zlib
import numpy as np
import mnemosaic
from mnemosaic import statements
from mnemosaic.models.protocols import Thresholds, Usage

class Words:
    name, dimensions, usage = "hash", 384, Usage()
    thresholds = Thresholds(associated=0.4, duplicate=0.95, unrelated=0.1)

    def passages(self, texts):
        rows = np.zeros((len(texts), 384), dtype=np.float32)
        for row, text in zip(rows, texts):
            for word in text.lower().strip(".?").split():
                row[zlib.crc32(word.encode()) % 384] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    queries = passages

assert "site-packages" in mnemosaic.__file__, mnemosaic.__file__
assert "site-packages" in str(statements.root()), statements.root()
uri, user, password, scope = os.environ["WHEEL_TEST"].split("|")
with mnemosaic.Memory.open(uri, (user, password), embedder=Words()) as memory:
    assert memory.remember("I am allergic to penicillin.", scope=scope).added == 1
    found = memory.recall("Who is allergic to penicillin?", scope=scope)
print(found.evidence.text)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = out.glob("mnemosaic-*-py3-none-any.whl")
    return found


@pytest.fixture(scope="module")
def held(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tree(folder: Path, *kinds: str) -> set[str]:
    """Tracked or not, what lies there: a file that is forgotten in git is missed elsewhere."""
    return {
        path.relative_to(folder).as_posix()
        for kind in kinds
        for path in folder.rglob(f"*{kind}")
        if "__pycache__" not in path.parts
    }


def test_the_statements_are_those_of_the_tree(held: set[str]) -> None:
    shipped = {name.removeprefix("mnemosaic/cypher/") for name in held if name.endswith(".cypher")}
    assert shipped == tree(ROOT / "cypher", ".cypher")
    assert len(shipped) > 50


def test_modules_and_data_are_all_there(held: set[str]) -> None:
    kinds = (".py", ".md", ".json", ".jsonl", ".xml", ".typed")
    wanted = {f"mnemosaic/{name}" for name in tree(ROOT / "engine" / "mnemosaic", *kinds)}
    wanted |= {f"gds_jobs/{name}" for name in tree(ROOT / "gds_jobs", *kinds)}
    assert wanted <= held
    for part in ("server/jars.lock.json", "exemplars/type.jsonl", "models/prompts/decompose.md", "py.typed"):
        assert f"mnemosaic/{part}" in held
    assert any(name.startswith("mnemosaic/demo/") and name.endswith(".jsonl") for name in held)


def test_nothing_else_is_in_it(held: set[str]) -> None:
    tops = {name.split("/")[0] for name in held}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mnemosaic", "gds_jobs"}
    assert any(name.endswith("licenses/LICENSE") for name in held)


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment with nothing in it but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return python


def test_a_fresh_installation_remembers_and_recalls(fresh: Path, server: Server, scope: str, tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MNEMOSAIC"))}
    done = subprocess.run(
        [str(fresh), "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**clean, "WHEEL_TEST": "|".join((server.uri, *server.auth, scope))},
    )
    assert done.returncode == 0, done.stderr
    assert "allergic to penicillin" in done.stdout


def test_the_command_answers_without_the_parts_of_the_embedded_server(fresh: Path, tmp_path: Path) -> None:
    command = fresh.parent / "mnemosaic"
    shown = subprocess.run([str(command), "--help"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "recall" in shown.stdout
    asked = subprocess.run(
        [str(command), "recall", "bees?", "--scope", "a", "--uri", "bolt://127.0.0.1:9"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert asked.returncode == 2
    assert "Traceback" not in asked.stderr
