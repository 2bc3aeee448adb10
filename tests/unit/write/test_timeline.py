"""Event time decides what ends what, whatever the order of arrival."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemosaic.atoms import AtomStatus
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.write.known import Known
from mnemosaic.write.timeline import begins_before, change
from tests.records import day, known

Interval = tuple[datetime, datetime, AtomStatus]


def since(number: int) -> Known:
    """A home that names the day from which it holds; when it was told says nothing."""
    return known(f"Ann lives at place {number}.", valid_from=day(number), said_at=day(1000))


def told(number: int) -> Known:
    """A home without a time, told on a day."""
    return known(f"Ann lives at place {number}.", said_at=day(number))


def arrive(numbers: Sequence[int], make: Callable[[int], Known]) -> dict[int, Interval]:
    """Intervals after each value was compared with all that were there."""
    there: dict[int, Known] = {}
    for number in numbers:
        new = make(number)
        for old in there.values():
            change(new, old)
        there[number] = new
    return {number: (one.valid_from, one.valid_until, one.status) for number, one in there.items()}


DAYS = st.lists(st.integers(0, 500), min_size=1, max_size=7, unique=True)


@pytest.mark.parametrize("make", [since, told])
@settings(deadline=None)
@given(numbers=DAYS)
def test_intervals_do_not_depend_on_the_order_of_arrival(make: Callable[[int], Known], numbers: list[int]) -> None:
    order = sorted(numbers)
    found = arrive(numbers, make)
    for number, following in zip(order, [*order[1:], None], strict=True):
        begins, ends, status = found[number]
        assert ends == (day(following) if following is not None else FOREVER)
        assert status is (AtomStatus.SUPERSEDED if following is not None else AtomStatus.CURRENT)
        # what nothing came before may have held all along
        assert begins in ((day(number),) if make is since or number != order[0] else (day(number), BEGINNING))


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.none() | st.integers(0, 90), st.none() | st.integers(0, 90), st.integers(0, 90)),
        min_size=2,
        max_size=6,
    )
)
def test_nothing_is_closed_before_it_opens(times: list[tuple[int | None, int | None, int]]) -> None:
    there: list[Known] = []
    for place, (starts, length, said) in enumerate(times):
        opens = day(starts) if starts is not None else None
        ends = day((starts or 0) + length + 1) if length is not None else None
        new = known(f"Ann lives at place {place}.", valid_from=opens, valid_until=ends, said_at=day(said))
        before = {one.id: one.valid_until for one in there}
        for old in there:
            change(new, old)
        there.append(new)
        for one in there:
            assert one.valid_from <= one.valid_until
            # an end moves nearer and never away
            assert one.valid_until <= before.get(one.id, FOREVER)


def test_of_equal_times_the_one_told_later_stands() -> None:
    old, new = since(5), known("Ann lives elsewhere.", valid_from=day(5))
    made = change(new, old)
    assert made is not None
    assert (made.earlier, made.later) == (old, new)
    assert (old.valid_until, old.status) == (day(5), AtomStatus.SUPERSEDED)
    assert (new.valid_until, new.status) == (FOREVER, AtomStatus.CURRENT)


def test_what_changed_can_be_undone() -> None:
    old, new = since(5), since(9)
    made = change(new, old)
    assert made is not None
    assert (made.until, made.status) == (FOREVER, AtomStatus.CURRENT)


def test_what_ended_before_is_left_as_it_is() -> None:
    old, new = known("Ann lived here.", valid_from=day(1), valid_until=day(3)), since(5)
    assert change(new, old) is None
    assert (old.valid_until, old.status) == (day(3), AtomStatus.CURRENT)


def test_a_past_told_on_the_same_day_came_before() -> None:
    old, new = told(5), known("Ann lived in Rome.", said_at=day(5))
    assert begins_before(new, old)
    assert not begins_before(old, new)
    made = change(new, old)
    assert made is not None
    assert made.later is old
    assert old.status is AtomStatus.CURRENT


def test_a_past_told_later_does_not_end_what_holds() -> None:
    old, new = told(5), known("Ann lived in Rome.", said_at=day(9))
    change(new, old)
    assert (old.valid_until, old.status) == (FOREVER, AtomStatus.CURRENT)
    assert new.valid_until == day(5)
