"""Association edges between similar atoms of one scope: for atoms that are new, or were embedded anew.

A commit joins a new atom to older ones as it writes it; this fills up what it left out, and renews what another
embedding model had made. Exact, by a matrix product over a scope, where many atoms of it are looked at; by the vector
indexes where few are, or where the scope is too large to hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gds_jobs.receipts import Mode
from gds_jobs.work import Done, Work, there
from mnemosaic import times
from mnemosaic.graph import Row
from mnemosaic.models.similarity import from_index, similarity

LIMIT = 10
"""Outgoing association edges an atom at most."""
NEAREST = 12
MATRIX_ATOMS = 100_000
"""Atoms of a scope whose vectors are held in memory at most: 150 MB at 384 dimensions."""
MATRIX_SHARE = 0.02
"""Share of a scope's atoms from which reading all its vectors is quicker than asking the indexes."""
PAGE = 5_000
ASKED = 50
"""Atoms that one query looks for the neighbours of."""
BLOCK = 256
DECIMALS = 5


class Near(NamedTuple):
    """Atoms near one atom, nearest first."""

    number: int
    similar: list[tuple[int, float]]


class Vectors(NamedTuple):
    """The current atoms of a scope: numbers, ascending, and a matrix of unit vectors."""

    numbers: NDArray[np.int64]
    matrix: NDArray[np.float32]


def run(work: Work) -> Done:
    """Look for the neighbours of every waiting atom and write the edges that are missing."""
    looked = joined = parted = 0
    for scope, numbers in _wanted(work):
        for near in _neighbours(work, scope, numbers):
            rows = _missing(work, near)
            written = work.write("jobs/associate", rows, model=work.state.model, now=times.now())
            joined += sum(row["joined"] for row in written)
            parted += sum(row["parted"] for row in written)
            looked += len(rows)
            work.show(looked, work.waiting)
    if joined or parted:
        work.projection.renew()
    return Done(
        Mode.FULL if work.anew else Mode.INCREMENTAL,
        written=joined + parted,
        figures={"looked_at": looked, "joined": joined, "parted": parted},
        parameters={"associated": work.state.associated, "limit": LIMIT, "model": work.state.model},
    )


def _wanted(work: Work) -> Iterator[tuple[str, list[int]]]:
    """The atoms to look at, scope by scope."""
    rows: list[tuple[str, int]] = []
    after = -1
    while True:
        if work.full:
            page = work.graph.read("jobs/joinable", after=after, limit=PAGE)
        else:
            page = work.graph.read(
                "jobs/unjoined", done=work.since, model=work.state.model or "", after=after, limit=PAGE
            )
        page = there(page)
        if not page:
            break
        after = page[-1]["number"]
        rows += [(row["scope"], row["number"]) for row in page]
    for scope, group in groupby(sorted(rows), key=lambda row: row[0]):
        yield scope, [number for _, number in group]


def _neighbours(work: Work, scope: str, numbers: list[int]) -> Iterator[list[Near]]:
    size = int(work.graph.read("jobs/scope_size", scope=scope)[0]["atoms"])
    if size <= MATRIX_ATOMS and len(numbers) >= MATRIX_SHARE * size:
        held = _vectors(work, scope)
        for start in range(0, len(numbers), BLOCK):
            yield _by_matrix(held, numbers[start : start + BLOCK], work.state.associated)
        return
    for start in range(0, len(numbers), ASKED):
        rows = work.graph.read(
            "jobs/nearest", numbers=numbers[start : start + ASKED], now=times.now(), limit=NEAREST + 1
        )
        yield [_by_index(row, work.state.associated) for row in rows]


def _vectors(work: Work, scope: str) -> Vectors:
    numbers: list[int] = []
    blocks: list[NDArray[np.float32]] = []
    after, now = -1, times.now()
    while rows := there(work.graph.read("jobs/vectors", scope=scope, now=now, after=after, limit=PAGE)):
        after = rows[-1]["number"]
        numbers += [row["number"] for row in rows]
        # as Python numbers they take twenty times as much
        blocks.append(np.array([row["embedding"] for row in rows], dtype=np.float32))
    matrix = np.concatenate(blocks) if blocks else np.empty((0, 0), dtype=np.float32)
    return Vectors(np.array(numbers, dtype=np.int64), matrix)


def _by_matrix(held: Vectors, wanted: Sequence[int], associated: float) -> list[Near]:
    places = np.searchsorted(held.numbers, wanted)
    own = [
        (place, number)
        for place, number in zip(places.tolist(), wanted, strict=True)
        if place < len(held.numbers) and held.numbers[place] == number
    ]
    if not own:
        return []
    scores = similarity(held.matrix[[place for place, _ in own]], held.matrix).astype(np.float64).round(DECIMALS)
    scores[np.arange(len(own)), [place for place, _ in own]] = -1.0
    return [Near(number, _best(held.numbers, row, associated)) for (_, number), row in zip(own, scores, strict=True)]


def _best(numbers: NDArray[np.int64], scores: NDArray[np.float64], associated: float) -> list[tuple[int, float]]:
    least = associated
    if len(scores) > NEAREST:
        least = max(associated, float(np.partition(scores, -NEAREST)[-NEAREST]))
    places = np.flatnonzero(scores >= least)
    best = sorted(places.tolist(), key=lambda place: (-scores[place], numbers[place]))[:NEAREST]
    return [(int(numbers[place]), float(scores[place])) for place in best]


def _by_index(row: Row, associated: float) -> Near:
    found = [(number, round(from_index(score), DECIMALS)) for number, score in row["near"]]
    near = sorted((pair for pair in found if pair[1] >= associated), key=lambda pair: (-pair[1], pair[0]))
    return Near(row["number"], near[:NEAREST])


def _missing(work: Work, near: Sequence[Near]) -> list[Row]:
    """The edges that atoms lack, as `jobs/associate` takes them."""
    known = {
        row["number"]: row
        for row in work.graph.read(
            "jobs/edges_of", numbers=[each.number for each in near], model=work.state.model or ""
        )
    }
    rows = []
    for number, similar in near:
        if number not in known:
            continue
        room = max(0, LIMIT - known[number]["outgoing"])
        joined = set(known[number]["joined"])
        edges = [{"number": other, "weight": weight} for other, weight in similar if other not in joined][:room]
        rows.append({"number": number, "edges": edges})
    return rows
