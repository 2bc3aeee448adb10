"""A denial that is kept to a place or an occasion denies nothing elsewhere."""

from __future__ import annotations

import pytest

from mnemosaic.verdicts import CONTRADICTING, Verdict
from tests.unit.write.contradict.conftest import Compare

ELSEWHERE = [
    ("Ben never eats fish at work.", "Ben eats fish at his aunt's house."),
    ("Ben never eats fish at work.", "Ben eats fish."),
    ("Ben never eats fish in restaurants.", "Ben eats fish at his aunt's house."),
    ("Ben never eats fish on weekdays.", "Ben eats fish at his aunt's house."),
    ("Ben never eats meat in public.", "Ben eats ham at home."),
    ("Ben does not smoke in the house.", "Ben smokes on the balcony."),
    ("Ben never drinks wine during the week.", "Ben drinks wine with his brother."),
    ("Ben never cycles to work in winter.", "Ben cycles to work."),
    ("Ben never wears a tie at the office.", "Ben wears a tie at weddings."),
    ("Ben does not play the piano at school.", "Ben plays the piano in a band."),
]


@pytest.mark.parametrize("swapped", [False, True], ids=["denied first", "denied last"])
@pytest.mark.parametrize(("denied", "done"), ELSEWHERE)
def test_what_is_denied_here_may_be_done_there(compare: Compare, denied: str, done: str, swapped: bool) -> None:
    old, new = (done, denied) if swapped else (denied, done)
    assert compare(old, new, speaker="Ben").verdict in (Verdict.UNRELATED, Verdict.REFINES)


@pytest.mark.parametrize(
    ("denied", "done"),
    [
        ("Ben never eats fish.", "Ben eats fish at his aunt's house."),
        ("Ben never eats fish at work.", "Ben eats fish at work."),
        ("Ben never eats meat.", "Ben eats ham on Sundays."),
        ("Ben does not drink alcohol.", "Ben drinks wine at dinner."),
        ("Ben does not smoke in the house.", "Ben smokes in the house."),
        ("Ben does not eat fish at all.", "Ben eats fish at his aunt's house."),
    ],
)
def test_what_is_denied_everywhere_may_not(compare: Compare, denied: str, done: str) -> None:
    assert compare(denied, done, speaker="Ben").verdict in CONTRADICTING
