"""Communities between full runs: a new atom joins the one that most of its neighbours are in, by weight."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from gds_jobs.matching import NONE
from mnemosaic.graph import Row


class Settled(NamedTuple):
    """The community of each atom that gets another one, by number; `groups` found no community and make new ones."""

    joined: dict[int, int]
    groups: list[list[int]]


def settle(rows: list[Row]) -> Settled:
    """Decide on the rows of `jobs/homeless`. Atoms that have a community lose it; the others join or make one.

    An atom whose neighbours are all new waits for them to be settled first; those that only know each other make a
    community of their own.
    """
    joined = {row["number"]: NONE for row in rows if row["community"] != NONE}
    waiting = {row["number"]: row["near"] for row in rows if row["community"] == NONE and row["near"]}
    moved = True
    while moved and waiting:
        moved = False
        for number in sorted(waiting):
            best = _heaviest(waiting[number], joined)
            if best is not None:
                joined[number] = best
                del waiting[number]
                moved = True
    return Settled(joined, _groups(waiting))


def _heaviest(near: list[list[float]], joined: dict[int, int]) -> int | None:
    weights: dict[int, float] = defaultdict(float)
    for number, community, weight in near:
        found = joined.get(int(number), int(community))
        if found != NONE:
            weights[found] += weight
    return min(weights, key=lambda community: (-weights[community], community)) if weights else None


def _groups(waiting: dict[int, list[list[float]]]) -> list[list[int]]:
    """Atoms without a community that hang together, each group sorted."""
    known: set[int] = set()
    groups = []
    for start in sorted(waiting):
        if start in known:
            continue
        group, reached = [], [start]
        known.add(start)
        while reached:
            number = reached.pop()
            group.append(number)
            for other in (int(edge[0]) for edge in waiting.get(number, ())):
                if other not in known:
                    known.add(other)
                    reached.append(other)
        if len(group) > 1:
            groups.append(sorted(group))
    return groups
