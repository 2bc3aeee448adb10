"""What a weak model needs to be of use: shorter windows, and words put in that it left as they were said."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.coverage import Gap
from mnemosaic.errors import ModelAnswerCutError
from tests.scripted_openai import Reply, ScriptedOpenAI, completion
from tests.scripted_openai import scripted_openai as scripted_openai
from tests.unit.write.test_llm_cover import careful, details, missing, user
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


def test_a_claim_stands_on_the_turn_whose_words_it_quotes(scripted_openai: ScriptedOpenAI) -> None:
    turns = [stored("I live in Bergen."), stored("I am allergic to peanuts.", place=1)]
    scripted_openai.say(
        claims(
            claim("Ann lives in Bergen.", 1, quote="I live in Bergen"),
            claim("Ann is allergic to peanuts.", 1, quote="I am allergic to peanuts"),
        )
    )
    made = decomposer(scripted_openai).decompose(turns)
    assert [[source.turn_id for source in one.sources] for one in made.claims] == [["t0"], ["t1"]]
    assert made.skipped == ()
    check_cover(turns, made)


@pytest.mark.parametrize("quote", ["I am allergic", "I", "it was never said", None])
def test_a_quotation_that_names_no_one_turn_moves_no_claim(scripted_openai: ScriptedOpenAI, quote: str | None) -> None:
    turns = [
        stored("We live in Bergen."),
        stored("I am allergic to peanuts.", place=1),
        stored("I am allergic to eggs.", place=2),
    ]
    scripted_openai.say(claims(claim("Ann is allergic.", 1, quote=quote)))
    (made,) = decomposer(scripted_openai).decompose(turns).claims
    assert made.main_turn == "t0"


@pytest.mark.parametrize(
    ("details", "slot"),
    [
        ("Ann lives in Bergen.", ("home", "Bergen", True)),
        ("Ann works at Acme as a buyer.", ("employer", "Acme", True)),
        ("Ann worked at Acme.", ("employer", "Acme", False)),
        ("Ann does not live in Bergen.", None),
        ("Ann likes Bergen.", None),
    ],
)
def test_the_slot_that_a_claim_fills_is_read_from_it_where_none_is_given(
    scripted_openai: ScriptedOpenAI, details: str, slot: tuple[str, str, bool] | None
) -> None:
    scripted_openai.say(claims(claim(details, 1)))
    (made,) = decomposer(scripted_openai).decompose([stored("It is so.")]).claims
    assert (made.slot and (made.slot.attribute, made.slot.value, made.slot.single)) == slot


def test_the_day_of_speaking_is_no_time_of_what_lasts(scripted_openai: ScriptedOpenAI) -> None:
    day = {"occurred_from": "2023-05-24", "occurred_until": "2023-05-24"}
    told = ("Ann lives in Bergen.", "Ann is in Bergen today.", "Ann swam.")
    kinds = ("semantic", "semantic", "episodic")
    scripted_openai.say(claims(*(claim(one, 1, type=kind, **day) for one, kind in zip(told, kinds, strict=True))))
    made = decomposer(scripted_openai).decompose([stored("It is so.")]).claims
    assert [one.occurred_from is None for one in made[:3]] == [True, False, False]


def test_a_limit_of_time_in_the_words_is_kept_where_the_model_gives_none(scripted_openai: ScriptedOpenAI) -> None:
    told = ["Ann's office is open until the end of June.", "Ann has worked at Acme since 2019."]
    scripted_openai.say(claims(*(claim(one, 1) for one in told), claim(told[0], 1, valid_until="2023-08-31")))
    made = decomposer(scripted_openai).decompose([stored("It is so.")]).claims
    assert [one.valid_until for one in made] == [
        datetime(2023, 7, 1, tzinfo=UTC),
        None,
        datetime(2023, 9, 1, tzinfo=UTC),
    ]
    assert made[1].valid_from == datetime(2019, 1, 1, tzinfo=UTC)


def test_a_marked_sentence_that_nobody_took_is_recovered_though_the_verifier_says_nothing(
    scripted_openai: ScriptedOpenAI,
) -> None:
    turns = [stored("I live in Bergen."), stored("I am not allergic to peanuts.", place=1)]
    first = claim("Ann lives in Bergen.", 1, quote="I live in Bergen")
    recovered = claim("Ann is not allergic to peanuts.", 2, number=2, finding=1, quote="I am not allergic to peanuts")
    scripted_openai.say(claims(first), missing(), claims(recovered))
    made = careful(scripted_openai).decompose(turns)
    assert details(made) == [first["details"], recovered["details"]]
    assert made.coverage.complete, made.coverage.missing
    asked = [line for line in user(scripted_openai, 2) if "finding" in line]
    assert asked == [
        {
            "finding": 1,
            "text": "I am not allergic to peanuts.",
            "proposed_type": None,
            "reason": "constraint",
            "turns": [2],
        }
    ]


def test_what_is_not_recovered_after_all_is_missing_once(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say(claims(), missing(), claims())
    made = careful(scripted_openai).decompose([stored("I must never be given penicillin.")])
    assert [(one.text, one.reason) for one in made.coverage.missing] == [
        ("I must never be given penicillin.", Gap.LOST_MARK)
    ]


@pytest.mark.parametrize("told", ["I live in Bergen.", "Should I never eat nuts?", "Ann never eats shellfish."])
def test_nothing_more_is_asked_where_a_claim_stands_or_nothing_is_lost(
    scripted_openai: ScriptedOpenAI, told: str
) -> None:
    kept = [claim("Ann eats no shellfish.", 1)] if "shellfish" in told else []
    scripted_openai.say(claims(*kept), missing())
    careful(scripted_openai).decompose([stored(told)])
    assert len(scripted_openai.requests) == 2
