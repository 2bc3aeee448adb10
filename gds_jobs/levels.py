"""The levels above the communities of atoms: communities of communities, as `(:Community)-[:PART_OF]->(:Community)`.

They are made of what is stored, after the lowest level was written, so a run that is killed in between makes them
again. Each level asks for half of the edges that the one below asked for; a scope has it only where it says something:
fewer communities than below, and more than one. Ids follow the members, as those of the lowest level do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gds_jobs import coarse
from gds_jobs.matching import NONE, Ids, match
from gds_jobs.rounds import BATCH, take_numbers
from gds_jobs.work import Work
from mnemosaic.errors import JobResultError
from mnemosaic.graph import Row

LEVELS = 2
"""Above the lowest."""
FINER = 0.5
"""The resolution of a level, against that of the one below."""
PAGE = 500


class Level(NamedTuple):
    """The communities of one level: ids, paths, places of their scopes, what they are part of, and what joins them."""

    ids: Ids
    paths: Sequence[str]
    scopes: Ids
    above: Ids
    graph: coarse.Pairs


def lift(work: Work, paths: Sequence[str] | None, gamma: float) -> dict[str, float]:
    """Make the levels above of some scopes, or of all, and write what changed; counts for the receipt."""
    rows = list(_rows(work, paths))
    level = _lowest(rows)
    # what each community of before was part of, at every level
    before = {id_: over for row in rows for id_, over in zip(row["above"], row["above"][1:], strict=False)}
    touched: list[set[int]] = [{row["above"][at] for row in rows if len(row["above"]) > at} for at in range(LEVELS)]
    levels, made = 1, 0
    for at in range(LEVELS):
        gamma *= FINER
        labels = coarse.communities(level.graph, level.scopes, gamma)
        says = _says_something(labels, level.scopes)
        ids = _put(work, level, np.where(says, labels, NONE))
        touched[at] |= {int(each) for each in ids[ids != level.above] if each != NONE}
        if not says.any():
            break
        level = _next(level, ids, labels, before)
        levels, made = levels + 1, made + len(level.ids)
    for ids_of_level in touched:
        _count(work, sorted(ids_of_level))
    return {"levels": levels, "communities_above": made}


def place(work: Work) -> int:
    """Put communities that updates made into those that their neighbours are part of; how many. The others stay."""
    rows = work.graph.read("jobs/unplaced", done=work.since)
    _set_above(work, rows)
    _count(work, sorted({row["above"] for row in rows}))
    return len(rows)


def _set_above(work: Work, rows: Sequence[Row]) -> None:
    """Write what communities are part of, by `id`, `scope` and `above` of each."""
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        given = [{"id": row["id"], "above": row["above"]} for row in batch]
        written = work.hold.run("jobs/set_above", *{row["scope"] for row in batch}, communities=given)[0]
        if written["astray"]:
            raise JobResultError(f"{written['astray']} communities would have become part of one of another scope")


def _rows(work: Work, paths: Sequence[str] | None) -> Iterator[Row]:
    for page in work.paged("jobs/between", PAGE, "id", paths=paths):
        for row in page:
            # as Python numbers they take ten times as much
            yield {**row, "near": np.array(row["near"], dtype=np.float64).reshape(-1, 2)}


def _lowest(rows: Sequence[Row]) -> Level:
    ids = np.array([row["id"] for row in rows], dtype=np.int64)
    paths = [row["scope"] for row in rows]
    above = np.array([row["above"][0] if row["above"] else NONE for row in rows], dtype=np.int64)
    left = np.repeat(np.arange(len(rows)), [len(row["near"]) for row in rows])
    near = np.concatenate([row["near"] for row in rows]) if rows else np.empty((0, 2))
    right = np.searchsorted(ids, near[:, 0])
    # what was emptied or made a moment ago is not among them
    known = right < len(ids)
    known[known] = ids[right[known]] == near[known, 0]
    graph = coarse.Pairs(len(ids), left[known], right[known], near[known, 1])
    scopes = np.unique(np.array(paths, dtype=object), return_inverse=True)[1] if rows else np.empty(0, dtype=np.int64)
    return Level(ids, paths, scopes, above, graph)


def _says_something(labels: Ids, scopes: Ids) -> np.ndarray:
    """Of each node, whether there are fewer communities than nodes in its scope, and more than one."""
    if not len(labels):
        return np.empty(0, dtype=bool)
    nodes = np.bincount(scopes)
    found = np.bincount(np.unique(np.stack([scopes, labels]), axis=1)[0], minlength=len(nodes))
    says: np.ndarray = ((found > 1) & (found < nodes))[scopes]
    return says


def _put(work: Work, level: Level, labels: Ids) -> Ids:
    """Write what each community is part of, by label, -1 for nothing; the ids of those above."""
    ids = np.full(len(labels), NONE, dtype=np.int64)
    placed = labels != NONE
    matched = match(level.above[placed], labels[placed], least=1)
    first = take_numbers(work.hold, matched.new) if matched.new else 0
    ids[placed] = matched.numbered(first)
    moved = np.flatnonzero(ids != level.above).tolist()
    _set_above(work, [{"id": int(level.ids[at]), "scope": level.paths[at], "above": int(ids[at])} for at in moved])
    return ids


def _next(level: Level, ids: Ids, labels: Ids, before: dict[int, int]) -> Level:
    """The level above: one node for each community that was made."""
    joined = level.graph.joined(labels)
    first = np.unique(labels, return_index=True)[1]
    there = np.flatnonzero(ids[first] != NONE)
    place = np.full(joined.size, NONE, dtype=np.int64)
    place[there] = np.arange(len(there))
    kept = (place[joined.left] != NONE) & (place[joined.right] != NONE)
    graph = coarse.Pairs(len(there), place[joined.left[kept]], place[joined.right[kept]], joined.weights[kept])
    own = ids[first][there]
    above = np.array([before.get(int(each), NONE) for each in own], dtype=np.int64)
    paths = [level.paths[at] for at in first[there].tolist()]
    return Level(own, paths, level.scopes[first][there], above, graph)


def _count(work: Work, ids: Sequence[int]) -> None:
    for start in range(0, len(ids), BATCH):
        work.hold.run("jobs/count_above", ids=list(ids[start : start + BATCH]))
