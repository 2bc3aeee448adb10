"""The llm pipeline end to end, with a model that a script plays: what it is asked, and what it can and cannot break."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mnemosaic.memory import Memory
from mnemosaic.models import language_model_from
from mnemosaic.settings import Settings
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import query
from tests.scripted_openai import Reply, ScriptedOpenAI
from tests.scripted_pipeline import Verdicts, every, script

pytestmark = pytest.mark.live

UUID = "0b5a7e55-61a4-5f0e-9a3e-9a1c6c2f6d10"


def names_others(candidates: list[dict[str, Any]]) -> str:
    ids: list[Any] = ["12", UUID, 0]
    entries = [{"candidate": one, "verdict": "conflicts"} for one in ids]
    return json.dumps({"verdicts": entries})


def open_llm(open_memory: OpenMemory, server: ScriptedOpenAI, **more: Any) -> Memory:
    given: dict[str, Any] = {"model": "any", "base_url": server.base_url, "api_key": "k", "model_attempts": 2, **more}
    return open_memory(language_model=language_model_from(Settings(**given)), **given)


TALK = [
    Turn(text="I work at the harbour. I never eat shellfish.", speaker="Ann", position=1),
    Turn(text="I keep bees. I never swim.", speaker="Bo", position=2),
    Turn(text="I work at the harbour in Oslo. I eat shellfish.", speaker="Ann", position=3),
]


def test_what_was_left_out_is_found_and_every_step_is_counted(
    open_memory: OpenMemory, scripted_openai: ScriptedOpenAI, scope: str
) -> None:
    scripted_openai.always(script(every("unrelated")))
    memory = open_llm(open_memory, scripted_openai)
    report = memory.remember(TALK[:2], scope=scope)
    assert report.ok
    assert report.coverage.recovered == 2
    assert report.coverage.complete
    assert {atom.details for atom in memory.atoms(scope=scope)} >= {"Ann: I never eat shellfish.", "Bo: I never swim."}
    again = memory.remember(TALK[2], scope=scope)
    assert {step: usage.calls for step, usage in again.usage.items() if step != "embed"} == {
        "decompose": 1,
        "verify": 1,
        "judge": 1,
    }
    assert all(usage.prompt_tokens and usage.seconds for usage in again.usage.values() if usage.completion_tokens)
    total = sum(usage.calls for part in (report, again) for step, usage in part.usage.items() if step != "embed")
    assert total == len(scripted_openai.requests)


def test_a_scope_of_light_effort_costs_one_call(
    open_memory: OpenMemory, scripted_openai: ScriptedOpenAI, scope: str
) -> None:
    scripted_openai.always(script(every("conflicts")))
    memory = open_llm(open_memory, scripted_openai, high_risk_scopes=("somewhere/else",))
    memory.remember(TALK[0], scope=scope)
    report = memory.remember(TALK[2], scope=scope)
    assert len(scripted_openai.requests) == 2
    assert set(report.usage) == {"decompose", "embed"}


@pytest.mark.parametrize(
    "verdicts",
    [
        every("conflicts"),
        every("same"),
        every("changes_over_time"),
        every("refines"),
        names_others,
        lambda candidates: "I would rather not say.",
        lambda candidates: Reply(500, {"error": {"message": "down"}}),
    ],
    ids=["conflicts", "same", "changes", "refines", "others", "prose", "down"],
)
def test_no_judge_breaks_the_graph_or_loses_a_turn(
    server: Server, open_memory: OpenMemory, scripted_openai: ScriptedOpenAI, scope: str, verdicts: Verdicts
) -> None:
    scripted_openai.always(script(verdicts))
    memory = open_llm(open_memory, scripted_openai, judge_calls_per_turn=1, model_attempts=1)
    reports = [memory.remember(turn, scope=scope) for turn in TALK]
    assert all(report.ok for report in reports)
    assert all(report.usage["judge"].calls <= 1 for report in reports if "judge" in report.usage)
    # one live atom a key, every turn findable, no atom without a turn
    doubled = """MATCH (a:Atom {scope: $scope}) WHERE a.live_key IS NOT NULL
        WITH a.live_key AS key, count(*) AS many WHERE many > 1 RETURN key"""
    assert query(server, doubled, scope=scope) == []
    loose = "MATCH (a:Atom {scope: $scope}) WHERE NOT EXISTS { (a)-[:FROM_TURN]->(:Turn) } RETURN a.id AS id"
    assert query(server, loose, scope=scope) == []
    sourced = "MATCH (t:Turn {scope: $scope}) WHERE NOT EXISTS { (:Atom)-[:FROM_TURN]->(t) } RETURN t.id AS id"
    assert query(server, sourced, scope=scope) == []
    for turn in TALK:
        words = turn.text.split(".")[0]
        found = memory.recall(words, scope=scope, k=10)
        assert found.evidence.text
    again = memory.remember(TALK, scope=scope)
    assert (again.added, again.turns.existing) == (0, 3)
