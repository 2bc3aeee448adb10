"""Shares a budget over the types: largest remainder, and what one type cannot use goes to the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor

from mnemosaic.atoms import AtomType


def quotas(weights: Mapping[AtomType, float], k: int) -> dict[AtomType, int]:
    """Whole numbers in proportion to the weights that sum to `k` (Hamilton's method; ties by the types' order)."""
    total = sum(weights.values())
    exact = {kind: (weights.get(kind, 0.0) / total if total else 1.0 / len(AtomType)) * k for kind in AtomType}
    shares = {kind: floor(value) for kind, value in exact.items()}
    order = sorted(AtomType, key=lambda kind: (shares[kind] - exact[kind], list(AtomType).index(kind)))
    for kind in order[: k - sum(shares.values())]:
        shares[kind] += 1
    return shares


def select(kinds: Sequence[AtomType], shares: Mapping[AtomType, int]) -> list[int]:
    """Places of the chosen items, in order, from items sorted best first of which `kinds[i]` is the type.

    Each type takes its share; what a type leaves unused goes to the best of the others.
    """
    budget = sum(shares.values())
    left = dict(shares)
    chosen, spare = [], []
    for place, kind in enumerate(kinds):
        if left.get(kind, 0) > 0:
            left[kind] -= 1
            chosen.append(place)
        else:
            spare.append(place)
    return sorted(chosen + spare[: budget - len(chosen)])
