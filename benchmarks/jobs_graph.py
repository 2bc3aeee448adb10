"""Graphs for the benchmarks of the jobs: clustered atoms and association edges, the same for the same seed."""

from __future__ import annotations

import uuid
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemosaic import times
from mnemosaic.graph import Graph, Row

DIMENSIONS = 384
PER_CLUSTER = 60
EDGES = 8
INSIDE = 0.8
"""Share of an atom's edges that stay in its cluster."""
SPREAD = 0.9
BATCH = 500
MODEL = "synthetic"


class Grown(NamedTuple):
    """Atoms that were added, by id."""

    ids: list[str]


class Garden:
    """One scope that atoms are added to. Clusters grow at a fixed number; edges go to earlier atoms."""

    def __init__(self, graph: Graph, scope: str, atoms: int, seed: int = 1) -> None:
        """`atoms` is the size that the number of clusters is made for."""
        self._graph = graph
        self._scope = scope
        self._random = np.random.default_rng(seed)
        self._centres = _unit(self._random.standard_normal((max(2, atoms // PER_CLUSTER), DIMENSIONS)))
        self._members: list[list[int]] = [[] for _ in self._centres]
        self.size = 0

    def grow(self, atoms: int, there: bool = False) -> Grown:
        """Add atoms with their edges, as commits do; neighbours are marked. `there`: they are in the graph already."""
        first = self.size
        for start in range(0, atoms, BATCH):
            self._batch(min(BATCH, atoms - start), there)
        return Grown([self._id(number) for number in range(first, self.size)])

    def _batch(self, count: int, there: bool) -> None:
        clusters = self._random.integers(0, len(self._centres), count)
        noise = _unit(self._random.standard_normal((count, DIMENSIONS)))
        first, joined = self.size, [self._joined(self.size + at, int(clusters[at])) for at in range(count)]
        self.size += count
        if there:
            return
        vectors = _unit(self._centres[clusters] + SPREAD * noise)
        rows = [self._row(first + at, vectors[at]) for at in range(count)]
        edges = [edge for at in range(count) for edge in self._edges(first + at, joined[at])]
        now = times.now()
        given = {"now": now, "beginning": times.BEGINNING, "forever": times.FOREVER}

        def write(tx: object) -> None:
            tx.run("write/lock_scope", scope=self._scope, now=now)  # type: ignore[attr-defined]
            tx.run("write/add_atoms", atoms=rows, **given)  # type: ignore[attr-defined]
            if edges:
                tx.run("write/associate", now=now, edges=edges)  # type: ignore[attr-defined]

        self._graph.transaction(write)

    def _id(self, number: int) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{self._scope}#{number}"))

    def _row(self, number: int, vector: NDArray[np.float32]) -> Row:
        own = self._id(number)
        text = f"Thing {number} stands in Bergen."
        properties = {"id": own, "scope": self._scope, "title": f"thing {number}", "details": text, "live_key": own}
        state = {"status": "current", "confidence": 1.0, "community": -1, "dirty": True}
        empty = dict.fromkeys(("occurred_from", "occurred_until", "valid_from", "valid_until"))
        label = ("Semantic", "Episodic", "Procedural")[number % 3]
        return {
            "label": label,
            "embedding": vector,
            "closed": False,
            "retired": False,
            "sources": [],
            "mentions": [],
            "properties": {**properties, **state},
            **empty,
        }

    def _joined(self, number: int, cluster: int) -> list[tuple[int, float]]:
        """The atoms that an atom is joined to, with weights."""
        own, targets = self._members[cluster], set()
        for _ in range(min(EDGES, number)):
            if own and self._random.random() < INSIDE:
                targets.add(own[int(self._random.integers(len(own)))])
            else:
                targets.add(int(self._random.integers(number)))
        own.append(number)
        weights = self._random.uniform(0.4, 1.0, len(targets)).tolist()
        return list(zip(sorted(targets), weights, strict=True))

    def _edges(self, number: int, joined: list[tuple[int, float]]) -> list[Row]:
        return [
            {"source": self._id(number), "target": self._id(target), "weight": weight, "origin": "similar"}
            for target, weight in joined
        ]


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit


def nmi(left: NDArray[np.int64], right: NDArray[np.int64]) -> float:
    """Normalised mutual information of two labellings, by the arithmetic mean of their entropies; 1.0: the same."""
    _, a = np.unique(left, return_inverse=True)
    _, b = np.unique(right, return_inverse=True)
    _, pairs = np.unique(a * (b.max() + 1) + b, return_counts=True)
    one, two, both = (_entropy(counts / len(left)) for counts in (np.bincount(a), np.bincount(b), pairs))
    return 1.0 if one + two == 0 else float(2 * (one + two - both) / (one + two))


def _entropy(shares: NDArray[np.float64]) -> float:
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())


def spearman(left: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Rank correlation; equal values share their mean rank. Values that differ by a millionth of the mean are equal."""
    return float(np.corrcoef(_ranks(left), _ranks(right))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    # in proportion: where ranks sum to 1, the mean of a million is itself a millionth
    shares = values / (np.abs(values).mean() or 1.0)
    _, place, counts = np.unique(shares.round(6), return_inverse=True, return_counts=True)
    mean: NDArray[np.float64] = np.cumsum(counts) - (counts - 1) / 2.0
    return mean[place]
