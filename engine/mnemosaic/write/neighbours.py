"""Which atoms a new atom is associated with: spoken together, and similar. Bounded, inside one scope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemosaic import times
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import from_index, similarity
from mnemosaic.relations import Origin
from mnemosaic.write.rows import Draft

MATRIX_ATOMS = 100_000
"""Atoms of a scope whose vectors are held in memory at most: 150 MB at 384 dimensions."""
PAGE = 5_000
"""Vectors read at a time: as Python numbers they take twenty times as much."""
ROWS = 64
"""New atoms that are compared at a time."""
SPOKEN = 4
SPOKEN_WEIGHT = 1.0
ADJACENT_WEIGHT = 0.5
DECIMALS = 5
"""Of a similarity: two that differ by less are equal."""


class Edge(NamedTuple):
    """One ASSOCIATED edge, from the newer to the older atom; weight in 0..1. `tie` decides between equal weights.

    Ids differ from scope to scope; what the target states does not, so that the same turns give the same edges.
    """

    source: str
    target: str
    weight: float
    origin: Origin
    tie: str = ""


class Neighbourhood:
    """Finds similar atoms of one scope during one call of `remember`.

    A few turns ask the vector indexes. A bulk import uses one matrix product over the scope's vectors, read once and
    grown batch by batch: that is exact, so that an import which was broken off ends the same as one that was not, and
    it costs no round trip an atom. A scope beyond `MATRIX_ATOMS` goes back to the indexes: memory stays bounded.
    """

    def __init__(self, graph: Graph, scope: str, associated: float, bulk: bool) -> None:
        self._graph = graph
        self._scope = scope
        self._associated = associated
        self._bulk = bulk
        self.ended: dict[str, str] = {}
        """The last atom of each turn of the batch that was committed last."""
        self._ids: list[str] | None = None
        self._keys: list[str] = []
        self._vectors: Vectors = np.empty((0, 0), dtype=np.float32)

    def similar(self, drafts: Sequence[Draft], limit: int) -> list[Edge]:
        """For each new atom its most similar atoms at or above the threshold, at most `limit` an atom: current ones,
        and earlier ones of the same batch."""
        if self._bulk and self._ids is None:
            self._load()
        ids = [draft.id for draft in drafts]
        vectors: Vectors = np.vstack([draft.vector for draft in drafts])
        older = self._from_matrix if self._bulk else self._from_indexes
        return older(ids, vectors, limit) + self._within(drafts, vectors, limit)

    def grow(self, drafts: Sequence[Draft]) -> None:
        """Take in the atoms that a commit added."""
        if not self._bulk or not drafts:
            return
        unique = {draft.id: draft for draft in drafts}
        self._ids = [*(self._ids or []), *unique]
        self._keys += [draft.live_key for draft in unique.values()]
        added = np.vstack([draft.vector for draft in unique.values()])
        self._vectors = np.vstack([self._vectors, added]) if len(self._vectors) else added
        self._bulk = len(self._ids) <= MATRIX_ATOMS

    def _load(self) -> None:
        moment, ids, pages = times.now(), [""], []
        while len(ids) <= MATRIX_ATOMS + 1:
            rows = self._graph.read("write/scope_vectors", scope=self._scope, now=moment, after=ids[-1], limit=PAGE)
            if not rows:
                break
            ids += [row["id"] for row in rows]
            self._keys += [row["live_key"] for row in rows]
            pages.append(np.array([row["embedding"] for row in rows], dtype=np.float32))
        self._ids = ids[1:]
        if pages:
            self._vectors = np.vstack(pages)
        self._bulk = len(self._ids) <= MATRIX_ATOMS

    def _from_matrix(self, ids: Sequence[str], vectors: Vectors, limit: int) -> list[Edge]:
        known = self._ids or []
        if not known:
            return []
        edges = []
        for start in range(0, len(ids), ROWS):
            scores = _rounded(similarity(vectors[start : start + ROWS], self._vectors))
            for source, row in zip(ids[start : start + ROWS], scores, strict=True):
                edges += _best(source, known, self._keys, row, limit, self._associated)
        return edges

    def _within(self, drafts: Sequence[Draft], vectors: Vectors, limit: int) -> list[Edge]:
        scores = _rounded(similarity(vectors, vectors))
        ids, keys = [draft.id for draft in drafts], [draft.live_key for draft in drafts]
        return [
            edge
            for row, source in enumerate(ids)
            for edge in _best(source, ids, keys, scores[row, :row], limit, self._associated)
        ]

    def _from_indexes(self, ids: Sequence[str], vectors: Vectors, limit: int) -> list[Edge]:
        rows = self._graph.read(
            "write/similar_atoms", scope=self._scope, now=times.now(), vectors=list(vectors), limit=limit
        )
        edges: list[Edge] = []
        for row in rows:
            score = round(from_index(row["score"]), DECIMALS)
            if score >= self._associated and row["id"] not in ids:
                edges.append(Edge(ids[row["index"]], row["id"], score, Origin.SIMILAR, row["live_key"]))
        return edges


def spoken_together(ids: Sequence[str], turns: Sequence[str], adjacent: dict[str, str]) -> list[Edge]:
    """Edges between atoms of one turn, and from a turn's atoms to the last atom of the turn before it.

    `turns[i]` is the main turn of atom `ids[i]`; `adjacent` names for each turn the atom that ends the turn before.
    """
    edges = []
    said: dict[str, list[str]] = {}
    for atom, turn in zip(ids, turns, strict=True):
        earlier = said.setdefault(turn, [])
        edges += [Edge(atom, other, SPOKEN_WEIGHT, Origin.SPOKEN) for other in reversed(earlier[-(SPOKEN - 1) :])]
        if turn in adjacent:
            edges.append(Edge(atom, adjacent[turn], ADJACENT_WEIGHT, Origin.SPOKEN))
        earlier.append(atom)
    return edges


def bounded(edges: Sequence[Edge], limit: int) -> list[Edge]:
    """At most `limit` edges from each atom: spoken ones first, then the heaviest; one for each pair."""
    kept: dict[tuple[str, str], Edge] = {}
    count: dict[str, int] = {}
    for edge in sorted(edges, key=lambda edge: (edge.origin is not Origin.SPOKEN, -edge.weight, edge.tie)):
        pair = (min(edge.source, edge.target), max(edge.source, edge.target))
        if edge.source != edge.target and pair not in kept and count.get(edge.source, 0) < limit:
            kept[pair] = edge
            count[edge.source] = count.get(edge.source, 0) + 1
    return list(kept.values())


def _rounded(scores: NDArray[np.float32]) -> NDArray[np.float64]:
    """The last bits of a matrix product depend on its shape, so on where a batch was cut."""
    return scores.astype(np.float64).round(DECIMALS)


def _best(
    source: str, ids: Sequence[str], keys: Sequence[str], scores: NDArray[np.float64], limit: int, threshold: float
) -> list[Edge]:
    least = threshold
    if len(scores) > limit:
        least = max(threshold, float(np.partition(scores, -limit)[-limit]))
    # of equal ones, all are looked at
    found: list[int] = np.flatnonzero(scores >= least).tolist()
    places = sorted(found, key=lambda place: (-scores[place], keys[place]))[:limit]
    return [Edge(source, ids[place], float(scores[place]), Origin.SIMILAR, keys[place]) for place in places]
