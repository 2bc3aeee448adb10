"""Only one process changes the model of a graph: it holds the graph as long as it says often that it is alive."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mnemosaic.errors import GraphError, MnemosaicError
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import Embedder

ALIVE_SECONDS = 20
BEAT_SECONDS = 5.0
POLL_SECONDS = 1.0


@contextmanager
def held(graph: Graph, embedder: Embedder) -> Iterator[tuple[str, Row]]:
    """Hold the graph, saying all the while that this run is alive; where to go on. Lets go of it at the end."""
    owner = str(uuid.uuid4())
    place = _acquire(graph, embedder, owner)
    ended = threading.Event()
    beat = threading.Thread(target=_beat, args=(graph, owner, ended), daemon=True)
    beat.start()
    try:
        yield owner, place
    finally:
        ended.set()
        beat.join()
        # where the server has gone too, the run counts as dead after a while
        with suppress(GraphError):
            graph.write("lifecycle/reembed_release", owner=owner)


def _acquire(graph: Graph, embedder: Embedder, owner: str) -> Row:
    """Wait for a run that was killed to count as dead; one that gives a sign of life in the meantime is not."""
    wanted = {"owner": owner, "seconds": ALIVE_SECONDS, "name": embedder.name, "dimensions": embedder.dimensions}
    first = place = graph.write("lifecycle/reembed_begin", **wanted)[0]
    while not place["acquired"]:
        if place["alive_until"] != first["alive_until"]:
            raise busy()
        time.sleep(POLL_SECONDS)
        place = graph.write("lifecycle/reembed_begin", **wanted)[0]
    return place


def _beat(graph: Graph, owner: str, ended: threading.Event) -> None:
    """Failing to say so is no error here: the next batch will find out whether the graph is still held."""
    while not ended.wait(BEAT_SECONDS):
        try:
            graph.write("lifecycle/reembed_alive", owner=owner, seconds=ALIVE_SECONDS)
        except MnemosaicError:
            continue


def busy() -> GraphError:
    """The error of a run that does not hold the graph, or not any more."""
    return GraphError("another reembed of this graph is running: wait until it has ended")
