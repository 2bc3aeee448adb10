"""Attributes that hold one value, many, or one for good; and when two values are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.atoms import Slot
from mnemosaic.write.attributes import Holds, canonical, holds, settled
from mnemosaic.write.values import same_value


@pytest.mark.parametrize(
    ("attribute", "name", "how"),
    [
        ("Employer", "employer", Holds.CHANGING),
        ("job title", "occupation", Holds.CHANGING),
        ("WIFE", "spouse", Holds.CHANGING),
        ("current city", "home", Holds.CHANGING),
        ("favorite food", "favourite food", Holds.CHANGING),
        ("all-time favourite player", "favourite player", Holds.CHANGING),
        ("favourite books", "favourite books", Holds.MANY),
        ("phone_number", "phone", Holds.CHANGING),
        ("due date", "deadline", Holds.CHANGING),
        ("Date of Birth", "birthday", Holds.FIXED),
        ("mother tongue", "native language", Holds.FIXED),
        ("hobbies", "hobby", Holds.MANY),
        ("son", "child", Holds.MANY),
        ("allergies", "allergy", Holds.MANY),
        ("ring tone", "ring tone", None),
    ],
)
def test_an_attribute_by_any_name(attribute: str, name: str, how: Holds | None) -> None:
    assert (canonical(attribute), holds(attribute)) == (name, how)


@given(st.text(max_size=40))
def test_the_one_name_is_stable(attribute: str) -> None:
    assert canonical(canonical(attribute)) == canonical(attribute)


def test_what_is_known_counts_and_else_what_the_slot_says() -> None:
    hobby = settled(Slot(entity="ann", attribute="Hobbies", value="chess", single=True))
    assert (hobby.attribute, hobby.single, hobby.fixed) == ("hobby", False, False)
    birthday = settled(Slot(entity="ann", attribute="birthday", value="3 March"))
    assert (birthday.single, birthday.fixed) == (True, True)
    assert settled(Slot(entity="ann", attribute="ring tone", single=True)).single


@pytest.mark.parametrize(
    ("attribute", "left", "right"),
    [
        ("employer", "Acme", "ACME"),
        ("employer", "Acme", "the Acme Inc."),
        ("home", "Oslo", "Oslo, Norway"),
        ("home", "New York", "New York City"),
        ("home region", "the US", "United States"),
        ("birthday", "3 March", "on the 3rd of March 1990"),
        ("birthday", "1990-03-03", "March 3, 1990"),
        ("phone", "0170-1234567", "0170 1234567"),
        ("iban", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("occupation", "nurse", "a paediatric nurse"),
        ("status", "in progress", "In-Progress"),
        ("manager", "Dr. Smith", "Smith"),
    ],
)
def test_one_value_written_in_two_ways(attribute: str, left: str, right: str) -> None:
    assert same_value(attribute, left, right)
    assert same_value(attribute, right, left)


@pytest.mark.parametrize(
    ("attribute", "left", "right"),
    [
        ("employer", "Acme Inc.", "Acme GmbH"),
        ("employer", "Acme", "Acme Bank"),
        ("home", "York", "New York"),
        ("home", "Paris, Texas", "Paris, France"),
        ("birthday", "3 March", "4 March"),
        ("birthday", "3 March 1990", "3 March 1991"),
        ("birthday", "3 March", "March 1990"),
        ("phone", "0170-1234567", "0170-1234568"),
        ("phone", "0170", "0170-1234567"),
        ("version", "2.3", "2.3.1"),
        ("version", "12", "1.2"),
        ("email", "ann-b@x.org", "annb@x.org"),
        ("blood type", "A-", "A+"),
        ("blood type", "A-", "A"),
        ("age", "34", "35"),
        ("password", "Secret", "secret"),
        ("manager", "Mr. Smith", "Mrs. Smith"),
        ("price", "1,000", "1.000"),
        ("employer", None, None),
        ("employer", "", ""),
    ],
)
def test_two_values_that_look_alike(attribute: str, left: str | None, right: str | None) -> None:
    assert not same_value(attribute, left, right)
    assert not same_value(attribute, right, left)


@given(
    st.sampled_from(["employer", "home", "phone", "birthday", "version", "anything"]), st.text(max_size=30), st.text()
)
def test_sameness_goes_both_ways(attribute: str, left: str, right: str) -> None:
    assert same_value(attribute, left, right) == same_value(attribute, right, left)


@given(st.sampled_from(["phone", "iban", "version", "age", "price"]), st.integers(0, 10**12), st.integers(0, 10**12))
def test_numbers_are_exact(attribute: str, left: int, right: int) -> None:
    assert same_value(attribute, str(left), str(right)) == (left == right)
