"""What the README says, done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.conftest import Server
from tests.embedders import HashEmbedder

pytestmark = pytest.mark.live

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def test_the_lines_of_python_run(
    server: Server,
    memory: Memory,
    embedder: HashEmbedder,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def opened() -> Memory:
        return opens(server.uri, server.auth, settings=Settings(), embedder=embedder)

    opens = Memory.open
    monkeypatch.setattr(Memory, "open", staticmethod(opened))
    block = re.search(r"```python\n(.+?)```", README, re.DOTALL)
    assert block
    exec(compile(block[1], "README.md", "exec"), {})
    assert "Ann is allergic to penicillin" in capsys.readouterr().out


def test_every_link_leads_to_a_file() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if not link.startswith("http")]
    assert links
    missing = [link for link in links if not (Path(__file__).parents[2] / link).exists()]
    assert missing == []
