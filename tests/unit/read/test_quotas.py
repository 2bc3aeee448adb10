from __future__ import annotations

from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.atoms import AtomType
from mnemosaic.read.quotas import quotas

S, E, P = AtomType
WEIGHTS = st.fixed_dictionaries({}, optional=dict.fromkeys(AtomType, st.floats(0, 1e6, allow_subnormal=False)))


@given(WEIGHTS, st.integers(1, 1000))
def test_the_shares_are_whole_sum_to_k_and_stay_within_one_of_the_exact_share(
    weights: dict[AtomType, float], k: int
) -> None:
    shares = quotas(weights, k)
    assert set(shares) == set(AtomType)
    assert sum(shares.values()) == k
    total = sum(weights.values())
    for kind in AtomType:
        exact = weights.get(kind, 0.0) / total * k if total else k / 3
        assert floor(exact * (1 - 1e-9)) <= shares[kind] <= exact * (1 + 1e-9) + 1


@pytest.mark.parametrize(
    ("weights", "k", "expected"),
    [
        ({S: 0.8, E: 0.2, P: 0.0}, 20, {S: 16, E: 4, P: 0}),
        ({S: 0.1, E: 0.8, P: 0.1}, 5, {S: 1, E: 4, P: 0}),
        ({S: 1, E: 1, P: 1}, 20, {S: 7, E: 7, P: 6}),
        ({S: 0.46, E: 0.34, P: 0.2}, 3, {S: 1, E: 1, P: 1}),
        ({P: 5}, 3, {S: 0, E: 0, P: 3}),
        ({}, 4, {S: 2, E: 1, P: 1}),
    ],
)
def test_the_largest_remainders_get_what_is_left(
    weights: dict[AtomType, float], k: int, expected: dict[AtomType, int]
) -> None:
    assert quotas(weights, k) == expected
