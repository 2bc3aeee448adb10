"""How right labels are: accuracy and macro-F1."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict


class LabelScores(BaseModel):
    """Shares of 1. `f1` is by label; a label that is neither true nor said anywhere counts 0 and lowers `macro_f1`."""

    model_config = ConfigDict(frozen=True)

    accuracy: float
    macro_f1: float
    f1: dict[str, float]


def scored(true: Sequence[str], said: Sequence[str | None], labels: Sequence[str]) -> LabelScores:
    """`said[i]` against `true[i]`; None is wrong. `macro_f1` is the mean over `labels`."""
    pairs = list(zip(true, said, strict=True))
    f1 = {}
    for label in labels:
        right = sum(one == label == other for one, other in pairs)
        named = sum(one == label for one, _ in pairs) + sum(other == label for _, other in pairs)
        f1[label] = round(2 * right / named, 4) if named else 0.0
    accuracy = sum(one == other for one, other in pairs) / max(len(pairs), 1)
    return LabelScores(accuracy=round(accuracy, 4), macro_f1=round(sum(f1.values()) / len(labels), 4), f1=f1)
