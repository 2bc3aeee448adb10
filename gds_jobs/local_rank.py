"""PageRank between full runs: of the atoms that changed, as if that of all others stood still."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemosaic.graph import Row

SWEEPS = 100
STILL = 1e-6


class Ranks(NamedTuple):
    """PageRank by atom: numbers, before and now, -1.0 for none before; and the sum of the weights of its edges."""

    numbers: list[int]
    before: NDArray[np.float64]
    now: NDArray[np.float64]
    strengths: NDArray[np.float64]


def outside(rows: list[Row]) -> list[int]:
    """The atoms beside those of `jobs/around` whose PageRank and strength were not noted and have to be looked up."""
    own = {row["number"] for row in rows}
    return sorted({int(number) for row in rows for number, _ in row["near"]} - own)


def refresh(rows: list[Row], beside: list[Row], damping: float) -> Ranks:
    """Solve PageRank for the atoms of `jobs/around`; `beside` are the rows of `jobs/strengths` for those `outside`."""
    numbers = [row["number"] for row in rows]
    place = {number: at for at, number in enumerate(numbers)}
    given = {row["number"]: row["rank"] / row["strength"] for row in beside if row["strength"] > 0}
    strength = np.array([row["strength"] for row in rows], dtype=np.float64)
    fixed = 1.0 - damping + damping * np.array([row["given"] for row in rows], dtype=np.float64)
    sources, targets, weights = [], [], []
    for at, row in enumerate(rows):
        for number, weight in row["near"]:
            other = place.get(int(number))
            if other is None:
                fixed[at] += damping * weight * given.get(int(number), 0.0)
            else:
                sources.append(other)
                targets.append(at)
                weights.append(damping * weight / strength[other])
    before = np.array([row["rank"] for row in rows])
    inside = (np.array(sources, dtype=np.int64), np.array(targets, dtype=np.int64), np.array(weights))
    return Ranks(numbers, before, _solved(np.where(before < 0, 1.0 - damping, before), fixed, inside), strength)


def _solved(
    start: NDArray[np.float64],
    fixed: NDArray[np.float64],
    inside: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]],
) -> NDArray[np.float64]:
    sources, targets, weights = inside
    rank = start
    for _ in range(SWEEPS):
        moved = fixed + np.bincount(targets, weights * rank[sources], minlength=len(rank))
        if not len(rank) or float(np.abs(moved - rank).max()) < STILL:
            return moved
        rank = moved
    return rank
