"""What a weak model needs to be of use: shorter windows, and words put in that it left as they were said."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.errors import ModelAnswerCutError
from tests.scripted_openai import Reply, ScriptedOpenAI, completion
from tests.scripted_openai import scripted_openai as scripted_openai
from tests.unit.write.test_llm_decompose import check_cover, claim, claims, decomposer, stored


def test_a_window_whose_answer_is_too_long_for_the_provider_is_asked_in_halves(
    scripted_openai: ScriptedOpenAI,
) -> None:
    turns = [stored(f"Fact {number} holds.", place=number) for number in range(4)]

    def answer(body: dict[str, Any]) -> str | Reply:
        lines = [json.loads(line) for line in body["messages"][-1]["content"].splitlines() if line.startswith("{")]
        taken = [line for line in lines if line["read"] == "take"]
        claims = [{"title": "t", "details": line["text"], "turns": [line["turn"]]} for line in taken]
        text = json.dumps({"claims": claims})
        return completion(text[:40], finish_reason="length") if len(taken) > 1 else text

    scripted_openai.always(answer)
    made = decomposer(scripted_openai, attempts=1).decompose(turns)
    assert [claim.details for claim in made.claims] == [turn.turn.text for turn in turns]
    assert len(scripted_openai.requests) == 7
    check_cover(turns, made)


def test_one_turn_whose_answer_is_too_long_fails_with_what_to_do(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always(completion('{"claims": [', finish_reason="length"))
    with pytest.raises(ModelAnswerCutError, match="lower window_turns"):
        decomposer(scripted_openai, attempts=1).decompose([stored("Fact.")])


def test_what_a_weak_model_leaves_as_it_was_said_still_stands_alone(scripted_openai: ScriptedOpenAI) -> None:
    told = "Yesterday was my last day at Acme."
    scripted_openai.say(claims(claim(told, 1, type="episodic")))
    event, state = decomposer(scripted_openai).decompose([stored(told)]).claims
    assert event.details == "Yesterday (2023-05-23) was Ann's last day at Acme."
    assert event.occurred_from == datetime(2023, 5, 23, tzinfo=UTC)
    assert (state.details, state.type) == ("Ann is no longer at Acme.", AtomType.SEMANTIC)


@pytest.mark.parametrize(
    "details", ["Ann moved to Rome on 2023-05-20.", "Ann: I never eat shellfish.", "Bo said that the shop is shut."]
)
def test_what_stands_alone_is_left_as_the_model_said_it(scripted_openai: ScriptedOpenAI, details: str) -> None:
    scripted_openai.say(claims(claim(details, 1)))
    assert [one.details for one in decomposer(scripted_openai).decompose([stored("It is so.")]).claims] == [details]
