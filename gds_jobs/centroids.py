"""Centroids of communities: the mean of the unit vectors of their current members, made a unit vector.

How long the mean was is kept too (`cohesion`, 0..1): with it and the number of vectors counted, a vector goes into a
centroid or out of it without reading the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gds_jobs import titles
from gds_jobs.levels import LEVELS
from gds_jobs.matching import NONE
from gds_jobs.receipts import Mode
from gds_jobs.work import PAGE, Done, Work
from mnemosaic.graph import Row, Transaction

COMMUNITIES = 100
"""Communities that one transaction writes."""
Vector = NDArray[np.float64]


class Sum(NamedTuple):
    """Vectors added up, and how many they are."""

    total: Vector | float
    vectors: int

    def plus(self, other: Sum) -> Sum:
        """Both together; what was taken out counts negatively."""
        return Sum(self.total + other.total, self.vectors + other.vectors)


NOTHING = Sum(0.0, 0)
NO_LENGTH = 1e-6


class Statements(NamedTuple):
    """How communities of a level are written, counted, and looked through for those that need a title."""

    put: str
    recount: str
    untitled: str


LOWEST = Statements("jobs/set_centroids", "jobs/count_communities", "jobs/untitled")
ABOVE = Statements("jobs/set_centroids_above", "jobs/count_above", "jobs/untitled_above")


def run(work: Work) -> Done:
    """Sum up the communities whose members changed, or all of them; then give titles to those that need one."""
    if work.anew:
        sums, moved = _added(work.paged("jobs/members", PAGE), whole=True)
    else:
        sums, moved = _added(work.pages("jobs/uncentred"), whole=False)
    ids = sorted(set(sums) | set(_dirty(work)))
    # what they sum up to so far is not known any more once their members are noted elsewhere
    known = {} if work.anew else _known(work, ids)
    work.write("jobs/set_centred", moved)
    written = titled = 0
    for start in range(0, len(ids), COMMUNITIES):
        page = ids[start : start + COMMUNITIES]
        rows = [_row(each, _total(work, each, known.get(each), sums[each])) for each in page]
        summed, named = _put(work, rows, LOWEST)
        titled += named
        written += len(summed)
        work.show(start + len(page), len(ids))
    removed = work.hold.run("jobs/remove_empty", round=work.round)[0]["removed"]
    above = [_above(work, level) for level in range(1, LEVELS + 1)]
    written, titled = written + sum(each for each, _ in above), titled + sum(each for _, each in above)
    figures = {"communities": len(ids), "moved": len(moved), "titled": titled, "removed": removed}
    return Done(Mode.FULL if work.anew else Mode.INCREMENTAL, written=written, figures=figures)


def _above(work: Work, level: int) -> tuple[int, int]:
    """Sum up the communities of a level above from those that are part of them; how many, and how many got a title."""
    ids = list(_dirty(work, level))
    written = titled = 0
    for start in range(0, len(ids), COMMUNITIES):
        found = work.graph.read("jobs/sums_above", ids=ids[start : start + COMMUNITIES])
        rows = [_row(row["id"], sum_of(row["below"])) for row in found]
        summed, named = _put(work, rows, ABOVE)
        written, titled = written + len(summed), titled + named
    return written, titled


def sum_of(rows: list[Row]) -> Sum:
    """What communities sum up to together, by counted, centroid and cohesion of each."""
    total = NOTHING
    for row in rows:
        centroid = row["centroid"]
        mean = 0.0 if centroid is None else np.array(centroid, dtype=np.float64) * row["cohesion"]
        total = total.plus(Sum(mean * row["counted"], row["counted"]))
    return total


def _added(pages: Iterable[list[Row]], whole: bool) -> tuple[dict[int, Sum], list[Row]]:
    sums: dict[int, Sum] = defaultdict(lambda: NOTHING)
    moved: list[Row] = []
    for rows in pages:
        vectors = np.array([row["embedding"] for row in rows], dtype=np.float64)
        for row, vector in zip(rows, vectors, strict=True):
            was, now = row["was"], row["now"]
            if now != NONE:
                sums[now] = sums[now].plus(Sum(vector, 1))
            if was != NONE and not whole:
                sums[was] = sums[was].plus(Sum(-vector, -1))
            if was != now:
                moved.append({"number": row["number"], "community": now})
    return sums, moved


def _dirty(work: Work, level: int = 0) -> Iterator[int]:
    for rows in work.paged("jobs/dirty_communities", PAGE, "id", level=level):
        yield from (row["id"] for row in rows)


def _known(work: Work, ids: list[int]) -> dict[int, Row]:
    rows: list[Row] = []
    for start in range(0, len(ids), COMMUNITIES):
        rows += work.graph.read("jobs/sums", ids=ids[start : start + COMMUNITIES])
    return {row["id"]: row for row in rows}


def _total(work: Work, community: int, known: Row | None, change: Sum) -> Sum:
    """The sum of a community: of before with the change, or anew where what is known does not add up."""
    if work.anew:
        return change
    if known is None or known["counted"] is None or known["counted"] + change.vectors != known["members"]:
        return _summed(work, community)
    if known["centroid"] is None:
        return _summed(work, community)
    return sum_of([known]).plus(change)


def _summed(work: Work, community: int) -> Sum:
    total = NOTHING
    for rows in work.paged("jobs/members_of", PAGE, id=community):
        vectors = np.array([row["embedding"] for row in rows], dtype=np.float64)
        total = total.plus(Sum(vectors.sum(axis=0), len(rows)))
    return total


def _put(work: Work, rows: list[Row], by: Statements) -> tuple[list[int], int]:
    """Write a page of communities and their titles; the ids of those that were summed up, and how many got a title."""

    def write(tx: Transaction) -> tuple[list[int], list[Row]]:
        summed = tx.run(by.put, communities=rows)[0]["written"]
        given = {"round": work.round} if by is LOWEST else {}
        tx.run(by.recount, ids=[row["id"] for row in rows], **given)
        return summed, titles.waiting(tx, by.untitled, summed)

    summed, waiting = work.hold.write((), write, by.put)
    # a language model is not asked inside a transaction
    named = [titles.titled(row, work.model) for row in waiting]

    def close(tx: Transaction) -> int:
        given = tx.run("jobs/set_titles", communities=named)[0]["written"] if named else 0
        tx.run("jobs/close_communities", ids=summed)
        return int(given)

    return summed, work.hold.write((), close, "jobs/close_communities")


def _row(community: int, total: Sum) -> Row:
    """A community as `jobs/set_centroids` takes it. Vectors that cancel out have no centroid."""
    mean = np.asarray(total.total) / total.vectors if total.vectors > 0 else np.zeros(1)
    length = float(np.linalg.norm(mean))
    centroid = (mean / length).astype(np.float32) if length > NO_LENGTH else None
    return {"id": community, "counted": total.vectors, "cohesion": length, "centroid": centroid}
