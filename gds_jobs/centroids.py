"""Centroids of communities: the mean of the unit vectors of their current members, made a unit vector.

How long the mean was is kept too (`cohesion`, 0..1): with it and the number of vectors counted, a vector goes into a
centroid or out of it without reading the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from gds_jobs import titles
from gds_jobs.levels import LEVELS
from gds_jobs.matching import NONE
from gds_jobs.receipts import Mode
from gds_jobs.sums import NOTHING, Known, Sum, Sums, known_sum, moved_by, sum_of
from gds_jobs.work import PAGE, Done, Work
from mnemosaic.graph import Row, Transaction

COMMUNITIES = 100
"""Communities that one transaction writes."""


NO_LENGTH = 1e-6


class Statements(NamedTuple):
    """How communities of a level are written, counted, and looked through for those that need a title."""

    put: str
    recount: str
    untitled: str


LOWEST = Statements("jobs/set_centroids", "jobs/count_communities", "jobs/untitled")
CLOSE = "jobs/close_communities"
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
    over = {} if work.anew else _over(work, ids)
    before = {each: known_sum(row) for each, row in known.items()}
    members = {each: known[each]["members"] for each, sum_ in before.items() if sum_ is not None}
    work.write("jobs/set_centred", moved)
    now: Sums = {}
    titled = 0
    for start in range(0, len(ids), COMMUNITIES):
        page = ids[start : start + COMMUNITIES]
        totals = {each: _total(work, each, before.get(each), sums[each]) for each in page}
        summed, named = _put(work, totals, LOWEST, members)
        # what was known did not add up, or members changed at this moment
        left = {each: _summed(work, each) for each in page if each not in summed}
        again, named_again = _put(work, left, LOWEST) if left else ({}, 0)
        now |= summed | again
        titled += named + named_again
        work.show(start + len(page), len(ids))
    removed = work.hold.run("jobs/remove_empty", round=work.round)[0]["removed"]
    written, titled_above = _above(work, over, before, now)
    figures = {"communities": len(ids), "moved": len(moved), "titled": titled + titled_above, "removed": removed}
    return Done(Mode.FULL if work.anew else Mode.INCREMENTAL, written=len(now) + written, figures=figures)


def _above(work: Work, over: dict[int, Row], before: Known, now: Sums) -> tuple[int, int]:
    """Sum up the communities of the levels above; how many, and how many of them got a title.

    Where it is known what changed of the parts of one, the change goes into its sum and the other parts are not read.
    """
    written = titled = 0
    for level in range(1, LEVELS + 1):
        ids = list(_dirty(work, level))
        beyond = {} if work.anew else _over(work, ids)
        known = {each: known_sum(row) for each, row in over.items()}
        sums: Sums = {}
        for start in range(0, len(ids), COMMUNITIES):
            page = ids[start : start + COMMUNITIES]
            moved = {each: moved_by(known[each], over[each]["parts"], before, now) for each in page if each in over}
            unknown = [each for each in page if moved.get(each) is None]
            found = {row["id"]: sum_of(row["below"]) for row in _read(work, "jobs/sums_above", unknown)}
            summed, named = _put(work, {**found, **{each: sum_ for each, sum_ in moved.items() if sum_}}, ABOVE)
            sums |= summed
            titled += named
        written += len(sums)
        over, before, now = beyond, known, sums
    return written, titled


def _over(work: Work, ids: list[int]) -> dict[int, Row]:
    """What those above some communities sum up to so far, by id: to be read before any of their parts is written."""
    return {row["id"]: row for row in _read(work, "jobs/sums_over", ids)}


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
    return {row["id"]: row for row in _read(work, "jobs/sums", ids)}


def _read(work: Work, statement: str, ids: list[int]) -> Iterator[Row]:
    for start in range(0, len(ids), COMMUNITIES):
        yield from work.graph.read(statement, ids=ids[start : start + COMMUNITIES])


def _total(work: Work, community: int, before: Sum | None, change: Sum) -> Sum:
    """The sum of a community: of before with the change, or anew where it is not known."""
    if work.anew:
        return change
    return before.plus(change) if before is not None else _summed(work, community)


def _summed(work: Work, community: int) -> Sum:
    total = NOTHING
    for rows in work.paged("jobs/members_of", PAGE, id=community):
        vectors = np.array([row["embedding"] for row in rows], dtype=np.float64)
        total = total.plus(Sum(vectors.sum(axis=0), len(rows)))
    return total


def _put(work: Work, sums: Sums, by: Statements, members: Mapping[int, int] | None = None) -> tuple[Sums, int]:
    """Write a page of communities and their titles; those that were summed up, and how many got a title.

    `members` are how many atoms those had whose sum of before went into that of now: the others are counted again.
    """
    rows = [{**_row(each, sum_), "members": (members or {}).get(each)} for each, sum_ in sums.items()]

    def write(tx: Transaction) -> tuple[list[int], list[Row]]:
        summed = tx.run(by.put, communities=rows)[0]["written"]
        if by is ABOVE:
            tx.run(by.recount, ids=list(sums))
        elif uncounted := sorted(set(sums) - {each for each in summed if sums[each].vectors > 0}):
            # the others were counted as they were written
            tx.run(by.recount, ids=uncounted, round=work.round)
        waiting = titles.waiting(tx, by.untitled, summed)
        if not waiting:
            tx.run(CLOSE, ids=summed)
        return summed, waiting

    summed, waiting = work.hold.write((), write, by.put)
    titled = _title(work, summed, waiting) if waiting else 0
    return {each: sums[each] for each in summed}, titled


def _title(work: Work, summed: list[int], waiting: list[Row]) -> int:
    # a language model is not asked inside a transaction
    named = [titles.titled(row, work.model) for row in waiting]

    def write(tx: Transaction) -> int:
        given = tx.run("jobs/set_titles", communities=named)[0]["written"]
        tx.run(CLOSE, ids=summed)
        return int(given)

    return work.hold.write((), write, CLOSE)


def _row(community: int, total: Sum) -> Row:
    """A community as `jobs/set_centroids` takes it. Vectors that cancel out have no centroid."""
    mean = np.asarray(total.total) / total.vectors if total.vectors > 0 else np.zeros(1)
    length = float(np.linalg.norm(mean))
    centroid = (mean / length).astype(np.float32) if length > NO_LENGTH else None
    return {"id": community, "counted": total.vectors, "cohesion": length, "centroid": centroid}
