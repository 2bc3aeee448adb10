import json
from datetime import UTC, datetime
from typing import Any, ClassVar, cast

import numpy as np
import pytest

from mnemosaic.atoms import AtomType, Claim, Mention, Source
from mnemosaic.graph import Graph
from mnemosaic.models.budget import Budget
from mnemosaic.models.connection import Connection
from mnemosaic.models.openai_chat import OpenAIChat
from mnemosaic.settings import Settings
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.write.candidates import Candidate
from mnemosaic.write.drafts import Draft
from mnemosaic.write.identity import live_key
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.llm_adviser import Adviser
from mnemosaic.write.llm_judge import LlmJudge
from mnemosaic.write.llm_told import SHOWN, told
from mnemosaic.write.protocols import Classification
from tests.scripted_openai import ScriptedOpenAI, scripted_openai

__all__ = ["scripted_openai"]

MOMENT = datetime(2023, 5, 24, tzinfo=UTC)


def draft(details: str) -> Draft:
    about = (Mention(name=details.split()[0], role="subject"),)
    claim = Claim(title="t", details=details, sources=(Source(turn_id="t"),), mentions=about)
    return Draft(
        claim=claim,
        classification=Classification(type=AtomType.SEMANTIC),
        id=f"id of {details}",
        live_key=live_key(claim, AtomType.SEMANTIC),
        vector=np.ones(2, dtype=np.float32),
        trust=1.0,
        said_at=MOMENT,
        speaker="Ann",
    )


def known(details: str) -> Candidate:
    record: Known = of_draft("s", draft(details))
    return Candidate(record, "nearest", 0.9)


def judge(server: ScriptedOpenAI) -> LlmJudge:
    model = OpenAIChat("tiny", Connection("k", server.base_url, attempts=1), sleep=lambda seconds: None)
    return LlmJudge(model, Settings())


def answer(*pairs: tuple[int, str]) -> str:
    entries: list[dict[str, Any]] = [{"candidate": number, "verdict": verdict} for number, verdict in pairs]
    return json.dumps({"verdicts": entries})


def test_verdicts_are_found_by_draft_and_known_atom(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "conflicts"), (3, "unrelated"), (9, "same")))
    drafts = [draft("Ann skis."), draft("Bo swims."), draft("Cy runs."), draft("Di rows.")]
    groups = [
        [known("Ann never skis."), known("Ann likes tea.")],
        [known("bo  swims")],
        [],
        [known("Di never rows.")],
    ]
    said = told(judge(scripted_openai), drafts, groups, Budget(1))
    assert {pair: one.verdict.value for pair, one in said.verdicts.items()} == {
        ("id of Ann skis.", "id of Ann never skis."): "conflicts",
        ("id of Di rows.", "id of Di never rows."): "unrelated",
    }
    assert said.failures == ()
    # what repeats a known atom word for word is not asked about
    assert "Bo swims" not in scripted_openai.asked()


def test_a_judge_that_fails_leaves_all_to_the_rules(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always("prose")
    said = told(judge(scripted_openai), [draft("Ann skis.")], [[known("Ann never skis.")]], Budget(3))
    assert said.verdicts == {}
    assert len(said.failures) == 1


def test_few_candidates_are_shown(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always(answer())
    group = [known(f"Statement {place}.") for place in range(30)]
    told(judge(scripted_openai), [draft("Ann skis.")], [group], Budget(3))
    assert scripted_openai.asked().count('{"candidate": ') == SHOWN


class Recorded:
    """A graph that knows one atom, near to every draft."""

    ann: ClassVar[dict[str, Any]] = {
        "id": "e", "key": "anna", "kind": "person", "name": "Anna", "slot_key": "anna", "distinct": False,
        "mentions": 3, "aliases": ["ann"], "merged_into": None,
    }  # fmt: skip

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        if name == "write/known_entities":
            return [self.ann]
        assert name == "write/candidates"
        self.asked.append(params)
        atom = dict.fromkeys(("slot", "occurred_from", "occurred_until", "belief", "held_key", "corrects"))
        atom |= {"id": "a", "scope": "acme", "details": "Ann never skis.", "type": "semantic", "live_key": "k"}
        atom |= {"trust": 1.0, "confidence": 1.0, "status": "current", "about": []}
        atom |= {"said": [[True, "Ann", "2024-01-01T00:00:00Z"]]}
        atom |= {"valid_from": BEGINNING.isoformat(), "valid_until": FOREVER.isoformat()}
        pairs = [[place, "a", "nearest", 0.9] for place in range(len(params["drafts"]))]
        return [{"pairs": pairs, "atoms": [atom]}]


def adviser(server: ScriptedOpenAI, graph: Recorded, **given: Any) -> Adviser:
    model = OpenAIChat("tiny", Connection("k", server.base_url, attempts=1), sleep=lambda seconds: None)
    return Adviser(cast("Graph", graph), Settings(**given), model)


def test_the_batch_is_judged_beside_what_its_reader_may_see(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(answer((1, "conflicts"), (2, "unrelated")))
    graph = Recorded()
    said = adviser(scripted_openai, graph).told("acme/ann", [draft("Ann skis."), draft("Bo swims.")], turns=1)
    assert graph.asked[0]["scopes"] == ["acme/ann", "acme"]
    # by the name that the graph knows her by
    assert graph.asked[0]["drafts"][0]["entities"] == ["anna"]
    assert [one.verdict.value for one in said.verdicts.values()] == ["conflicts", "unrelated"]
    assert len(scripted_openai.requests) == 1


@pytest.mark.parametrize("given", [{"effort": "light"}, {"high_risk_scopes": ("law",)}])
def test_light_effort_asks_neither_graph_nor_model(scripted_openai: ScriptedOpenAI, given: dict[str, Any]) -> None:
    graph = Recorded()
    assert adviser(scripted_openai, graph, **given).told("acme/ann", [draft("Ann skis.")], turns=1).verdicts == {}
    assert (graph.asked, scripted_openai.requests) == ([], [])


def test_no_calls_allowed_means_none(scripted_openai: ScriptedOpenAI) -> None:
    said = adviser(scripted_openai, Recorded(), judge_calls_per_turn=0).told("acme", [draft("Ann skis.")], turns=9)
    assert (said.verdicts, len(said.failures), scripted_openai.requests) == ({}, 1, [])
