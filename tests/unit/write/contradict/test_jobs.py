"""Jobs that end or are left for others where no verb says so, each turn as decomposed; and look-alikes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.turns import StoredTurn, Turn, TurnStatus
from mnemosaic.verdicts import CONTRADICTING, Judgement, Statement
from mnemosaic.write.contradict import Reading, judge, moved_on, read
from mnemosaic.write.decompose import LocalDecomposer

BEFORE, LATER = datetime(2024, 3, 4, 10, tzinfo=UTC), datetime(2024, 6, 11, 10, tzinfo=UTC)

JOB = "I work as a backend engineer at Halden Freight."


def readings(text: str, at: datetime, speaker: str = "Priya") -> list[Reading]:
    turn = Turn(text=text, speaker=speaker, said_at=at)
    stored = StoredTurn(id="t", scope="s", turn=turn, position=0, received_at=at, status=TurnStatus.PENDING)
    return [
        read(
            Statement(
                details=claim.details,
                type=claim.type or AtomType.SEMANTIC,
                subject=claim.subject,
                slot=claim.slot,
                said_at=at,
                speaker=speaker,
                occurred_from=claim.occurred_from,
                valid_from=claim.valid_from,
                corrects=claim.corrects,
            )
        )
        for claim in LocalDecomposer().decompose([stored]).claims
    ]


def ends(old: str, new: str) -> bool:
    """Whether a claim of the new turn ends what the old one says; as states, for an event ends none."""
    found = [judge(mine, theirs) for mine in readings(new, LATER) for theirs in readings(old, BEFORE)]
    return any(one.verdict in CONTRADICTING for one in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (JOB, "Last Friday was my last day at Halden Freight. They gave me a pallet jack made of chocolate."),
        (JOB, "Tomorrow is my last day at Halden Freight."),
        (JOB, "My last day at Halden Freight is 28 June 2024."),
        (JOB, "This is my final week at Halden Freight."),
        (JOB, "I handed in my notice at Halden Freight and my last day is 28 June 2024."),
        (JOB, "My last day at Halden Freight was Friday."),
        ("I'm a nurse at Oakfield Clinic.", "It was my last shift at Oakfield Clinic, so many tears."),
        ("My brother works at Bolt & Sons.", "Yesterday was my brother's last day at Bolt & Sons."),
        ("Eva works at Polar Air.", "Eva's last day at Polar Air was Friday."),
        ("Eva works for Polar Air at Heathrow.", "Eva's last day at Polar Air was Friday."),
        ("I work at the Delta Foods Ltd.", "I am no longer at Delta Foods."),
        ("I work with Tom at Juniper Labs.", "I am no longer at Juniper Labs."),
        ("I work at Vega Corp.", "I am no longer at Vega Corp and I live in Bergen now."),
        (JOB, "I am no longer with Halden Freight."),
    ],
)
def test_a_last_day_ends_the_work(old: str, new: str) -> None:
    assert ends(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I am on a trip to Norway.", "Tuesday was the last day of our trip."),
        ("I work at the harbour.", "Yesterday was my last day at the Grand Hotel."),
        (JOB, "Yesterday was my last day at the Grand Hotel."),
        (JOB, "Yesterday was my brother's last day at Halden Freight."),
        ("My brother works at Halden Freight.", "Yesterday was my last day at Halden Freight."),
        ("Tobias works at Halden Freight.", "Yesterday was my last day at Halden Freight."),
        ("I like the coffee at Halden Freight.", "Yesterday was my last day at Halden Freight."),
        ("My parents met at Halden Freight.", "Yesterday was my last day at Halden Freight."),
        ("Halden Freight ships to Norway.", "I am no longer at Halden Freight."),
        (JOB, "If they cut my hours again, it was my last day at Halden Freight."),
        (JOB, "That would have been my last day at Halden Freight."),
        (JOB, "I'd give notice at Halden Freight if I could."),
        (JOB, "I gave notice on my flat yesterday."),
        (JOB, "My last day at Halden Freight felt endless on paper."),
    ],
)
def test_other_last_days_end_no_work(old: str, new: str) -> None:
    assert not ends(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (JOB, "I handed in my notice at Halden Freight on Monday."),
        (JOB, "I handed in my notice at Halden Freight."),
        (JOB, "I've handed in my notice."),
        (JOB, "I put in my resignation at Halden Freight today."),
        ("My brother works at Bolt & Sons.", "My brother gave notice at Bolt & Sons last week."),
    ],
)
def test_giving_notice_ends_no_work_yet(old: str, new: str) -> None:
    assert not ends(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I work with Tom at Juniper Labs.", "I am no longer with Tom."),
        ("I work with Tom at Juniper Labs.", "I am no longer with Tom and live in Bergen now."),
        ("I work at Oxford University Press.", "Sunday was my last day at Oxford."),
        ("I work at Oxford University Press.", "I am no longer at Oxford."),
        ("I work at Oxford.", "I am no longer at Oxford University Press."),
        ("I'm a nurse at Oakfield Clinic.", "I am no longer at Oakfield Clinic every day."),
        (JOB, "I am no longer at the Halden Freight branch in Bergen."),
        (JOB, "Friday was my last day at Halden Freight's old office."),
        (JOB, "Friday was my last day at Halden Freight as a trainee."),
        (JOB, "I thought Friday was my last day at Halden Freight."),
    ],
)
def test_another_name_than_the_employers_ends_no_work(old: str, new: str) -> None:
    assert not ends(old, new)


@pytest.mark.parametrize(
    ("old", "new", "over"),
    [
        ("I live in Oslo.", "I am no longer at Vega Corp and live in Bergen now.", True),
        ("I am at Mercy Hospital with a broken leg.", "I am no longer at Mercy Hospital.", True),
        ("I live with Tom.", "I am no longer with Tom.", True),
        ("I like the coffee at Vega Corp.", "I am no longer at Vega Corp and live in Bergen now.", False),
        ("I have a meeting with Tom on Friday.", "I am no longer with Tom and live in Bergen now.", False),
        ("My sister lives in Oslo.", "I am no longer at Vega Corp and live in Bergen now.", False),
    ],
)
def test_what_else_is_said_with_it_is_judged_as_ever(old: str, new: str, over: bool) -> None:
    assert ends(old, new) is over


Move = Callable[..., list[Judgement | None]]


def moves(new: str, *known: str) -> list[bool]:
    """For each known turn, whether its work ended with the place where somebody is said to be."""
    beside = [one for text in known for one in readings(text, BEFORE)]
    (mine, *_) = readings(new, LATER)
    return [moved_on(mine, one, beside) is not None for one in beside]


@pytest.mark.parametrize(
    ("new", "hint"),
    [
        ("I've been at Kestrel Mapping for two weeks now, and I like it very much.", "I signed with Kestrel Mapping."),
        ("I have now been with Kestrel Mapping since May.", "I got a job at Kestrel Mapping."),
        ("I've been with Kestrel Mapping for a month.", "I start at Kestrel Mapping on 1 May 2024."),
    ],
)
def test_being_at_a_place_is_a_job_where_it_is_known_for_one(new: str, hint: str) -> None:
    assert moves(new, JOB, hint)[0]
    assert not any(moves(new, hint))
    assert moves(new, JOB) == [False]


@pytest.mark.parametrize(
    "new",
    [
        "I've been with Kestrel Mapping for a month, and my colleagues there are lovely.",
        "I've been at Kestrel Mapping for two weeks as a data engineer.",
        "I've been at Kestrel Mapping for two weeks and my new job there is fun.",
        "I've been at Kestrel Mapping for two weeks, and I love working there.",
    ],
)
def test_a_job_that_is_told_as_one_needs_no_hint(new: str) -> None:
    assert moves(new, JOB) == [True]


@pytest.mark.parametrize(
    "new",
    [
        "I've been at the Grand Hotel for two weeks for work.",
        "I've been at the Grand Hotel for two weeks, and I like working there.",
        "I've been at Mercy Hospital for three weeks and my boss sent flowers.",
        "I've been at Kestrel Mapping for three weeks and my boss sent flowers.",
        "I've been at Kestrel Mapping for a week on business, working there with Tom.",
        "I've been at Kestrel Mapping for two weeks and my colleagues miss me.",
        "I've been at Kestrel Mapping for two weeks as a guest.",
        "I've been at Kestrel Mapping for two weeks as a consultant.",
        "I've been at Oakfield School for two days and my colleagues there are nice.",
        "I've been at Oslo Airport for six hours and I am working here.",
    ],
)
def test_a_stay_that_is_no_job_ends_none(new: str) -> None:
    assert moves(new, JOB) == [False]


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("I've been at the Grand Hotel for two weeks now.", [JOB, "I booked two weeks at the Grand Hotel."]),
        ("I've been at Oakfield Clinic for two weeks with a broken leg.", [JOB]),
        ("I've been at Kestrel Mapping for two weeks.", [JOB, "Tobias got a job at Kestrel Mapping."]),
        ("I've been at Kestrel Mapping for two weeks.", ["Tobias works at Bolt.", "I got a job at Kestrel Mapping."]),
        ("My sister has been at Kestrel Mapping for two weeks.", [JOB, "My sister got a job at Kestrel Mapping."]),
        ("I've been at Kestrel Mapping for two weeks.", [JOB, "I started a second job at Kestrel Mapping."]),
        ("I've been at Kestrel Mapping for two weeks.", [JOB, "I declined the job at Kestrel Mapping."]),
        ("I've been at Kestrel Mapping for two weeks.", [JOB, "My colleague likes Kestrel Mapping."]),
        ("I've been at Oxford for two weeks.", [JOB, "I got a job at Oxford University Press."]),
        ("I've been at the Grand Hotel for two weeks.", [JOB, "I am working at the Grand Hotel this week."]),
        ("I've been at Halden Freight for two weeks.", [JOB]),
        ("I've been with Tobias for two years.", [JOB, "Tobias got a job at Kestrel Mapping."]),
    ],
)
def test_being_somewhere_else_ends_no_work(new: str, known: list[str]) -> None:
    assert not any(moves(new, *known))
