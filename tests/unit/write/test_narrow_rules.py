"""Rules that change little and only where it is sure: what they read, and what only looks like it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mnemosaic.atoms import AtomType, Claim, EntityKind
from mnemosaic.turns import StoredTurn, Turn, TurnStatus
from mnemosaic.verdicts import Statement, Verdict
from mnemosaic.write.contradict import judge, read
from mnemosaic.write.decompose import LocalDecomposer
from mnemosaic.write.known import Known
from mnemosaic.write.register import Register
from mnemosaic.write.timeline import change

SAID = datetime(2024, 3, 1, 9, tzinfo=UTC)


def claims(*texts: str, context: int = 0) -> list[Claim]:
    """The claims of turns that Ann says on one day after the other, of which the first `context` are only known."""
    turns = [
        StoredTurn(
            id=f"t{place}",
            scope="s",
            turn=Turn(text=text, speaker="Ann", said_at=SAID + timedelta(days=place), position=place),
            position=place,
            received_at=SAID,
            status=TurnStatus.PENDING,
        )
        for place, text in enumerate(texts)
    ]
    return list(LocalDecomposer().decompose(turns[context:], turns[:context]).claims)


@pytest.mark.parametrize("context", [0, 1])
@pytest.mark.parametrize(
    "told",
    [
        "Sorry, the party is on the 14th, not the 12th.",
        "The party is not on the 12th but the 14th.",
        "Sorry, the 14th, not the 12th.",
    ],
)
def test_a_corrected_day_has_the_month_of_what_it_corrects(told: str, context: int) -> None:
    made = claims("The party is on 12 May.", told, context=context)[-1]
    assert made.occurred_from == datetime(2024, 5, 14, tzinfo=UTC)
    assert "2024-05-14" in made.details


def test_the_month_is_found_in_the_same_turn_too() -> None:
    made = claims("The party is on 12 May. Sorry, the party is on the 14th, not the 12th.")[-1]
    assert made.occurred_from == datetime(2024, 5, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("The party is on 13 May.", "Sorry, the party is on the 14th, not the 12th."),
        ("The party is on 12 May.", "The desk is on the 14th, not the 12th."),
        ("The party is on 12 May.", "The party is on the 14th floor, not the 12th floor."),
        ("The party is on 12 February.", "Sorry, the party is on the 31st, not the 12th."),
        ("The party is in May.", "Sorry, the party is on the 14th, not the 12th."),
        ("We party.", "Sorry, the party is on the 14th, not the 12th."),
        ("The party is on 12 May.", "Sorry, the party is on the 14th."),
    ],
)
def test_no_month_is_carried_where_it_is_not_sure_what_is_corrected(before: str, told: str) -> None:
    assert claims(before, told)[-1].occurred_from is None


def test_a_month_that_is_named_is_not_changed() -> None:
    made = claims("The party is on 12 May.", "Sorry, the party is on 14 June, not on 12 May.")[-1]
    assert made.occurred_from == datetime(2024, 6, 14, tzinfo=UTC)


def entities(*texts: str) -> set[str]:
    """The names of the entities of a scope in which these were told."""
    register = Register("s", ())
    for one in claims(*texts):
        beside = {mention.key for mention in one.mentions}
        for mention in one.mentions:
            register.find_or_make(mention, beside - {mention.key})
    return {entity.name for entity in register.made}


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("My brother Theo lives in Oslo.", "Theo"),
        ("My little brother, Theo, lives in Oslo.", "Theo"),
        ("Theo, my brother, lives in Oslo.", "Theo"),
        ("My brother Theo's flat is in Oslo.", "Theo"),
        ("My brother Theo Berg lives in Oslo.", "Theo Berg"),
        ("My brother Theo Friday will be in Oslo.", "Theo"),
    ],
)
def test_my_brother_theo_and_theo_are_one(told: str, name: str) -> None:
    assert entities(told, "Theo loves chess.") - {"Friday"} == {"Ann", "Oslo", name}


@pytest.mark.parametrize(
    ("told", "apart"),
    [
        (("My brother Theo lives in Oslo.", "My brother Egil lives in Oslo."), {"Theo", "Egil"}),
        (("My brother Theo Berg rows.", "Theo Dahl plays chess."), {"Theo Berg", "Theo Dahl"}),
        (("My brother Theo lives here.", "My brother rows."), {"Theo", "Ann's brother"}),
    ],
)
def test_others_stay_apart(told: tuple[str, ...], apart: set[str]) -> None:
    assert apart <= entities(*told)


def test_what_stands_beside_a_name_and_is_no_kin_makes_no_person() -> None:
    (made,) = claims("Paris, my sister's favourite city, is far.")
    assert not any(one.name == "Paris" and one.kind is EntityKind.PERSON for one in made.mentions)


@pytest.mark.parametrize(
    ("told", "over"),
    [
        ("My last day at Acme in Oslo was on Friday; I am at the Bergen branch now.", False),
        ("My last day at Acme was on Friday. I work at the Bergen office now.", False),
        ("My last day at Acme was on Friday; I moved to their Bergen site.", False),
        ("My last day at Acme in Oslo was on Friday.", True),
        ("My last day at Acme was on Friday; I am at Globex now.", True),
        ("My last day at Acme was on Friday; the Bergen branch is nice.", True),
    ],
)
def test_a_last_day_before_another_branch_ends_no_job(told: str, over: bool) -> None:
    assert any(one.details == "Ann is no longer at Acme." for one in claims(told)) == over


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Ann works at Acme in Oslo.", "Ann is at the Bergen branch now.", False),
        ("Ann works at Acme.", "Ann is at the Bergen branch now.", False),
        ("Ann works at Acme.", "Ann works at the Bergen office.", False),
        ("Ann works at Acme.", "Ann is at Globex now.", True),
        ("Ann works at Acme.", "Ann works at Globex now.", True),
    ],
)
def test_a_branch_is_no_rival_of_the_employer(old: str, new: str, found: bool) -> None:
    one, two = (
        read(Statement(details=text, type=AtomType.SEMANTIC, subject="ann", speaker="Ann", said_at=SAID))
        for text in (new, old)
    )
    assert (judge(one, two).verdict in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)) == found


def known(details: str, *told: int, since: int | None = None) -> Known:
    """A statement told in these years, and since when it holds by its own words."""
    at = [datetime(year, 1, 1, tzinfo=UTC) for year in told]
    start = datetime(since, 1, 1, tzinfo=UTC) if since else datetime(1, 1, 1, tzinfo=UTC)
    return Known(
        id=details,
        scope="s",
        statement=Statement(details=details, type=AtomType.SEMANTIC, said_at=at[0]),
        live_key=details,
        trust=1.0,
        confidence=1.0,
        valid_from=start,
        valid_until=datetime(9999, 12, 31, tzinfo=UTC),
        told=tuple(at),
    )


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "over"),
    [
        (known("Ann works at Acme.", 2024, since=2020), known("Ann works at Globex.", 2023), False),
        (known("Ann works at Acme.", 2024, since=2020), known("Ann works at Globex.", 2025), True),
        (known("Ann works at Acme.", 2021, since=2020), known("Ann works at Globex.", 2023), True),
        (known("Ann worked at Acme.", 2024, since=2020), known("Ann works at Globex.", 2023), True),
        (known("Ann works at Acme.", 2022), known("Ann works at Globex.", 2023), True),
        (known("Ann works at Acme.", 2020, 2022, since=2020), known("Ann works at Globex.", 2024, since=2021), True),
    ],
)
def test_a_job_that_was_told_last_is_not_over(first: Known, second: Known, over: bool, swapped: bool) -> None:
    one, two = replace(first), replace(second)
    made = change(two, one) if swapped else change(one, two)
    assert (made is not None) == over
    if made is not None:
        assert made.earlier.statement.details == first.statement.details


@pytest.mark.parametrize(
    ("before", "told", "day"),
    [
        ("The party is on 31 May 2024.", "The party is on the 1st, not the 31st.", None),
        ("The party is on 12 May.", "The party is on the 22nd, not the 12th.", 22),
        ("The dentist is on 12 May.", "The dentist appointment for my dog is on the 14th, not the 12th.", None),
        ("The dentist is on 12 May.", "My dog's dentist is on the 14th, not the 12th.", None),
        ("The dentist is on 12 May.", "Mia has the dentist on the 14th, not the 12th.", None),
        ("The dentist is on 12 May.", "Her dentist is on the 14th, not the 12th.", None),
        ("The dentist for my dog is on 12 May.", "The dentist for my dog is on the 14th, not the 12th.", 14),
        ("The dentist is on 12 May.", "I have the dentist on the 14th, not the 12th.", 14),
        ("Mia's party is on 12 May.", "Her party is on the 14th, not the 12th.", 14),
        ("The party is on 12 May and the exam is on 12 June.", "It's the 14th, not the 12th.", None),
        ("The party is on 12 May and the exam is on 13 June.", "The exam is on the 14th, not the 13th.", 14),
        ("The party is on 12 May.", "It's the 14th, not the 12th.", 14),
    ],
)
def test_a_day_corrects_only_what_is_surely_meant(before: str, told: str, day: int | None) -> None:
    made = claims(before, told)[-1]
    assert (made.occurred_from.day if made.occurred_from is not None else None) == day


def opposed(old: str, new: str) -> bool:
    """Whether the new statement conflicts with the old one or changes it."""
    one, two, *_ = claims(old, new)
    readings = [
        read(
            Statement(
                details=each.details,
                type=AtomType.SEMANTIC,
                subject="ann",
                speaker="Ann",
                said_at=SAID,
                slot=each.slot,
            )
        )
        for each in (two, one)
    ]
    return judge(*readings).verdict in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("The dentist is on 12 May.", "The dentist appointment for my dog is on the 14th, not the 12th.", False),
        ("The dentist is on 12 May.", "The dentist is on the 14th, not the 12th.", True),
        ("Choir takes place every second Monday.", "Choir will be on Fridays and no longer on Mondays.", True),
        ("I work at Acme.", "I work at the Bergen office.", False),
        ("I work at Acme.", "I work at Acme's Bergen branch.", False),
        ("I work at Acme.", "I work at the Bergen depot now.", False),
        ("I work at Acme.", "I work at headquarters.", False),
        ("I work at Acme.", "I work in the warehouse.", False),
        ("I work at Acme.", "I work for a coffee shop.", False),
        ("I work at Acme.", "I work at the Body Shop.", True),
        ("I work at Acme.", "I work for the platform team.", False),
        ("I work at Acme.", "I work at the Bergen office now, with Ola.", False),
        ("I work at the Bergen office.", "I work at Acme.", False),
        ("I work at Acme.", "I work at Beta.", True),
        ("I work at Acme.", "I work at Beta Labs.", True),
        ("I work at Acme.", "I work at Beta on the third floor.", True),
        ("I work at Acme.", "I work at Beta in the office.", True),
        ("I work at Acme.", "I work for Beta at the Bergen office.", True),
        ("I work at Acme.", "I work at Office Depot.", True),
        ("I work at Acme.", "I work at Beta's Bergen office.", True),
        ("I work at the Bergen office.", "I work at the Oslo office.", True),
        ("I live in Oslo.", "I moved last month to Bergen.", True),
        ("I live in Oslo.", "I moved yesterday to Bergen.", True),
        ("I live in Oslo.", "I moved three weeks ago to Bergen.", True),
        ("I live in Oslo.", "I moved earlier this year to Bergen.", True),
        ("I live in Oslo.", "I moved last month's invoices to Bergen.", False),
        ("I live in Oslo.", "I moved the last boxes to Bergen.", False),
        ("I live in Oslo.", "I moved this desk to Bergen.", False),
    ],
)
def test_what_changes_a_job_a_home_or_a_day(old: str, new: str, found: bool) -> None:
    assert opposed(old, new) == found


@pytest.mark.parametrize(
    ("told", "who"),
    [
        ("My last day at Acme was Friday. My brother works at the Bergen office.", "Ann"),
        ("My last day at Acme was on Friday; Tom is at the Bergen branch now.", "Ann"),
        ("My last day at Acme was on Friday. I work at the Bergen office now.", ""),
        ("My brother's last day at Acme was on Friday. He works at the Bergen office now.", ""),
        ("Tom's last day at Acme was on Friday. I work at the Bergen office now.", "Tom"),
    ],
)
def test_only_who_left_is_at_another_branch(told: str, who: str) -> None:
    gone = [one.details for one in claims(told) if "no longer at" in one.details]
    assert gone == ([f"{who} is no longer at Acme."] if who else [])
