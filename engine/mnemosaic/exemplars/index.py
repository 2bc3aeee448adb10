"""Which label the nearest exemplars give a text: by buckets where they are of one mind, else by exact neighbours.

What a text is about outweighs what sort of statement it is: among raw embeddings the nearest exemplar of "Ann took
penicillin in May" is any sentence on Ann or penicillin. So exemplars and texts are first projected onto the directions
that tell the labels apart, by ridge regression on the labels (Hoerl and Kennedy 1970; with equal classes the directions
are Fisher's discriminant). Each exemplar stands where the regression would put it had it not been fitted on it (the
leave-one-out residual is a_i / G_ii, with a the dual weights and G the inverse of the regularised kernel), so that
exemplars and unseen texts can be compared. Neighbours are sought there, hashed (MOSAIC's path without a model call) or
exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mnemosaic.exemplars.hashing import Codes, Hyperplanes
from mnemosaic.models.protocols import Vectors

RIDGE = 1.0
"""Weight of the penalty, in units of an exemplar's mean squared length. Half of it does as well on our own exemplars
held out, and worse on sentences from elsewhere."""
NEIGHBOURS = 25
"""Exemplars that vote on the exact path."""
CLEAR = 0.5
"""By how much of all votes the first label must lead the second for the hashed path to answer."""
FEWEST = 20
"""Votes, over all tables, below which the hashed path does not answer."""
SPREAD = 1.0
"""How far hyperplanes lie from the centre, in deviations of the exemplars' places."""

Scores = NDArray[np.float64]


class Verdict(NamedTuple):
    """The label of one text, the share of the votes that each label got, and whether buckets alone decided."""

    label: str
    shares: dict[str, float]
    hashed: bool

    @property
    def confidence(self) -> float:
        """The share of the label, in 0..1."""
        return self.shares[self.label]

    @property
    def lead(self) -> float:
        """By how much of all votes the label leads the second, in 0..1."""
        first, *others = sorted(self.shares.values(), reverse=True)
        return first - (others[0] if others else 0.0)


class ExemplarIndex:
    """Exemplars of one task in memory. Immutable, deterministic and safe for threads; made in milliseconds."""

    def __init__(self, labels: Sequence[str], vectors: Vectors, cues: Vectors | None = None) -> None:
        """Row i of `vectors` embeds the exemplar that carries `labels[i]`; row i of `cues` holds its surface marks."""
        self.labels = tuple(sorted(set(labels)))
        self._own = np.array([self.labels.index(label) for label in labels], dtype=np.int64)
        features = _joined(vectors, cues)
        self._centre: Scores = features.mean(axis=0)
        places, self._weights = _discriminants(features - self._centre, self._own, len(self.labels))
        self._places = places
        self._planes = Hyperplanes(len(self.labels), spread=SPREAD * float(places.std()))
        self._tallies = self._count(self._planes.codes(_narrow(places)))

    def verdicts(self, vectors: Vectors, cues: Vectors | None = None) -> list[Verdict]:
        """The verdict on each text, by buckets where they are clear; rows of `vectors` and `cues` as for exemplars."""
        places = self._placed(vectors, cues)
        shares, clear = self._hashed_shares(places)
        if not clear.all():
            shares[~clear] = self._exact_shares(places[~clear])
        return [self._verdict(row, bool(hashed)) for row, hashed in zip(shares, clear, strict=True)]

    def hashed(self, vectors: Vectors, cues: Vectors | None = None) -> list[Verdict | None]:
        """The verdict on each text by buckets alone; None where they are not clear."""
        shares, clear = self._hashed_shares(self._placed(vectors, cues))
        return [self._verdict(row, True) if sure else None for row, sure in zip(shares, clear, strict=True)]

    def exact(self, vectors: Vectors, cues: Vectors | None = None) -> list[Verdict]:
        """The verdict on each text by exact neighbours alone."""
        return [self._verdict(row, False) for row in self._exact_shares(self._placed(vectors, cues))]

    def buckets(self, vectors: Vectors, cues: Vectors | None = None) -> list[tuple[str, ...]]:
        """The buckets of each text in this index, one a table."""
        return self._planes.buckets(_narrow(self._placed(vectors, cues)))

    def _placed(self, vectors: Vectors, cues: Vectors | None) -> Scores:
        places: Scores = (_joined(vectors, cues) - self._centre) @ self._weights
        return places

    def _count(self, codes: Codes) -> NDArray[np.float64]:
        """Exemplars by table, bucket and label."""
        tallies = np.zeros((self._planes.tables, 2**self._planes.bits, len(self.labels)))
        for table in range(self._planes.tables):
            np.add.at(tallies[table], (codes[:, table], self._own), 1.0)
        return tallies

    def _hashed_shares(self, places: Scores) -> tuple[Scores, NDArray[np.bool_]]:
        """Shares of the votes by buckets, and where they are clear enough to answer."""
        codes = self._planes.codes(_narrow(places))
        votes: Scores = self._tallies[np.arange(self._planes.tables), codes].sum(axis=1)
        total = votes.sum(axis=1)
        shares = votes / np.maximum(total, 1.0)[:, None]
        ranked = np.sort(shares, axis=1)
        lead = ranked[:, -1] - (ranked[:, -2] if len(self.labels) > 1 else 0.0)
        return shares, (lead >= CLEAR) & (total >= FEWEST)

    def _exact_shares(self, places: Scores) -> NDArray[np.float64]:
        distances = ((places[:, None, :] - self._places[None, :, :]) ** 2).sum(axis=2)
        count = min(NEIGHBOURS, len(self._own))
        nearest = np.argsort(distances, axis=1, kind="stable")[:, :count]
        shares = np.zeros((len(places), len(self.labels)))
        for row, found in enumerate(nearest):
            shares[row] = np.bincount(self._own[found], minlength=len(self.labels)) / count
        return shares

    def _verdict(self, shares: NDArray[np.float64], hashed: bool) -> Verdict:
        named = {label: float(share) for label, share in zip(self.labels, shares, strict=True)}
        return Verdict(self.labels[int(shares.argmax())], named, hashed)


def _joined(vectors: Vectors, cues: Vectors | None) -> Scores:
    parts = [vectors] if cues is None else [vectors, cues]
    return np.hstack(parts).astype(np.float64)


def _narrow(places: Scores) -> Vectors:
    return places.astype(np.float32)


def _discriminants(features: Scores, own: NDArray[np.int64], classes: int) -> tuple[Scores, Scores]:
    """Where each exemplar stands when left out, and the weights that put any other text there."""
    targets = np.eye(classes)[own]
    targets = targets - targets.mean(axis=0)
    penalty = RIDGE * max(float((features**2).sum()) / len(own), 1e-9)
    # the same by either way; what has to be inverted is as wide as there are exemplars, or features
    way = _by_exemplars if len(own) <= features.shape[1] else _by_features
    return way(features, targets, penalty)


def _by_exemplars(features: Scores, targets: Scores, penalty: float) -> tuple[Scores, Scores]:
    inverse = np.linalg.inv(features @ features.T + penalty * np.eye(len(features)))
    dual = inverse @ targets
    places = targets - dual / np.diag(inverse)[:, None]
    return places, features.T @ dual


def _by_features(features: Scores, targets: Scores, penalty: float) -> tuple[Scores, Scores]:
    """The residual of one left out is its residual over 1 - its leverage."""
    inverse = np.linalg.inv(features.T @ features + penalty * np.eye(features.shape[1]))
    weights = inverse @ (features.T @ targets)
    leverage = ((features @ inverse) * features).sum(axis=1)
    places = targets - (targets - features @ weights) / (1 - leverage)[:, None]
    return places, weights
