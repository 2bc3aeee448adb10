"""The only module that calls the Graph Data Science client; its errors in our words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gds_jobs.algorithms import PREFIX, Algorithms, Clustered, Ranked
from gds_jobs.quality import Parts
from mnemosaic.errors import AlgorithmError, AlgorithmsMissingError, GraphError
from mnemosaic.graph import Graph, Row
from mnemosaic.settings import Settings

NOTHING_MOVED = "LeidenResult.dendrogramManager()"
"""Where no node changes its community, Leiden of GDS 2.26 fails with a NullPointerException that names this."""

BLOCK = 10_000
"""Values of a node property that one row brings."""


class Client:
    """`Algorithms` by the `graphdatascience` client, on the server that holds the graph."""

    def __init__(self, graph: Graph, gds: Any) -> None:
        """`gds` is the client, connected."""
        self._graph = graph
        self._gds = gds

    @contextmanager
    def translated(self, what: str) -> Iterator[None]:
        """Turn what the client raises into `AlgorithmError`."""
        try:
            with self._graph.translated(what):
                yield
        except (GraphError, ValueError, TypeError, KeyError, AttributeError, RuntimeError) as error:
            lines = str(error).splitlines() or [type(error).__name__]
            raise AlgorithmError(f"{what} failed in Graph Data Science: {lines[0]}") from error

    def free_bytes(self) -> int | None:
        """See `Algorithms`."""
        with self.translated("memory"):
            info = self._gds.debug.sys_info()
        return int(info.heap_max_in_bytes - info.heap_total_in_bytes + info.heap_free_in_bytes)

    def estimate(self, algorithm: str, nodes: int, edges: int) -> int:
        """See `Algorithms`."""
        size = {"nodeProjection": "*", "relationshipProjection": "*", "nodeCount": nodes, "relationshipCount": edges}
        with self.translated(f"{algorithm}.estimate"):
            return int(getattr(self._gds, algorithm).estimate(size).bytes_max)

    def project(self, graph: str, scopes: Sequence[Row]) -> int:
        """See `Algorithms`."""
        given = {"graph": graph, "scopes": list(scopes)}
        rows = self._graph.transaction(lambda tx: tx.run("jobs/project", **given), "jobs/project")
        projected = rows[0]["projected"]
        return int(projected["nodeCount"]) if projected else 0

    def leiden(self, graph: str, seed: str | None, into: str, random_seed: int, gamma: float, levels: int) -> Clustered:
        """See `Algorithms`."""
        try:
            with self.translated("leiden"):
                found = self._gds.leiden.mutate(
                    self._gds.graph.get(graph),
                    into,
                    seed_property=seed,
                    relationship_weight_property="weight",
                    random_seed=random_seed,
                    gamma=gamma,
                    max_levels=levels,
                    # its guard asks 1.6 GB for seeds, whatever their number: `Projection.fits` guards instead
                    sudo=True,
                    # more than one thread, and two runs differ
                    concurrency=1,
                )
        except AlgorithmError as error:
            if NOTHING_MOVED not in str(error):
                raise
            return Clustered(converged=True, moved=False, modularity=0.0)
        return Clustered(bool(found.did_converge), True, float(found.modularity))

    def modularity(self, graph: str, communities: str) -> Parts:
        """See `Algorithms`."""
        with self.translated("modularity"):
            frame = self._gds.modularity.stream(
                self._gds.graph.get(graph),
                community_property=communities,
                relationship_weight_property="weight",
                # more threads, from 10,000 nodes on, look communities up in a map whose look-ups share one cursor
                # (`HugeLongLongMap` of GDS 2.26): one that is overtaken finds nothing, and that is an index of -1
                concurrency=1,
            )
        return Parts(frame["communityId"].to_numpy(dtype=np.int64), frame["modularity"].to_numpy(dtype=np.float64))

    def strengths(self, graph: str, into: str) -> None:
        """See `Algorithms`."""
        with self.translated("degree"):
            self._gds.degree_centrality.mutate(self._gds.graph.get(graph), into, relationship_weight_property="weight")

    def page_rank(self, graph: str, into: str, damping: float, iterations: int, tolerance: float) -> Ranked:
        """See `Algorithms`."""
        with self.translated("page_rank"):
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
        return {name: self._column(graph, name) for name in properties}

    def _column(self, graph: str, name: str) -> NDArray[np.float64]:
        """A node property in the order of nodes. The client would bring each value in a row of its own."""
        given = {"graph": graph, "property": name, "block": BLOCK}
        with self.translated("stream"):
            # where the projection is: the server that writes
            rows = self._graph.transaction(lambda tx: tx.run("jobs/stream", **given), "jobs/stream")
        nodes = np.concatenate([np.array(row["nodes"], dtype=np.int64) for row in rows])
        values = np.concatenate([np.array(row["values"], dtype=np.float64) for row in rows])
        ordered: NDArray[np.float64] = values[np.argsort(nodes)]
        return ordered

    def drop(self, graph: str) -> None:
        """See `Algorithms`."""
        with self.translated("drop"):
            self._gds.graph.drop(graph, False)

    def leftovers(self) -> list[str]:
        """See `Algorithms`."""
        with self.translated("list"):
            names = [info.graph_name for info in self._gds.graph.list()]
        return [name for name in names if name.startswith(PREFIX)]

    def close(self) -> None:
        """See `Algorithms`. The connection is the graph's own."""


def connect(graph: Graph, settings: Settings) -> Algorithms:
    """The algorithms for a graph: in Aura Graph Analytics where that is configured, else on its own server.

    Raises `AlgorithmsMissingError` with what to do where there are none.
    """
    if settings.aura_client_id is not None:
        from gds_jobs.aura import connect as begin_session

        return begin_session(graph, settings)
    if not graph.schema("inspect/gds_functions"):
        raise AlgorithmsMissingError(
            "Graph Data Science is not installed on the server, so communities and PageRank cannot be computed: "
            "add its plugin (NEO4J_PLUGINS), use the embedded server, or configure Aura Graph Analytics "
            "(MNEMOSAIC_AURA_CLIENT_ID); remember and recall go on with what is stored"
        )
    return Client(graph, graph.gds())


Connect = Callable[[], Algorithms]
