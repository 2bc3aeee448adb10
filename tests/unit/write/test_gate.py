"""How far a claim may be relied on, and what to ask where that is too little."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemosaic.settings import Settings
from mnemosaic.write.gate import confidence, question
from tests.records import draft

SHARE = st.floats(0.0, 1.0)


@pytest.mark.parametrize(
    ("directness", "consistency", "specificity", "expected"),
    [(1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 0.7, 0.91), (0.3, 1.0, 0.7, 0.56), (0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.7, 0.71)],
)
def test_confidence_is_the_weighted_sum(
    directness: float, consistency: float, specificity: float, expected: float
) -> None:
    claim = draft("Ann likes tea.", directness=directness, specificity=specificity).claim
    assert confidence(claim, consistency) == expected


def test_directness_is_at_most_what_the_extractor_believes() -> None:
    doubted = draft("Ann likes tea.", directness=1.0, confidence=0.2).claim
    assert confidence(doubted, 1.0) == 0.6
    hedged = draft("Ann may like tea.", directness=0.2, confidence=1.0).claim
    assert confidence(hedged, 1.0) == 0.6


def test_a_plain_statement_passes_the_default_and_hedged_hearsay_does_not() -> None:
    threshold = Settings(_env_file=None).confidence_gate
    assert confidence(draft("Ann likes tea.", directness=1.0, specificity=0.7).claim, 1.0) >= threshold
    assert confidence(draft("Ann may like tea.", directness=0.3, specificity=0.7).claim, 1.0) < threshold


@settings(deadline=None)
@given(SHARE, SHARE, SHARE, SHARE)
def test_it_stays_in_bounds_and_grows_with_consistency(
    directness: float, specificity: float, less: float, more: float
) -> None:
    claim = draft("Ann likes tea.", directness=directness, specificity=specificity).claim
    low, high = sorted((less, more))
    assert 0.0 <= confidence(claim, low) <= confidence(claim, high) <= 1.0


def test_the_weakest_part_decides_what_is_asked() -> None:
    assert question(draft("Ann may ski.", directness=0.3, specificity=0.7).claim) == 'Is this certain: "Ann may ski."'
    vague = question(draft("Ann does things.", directness=1.0, specificity=0.2).claim)
    assert vague == 'Can you say more exactly what is meant by: "Ann does things."'


def test_a_long_statement_is_cut_in_the_question() -> None:
    asked = question(draft("x" * 1000, directness=0.1).claim)
    assert asked.endswith('x…"')
    assert len(asked) < 330
