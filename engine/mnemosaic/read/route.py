"""Shares the retrieval budget over the types by what a question asks for, as exemplars in the graph teach it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from mnemosaic.atoms import AtomType
from mnemosaic.evidence import Intent, Route
from mnemosaic.exemplars.store import ExemplarStore, ExemplarTask, Labelled
from mnemosaic.models.protocols import Vectors
from mnemosaic.read.quotas import quotas

NEIGHBOURS = 7
CLEAR = 0.6
FLOOR = 0.05
HIGH_RISK_SEMANTIC = 0.6

INTENT_WEIGHTS: Mapping[Intent, Mapping[AtomType, float]] = {
    Intent.FACT: {AtomType.SEMANTIC: 0.8, AtomType.EPISODIC: 0.2, AtomType.PROCEDURAL: 0.0},
    Intent.TIME: {AtomType.SEMANTIC: 0.1, AtomType.EPISODIC: 0.8, AtomType.PROCEDURAL: 0.1},
    Intent.PROCEDURE: {AtomType.SEMANTIC: 0.3, AtomType.EPISODIC: 0.2, AtomType.PROCEDURAL: 0.5},
    Intent.MIXED: dict.fromkeys(AtomType, 1 / 3),
}
"""MemGuard's weights by intent."""

Weigher = Callable[[str], Mapping[AtomType, float]]


class Router:
    """Decides the weights of the types for a question. Safe for threads."""

    def __init__(self, exemplars: ExemplarStore, ask: Weigher | None = None) -> None:
        """`ask` lets a language model decide instead, where one is configured and asked for."""
        self._exemplars = exemplars
        self._ask = ask

    def route(self, question: str, vector: Vectors, k: int, version: int) -> Route:
        """Weights and quotas for a question of which `vector` is the query embedding, shape (dimensions,).

        An unclear question is treated as mixed in proportion; a high-risk one gets at least 0.6 semantic.
        """
        if self._ask is not None:
            weights = dict(self._ask(question))
            intent = max(
                Intent, key=lambda intent: sum(weights[kind] * INTENT_WEIGHTS[intent][kind] for kind in weights)
            )
            return Route(intent=intent, weights=weights, quotas=quotas(weights, k), confidence=1.0, path="model")
        votes = _votes(self._exemplars.labelled(ExemplarTask.ROUTE, version), vector)
        intent = Intent(max(votes, key=lambda label: votes[label])) if votes else Intent.MIXED
        confidence = votes.get(intent, 0.0)
        weights = _blend(votes) if confidence < CLEAR else dict(INTENT_WEIGHTS[intent])
        risk = _votes(self._exemplars.labelled(ExemplarTask.RISK, version), vector)
        weights = _floored(weights, risk.get("high", 0.0) >= CLEAR)
        return Route(intent=intent, weights=weights, quotas=quotas(weights, k), confidence=confidence, path="exact")


def _votes(labelled: Labelled, vector: Vectors) -> dict[str, float]:
    """Share of each label among the nearest exemplars, weighted by how far they stand above the farthest of them."""
    if not labelled.labels:
        return {}
    scores = labelled.vectors @ vector
    nearest = np.argsort(-scores, kind="stable")[: NEIGHBOURS + 1]
    base = float(scores[nearest[-1]]) if len(nearest) > NEIGHBOURS else 0.0
    votes: dict[str, float] = {}
    for place in nearest[:NEIGHBOURS]:
        votes[labelled.labels[place]] = votes.get(labelled.labels[place], 0.0) + float(scores[place]) - base + 1e-9
    total = sum(votes.values())
    return {label: vote / total for label, vote in votes.items()}


def _blend(votes: Mapping[str, float]) -> dict[AtomType, float]:
    if not votes:
        return dict(INTENT_WEIGHTS[Intent.MIXED])
    return {kind: sum(vote * INTENT_WEIGHTS[Intent(label)][kind] for label, vote in votes.items()) for kind in AtomType}


def _floored(weights: dict[AtomType, float], high_risk: bool) -> dict[AtomType, float]:
    raised = {kind: max(weight, FLOOR) for kind, weight in weights.items()}
    if high_risk and raised[AtomType.SEMANTIC] < HIGH_RISK_SEMANTIC * sum(raised.values()):
        others = sum(weight for kind, weight in raised.items() if kind is not AtomType.SEMANTIC)
        raised[AtomType.SEMANTIC] = others * HIGH_RISK_SEMANTIC / (1 - HIGH_RISK_SEMANTIC)
    total = sum(raised.values())
    return {kind: weight / total for kind, weight in raised.items()}
