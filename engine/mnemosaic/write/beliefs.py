"""Beliefs over statements of which only one can be true: Bayes' rule (MOSAIC, eq. 2).

P(v | E) is proportional to P(v) x the product over the statements e in E of L(e | v), with an even prior. A statement
whose reliability is r is made with likelihood r where it is true, and (1 - r) / (n - 1) where one of the n - 1 other
values is. r = trust of the source x confidence, kept within 0.05..0.95 so that no single statement decides for good.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LEAST, MOST = 0.05, 0.95


def reliability(trust: float, confidence: float) -> float:
    """How often such a statement is true, in 0.05..0.95."""
    return min(MOST, max(LEAST, trust * confidence))


def beliefs(stated: Sequence[Sequence[float]]) -> list[float]:
    """The belief in each value, summing to 1; `stated[i]` are the reliabilities of the statements of value i."""
    others = max(1, len(stated) - 1)
    scores = []
    for value in range(len(stated)):
        score = 0.0
        for other, found in enumerate(stated):
            score += sum(math.log(r if other == value else (1.0 - r) / others) for r in found)
        scores.append(score)
    top = max(scores, default=0.0)
    weights = [math.exp(score - top) for score in scores]
    return [weight / sum(weights) for weight in weights]
