from __future__ import annotations

import threading
from typing import Any

import pytest

from gds_jobs import hold
from gds_jobs.hold import held
from mnemosaic.errors import ClosedError, JobsBusyError, UnavailableError


class Gone:
    """A `Graph` that gives the lock, and fails whenever somebody says that he is alive."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.beats = threading.Semaphore(0)

    def write(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        return [{"acquired": True, "holder": None, "alive_until": None}]

    def transaction(self, work: Any, name: str = "") -> Any:
        self.beats.release()
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        UnavailableError("no server answers"),
        ClosedError("this engine was closed"),
        JobsBusyError("another run goes on"),
        BufferError("Existing exports of data: object cannot be re-sized"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_heart_that_beats_for_nothing_goes_on_quietly(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    loud: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", loud.append)
    monkeypatch.setattr(hold, "BEAT_SECONDS", 0.001)
    graph = Gone(error)
    with held(graph):  # type: ignore[arg-type]
        assert all(graph.beats.acquire(timeout=10) for _ in range(3))
    assert loud == []


def test_what_is_a_mistake_of_ours_is_not_kept_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    loud: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", loud.append)
    monkeypatch.setattr(hold, "BEAT_SECONDS", 0.001)
    with held(Gone(KeyError("owner"))) as kept:  # type: ignore[arg-type]
        assert kept.graph.beats.acquire(timeout=10)  # type: ignore[attr-defined]
    assert [each.exc_type for each in loud] == [KeyError]
