"""The one place that says what similarity is: max(0, cosine), in 0..1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mnemosaic.models.protocols import Vectors


def similarity(left: Vectors, right: Vectors) -> NDArray[np.float32]:
    """max(0, cosine) of unit vectors, shape (rows of left, rows of right)."""
    scores: NDArray[np.float32] = left @ right.T
    # a second array of this size costs as much as the product
    return np.clip(scores, 0.0, 1.0, out=scores)


def from_index(score: float) -> float:
    """Neo4j's vector score is (1 + cosine) / 2; this is max(0, cosine)."""
    return max(0.0, min(1.0, 2.0 * score - 1.0))


def to_index(score: float) -> float:
    """The lowest vector score of Neo4j with this similarity, the inverse of `from_index`; 0 lets all through."""
    return (1.0 + score) / 2.0 if score > 0.0 else 0.0
