"""Coverage for questions that ask for several things."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.read.candidates import Place
from mnemosaic.read.cover import covering

SESSIONS = st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.01, 5)), min_size=1, max_size=7)


def placed(rows: list[tuple[str, float]]) -> dict[Place, float]:
    return {Place("s", session, number): score for number, (session, score) in enumerate(rows)}


def value(places: dict[Place, float], chosen: tuple[Place, ...], strength: float) -> float:
    sums: dict[str, float] = {}
    for place in chosen:
        sums[place.session] = sums.get(place.session, 0.0) + places[place]
    return math.fsum(total ** (1 - strength) for total in sums.values())


def test_what_another_session_says_comes_before_the_same_session_again() -> None:
    places = placed([("march", 3.0), ("march", 2.9), ("march", 2.8), ("june", 2.0)])
    order = sorted(covering(places, 0.5).items(), key=lambda item: -item[1])
    assert [place.session for place, _ in order] == ["march", "june", "march", "march"]
    plain = sorted(covering(places, 0.0).items(), key=lambda item: -item[1])
    assert [place.position for place, _ in plain] == [0, 1, 2, 3]


@given(SESSIONS, st.floats(0.0, 0.9), st.integers(1, 4))
def test_the_order_is_as_good_as_the_bound_says(rows: list[tuple[str, float]], strength: float, k: int) -> None:
    places = placed(rows)
    found = covering(places, strength)
    taken = tuple(sorted(places, key=lambda place: (-found[place], place))[:k])
    best = max(value(places, chosen, strength) for chosen in combinations(places, min(k, len(places))))
    assert value(places, taken, strength) >= (1 - 1 / math.e) * best - 1e-9


@given(SESSIONS, st.floats(0.0, 0.9))
def test_nothing_gains_and_the_first_of_a_session_keeps_its_score(
    rows: list[tuple[str, float]], strength: float
) -> None:
    places = placed(rows)
    found = covering(places, strength)
    for place, score in places.items():
        assert found[place] <= score + 1e-9
    for session in {place.session for place in places}:
        best = max(score for place, score in places.items() if place.session == session)
        assert max(found[place] for place in places if place.session == session) == pytest.approx(best)
