"""The command line in this process, on the session's server and with the tiny embedder."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from mnemosaic import models
from mnemosaic.cli import app
from mnemosaic.models.protocols import Embedder
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
