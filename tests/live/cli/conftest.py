"""The command line in this process, on the session's server and with the tiny embedder."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from mnemosaic import models
from mnemosaic.cli import app
from mnemosaic.memory import Memory
from mnemosaic.models.protocols import Embedder
from mnemosaic.turns import Turn
from tests.conftest import Server


class Ran(NamedTuple):
    """What a command printed, and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        report = json.loads(self.out)
        assert report["schema"] == 1
        return report


Run = Callable[..., Ran]
Say = Callable[..., None]

ODD = 'My dog is called "[red]x[/red]" O\'Neil.'
UNSURE = "My friend said that maybe Bob might sell something somewhere."


def point_at(server: Server, embedder: Embedder, patch: pytest.MonkeyPatch) -> None:
    """Let commands use this server and this embedder, for which no file is fetched."""
    patch.setenv("MNEMOSAIC_URI", server.uri)
    patch.setenv("MNEMOSAIC_USER", server.auth[0])
    patch.setenv("MNEMOSAIC_PASSWORD", server.auth[1])
    patch.setenv("MNEMOSAIC_EMBEDDER", "openai:tiny")
    patch.setattr(models, "embedder_from", lambda _: embedder)


@pytest.fixture
def execute(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> Ran:
        capsys.readouterr()
        return Ran(app.run(words), *capsys.readouterr())

    return run


@pytest.fixture
def mnemosaic(server: Server, memory: object, embedder: Embedder, monkeypatch: pytest.MonkeyPatch, execute: Run) -> Run:
    point_at(server, embedder, monkeypatch)
    return execute


@pytest.fixture
def say(memory: Memory, scope: str) -> Say:
    def said(*texts: str, speaker: str = "Ann", where: str = scope, day: str | None = "2024-05-01") -> None:
        memory.remember([Turn(text=text, speaker=speaker, said_at=day) for text in texts], scope=where)

    return said


def listed(mnemosaic: Run, command: str, scope: str) -> list[Any]:
    return mnemosaic(command, "--scope", scope, "--json").json[command]  # type: ignore[no-any-return]


def refused(done: Ran, *words: str) -> None:
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert all(word in done.err for word in words), done.err


def current(mnemosaic: Run, scope: str) -> dict[str, str]:
    return {item["details"]: item["id"] for item in mnemosaic("atoms", "--scope", scope, "--json").json["atoms"]}


def holding(mnemosaic: Run, scope: str, word: str) -> str:
    return next(name for details, name in current(mnemosaic, scope).items() if word in details)
