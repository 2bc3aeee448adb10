"""How well exemplars teach: each fifth of them judged by the other four."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mnemosaic.exemplars.index import ExemplarIndex
from mnemosaic.models.protocols import Vectors

FOLDS = 5


def fold_of(text: str) -> int:
    """The fifth that a text belongs to, 0..4: by its SHA-256, so that it stays there whatever else is added."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) % FOLDS


class HeldOut(NamedTuple):
    """Shares of 1: exemplars judged rightly, those judged by hashing alone, and those of the latter judged rightly."""

    accuracy: float
    hashed: float
    hashed_accuracy: float


def held_out(labels: Sequence[str], vectors: Vectors, cues: Vectors | None = None, seed: int = 0) -> HeldOut:
    """Five-fold cross-validation of an index over these exemplars, shuffled by `seed`."""
    order = np.random.default_rng(seed).permutation(len(labels))
    right = np.zeros(len(labels), dtype=bool)
    hashed = np.zeros(len(labels), dtype=bool)
    for fold in range(FOLDS):
        unseen = order[fold::FOLDS]
        seen = np.setdiff1d(order, unseen)
        index = ExemplarIndex([labels[i] for i in seen], vectors[seen], None if cues is None else cues[seen])
        verdicts = index.verdicts(vectors[unseen], None if cues is None else cues[unseen])
        right[unseen] = [verdict.label == labels[i] for verdict, i in zip(verdicts, unseen, strict=True)]
        hashed[unseen] = [verdict.hashed for verdict in verdicts]
    among = float(right[hashed].mean()) if hashed.any() else 0.0
    return HeldOut(float(right.mean()), float(hashed.mean()), among)
