"""Shares the retrieval budget over the types by what a question asks for, as exemplars in the graph teach it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mnemosaic.atoms import AtomType
from mnemosaic.evidence import Intent, Route
from mnemosaic.exemplars.cues import question_cues
from mnemosaic.exemplars.index import ExemplarIndex, Verdict
from mnemosaic.exemplars.store import ExemplarStore, ExemplarTask, Labelled
from mnemosaic.models.protocols import Vectors
from mnemosaic.read.quotas import quotas

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
_MIXED = dict(INTENT_WEIGHTS[Intent.MIXED])

Weigher = Callable[[str], Mapping[AtomType, float] | None]


class Router:
    """Decides the weights of the types for a question. Safe for threads; new exemplars count from the next question."""

    def __init__(self, exemplars: ExemplarStore, ask: Weigher | None = None) -> None:
        """`ask` lets a language model decide instead; where it answers None, the exemplars do."""
        self._exemplars = exemplars
        self._ask = ask
        self._indexes: dict[ExemplarTask, tuple[Labelled, ExemplarIndex]] = {}

    def route(self, question: str, vector: Vectors, k: int, version: int) -> Route:
        """Weights and quotas for a question of which `vector` is the query embedding, shape (dimensions,).

        An unclear question is treated as mixed in proportion. Every type keeps a floor, and a high-risk question gets
        at least 0.6 semantic, whoever weighs.
        """
        asked = self._ask(question) if self._ask is not None else None
        risky = self._risky(question, vector, version)
        if asked is not None:
            return _asked(asked, k, risky)
        intents = self._verdict(ExemplarTask.ROUTE, question, vector, version)
        if intents is None:
            return Route(
                intent=Intent.MIXED,
                weights=_MIXED,
                quotas=quotas(_MIXED, k),
                confidence=0.0,
                path="none",
                reason="there are no exemplars: an equal share for each type",
            )
        clear = intents.confidence >= CLEAR
        weights = dict(INTENT_WEIGHTS[Intent(intents.label)]) if clear else _blend(intents.shares)
        weights = _floored(weights, risky)
        return Route(
            intent=Intent(intents.label),
            weights=weights,
            quotas=quotas(weights, k),
            confidence=intents.confidence,
            path="hashed" if intents.hashed else "exact",
            risk=risky,
            reason=_reason(intents, clear, risky),
        )

    def _risky(self, question: str, vector: Vectors, version: int) -> bool:
        risk = self._verdict(ExemplarTask.RISK, question, vector, version)
        return risk is not None and risk.shares.get("high", 0.0) >= CLEAR

    def _verdict(self, task: ExemplarTask, question: str, vector: Vectors, version: int) -> Verdict | None:
        labelled = self._exemplars.labelled(task, version)
        if not labelled.labels:
            return None
        known = self._indexes.get(task)
        if known is None or known[0] is not labelled:
            known = labelled, ExemplarIndex(labelled.labels, labelled.vectors, question_cues(labelled.texts))
            self._indexes[task] = known
        return known[1].verdicts(vector[None, :], question_cues([question]))[0]


def _reason(intents: Verdict, clear: bool, risky: bool) -> str:
    shares = sorted(intents.shares.items(), key=lambda vote: -vote[1])
    votes = ", ".join(f"{label} {share:.2f}" for label, share in shares)
    said = f"clearly asks for {intents.label}" if clear else f"unclear, so weighed by the votes of exemplars: {votes}"
    return said + ("; high risk, so mostly semantic" if risky else "")


def _asked(asked: Mapping[AtomType, float], k: int, risky: bool) -> Route:
    def agreement(intent: Intent) -> float:
        return sum(asked[kind] * INTENT_WEIGHTS[intent][kind] for kind in asked)

    # a model that sees no risk, or leaves a type out, is one reading of the question
    weights = _floored(asked, risky)
    return Route(
        intent=max(Intent, key=agreement),
        weights=weights,
        quotas=quotas(weights, k),
        confidence=1.0,
        path="model",
        risk=risky,
        reason="a language model weighed the types" + ("; high risk, so mostly semantic" if risky else ""),
    )


def _blend(votes: Mapping[str, float]) -> dict[AtomType, float]:
    return {kind: sum(vote * INTENT_WEIGHTS[Intent(label)][kind] for label, vote in votes.items()) for kind in AtomType}


def _floored(weights: Mapping[AtomType, float], high_risk: bool) -> dict[AtomType, float]:
    raised = {kind: max(weight, FLOOR) for kind, weight in weights.items()}
    if high_risk and raised[AtomType.SEMANTIC] < HIGH_RISK_SEMANTIC * sum(raised.values()):
        others = sum(weight for kind, weight in raised.items() if kind is not AtomType.SEMANTIC)
        raised[AtomType.SEMANTIC] = others * HIGH_RISK_SEMANTIC / (1 - HIGH_RISK_SEMANTIC)
    total = sum(raised.values())
    return {kind: weight / total for kind, weight in raised.items()}
