"""At most one runner at a time: it holds a lock in the graph as long as it says often that it is alive."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from mnemosaic.errors import GraphError, JobsBusyError, MnemosaicError
from mnemosaic.graph import Graph, Row, Transaction

ALIVE_SECONDS = 20
BEAT_SECONDS = 5.0
POLL_SECONDS = 1.0

GONE = (MnemosaicError, BufferError)
"""What says that a beat came to nothing: the database's errors, and what the driver raises where it is closed meanwhile
and cannot clear a buffer that is being written to."""

T = TypeVar("T")


class Hold:
    """The lock, held by `owner`. Every write of a job goes through it: one that was taken over writes nothing more."""

    def __init__(self, graph: Graph, owner: str) -> None:
        self.graph = graph
        self.owner = owner

    def write(self, scopes: Sequence[str], work: Callable[[Transaction], T], name: str) -> T:
        """Run `work` in a transaction that locks `scopes`, as a commit does. Raises `JobsBusyError` if taken over."""
        return self.graph.transaction(lambda tx: self._fenced(tx, sorted(set(scopes)), work), name)

    def run(self, name: str, /, *scopes: str, **params: Any) -> list[Row]:
        """One statement by name in such a transaction; its rows."""
        return self.write(scopes, lambda tx: tx.run(name, **params), name)

    def alive(self) -> None:
        """Say that this run is alive, and see that nobody took it over."""
        self.write((), lambda _: None, "jobs/hold")

    def _fenced(self, tx: Transaction, scopes: list[str], work: Callable[[Transaction], T]) -> T:
        if not tx.run("jobs/hold", owner=self.owner, seconds=ALIVE_SECONDS, scopes=scopes):
            raise JobsBusyError("another run of the jobs took this one for dead and goes on in its place")
        return work(tx)


@contextmanager
def held(graph: Graph) -> Iterator[Hold]:
    """Hold the lock, saying all the while that this run is alive; let go of it at the end.

    Raises `JobsBusyError` where another run is alive; one that was killed is waited for until it counts as dead.
    """
    hold = Hold(graph, str(uuid.uuid4()))
    _acquire(graph, hold.owner)
    ended = threading.Event()
    beat = threading.Thread(target=_beat, args=(hold, ended), daemon=True)
    beat.start()
    try:
        yield hold
    finally:
        ended.set()
        beat.join()
        # where the server has gone too, the run counts as dead after a while
        with suppress(GraphError):
            graph.write("jobs/release", owner=hold.owner)


def _acquire(graph: Graph, owner: str) -> None:
    first = place = graph.write("jobs/lock", owner=owner, seconds=ALIVE_SECONDS)[0]
    while not place["acquired"]:
        if (place["holder"], place["alive_until"]) != (first["holder"], first["alive_until"]):
            raise JobsBusyError("another run of the jobs is at work on this graph: wait until it has ended")
        time.sleep(POLL_SECONDS)
        place = graph.write("jobs/lock", owner=owner, seconds=ALIVE_SECONDS)[0]


def _beat(hold: Hold, ended: threading.Event) -> None:
    """Failing to say so is no error here: the next batch will find out whether the lock is still held."""
    while not ended.wait(BEAT_SECONDS):
        with suppress(*GONE):
            hold.alive()
