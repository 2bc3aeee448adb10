from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import AtomType, Claim, EntityKind, Mention, Source, content_key
from mnemosaic.write.identity import entity_id, live_key

MAY = datetime(2026, 5, 1, tzinfo=UTC)
JUNE = datetime(2026, 6, 1, tzinfo=UTC)


def claim(details: str, subject: str = "Ann", occurred: datetime | None = None) -> Claim:
    return Claim(
        title="t",
        details=details,
        sources=(Source(turn_id="x"),),
        mentions=(Mention(name=subject, role="subject"),),
        occurred_from=occurred,
    )


def key(details: str, kind: AtomType = AtomType.SEMANTIC, **given: object) -> str:
    return live_key(claim(details, **given), kind)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann likes blue boats.", "Ann likes  blue\nboats"),
        ("Ann likes blue boats.", "Ann really likes the blue boats!"),
        ("She owns a boat", "she owns boats"),
        ("Ann lives in the caf\u00e9", "Ann lives in the cafe\u0301"),
        ("Ann says (quietly) yes", "Ann says quietly, yes"),
    ],
)
def test_the_same_statement_has_one_key(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann has 3 boats", "Ann has 4 boats"),
        ("The limit is 1.5 litres", "The limit is 15 litres"),
        ("The balance is -20 euros", "The balance is 20 euros"),
        ("The meeting is at 10:30", "The meeting is at 10:31"),
        ("Ann can eat nuts", "Ann cannot eat nuts"),
        ("Ann is allergic to nuts", "Ann is not allergic to nuts"),
        ("Ann works with Bob", "Ann works without Bob"),
        ("Ann flew to Rome", "Ann flew from Rome"),
        ("Ann met Bob Smith", "Ann met Bob Jones"),
        ("Ann may go", "Ann must go"),
        ("Ann was ill", "Ann is ill"),
        ("Ann works for May", "Ann works for may"),
        ("mum's number is 0170-1234567", "mum's number is 0170-1234568"),
        ("mum's number is 0170-1234567", "mum's number is 01701234567"),
        ("mum's number is 0170-1234567", "mum's number is 170-1234567"),
        ("mum's number is +49 170 1234567", "mum's number is 49 170 1234567"),
        ("my IBAN is DE89 3704 0044 0532 0130 00", "my IBAN is DE89 3704 0044 0532 0130 01"),
        ("my IBAN is DE89370400440532013000", "my IBAN is DE89 3704 0044 0532 0130 00"),
        ("the pin is 007", "the pin is 7"),
        ("the rate is 5%", "the rate is 5"),
        ("Ann codes in C", "Ann codes in C++"),
        ("Ann codes in C", "Ann codes in C#"),
    ],
)
def test_another_statement_has_another_key(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_what_is_said_of_somebody_else_is_another_statement() -> None:
    assert key("likes football", subject="Jack") != key("likes football", subject="Ann")


def test_only_an_event_is_told_apart_by_its_time() -> None:
    said = "Ann moved to Oslo"
    assert key(said, AtomType.EPISODIC, occurred=MAY) != key(said, AtomType.EPISODIC, occurred=JUNE)
    assert key(said, AtomType.SEMANTIC, occurred=MAY) == key(said, AtomType.SEMANTIC, occurred=JUNE)


@pytest.mark.parametrize("details", ["the the", "!!!", "🙂", "北京", "أنا", "-"])
def test_what_has_no_words_still_has_a_key_of_its_own(details: str) -> None:
    assert key(details) != key(f"{details} {details} x")
    assert key(details) != key("something else")


def test_equal_content_keys_mean_equal_live_keys() -> None:
    assert content_key("Ann  likes\tboats", "ann", None) == content_key("Ann likes boats", "ann", None)
    assert key("Ann  likes\tboats") == key("Ann likes boats")
    assert content_key("Ann likes boats", "ann", MAY) != content_key("Ann likes boats", "ann", None)


def test_a_name_may_stand_for_a_person_and_for_a_country() -> None:
    person, place = (entity_id("s", "jordan", kind) for kind in (EntityKind.PERSON, EntityKind.PLACE))
    assert person != place
    assert entity_id("s", "jordan", EntityKind.PERSON) == person != entity_id("t", "jordan", EntityKind.PERSON)
