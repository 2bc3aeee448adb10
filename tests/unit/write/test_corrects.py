from __future__ import annotations

import pytest

from mnemosaic.write.corrects import corrects, without_announcement
from tests.unit.write.conftest import Decompose


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Sorry, I meant my birthday is 4 March.", "My birthday is 4 March."),
        ("Correction: the meeting is on Tuesday.", "The meeting is on Tuesday."),
        ("No, it is the blue one.", "It is the blue one."),
        ("Scratch that, the flight leaves at nine.", "The flight leaves at nine."),
        ("I was wrong about the price, it is 40 euros.", "I was wrong about the price, it is 40 euros."),
    ],
)
def test_a_correction_is_announced(said: str, left: str) -> None:
    assert corrects(said)
    assert without_announcement(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "I love tea.",
        "The correct answer is four.",
        "She said no.",
        "My sister was wrong to leave.",
        "Actually, I like it.",
    ],
)
def test_other_statements_correct_nothing(said: str) -> None:
    assert not corrects(said)


def test_the_claim_says_that_it_corrects_and_leaves_the_announcement_out(decompose: Decompose) -> None:
    (claim,) = decompose("Sorry, I meant my birthday is 4 March.").claims
    assert (claim.corrects, claim.details) == (True, "Ann's birthday is 4 March.")
