from datetime import date, timedelta

import pytest

from mnemosaic.demo import conversation_path, questions
from mnemosaic.readers import detect, read
from mnemosaic.turns import Role, Turn

TURNS = [item for item in read(conversation_path()) if isinstance(item, Turn)]
BY_ID = {turn.source_id: turn for turn in TURNS}


def test_every_line_is_a_turn() -> None:
    assert detect(conversation_path()) == "turns"
    assert len(list(read(conversation_path()))) == len(TURNS) == len(BY_ID)
    assert len(TURNS) >= 60


def test_two_people_and_an_assistant_over_months() -> None:
    assert {turn.speaker: turn.role for turn in TURNS} == {
        "Priya": Role.USER,
        "Tobias": Role.USER,
        "Assistant": Role.ASSISTANT,
    }
    times = [turn.said_at for turn in TURNS if turn.said_at]
    assert times == sorted(times)
    assert times[-1] - times[0] > timedelta(days=200)
    assert len({turn.session for turn in TURNS}) >= 5


def test_six_questions_point_at_turns() -> None:
    assert len(questions()) == 6
    for question in questions():
        assert set(question.evidence) <= BY_ID.keys(), question.question


@pytest.mark.parametrize(
    ("turn", "word", "days_before", "weekday"),
    [
        ("s2-03", "yesterday", 1, "Monday"),
        ("s3-07", "last Saturday", 2, "Saturday"),
        ("s4-04", "Last Friday", 4, "Friday"),
        ("s4-07", "yesterday", 1, "Monday"),
        ("s5-06", "last Sunday", 3, "Sunday"),
        ("s7-01", "Thursday", 4, "Thursday"),
        ("s8-01", "last Friday", 4, "Friday"),
    ],
)
def test_relative_days_agree_with_the_calendar(turn: str, word: str, days_before: int, weekday: str) -> None:
    said_at = BY_ID[turn].said_at
    assert said_at is not None
    assert word in BY_ID[turn].text
    assert (said_at - timedelta(days=days_before)).strftime("%A") == weekday


def test_the_corrected_party_is_on_a_saturday_and_the_wrong_day_was_a_thursday() -> None:
    assert date(2024, 9, 14).strftime("%A") == "Saturday"
    assert date(2024, 9, 12).strftime("%A") == "Thursday"
