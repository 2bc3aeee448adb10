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


@pytest.mark.parametrize(
    "said",
    [
        "I gave you the wrong date on Thursday. The party is on 14 September.",
        "Sorry, I told you the wrong time. The train leaves at 9:40.",
        "The address I gave you was wrong. I live at 9 Quay Lane.",
        "I got the date wrong. The exam is on 3 June.",
        "My mistake. The meeting is on Tuesday.",
        "I gave you the wrong date; the party is on the 14th, not on the 12th.",
    ],
)
def test_what_follows_a_bare_announcement_is_the_correction(decompose: Decompose, said: str) -> None:
    assert decompose(said).claims[-1].corrects


@pytest.mark.parametrize(
    "said",
    [
        "I got the date wrong and missed the exam. The resit is on 3 June.",
        "He gave me the wrong number. I called a bakery.",
        "I gave the wrong answer in the exam. The next exam is on 3 June.",
        "I got the wrong bus yesterday. The party is on 3 June.",
        "I sent him the wrong parcel. The party is on 3 June.",
        "I made a mistake. I moved to Rome in May.",
        "I gave you the wrong date. I feel silly.",
        "I gave you the wrong date; I feel silly.",
        "I gave you the wrong date: it is the 14th. My dog is called Rex.",
    ],
)
def test_what_follows_other_slips_corrects_nothing(decompose: Decompose, said: str) -> None:
    assert not decompose(said).claims[-1].corrects
