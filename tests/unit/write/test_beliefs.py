"""Bayes' rule over values of which one can be true."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemosaic.write.beliefs import LEAST, MOST, beliefs, reliability

RELIABILITY = st.floats(LEAST, MOST)
STATED = st.lists(st.lists(RELIABILITY, max_size=6), min_size=1, max_size=6)


@settings(deadline=None)
@given(STATED)
def test_beliefs_sum_to_one(stated: list[list[float]]) -> None:
    found = beliefs(stated)
    assert sum(found) == pytest.approx(1.0)
    assert all(0.0 <= belief <= 1.0 for belief in found)


@settings(deadline=None)
@given(STATED, st.randoms())
def test_the_order_of_values_does_not_matter(stated: list[list[float]], chance: object) -> None:
    order = list(range(len(stated)))
    chance.shuffle(order)  # type: ignore[attr-defined]
    found, moved = beliefs(stated), beliefs([stated[place] for place in order])
    assert moved == pytest.approx([found[place] for place in order])


@settings(deadline=None)
@given(RELIABILITY, RELIABILITY)
def test_the_more_reliable_of_two_wins(one: float, other: float) -> None:
    first, second = beliefs([[one], [other]])
    if one == other:
        assert first == pytest.approx(second)
    else:
        assert (first >= second) == (one > other)


@settings(deadline=None)
@given(st.floats(0.55, MOST), st.integers(1, 5))
def test_each_further_statement_of_a_reliable_source_adds(reliable: float, times: int) -> None:
    few, more = ([reliable] * count for count in (times, times + 1))
    assert beliefs([more, [0.5]])[0] >= beliefs([few, [0.5]])[0]


def test_figures_by_hand() -> None:
    # two values, one statement each of 0.8: even
    assert beliefs([[0.8], [0.8]]) == [0.5, 0.5]
    # one statement of 0.8 beside nothing: 0.8 to 0.2
    assert beliefs([[0.8], []]) == pytest.approx([0.8, 0.2])
    # three values: the rest share what is left
    assert beliefs([[0.8], [], []]) == pytest.approx([0.8, 0.1, 0.1])


def test_nothing_stated_leaves_all_even() -> None:
    assert beliefs([[], []]) == [0.5, 0.5]
    assert beliefs([]) == []


@settings(deadline=None)
@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_no_single_statement_decides_for_good(trust: float, confidence: float) -> None:
    assert LEAST <= reliability(trust, confidence) <= MOST
    assert reliability(1.0, 1.0) == MOST
    assert reliability(0.0, 1.0) == LEAST
