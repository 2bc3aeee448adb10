"""Stand-ins at the boundary to Graph Data Science."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gds_jobs.algorithms import Clustered, Ranked
from gds_jobs.quality import Parts


class FakeAlgorithms:
    """`Algorithms` over columns of its own; Leiden answers with the partitions it was given, one after the other."""

    def __init__(self, columns: dict[str, Sequence[float]], partitions: Sequence[Sequence[int]] = ()) -> None:
        self.columns: dict[str, NDArray[np.float64]] = {
            name: np.array(values, dtype=np.float64) for name, values in columns.items()
        }
        self.partitions = list(partitions)
        self.parts = Parts(np.array([], dtype=np.int64), np.array([]))
        self.modularities: list[float] = []
        self.calls: list[tuple[str, Any]] = []
        self.dropped: list[str] = []
        self.left: list[str] = []
        self.closed = False

    def free_bytes(self) -> int | None:
        return None

    def estimate(self, algorithm: str, nodes: int, edges: int) -> int:
        self.calls.append(("estimate", (algorithm, nodes, edges)))
        return 1 << 20

    def project(self, graph: str, scopes: Sequence[dict[str, Any]]) -> int:
        self.calls.append(("project", graph))
        return len(self.columns.get("number", ()))

    def leiden(self, graph: str, seed: str | None, into: str, random_seed: int, gamma: float, levels: int) -> Clustered:
        self.calls.append(("leiden", (seed, into, levels, gamma)))
        if not self.partitions:
            return Clustered(True, False, 0.0)
        self.columns[into] = np.array(self.partitions.pop(0), dtype=np.float64)
        return Clustered(True, True, self.modularities.pop(0) if self.modularities else 0.5)

    def modularity(self, graph: str, communities: str) -> Parts:
        return self.parts

    def strengths(self, graph: str, into: str) -> None:
        self.columns[into] = np.ones(len(self.columns["number"]))

    def page_rank(self, graph: str, into: str, damping: float, iterations: int, tolerance: float) -> Ranked:
        self.columns[into] = np.ones(len(self.columns["number"]))
        return Ranked(False, iterations)

    def stream(self, graph: str, properties: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        return {name: self.columns[name] for name in properties}

    def drop(self, graph: str) -> None:
        self.dropped.append(graph)

    def leftovers(self) -> list[str]:
        return self.left

    def close(self) -> None:
        self.closed = True


class FakeGraph:
    """A `Graph` that answers statements by name with rows it was given."""

    def __init__(self, **rows: list[dict[str, Any]]) -> None:
        self.rows = {name.replace("__", "/"): given for name, given in rows.items()}
        self.read_names: list[str] = []

    def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        self.read_names.append(name)
        if "after" in params and params["after"] != -1:
            return []
        return self.rows.get(name, [])
