from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.relations import Relation
from tests.unit.write.conftest import Decompose


@pytest.mark.parametrize(
    ("said", "state", "since"),
    [
        ("Last Friday was my last day at Acme.", "Ann is no longer at Acme.", "2023-05-20"),
        (
            "My brother's last day at Bolt & Sons is 2 June 2023.",
            "Ann's brother is no longer at Bolt & Sons.",
            "2023-06-03",
        ),
        ("This is my final week with Acme.", "Ann is no longer at Acme.", "2023-05-29"),
        ("This is my last month at Acme.", "Ann is no longer at Acme.", "2023-06-01"),
        # said on a Wednesday
        ("Friday is my last day at Acme.", "Ann is no longer at Acme.", "2023-05-27"),
        ("My last day at Acme will be Friday.", "Ann is no longer at Acme.", "2023-05-27"),
        ("Friday was my last day at Acme.", "Ann is no longer at Acme.", "2023-05-20"),
        ("My last day at Hollis Bank was Friday.", "Ann is no longer at Hollis Bank.", "2023-05-20"),
        ("Eva's last day at Polar Air was Friday.", "Eva is no longer at Polar Air.", "2023-05-20"),
        ("I told Tom yesterday that Friday is my last day at Acme.", "Ann is no longer at Acme.", "2023-05-27"),
        (
            "I handed in my notice at Acme and my last day is 30 June 2023.",
            "Ann is no longer at Acme.",
            "2023-07-01",
        ),
        ("I moved to Oslo in March 2021.", "Ann lives in Oslo.", "2021-03-01"),
        ("I lived in Rome in 2019.", "Ann lived in Rome.", "2019-01-01"),
        # when and with whom, before where to
        ("I moved in May 2021 to Bergen.", "Ann lives in Bergen.", "2021-05-01"),
        ("In March I moved to Rome.", "Ann lives in Rome.", "2023-03-01"),
        ("I moved with my family in June 2022 from Oslo to Lyon.", "Ann lives in Lyon.", "2022-06-01"),
        ("Last month I joined Globex.", "Ann works at Globex.", "2023-04-01"),
        ("In 2019 I worked at Acme.", "Ann worked at Acme.", "2019-01-01"),
        ("Last year my sister Ida left Acme for Globex.", "Ida works at Globex.", "2022-01-01"),
    ],
)
def test_an_event_leaves_a_state_behind(decompose: Decompose, said: str, state: str, since: str) -> None:
    event, left = decompose(said).claims
    assert (left.details, left.type) == (state, AtomType.SEMANTIC)
    assert left.valid_from is not None
    assert left.valid_from.date().isoformat() == since
    assert left.slot == event.slot
    (relation,) = left.relations
    assert (relation.target, relation.relation) == (0, Relation.DERIVED_FROM)


@pytest.mark.parametrize(
    "said",
    [
        "I live in Oslo.",
        "I lived in Rome.",
        "I visited Oslo in May 2021.",
        "My birthday is 3 May.",
        "Tuesday was the last day of our trip.",
        "If it was my last day at Acme, nobody told me.",
        "My last day at Acme never came.",
        "My last day at Acme is still far away.",
        "I handed in my notice at Acme.",
        "I handed in my notice at Acme on Monday.",
        "Wednesday is my last day at Acme.",
        "The 30th is my last day at Acme.",
        "Friday was my last day at Acme this week.",
        "My last day at Acme was meant for Friday.",
        "In summer I live in Molde.",
        "In May I moved the meeting to Friday.",
        "I moved in with Tom in May.",
        "In March I almost moved to Rome.",
    ],
)
def test_what_is_no_dated_change_leaves_none(decompose: Decompose, said: str) -> None:
    assert len(decompose(said).claims) == 1


@pytest.mark.parametrize("said", ["This is my last month at Acme.", "Saturday is my last day at Acme."])
def test_the_calendar_may_end_before_the_job(decompose: Decompose, said: str) -> None:
    assert len(decompose(said, said_at=datetime(9999, 12, 31, 12, tzinfo=UTC)).claims) == 1
