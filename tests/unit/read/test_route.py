"""How a question shares the budget over the types, by exemplars and by a language model that answers well or badly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.evidence import Intent
from mnemosaic.exemplars.store import ExemplarStore, ExemplarTask, Labelled
from mnemosaic.models import language_model_from
from mnemosaic.read.ask_route import ModelWeigher
from mnemosaic.read.route import FLOOR, HIGH_RISK_SEMANTIC, Router
from mnemosaic.settings import Settings
from tests.embedders import HashEmbedder
from tests.scripted_openai import ScriptedOpenAI, completion, refused

EMBEDDER = HashEmbedder()
TAUGHT: Mapping[ExemplarTask, Mapping[str, str]] = {
    ExemplarTask.ROUTE: {
        "Where does she live?": "fact",
        "When did he last call?": "time",
        "How do I mend the pump?": "procedure",
    },
}
RISKY, PLAIN = "May she take penicillin?", "Which songs does he like?"


class Taught:
    """The part of an exemplar store that a router reads; what it teaches of risk is all the same."""

    def __init__(self, risk: str) -> None:
        self._risk = {RISKY: risk, PLAIN: risk}

    def labelled(self, task: ExemplarTask, _: int) -> Labelled:
        texts = self._risk if task is ExemplarTask.RISK else TAUGHT[task]
        return Labelled(tuple(texts.values()), tuple(texts), EMBEDDER.queries(list(texts)))


def router(risk: str, weights: Mapping[AtomType, float] | None) -> Router:
    return Router(cast(ExemplarStore, Taught(risk)), None if weights is None else lambda _: weights)


def weighed(semantic: float, episodic: float, procedural: float) -> Mapping[AtomType, float]:
    return dict(zip(AtomType, (semantic, episodic, procedural), strict=True))


@pytest.mark.parametrize("k", [1, 3, 20])
@pytest.mark.parametrize("weights", [None, weighed(0, 1, 0), weighed(0, 0, 1), weighed(0.2, 0.4, 0.4)])
def test_a_high_risk_question_is_mostly_semantic_whoever_weighs(
    weights: Mapping[AtomType, float] | None, k: int
) -> None:
    route = router("high", weights).route(RISKY, EMBEDDER.queries([RISKY])[0], k, 1)
    assert route.risk
    assert route.weights[AtomType.SEMANTIC] >= HIGH_RISK_SEMANTIC - 1e-9
    assert sum(route.weights.values()) == pytest.approx(1.0)
    assert sum(route.quotas.values()) == k
    assert "high risk" in route.reason


@pytest.mark.parametrize("weights", [weighed(0, 1, 0), weighed(1, 0, 0)])
def test_no_type_goes_without_a_floor(weights: Mapping[AtomType, float]) -> None:
    route = router("low", weights).route(PLAIN, EMBEDDER.queries([PLAIN])[0], 20, 1)
    assert (route.risk, route.path) == (False, "model")
    assert min(route.weights.values()) >= FLOOR / (1 + 2 * FLOOR) - 1e-9
    assert max(route.weights, key=route.weights.__getitem__) is max(weights, key=weights.__getitem__)


def test_a_model_that_answers_decides_and_one_that_does_not_leaves_it_to_exemplars(
    scripted_openai: ScriptedOpenAI,
) -> None:
    settings = Settings(model="any", base_url=scripted_openai.base_url, api_key="k", model_attempts=1)
    model = language_model_from(settings)
    assert model is not None
    asking = Router(cast(ExemplarStore, Taught("low")), ModelWeigher(model))
    question = "How do I mend the pump?"
    scripted_openai.always(completion(json.dumps({"semantic": 0.1, "episodic": 0.7, "procedural": 0.2})))
    asked = asking.route(question, EMBEDDER.queries([question])[0], 10, 1)
    assert (asked.path, asked.intent, asked.quotas[AtomType.EPISODIC]) == ("model", Intent.TIME, 7)
    for broken in (completion("no"), completion(json.dumps(dict.fromkeys(AtomType, 0))), refused(500)):
        scripted_openai.always(broken)
        taught = asking.route(question, EMBEDDER.queries([question])[0], 10, 1)
        assert taught.path in ("hashed", "exact")
