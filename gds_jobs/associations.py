"""Association edges between similar atoms of one scope: for atoms that are new, or were embedded anew.

A commit joins a new atom to older ones as it writes it; this fills up what it left out, and renews what another
embedding model had made. Exact, by a matrix product over a scope, where many atoms of it are looked at; by the vector
indexes where few are, or where the scope is too large to hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gds_jobs.receipts import Mode
from gds_jobs.work import Done, Work
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
WRITTEN = 1_000
"""Atoms whose edges are looked through and written at a time."""
DECIMALS = 5
ROUNDED = 1e-5


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
    for near in _blocks(_neighbours(work, _wanted(work))):
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


def _wanted(work: Work) -> dict[str, list[int]]:
    """The atoms to look at, by scope, in the order of their paths."""
    if work.full:
        pages = work.paged("jobs/joinable", PAGE)
    else:
        pages = work.paged("jobs/unjoined", PAGE, done=work.since, model=work.state.model or "")
    wanted: dict[str, list[int]] = defaultdict(list)
    for scope, number in sorted((row["scope"], row["number"]) for page in pages for row in page):
        wanted[scope].append(number)
    return wanted


def _neighbours(work: Work, wanted: dict[str, list[int]]) -> Iterator[Near]:
    """What is near to each atom. Small scopes are looked at many together: a query for each would take longer."""
    few: list[int] = []
    # a scope that has more than this is too large for a matrix, or too few of its atoms are looked at
    most = min(MATRIX_ATOMS, int(max(map(len, wanted.values()), default=0) / MATRIX_SHARE)) + 1
    for group in _groups(_sizes(work, list(wanted), most)):
        dense = []
        for scope, size in group:
            if len(wanted[scope]) >= MATRIX_SHARE * size and size <= MATRIX_ATOMS:
                dense.append(scope)
            else:
                few += wanted[scope]
        for scope, held in _vectors(work, dense).items():
            for start in range(0, len(wanted[scope]), BLOCK):
                yield from _by_matrix(held, wanted[scope][start : start + BLOCK], work.state.associated)
    for start in range(0, len(few), ASKED):
        asked = few[start : start + ASKED]
        for row in work.graph.read("jobs/nearest", numbers=asked, now=times.now(), limit=NEAREST + 1):
            yield _by_index(row, work.state.associated)


def _sizes(work: Work, scopes: Sequence[str], most: int) -> Iterator[tuple[str, int]]:
    for start in range(0, len(scopes), PAGE):
        rows = work.graph.read("jobs/scope_sizes", scopes=scopes[start : start + PAGE], most=most)
        yield from ((row["scope"], row["atoms"]) for row in rows)


def _groups(sizes: Iterable[tuple[str, int]]) -> Iterator[list[tuple[str, int]]]:
    """Scopes with their sizes, as many together as have a page of atoms, or one."""
    group: list[tuple[str, int]] = []
    for scope, size in sizes:
        if group and sum(known for _, known in group) + size > PAGE:
            yield group
            group = []
        group.append((scope, size))
    if group:
        yield group


def _blocks(near: Iterable[Near]) -> Iterator[list[Near]]:
    block: list[Near] = []
    for each in near:
        block.append(each)
        if len(block) == WRITTEN:
            yield block
            block = []
    if block:
        yield block


def _vectors(work: Work, scopes: Sequence[str]) -> dict[str, Vectors]:
    """The current atoms of scopes, by path."""
    if not scopes:
        return {}
    found = work.graph.read("jobs/current", scopes=scopes, now=times.now())
    places = [(row["scope"], number) for row in found for number in row["numbers"]]
    numbers: dict[str, list[int]] = {scope: [] for scope in scopes}
    blocks: dict[str, list[NDArray[np.float32]]] = {scope: [] for scope in scopes}
    for start in range(0, len(places), PAGE):
        page = places[start : start + PAGE]
        rows = work.graph.read("jobs/vectors", numbers=[number for _, number in page])
        vectors = {row["number"]: row["embedding"] for row in rows if row["embedding"] is not None}
        for scope, group in groupby(page, key=itemgetter(0)):
            held = [number for _, number in group if number in vectors]
            numbers[scope] += held
            if held:
                # as Python numbers they take twenty times as much
                blocks[scope].append(np.array([vectors[number] for number in held], dtype=np.float32))
    return {
        scope: Vectors(
            np.array(numbers[scope], dtype=np.int64),
            np.concatenate(blocks[scope]) if blocks[scope] else np.empty((0, 0), dtype=np.float32),
        )
        for scope in scopes
    }


def _by_matrix(held: Vectors, wanted: Sequence[int], associated: float) -> list[Near]:
    places = np.searchsorted(held.numbers, wanted)
    own = [
        (place, number)
        for place, number in zip(places.tolist(), wanted, strict=True)
        if place < len(held.numbers) and held.numbers[place] == number
    ]
    if not own:
        return []
    scores = similarity(held.matrix[[place for place, _ in own]], held.matrix)
    scores[np.arange(len(own)), [place for place, _ in own]] = -1.0
    return [Near(number, _best(held.numbers, row, associated)) for (_, number), row in zip(own, scores, strict=True)]


def _best(numbers: NDArray[np.int64], scores: NDArray[np.float32], associated: float) -> list[tuple[int, float]]:
    # what is as near when rounded belongs to it; to round or to sort all of a large scope takes as long as the product
    places = np.flatnonzero(scores >= associated - ROUNDED)
    if len(places) > NEAREST:
        found = scores[places]
        places = places[found >= np.partition(found, -NEAREST)[-NEAREST] - ROUNDED]
    near = [(int(numbers[place]), round(float(scores[place]), DECIMALS)) for place in places.tolist()]
    return sorted((pair for pair in near if pair[1] >= associated), key=lambda pair: (-pair[1], pair[0]))[:NEAREST]


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
