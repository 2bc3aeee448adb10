"""The only module that knows the Graph Data Science client: what the jobs ask of it, and its errors in our words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mnemosaic.errors import AlgorithmError, AlgorithmsMissingError, GraphError
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings

PREFIX = "mnemosaic-"
"""Names of projections begin with it, so that those of a run that was killed are known."""
NOTHING_MOVED = "LeidenResult.dendrogramManager()"
"""Where no node changes its community, Leiden of GDS 2.26 fails with a NullPointerException that names this."""


class Clustered(NamedTuple):
    """What Leiden says of a run. `moved` is False where it left every seed as it was and wrote nothing."""

    converged: bool
    moved: bool


class Ranked(NamedTuple):
    """What PageRank says of a run."""

    converged: bool
    iterations: int


class Algorithms(Protocol):
    """What the jobs ask of Graph Data Science. `graph` is the name of a projection."""

    def free_bytes(self) -> int | None:
        """Memory that is free for projections and algorithms; None where nobody can tell."""

    def estimate(self, algorithm: str, nodes: int, edges: int) -> int:
        """Bytes that a projection of that size and `leiden` or `page_rank` on it take, at most."""

    def project(self, graph: str) -> int:
        """Project the association graph (`jobs/project`); the number of nodes, 0 where there is none to drop."""

    def leiden(self, graph: str, seed: str | None, into: str, random_seed: int, gamma: float, levels: int) -> Clustered:
        """Weighted Leiden from the communities in the property `seed` into the property `into`; repeatable."""

    def modularity(self, graph: str, communities: str) -> float:
        """Weighted modularity of the communities in a property; 0.0 where there is no edge."""

    def page_rank(self, graph: str, into: str, damping: float, iterations: int, tolerance: float) -> Ranked:
        """Weighted PageRank into the property `into`."""

    def stream(self, graph: str, properties: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """Node properties, all in the same order of nodes."""

    def drop(self, graph: str) -> None:
        """Drop a projection; fine where it is gone."""

    def leftovers(self) -> list[str]:
        """Names of projections that a run of the jobs left behind."""


class Client:
    """`Algorithms` by the `graphdatascience` client, on the server that holds the graph."""

    def __init__(self, graph: Graph) -> None:
        """Connect. Raises `AlgorithmsMissingError` where the server has no Graph Data Science."""
        self._graph = graph
        self._gds = graph.gds()

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        try:
            with self._graph.translated(what):
                yield
        except (GraphError, ValueError, TypeError, KeyError, AttributeError, RuntimeError) as error:
            raise _failed(what, error) from error

    def free_bytes(self) -> int | None:
        """See `Algorithms`."""
        with self._translated("memory"):
            info = self._gds.debug.sys_info()
        return int(info.heap_max_in_bytes - info.heap_total_in_bytes + info.heap_free_in_bytes)

    def estimate(self, algorithm: str, nodes: int, edges: int) -> int:
        """See `Algorithms`."""
        size = {"nodeProjection": "*", "relationshipProjection": "*", "nodeCount": nodes, "relationshipCount": edges}
        with self._translated(f"{algorithm}.estimate"):
            return int(getattr(self._gds, algorithm).estimate(size).bytes_max)

    def project(self, graph: str) -> int:
        """See `Algorithms`."""
        projected = self._graph.write("jobs/project", graph=graph)[0]["projected"]
        return int(projected["nodeCount"]) if projected else 0

    def leiden(self, graph: str, seed: str | None, into: str, random_seed: int, gamma: float, levels: int) -> Clustered:
        """See `Algorithms`."""
        try:
            with self._translated("leiden"):
                found = self._gds.leiden.mutate(
                    self._gds.graph.get(graph),
                    into,
                    seed_property=seed,
                    relationship_weight_property="weight",
                    random_seed=random_seed,
                    gamma=gamma,
                    max_levels=levels,
                    # more than one thread, and two runs differ
                    concurrency=1,
                )
        except AlgorithmError as error:
            if NOTHING_MOVED not in str(error):
                raise
            return Clustered(converged=True, moved=False)
        return Clustered(bool(found.did_converge), moved=True)

    def modularity(self, graph: str, communities: str) -> float:
        """See `Algorithms`."""
        with self._translated("modularity"):
            found = self._gds.modularity.stats(
                self._gds.graph.get(graph), community_property=communities, relationship_weight_property="weight"
            )
        value = float(found.modularity)
        return value if np.isfinite(value) else 0.0

    def page_rank(self, graph: str, into: str, damping: float, iterations: int, tolerance: float) -> Ranked:
        """See `Algorithms`."""
        with self._translated("page_rank"):
            found = self._gds.page_rank.mutate(
                self._gds.graph.get(graph),
                into,
                damping_factor=damping,
                max_iterations=iterations,
                tolerance=tolerance,
                relationship_weight_property="weight",
            )
        return Ranked(bool(found.did_converge), int(found.ran_iterations))

    def stream(self, graph: str, properties: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """See `Algorithms`."""
        with self._translated("stream"):
            frame = self._gds.graph.node_properties.stream(self._gds.graph.get(graph), list(properties))
        return {name: frame[name].to_numpy(dtype=np.float64) for name in properties}

    def drop(self, graph: str) -> None:
        """See `Algorithms`."""
        with self._translated("drop"):
            self._gds.graph.drop(graph, False)

    def leftovers(self) -> list[str]:
        """See `Algorithms`."""
        with self._translated("list"):
            names = [info.graph_name for info in self._gds.graph.list()]
        return [name for name in names if name.startswith(PREFIX)]


def connect(graph: Graph, settings: Settings) -> Algorithms:
    """The algorithms for a graph. Raises `AlgorithmsMissingError` with what to do where there are none."""
    if settings.aura_client_id is not None:
        raise NotImplementedError
    if not graph.schema("inspect/gds_functions"):
        raise AlgorithmsMissingError(
            "Graph Data Science is not installed on the server, so communities and PageRank cannot be computed: "
            "add its plugin (NEO4J_PLUGINS), use the embedded server, or configure Aura Graph Analytics; "
            "remember and recall go on with what is stored"
        )
    return Client(graph)


def _failed(what: str, error: Exception) -> AlgorithmError:
    lines = str(error).splitlines() or [type(error).__name__]
    return AlgorithmError(f"{what} failed in Graph Data Science: {lines[0]}")
