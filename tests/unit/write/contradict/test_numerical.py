from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension, Judgement, Verdict
from mnemosaic.write.contradict.quantities import quantities
from mnemosaic.write.contradict.tokens import tokens

Compare = Callable[..., Judgement]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The target is below 130/80 mmHg.", "The target is below 160/100 mmHg."),
        ("The walk is 5 km long.", "The walk is 9 miles long."),
        ("Bo weighs 8 stone.", "Bo weighs 70 kg."),
        ("The crate holds two bottles.", "The crate holds a dozen bottles."),
        ("Recheck the pressure every two weeks.", "Recheck the pressure monthly."),
        ("The tablet is taken twice a day.", "The tablet is taken once a week."),
        ("The ticket costs $12.", "The ticket costs $20."),
        ("Bo's birthday is on 3 May.", "Bo's birthday is on 4 May."),
        ("The shop opens at 9 am.", "The shop opens at 10:30."),
        ("Applicants need at least 5 years of experience.", "Applicants need at least 2 years of experience."),
        ("The fever lasts 3 to 5 days.", "The fever lasts 8 to 10 days."),
        ("The script needs Python 3.8.", "The script needs Python 3.12."),
        ("A third of the members voted.", "70% of the members voted."),
    ],
)
def test_amounts_that_cannot_both_be(compare: Compare, old: str, new: str) -> None:
    found = compare(old, new)
    assert (found.verdict, found.dimension) == (Verdict.CONFLICTS, Dimension.NUMERICAL)
    assert found.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The walk is 5 miles long.", "The walk is 8.05 km long."),
        ("The pause is 120 seconds.", "The pause is two minutes."),
        ("Bake it at 180 °C.", "Bake it at 356 °F."),
        ("The starting dose is 5 mg.", "The maximum dose is 20 mg."),
        ("Systolic pressure is 150 mmHg.", "Diastolic pressure is 95 mmHg."),
        ("The target is below 140 mmHg.", "In diabetes the target is below 130 mmHg."),
        ("Ticket OPS-1042 is open.", "Ticket OPS-1057 is open."),
        ("Bo's number is 030 555 0101.", "Bo's account is DE89370400440532013000."),
        ("The room holds up to 50 people.", "The room holds 30 people."),
        ("Release 3.0 shipped in March.", "Release 3.1 shipped in June."),
    ],
)
def test_amounts_that_agree_or_are_of_other_things(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict not in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


def test_events_each_of_their_own_date_do_not_conflict(compare: Compare) -> None:
    found = compare("Bo ran 5 km on 3 May 2023.", "Bo ran 10 km on 9 June 2023.", AtomType.EPISODIC)
    assert found.verdict is Verdict.UNRELATED


@pytest.mark.parametrize("text", ["Call 555-0101.", "IBAN DE89370400440532013000", "See OPS-1042 and LH123."])
def test_identifiers_are_no_quantities(text: str) -> None:
    assert quantities(tokens(text)) == ()


@pytest.mark.parametrize(
    ("text", "dimension", "bound"),
    [
        ("at least 5 kg", "[mass]", "least"),
        ("no more than 5 kg", "[mass]", "most"),
        ("5 kg or more", "[mass]", "least"),
        ("between 5 and 7 kg", "[mass]", "range"),
        ("12 km per hour", "[length] / [time]", "exact"),
        ("every two weeks", "frequency", "exact"),
        ("40 percent", "percent", "exact"),
        ("aged 3, 4 years old", "age", "exact"),
    ],
)
def test_reads_units_and_bounds(text: str, dimension: str, bound: str) -> None:
    assert (dimension, bound) in [(one.dimension, one.bound) for one in quantities(tokens(text))]
