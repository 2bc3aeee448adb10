"""Shares a budget over the types by largest remainder."""

from __future__ import annotations

from collections.abc import Mapping
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
