"""Vectors added up: what a community sums up to, and what it sums up to once some of its parts changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemosaic.graph import Row

Vector = NDArray[np.float64]


class Sum(NamedTuple):
    """Vectors added up, and how many they are."""

    total: Vector | float
    vectors: int

    def plus(self, other: Sum) -> Sum:
        """Both together; what was taken out counts negatively."""
        return Sum(self.total + other.total, self.vectors + other.vectors)

    def minus(self, other: Sum) -> Sum:
        """This without the other."""
        return Sum(self.total - other.total, self.vectors - other.vectors)


NOTHING = Sum(0.0, 0)
Sums = dict[int, Sum]
"""By id of the community."""
Known = Mapping[int, "Sum | None"]
"""What communities summed up to before, by id; None where that is not known."""


def sum_of(rows: Iterable[Row]) -> Sum:
    """What communities sum up to together, by counted, centroid and cohesion of each."""
    total = NOTHING
    for row in rows:
        centroid = row["centroid"]
        mean = 0.0 if centroid is None else np.array(centroid, dtype=np.float64) * row["cohesion"]
        total = total.plus(Sum(mean * row["counted"], row["counted"]))
    return total


def known_sum(row: Row) -> Sum | None:
    """What a community sums up to, by what is stored of it; None where that is not known, or not enough to go on."""
    if row["counted"] is None or row["centroid"] is None:
        return None
    return sum_of([row])


def moved_by(known: Sum | None, parts: Iterable[int], before: Known, now: Mapping[int, Sum]) -> Sum | None:
    """What a community sums up to after some of its parts changed.

    None where what it was, or what one of these parts was, is not known, and where none of them changed.
    """
    changed = [part for part in parts if part in now]
    if known is None or not changed:
        return None
    for part in changed:
        was = before.get(part)
        if was is None:
            return None
        known = known.plus(now[part].minus(was))
    return known if known.vectors > 0 else None
