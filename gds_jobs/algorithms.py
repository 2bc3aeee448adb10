"""What the jobs ask of Graph Data Science: a protocol, so that the server's, Aura's and a fake of tests may answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gds_jobs.quality import Parts
from mnemosaic.graph import Row

PREFIX = "mnemosaic-"
"""Names of projections begin with it, so that those of a run that was killed are known."""


class Clustered(NamedTuple):
    """What Leiden says of a run. `moved` is False where it left every seed as it was and wrote nothing."""

    converged: bool
    moved: bool
    modularity: float


class Ranked(NamedTuple):
    """What PageRank says of a run."""

    converged: bool
    iterations: int


class Algorithms(Protocol):
    """What the jobs ask of Graph Data Science. `graph` is the name of a projection. Raise `AlgorithmError`."""

    def free_bytes(self) -> int | None:
        """Memory that is free for projections and algorithms; None where nobody can tell."""

    def estimate(self, algorithm: str, nodes: int, edges: int) -> int:
        """Bytes that a projection of that size and `leiden` or `page_rank` on it take, at most."""

    def project(self, graph: str, scopes: Sequence[Row]) -> int:
        """Project the association graph (`jobs/project`); the number of nodes, 0 where there is none to drop."""

    def leiden(self, graph: str, seed: str | None, into: str, random_seed: int, gamma: float, levels: int) -> Clustered:
        """Weighted Leiden from the communities in the property `seed` into the property `into`; repeatable."""

    def modularity(self, graph: str, communities: str) -> Parts:
        """What each of the communities in a property adds to weighted modularity."""

    def strengths(self, graph: str, into: str) -> None:
        """The sum of the weights of each node's edges, into a property."""

    def page_rank(self, graph: str, into: str, damping: float, iterations: int, tolerance: float) -> Ranked:
        """Weighted PageRank into the property `into`."""

    def stream(self, graph: str, properties: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """Node properties, all in the same order of nodes."""

    def drop(self, graph: str) -> None:
        """Drop a projection; fine where it is gone."""

    def leftovers(self) -> list[str]:
        """Names of projections that a run of the jobs left behind."""

    def close(self) -> None:
        """End what was only begun for this run."""
