"""Recall at k over ranked ids, overall and by category."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

CUTS = (5, 10, 20)


class RecallAt:
    """Mean over questions of (gold ids in the first k) / (gold ids)."""

    def __init__(self, cuts: Sequence[int] = CUTS) -> None:
        self._cuts = tuple(cuts)
        self._values: dict[str, dict[int, list[float]]] = defaultdict(lambda: {cut: [] for cut in self._cuts})

    def add(self, ranked: Sequence[str], gold: frozenset[str], category: str) -> None:
        """Count one question. Repeated ids count once, at their first place."""
        order = list(dict.fromkeys(ranked))
        for cut in self._cuts:
            value = len(gold & set(order[:cut])) / len(gold)
            self._values[""][cut].append(value)
            self._values[category][cut].append(value)

    @property
    def questions(self) -> int:
        """How many were counted."""
        return len(self._values[""][self._cuts[0]])

    def overall(self) -> dict[str, float]:
        """Recall by cut, in 0..1."""
        return self._means("")

    def by_category(self) -> dict[str, dict[str, float]]:
        """Recall by category and cut, in 0..1."""
        return {name: self._means(name) for name in sorted(self._values) if name}

    def _means(self, category: str) -> dict[str, float]:
        return {str(cut): round(fmean(values), 4) for cut, values in self._values[category].items() if values}
