"""The association graph inside Graph Data Science, for one run of jobs: made when wanted, dropped whatever happens."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from gds_jobs.algorithms import PREFIX, Algorithms
from mnemosaic.errors import JobError, JobMemoryError
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings

MIB = 1 << 20


class Projection:
    """One projection that several jobs share. `renew` when edges or communities were written since."""

    def __init__(self, graph: Graph, settings: Settings, connect: Callable[[], Algorithms]) -> None:
        self._graph = graph
        self._settings = settings
        self._connect = connect
        self._algorithms: Algorithms | None = None
        self._name = ""
        self._nodes = 0
        self.scopes: list[str] = []
        """Paths of the scopes, by the place that nodes have as `scope`."""

    @property
    def algorithms(self) -> Algorithms:
        """The algorithms, connected on first use. What a killed run left behind is dropped then."""
        if self._algorithms is None:
            self._algorithms = self._connect()
            for name in self._algorithms.leftovers():
                self._algorithms.drop(name)
        return self._algorithms

    def fits(self, algorithm: str) -> int:
        """Bytes that projection and algorithm may take. Raises `JobMemoryError` where they do not fit."""
        size = self._graph.read("jobs/size")[0]
        # an undirected edge is held in both directions
        needed = self.algorithms.estimate(algorithm, max(1, size["atoms"]), 2 * size["edges"])
        free = self.algorithms.free_bytes()
        allowed = self._settings.jobs_memory * MIB if self._settings.jobs_memory is not None else free
        if allowed is not None and needed > allowed:
            raise JobMemoryError(
                f"{algorithm} over {size['atoms']:,} atoms and {size['edges']:,} edges may take "
                f"{needed / MIB:,.0f} MiB, and {allowed / MIB:,.0f} MiB may be taken: "
                "give the server more (mnemosaic up --memory), or allow more (MNEMOSAIC_JOBS_MEMORY)"
            )
        return needed

    def name(self) -> str:
        """Name of the projection, made now if there is none; an empty string where there is no atom."""
        if not self._name:
            name = PREFIX + str(uuid.uuid4())
            self._name = name
            rows = self._graph.read("jobs/scope_weights")
            self.scopes = [row["path"] for row in rows]
            self._nodes = self.algorithms.project(name, rows)
        return self._name if self._nodes else ""

    def renew(self) -> None:
        """Drop what there is: the next `name` projects again."""
        if self._name and self._nodes:
            self.algorithms.drop(self._name)
        self._name, self._nodes = "", 0

    def close(self) -> None:
        """Drop what there is, and end the connection to the algorithms."""
        try:
            self.renew()
        finally:
            if self._algorithms is not None:
                self._algorithms.close()


@contextmanager
def projection(graph: Graph, settings: Settings, connect: Callable[[], Algorithms]) -> Iterator[Projection]:
    """A projection for one run, dropped at its end, also where that is an error."""
    made = Projection(graph, settings, connect)
    try:
        yield made
    finally:
        # an error that is under way says more than one about dropping; what stays is dropped by the next run
        with suppress(JobError):
            made.close()
