from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.turns import StoredTurn
from mnemosaic.write.dates import annotate, assumed_start, find
from mnemosaic.write.decompose import LocalDecomposer

Stored = Callable[..., StoredTurn]
SAID = datetime(2023, 5, 24, 13, 30, tzinfo=UTC)  # a Wednesday


def spans(text: str, said: datetime = SAID) -> list[tuple[str, str, str]]:
    return [
        (text[d.start : d.end], d.period.start.date().isoformat(), d.period.end.date().isoformat())
        for d in find(text, said)
    ]


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("I went yesterday", "2023-05-23", "2023-05-24"),
        ("We met the day before yesterday", "2023-05-22", "2023-05-23"),
        ("I slept badly last night", "2023-05-23", "2023-05-24"),
        ("I ran a race last Saturday", "2023-05-20", "2023-05-21"),
        ("The meeting is on Friday", "2023-05-26", "2023-05-27"),
        ("I met her on Friday", "2023-05-19", "2023-05-20"),
        ("I painted it last week", "2023-05-15", "2023-05-22"),
        ("I was ill the last week", "2023-05-15", "2023-05-22"),
        ("The storm was the last week of May", "2023-05-01", "2023-06-01"),
        ("We will camp next month", "2023-06-01", "2023-07-01"),
        ("I moved last year", "2022-01-01", "2023-01-01"),
        ("We met two years ago", "2021-01-01", "2022-01-01"),
        ("It broke 3 days ago", "2023-05-21", "2023-05-22"),
        ("In May we will go", "2023-05-01", "2023-06-01"),
        ("I moved last May", "2022-05-01", "2022-06-01"),
        ("We were there in August", "2022-08-01", "2022-09-01"),
        ("We will be there in August", "2023-08-01", "2023-09-01"),
        ("On 7 May I left", "2023-05-07", "2023-05-08"),
        ("I left on May 3rd, 2021", "2021-05-03", "2021-05-04"),
        ("the week before 9 June 2023", "2023-06-02", "2023-06-09"),
        ("the Sunday before 25 May 2023", "2023-05-21", "2023-05-22"),
        ("It was hot in the summer of 2022", "2022-06-01", "2022-09-01"),
        ("signed 2021-02-28", "2021-02-28", "2021-03-01"),
        ("geboren am 25.12.1980", "1980-12-25", "1980-12-26"),
        ("昨天去了北京", "2023-05-23", "2023-05-24"),
        ("2021年3月5日", "2021-03-05", "2021-03-06"),
        ("вчера был дождь", "2023-05-23", "2023-05-24"),
        ("fue el 3 de mayo de 2021", "2021-05-03", "2021-05-04"),
        ("I'll do it in two weeks", "2023-06-05", "2023-06-12"),
    ],
)
def test_words_become_dates(text: str, first: str, end: str) -> None:
    assert [found[1:] for found in spans(text)] == [(first, end)]


@pytest.mark.parametrize(
    "text",
    ["We met on Tuesday 10 March.", "We met on Tuesday, 10 March.", "We met on Tuesday the 10th of March.",
     "We met on Tuesday, March 10th.", "We met Tuesday March 10.", "We met on Tuesday 10 March 2026."],
)  # fmt: skip
def test_the_name_of_a_day_and_its_date_are_one_date(text: str) -> None:
    said = datetime(2026, 3, 20, 9, tzinfo=UTC)
    assert [found[1:] for found in spans(text, said)] == [("2026-03-10", "2026-03-11")]
    assert annotate(text, find(text, said)).count("(") == 1


@pytest.mark.parametrize(
    ("text", "said", "first"),
    [
        ("We met on 28 December.", "2026-01-03", "2025-12-28"),
        ("We met on 10 March.", "2026-03-01", "2025-03-10"),
        ("We met on 10 March.", "2026-03-20", "2026-03-10"),
        ("We will meet on 10 March.", "2026-03-20", "2027-03-10"),
        ("We will meet on 10 March.", "2026-03-01", "2026-03-10"),
        ("We will meet on Tuesday 5 January.", "2026-12-20", "2027-01-05"),
        ("I am going to fly on March 3rd.", "2026-12-20", "2027-03-03"),
        ("I flew on March 3rd.", "2026-12-20", "2026-03-03"),
    ],
)
def test_a_date_without_a_year_is_the_last_one_or_the_next_as_the_tense_says(text: str, said: str, first: str) -> None:
    moment = datetime.fromisoformat(said).replace(tzinfo=UTC)
    assert [found[1] for found in spans(text, moment)] == [first]


@pytest.mark.parametrize(
    "text",
    ["It may march on", "May I go?", "the second of three", "Call 0170-1234567", "every Friday I run", "10/11/2023",
     "my favourite player", "version 3.5.2012", "I fall in love", "see you in 5 minutes", "My birthday is on 3 March",
     "He paid 2000 dollars", "room 2023", "31 February 2022", "a 7-1 win", "10 people came",
     "It was my last day at Acme", "our last week here was grey", "the last day of the trip was hot"],
)  # fmt: skip
def test_what_is_no_date_makes_none(text: str) -> None:
    assert spans(text) == []


def test_bounds_are_told_from_moments() -> None:
    assert [d.bound for d in find("I have lived here since 2016 and stay until Friday", SAID)] == ["since", "until"]


def test_the_date_stands_behind_the_words() -> None:
    text = "I went yesterday, and in 2019 too"
    assert annotate(text, find(text, SAID)) == "I went yesterday (2023-05-23), and in 2019 too"


def test_the_day_is_that_of_utc() -> None:
    said = datetime(2023, 5, 24, 5, tzinfo=timezone(timedelta(hours=9)))
    assert spans("I went yesterday", said)[0][1] == "2023-05-22"


def test_an_import_says_nothing_of_when_it_happened(stored: Stored) -> None:
    assert assumed_start(stored("I ran", said_at=None)) is None
    assert assumed_start(stored("I ran", said_at=SAID)) == datetime(2023, 5, 24, tzinfo=UTC)


@given(
    st.lists(st.sampled_from("last next in on 3 May Friday 2023 week year ago yesterday . - / 31 the before".split())),
    st.datetimes(timezones=st.just(UTC)),
)
def test_no_wording_and_no_time_of_speaking_fails(words: list[str], said: datetime) -> None:
    for dated in find(" ".join(words), said):
        assert dated.period.start < dated.period.end


@given(
    st.lists(
        st.sampled_from(
            ["Tomorrow", "Next year", "last week", "two years ago", "in 3 months", "at the weekend", "on Friday", "I",
             "the day before yesterday", "on 31 December", "in winter", "by Monday", "last summer", "went", "will go",
             "the week before 1 January", "for 12 years", "in May", "have been", "by", "昨天", "9999-12-31"]
        ),
        min_size=1,
    ),
    st.one_of(
        st.datetimes(timezones=st.just(UTC)),
        st.sampled_from([datetime.min, datetime.max, datetime(1, 1, 2), datetime(9999, 12, 30)]).map(
            lambda edge: edge.replace(tzinfo=UTC)
        ),
    ),
)  # fmt: skip
def test_no_time_of_speaking_fails_a_turn(stored: Stored, words: list[str], said: datetime) -> None:
    turn = stored(" ".join(words) + ".", said_at=said, caption="a photo")
    for claim in LocalDecomposer().decompose([turn]).claims:
        if claim.occurred_from and claim.occurred_until:
            assert claim.occurred_from < claim.occurred_until


def test_an_early_year_has_four_digits() -> None:
    text = "I leave tomorrow"
    assert annotate(text, find(text, datetime(1, 1, 1, 12, tzinfo=UTC))) == "I leave tomorrow (0001-01-02)"


SUNDAY = datetime(2025, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("I start on September 1st teaching biology", ["2025-09-01"]),
        ("I got a new job and start on September 1st", ["2025-09-01"]),
        ("The exam is on 30 August", ["2025-08-30"]),
        ("I moved here on 1 September", ["2024-09-01"]),
        ("The dentist appointment on Tuesday was moved to Thursday", ["2025-03-04", "2025-03-06"]),
        ("I've got an exam on Friday", ["2025-03-07"]),
        ("I had an appointment on Tuesday", ["2025-02-25"]),
        ("The appointment on Tuesday went well", ["2025-02-25"]),
        ("I told him about the appointment on Tuesday", []),
        ("My boss asked me to finish it by Monday", ["2025-03-03"]),
        ("She told me to wait until Friday", ["2025-03-07"]),
        ("She asked me to come on Friday", []),
        ("I lived there until April", []),
        ("I have lived here since October", ["2024-10-01"]),
        ("The deadline was postponed until Friday", ["2025-03-07"]),
        ("She said the exam is on Friday", ["2025-03-07"]),
        ("You must never deploy on Friday or at the weekend", []),
        ("Deploys must never happen on a Friday, nor at the weekend", []),
        ("I always run on Sunday", []),
        ("I work from Monday to Friday", []),
        ("We hike at the weekend", []),
        ("I was born in May", []),
    ],
)
def test_a_date_looks_where_its_clause_looks_and_in_doubt_is_none(text: str, first: list[str]) -> None:
    assert [found[1] for found in spans(text, SUNDAY)] == first


def test_what_was_moved_is_at_its_new_time(stored: Stored) -> None:
    turn = stored("The dentist appointment on Tuesday was moved to Thursday.", said_at=SUNDAY)
    (claim,) = LocalDecomposer().decompose([turn]).claims
    assert claim.occurred_from == datetime(2025, 3, 6, tzinfo=UTC)
