from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.read.words import negated, period, several

NOW = datetime(2024, 3, 13, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("Where was Ann in May 2023?", "2023-05-01", "2023-06-01"),
        ("What happened in December 2023?", "2023-12-01", "2024-01-01"),
        ("Who came last week?", "2024-03-04", "2024-03-11"),
        ("Who comes this week?", "2024-03-11", "2024-03-18"),
        ("What did Bob buy last month?", "2024-02-01", "2024-03-01"),
        ("Where did she live last year?", "2023-01-01", "2024-01-01"),
        ("What did I say yesterday?", "2024-03-12", "2024-03-13"),
        ("What was built in 1999?", "1999-01-01", "2000-01-01"),
        ("Who came in June?", "2023-06-01", "2023-07-01"),
        ("Who came in February?", "2024-02-01", "2024-03-01"),
    ],
)
def test_the_time_that_a_question_names_is_seen_from_the_asking(question: str, start: str, end: str) -> None:
    found = period(question, NOW)
    assert found is not None
    assert [moment.date().isoformat() for moment in found] == [start, end]


@pytest.mark.parametrize("question", ["May I eat nuts?", "Who plays the violin?", "", "in May 0000", "in May 9999?"])
def test_what_names_no_time_has_none(question: str) -> None:
    assert period(question, NOW) is None


@pytest.mark.parametrize(
    ("question", "expected"),
    [("What must Ann not eat?", True), ("Who didn't come?", True), ("Who noted it?", False), ("Who came?", False)],
)
def test_a_negation_is_noticed(question: str, expected: bool) -> None:
    assert negated(question) is expected


@pytest.mark.parametrize(
    ("question", "many"),
    [
        ("Which books has she read?", True),
        ("What musical instruments does Ann play?", True),
        ("How many times did Bob go to the beach?", True),
        ("What are Ann's plans?", True),
        ("What kind of jobs has he had?", True),
        ("What people did she meet?", True),
        ("What is her address?", False),
        ("What was said?", False),
        ("Which address is it?", False),
        ("Who has the keys?", False),
        ("When did the bus come?", False),
        ("Which bus does Ann take?", False),
        ("What happens on Monday?", False),
        ("What helps Ann sleep?", False),
    ],
)
def test_whether_a_question_asks_for_several_things(question: str, many: bool) -> None:
    assert several(question) is many


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("Who has come since March?", "2024-03-01", "2024-04-01"),
        ("Where has she lived since 2019?", "2019-01-01", "2024-03-14"),
        ("What has changed since May 2023?", "2023-05-01", "2024-03-14"),
    ],
)
def test_what_is_asked_since_a_time_goes_on_until_today(question: str, start: str, end: str) -> None:
    found = period(question, NOW)
    assert found is not None
    assert [moment.date().isoformat() for moment in found] == [start, end]


@pytest.mark.parametrize("question", ["What happened yesterday?", "Who came last year?", "Who came last week?"])
@pytest.mark.parametrize("year", [1, 9999])
def test_a_time_beyond_the_calendar_is_no_time(question: str, year: int) -> None:
    at = datetime(year, 1, 1, tzinfo=UTC) if year == 1 else datetime(year, 12, 31, tzinfo=UTC)
    found = period(question, at)
    assert found is None or found.start < found.end
    assert period("Who comes this week?", datetime(9999, 12, 31, tzinfo=UTC)) is None
