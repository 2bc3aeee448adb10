from __future__ import annotations

import pytest

from mnemosaic.write.cues import MARKS, statement_cues

PLAN, STATE = 6, 7


def marks(text: str) -> list[bool]:
    return [bool(mark) for mark in statement_cues([text])[0]]


@pytest.mark.parametrize(
    "text",
    [
        "Marlene starts at the library on September 1st.",
        "The tram line opens on 12 May.",
        "I'm seeing the vet tomorrow.",
        "The exam is on Friday.",
        "We move to Bern in August.",
        "Ilse retires in 2031-05.",
    ],
)
def test_what_is_set_for_a_day_is_a_plan(text: str) -> None:
    assert len(marks(text)) == MARKS
    assert marks(text)[PLAN]
    assert not marks(text)[STATE]


@pytest.mark.parametrize(
    "text",
    [
        "Ilse's birthday is on 9 July.",
        "The team meets on Mondays.",
        "Amara teaches yoga on Tuesday evenings.",
        "The choir sings every year in May.",
    ],
)
def test_what_comes_round_again_is_a_state(text: str) -> None:
    assert marks(text)[STATE]
    assert not marks(text)[PLAN]


@pytest.mark.parametrize("text", ["Ann left on 12 May.", "Send it on Friday.", "Reports must be in by the 10th."])
def test_neither_the_past_nor_a_rule_is_a_plan(text: str) -> None:
    assert not marks(text)[PLAN]
