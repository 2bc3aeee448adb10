"""What every embedder does with texts on the way in and with vectors on the way out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from mnemosaic.errors import InputError, ModelAnswerError, ModelMismatchError
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.text import well_formed


def readable(texts: Sequence[str]) -> list[str]:
    """The texts as models can take them: a lone surrogate, which has no UTF-8, becomes U+FFFD.

    Raises `InputError` for a text without a visible character: it has no meaning that a vector could stand for.
    """
    for place, text in enumerate(texts):
        if not text.strip():
            raise InputError(f"text {place + 1} of {len(texts)} to embed is empty: leave it out")
    return [well_formed(text) for text in texts]


def unit_rows(rows: ArrayLike, model: str, dimensions: int) -> Vectors:
    """`rows` as float32 of length 1 each, shape (rows, dimensions).

    Raises `ModelMismatchError` where `model` returned another size than it declared, and `ModelAnswerError` where a
    vector is not finite or is zero, so has no direction.
    """
    vectors = np.asarray(rows, dtype=np.float64)
    if vectors.ndim != 2 or vectors.shape[1] != dimensions:
        size = vectors.shape[-1] if vectors.ndim else 0
        raise ModelMismatchError(
            f"the embedder {model} returned vectors of {size} dimensions where {dimensions} were declared:"
            " correct embedding_dimensions, or re-embed the graph with `mnemosaic reembed`"
        )
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise ModelAnswerError(f"the embedder {model} returned a vector that is not finite or has no length")
    units: Vectors = (vectors / lengths).astype(np.float32)
    return units
