"""The association graph inside Graph Data Science, for one run of jobs: made when wanted, dropped whatever happens."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from gds_jobs.algorithms import PREFIX, Algorithms
from mnemosaic.errors import JobError, JobMemoryError
from mnemosaic.graph import Graph, Row
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
        self._rows: list[Row] | None = None
        self._of: Sequence[str] | None = None

    @property
    def algorithms(self) -> Algorithms:
        """The algorithms, connected on first use. What a killed run left behind is dropped then."""
        if self._algorithms is None:
            self._algorithms = self._connect()
            for name in self._algorithms.leftovers():
                self._algorithms.drop(name)
        return self._algorithms

    @property
    def scopes(self) -> list[str]:
        """Paths of the projected scopes, by the place that nodes have as `scope`."""
        return [row["path"] for row in self._rows or ()]

    @property
    def weights(self) -> list[float]:
        """What all edges of each of them weigh together."""
        return [row["weight"] for row in self._rows or ()]

    def fits(self, algorithm: str, paths: Sequence[str] | None = None) -> int:
        """Bytes that a projection of some scopes, or all, and an algorithm on it may take.

        Raises `JobMemoryError` with the figure where they do not fit. The next `name` is that of this projection.
        """
        if self._rows is None or self._of != paths:
            self.renew()
            self._rows, self._of = self._graph.read("jobs/scope_weights", paths=paths), paths
        atoms, edges = (sum(row[what] for row in self._rows) for what in ("atoms", "edges"))
        # an undirected edge is held in both directions
        needed = self.algorithms.estimate(algorithm, max(1, atoms), 2 * edges)
        free = self.algorithms.free_bytes()
        allowed = self._settings.jobs_memory * MIB if self._settings.jobs_memory is not None else free
        if allowed is not None and needed > allowed:
            raise JobMemoryError(
                f"{algorithm} over {atoms:,} atoms and {edges:,} edges may take {needed / MIB:,.1f} MiB, and "
                f"{allowed / MIB:,.1f} MiB may be taken: give the server more (mnemosaic up --memory), or allow more "
                "(MNEMOSAIC_JOBS_MEMORY)"
            )
        return needed

    def name(self) -> str:
        """Name of the projection that `fits` was asked for, made if need be; an empty string where there is no atom."""
        if not self._name:
            self._name = PREFIX + str(uuid.uuid4())
            self._nodes = self.algorithms.project(self._name, self._rows or ())
        return self._name if self._nodes else ""

    def renew(self) -> None:
        """Drop what there is: the next `fits` looks at the graph again."""
        if self._name and self._nodes:
            self.algorithms.drop(self._name)
        self._name, self._nodes, self._rows = "", 0, None

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
