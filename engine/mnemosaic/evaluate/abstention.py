"""How well a score tells questions that can be answered from those that cannot, beside another score."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

ROUNDS = 2_000
SEED = 42
Floats = NDArray[np.float64]


class Abstention(BaseModel):
    """AUROC of the sufficiency score and of the highest similarity alone, over answerable and other questions.

    `interval` holds 95% of the differences over bootstrap samples of the questions. `kept` and `refused` are the shares
    of answerable and unanswerable questions that stay, and that are refused, at the threshold in use.
    """

    model_config = ConfigDict(frozen=True)

    answerable: int
    unanswerable: int
    sufficiency: float = Field(description="area under the curve, 0..1")
    top_score: float
    difference: float
    interval: tuple[float, float]
    threshold: float
    kept: float
    refused: float


class AbstentionMeter:
    """Collects the scores of questions."""

    def __init__(self) -> None:
        self._rows: list[tuple[float, float, bool]] = []

    def add(self, sufficiency: float, top: float, answerable: bool) -> None:
        """Count one question with both scores, each higher where an answer is likelier."""
        self._rows.append((sufficiency, top, answerable))

    def measured(self, threshold: float) -> Abstention | None:
        """The comparison; None where there are no questions of one kind."""
        rows = np.asarray(self._rows, dtype=float).reshape(-1, 3)
        answerable = rows[:, 2] > 0
        if answerable.all() or not answerable.any():
            return None
        yes, no = rows[answerable, :2], rows[~answerable, :2]
        ours, top = auroc(yes[:, 0], no[:, 0]), auroc(yes[:, 1], no[:, 1])
        low, high = _interval(yes, no)
        return Abstention(
            answerable=len(yes),
            unanswerable=len(no),
            sufficiency=round(ours, 4),
            top_score=round(top, 4),
            difference=round(ours - top, 4),
            interval=(round(low, 4), round(high, 4)),
            threshold=threshold,
            kept=round(float((yes[:, 0] >= threshold).mean()), 4),
            refused=round(float((no[:, 0] < threshold).mean()), 4),
        )


def auroc(yes: Floats | Sequence[float], no: Floats | Sequence[float]) -> float:
    """How often a score of `yes` is above one of `no`; ties count half (Mann-Whitney's U over the pairs)."""
    left, right = np.asarray(yes)[:, None], np.asarray(no)[None, :]
    return float((left > right).mean() + 0.5 * (left == right).mean())


def _interval(yes: Floats, no: Floats) -> tuple[float, float]:
    random = np.random.default_rng(SEED)
    differences = []
    for _ in range(ROUNDS):
        some, others = yes[random.integers(len(yes), size=len(yes))], no[random.integers(len(no), size=len(no))]
        differences.append(auroc(some[:, 0], others[:, 0]) - auroc(some[:, 1], others[:, 1]))
    low, high = np.quantile(differences, [0.025, 0.975])
    return float(low), float(high)
