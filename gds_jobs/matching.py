"""Which community of before a community of now is: by the members that they share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]

NONE = -1
"""Stands for no community: an atom alone has none."""


class Matched(NamedTuple):
    """Communities of now by place of the atom: known ids, -1 for an atom alone, and `-2 - i` for the i-th new one."""

    ids: Ids
    new: int

    def numbered(self, first: int) -> Ids:
        """The ids, with the new communities numbered from `first` on."""
        return np.where(self.ids <= NEW, first + (NEW - self.ids), self.ids)


NEW = -2


def match(before: Ids, found: Ids, least: int = 2) -> Matched:
    """Give the communities in `found` the ids that most of their members had in `before` (-1: none).

    Each id goes to one community: the one that shares most members with it, at equal numbers the one of the lowest
    id. Fewer than `least` members, an atom alone, get none. Same shape, one entry an atom; `found` may be any labels.
    """
    labels, place, sizes = np.unique(found, return_inverse=True, return_counts=True)
    ids = np.full(len(labels), NONE, dtype=np.int64)
    joined = sizes[place] >= least
    known = (before != NONE) & joined
    pairs, shared = np.unique(np.stack([before[known], place[known]]), axis=1, return_counts=True)
    taken: set[int] = set()
    for column in np.lexsort((pairs[1], pairs[0], -shared)):
        old, now = int(pairs[0, column]), int(pairs[1, column])
        if old not in taken and ids[now] == NONE:
            ids[now] = old
            taken.add(old)
    fresh = np.flatnonzero((ids == NONE) & (sizes >= least))
    ids[fresh] = NEW - np.arange(len(fresh))
    return Matched(ids[place], len(fresh))


def count(ids: Ids) -> int:
    """Communities of at least two atoms among labels; -1 is none."""
    _, sizes = np.unique(ids[ids != NONE], return_counts=True)
    return int((sizes >= 2).sum())
