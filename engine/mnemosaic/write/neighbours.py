"""Which atoms a new atom is associated with: spoken together, and similar. Bounded, inside one scope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemosaic import times
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import similarity
from mnemosaic.relations import Origin
from mnemosaic.write.candidates import DECIMALS, Candidate
from mnemosaic.write.drafts import Draft

MATRIX_ATOMS = 100_000
"""Atoms of a scope whose vectors are held in memory at most: 150 MB at 384 dimensions."""
PAGE = 5_000
"""Vectors read at a time: as Python numbers they take twenty times as much."""
ROWS = 64
"""New atoms that are compared at a time."""
NEAREST = 24
"""Atoms of any type that a new one is compared with."""
SPOKEN = 4
SPOKEN_WEIGHT = 1.0
ADJACENT_WEIGHT = 0.5


class Edge(NamedTuple):
    """One ASSOCIATED edge, from the newer to the older atom; weight in 0..1. `tie` decides between equal weights.

    Ids differ from scope to scope; what the target states does not, so that the same turns give the same edges.
    """

    source: str
    target: str
    weight: float
    origin: Origin
    tie: str = ""


Near = dict[str, float]
"""Similarity by atom."""


class Look(NamedTuple):
    """What was found in memory: the nearest atoms of each draft with their similarity, and edges.

    Without `nearest`, the indexes have to be asked.
    """

    nearest: list[Near] | None
    edges: list[Edge]


class Neighbourhood:
    """Finds similar atoms of one scope during one call of `remember`.

    A few turns ask the vector indexes, in the query for candidates. A bulk import uses one matrix product over the
    scope's vectors, read once and grown batch by batch: that is exact, so that an import which was broken off ends the
    same as one that was not, and it costs no round trip an atom. A scope beyond `MATRIX_ATOMS` goes back to the
    indexes: memory stays bounded.
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
        self._held: Vectors = np.empty((0, 0), dtype=np.float32)
        """Row i is the vector of atom i; rows beyond the last atom are room to grow."""
        self.writes = 0
        """Commits of the scope that the matrix knows of."""

    def look(self, drafts: Sequence[Draft], limit: int) -> Look:
        """What is near each new atom in the scope and, for edges, among the earlier ones of the same batch."""
        if not drafts:
            return Look([], [])
        if self._bulk and self._ids is None:
            self.writes = int(self._graph.read("write/scope_writes", scope=self._scope)[0]["writes"])
            self._load()
        vectors = _stacked(drafts)
        within = self._within(drafts, vectors, limit) if limit else []
        if not self._bulk:
            return Look(None, within)
        found = self._from_matrix([draft.id for draft in drafts], vectors, limit)
        return Look(found.nearest, [*found.edges, *within] if limit else [])

    def grow(self, drafts: Sequence[Draft], writes: int) -> None:
        """Take in the atoms that a commit added, which was number `writes`; where others wrote too, forget them all."""
        if not self._bulk:
            return
        if writes != self.writes + 1:
            self._ids, self._keys = None, []
            return
        self.writes = writes
        unique = {draft.id: draft for draft in drafts}
        if unique:
            self._add(list(unique), [draft.live_key for draft in unique.values()], _stacked(list(unique.values())))

    def _add(self, ids: Sequence[str], keys: Sequence[str], vectors: Vectors) -> None:
        known = self._ids = self._ids or []
        size = len(known)
        if size + len(ids) > len(self._held):
            room = max(2 * size, size + len(ids), PAGE)
            held = np.empty((room, vectors.shape[1]), dtype=np.float32)
            if size:
                held[:size] = self._held[:size]
            self._held = held
        self._held[size : size + len(ids)] = vectors
        known += ids
        self._keys += keys
        self._bulk = len(known) <= MATRIX_ATOMS

    def _load(self) -> None:
        moment, last = times.now(), ""
        self._ids, self._keys = [], []
        while self._bulk:
            rows = self._graph.read("write/scope_vectors", scope=self._scope, now=moment, after=last, limit=PAGE)
            if not rows:
                break
            last = rows[-1]["id"]
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
            self._add([row["id"] for row in rows], [row["live_key"] for row in rows], vectors)

    def _from_matrix(self, ids: Sequence[str], vectors: Vectors, limit: int) -> Look:
        known = self._ids or []
        if not known:
            return Look([{} for _ in ids], [])
        nearest, edges = [], []
        for start in range(0, len(ids), ROWS):
            scores = _rounded(similarity(vectors[start : start + ROWS], self._held[: len(known)]))
            for source, row in zip(ids[start : start + ROWS], scores, strict=True):
                best = _best(self._keys, row, max(limit, NEAREST), 0.0)
                nearest.append({known[place]: float(row[place]) for place in best[:NEAREST]})
                alike = [place for place in best if row[place] >= self._associated]
                edges += [_similar(source, known, self._keys, row, place) for place in alike]
        return Look(nearest, edges)

    def _within(self, drafts: Sequence[Draft], vectors: Vectors, limit: int) -> list[Edge]:
        scores = _rounded(similarity(vectors, vectors))
        ids, keys = [draft.id for draft in drafts], [draft.live_key for draft in drafts]
        return [
            _similar(source, ids, keys, scores[row], place)
            for row, source in enumerate(ids)
            for place in _best(keys, scores[row, :row], limit, self._associated)
        ]


def _stacked(drafts: Sequence[Draft]) -> Vectors:
    stacked: Vectors = np.vstack([draft.vector for draft in drafts])
    return stacked


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


def similar_edges(source: str, candidates: Sequence[Candidate], scope: str, associated: float) -> list[Edge]:
    """Edges from a new atom to the candidates of its scope that a vector index found near enough."""
    edges = []
    for known, why, score in candidates:
        if why == "nearest" and score is not None and known.scope == scope and known.current:
            weight = round(score, DECIMALS)
            if weight >= associated:
                edges.append(Edge(source, known.id, weight, Origin.SIMILAR, known.live_key))
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


def _best(keys: Sequence[str], scores: NDArray[np.float64], limit: int, threshold: float) -> list[int]:
    """Places of the highest scores at or above the threshold, at most `limit`, highest first."""
    least = threshold
    if len(scores) > limit:
        least = max(threshold, float(np.partition(scores, -limit)[-limit]))
    # of equal ones, all are looked at
    found: list[int] = np.flatnonzero(scores >= least).tolist()
    return sorted(found, key=lambda place: (-scores[place], keys[place]))[:limit]


def _similar(source: str, ids: Sequence[str], keys: Sequence[str], scores: NDArray[np.float64], place: int) -> Edge:
    return Edge(source, ids[place], float(scores[place]), Origin.SIMILAR, keys[place])
