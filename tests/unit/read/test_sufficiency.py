from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import Atom, AtomType
from mnemosaic.evaluate.abstention import AbstentionMeter, auroc
from mnemosaic.evidence import Entry, SourceTurn
from mnemosaic.models.protocols import Thresholds
from mnemosaic.read.sufficiency import Asked, sufficiency
from mnemosaic.relations import Relation, Step

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LIMITS = Thresholds(associated=0.4, duplicate=0.9, unrelated=0.1)
ASKED = Asked("", {"ann": 9, "bake": 2, "cake": 1}, 20, frozenset({"Ann"}))


def entry(
    details: str, speaker: str = "Ann", similarity: float = 0.5, score: float = 0.5, reached: bool = False
) -> Entry:
    turn = SourceTurn(turn_id=details, session="s", position=0, speaker=speaker, received_at=NOON)
    path = (Step(relation=Relation.SUPPORTS, forward=True),) if reached else ()
    atom = Atom(id=details, scope="s", type=AtomType.SEMANTIC, title="t", details=details, recorded_at=NOON)
    return Entry(atom=atom, similarity=similarity, score=score, turns=(turn,), path=path)


def test_it_is_the_mean_of_its_parts() -> None:
    found = sufficiency(ASKED, [entry("I bake cakes"), entry("Bob sings", "Bob")], LIMITS)
    assert found.score == pytest.approx((found.nearness + found.own + found.person) / 3)
    assert (found.nearness, found.own, found.person, found.similarity) == pytest.approx((0.5, 1.0, 0.5, 0.5))


def test_what_was_told_of_another_person_suffices_less() -> None:
    own = sufficiency(ASKED, [entry("I bake cakes"), entry("I sing", "Bob")], LIMITS)
    other = sufficiency(ASKED, [entry("I bake cakes", "Bob"), entry("I sing", "Ann")], LIMITS)
    assert own.score > other.score + 0.2
    named = sufficiency(ASKED, [entry("Ann bakes cakes", "Bob")], LIMITS)
    assert (named.own, named.person) == (1.0, 1.0)


def test_where_nobody_is_named_every_entry_counts() -> None:
    found = sufficiency(ASKED._replace(persons=frozenset()), [entry("I bake cakes", "Bob")], LIMITS)
    assert found.person == 1.0


@pytest.mark.parametrize("entries", [[], [entry("I bake cakes", reached=True)]])
def test_nothing_found_suffices_for_nothing(entries: list[Entry]) -> None:
    assert sufficiency(ASKED, entries, LIMITS).score == 0.0


def test_scores_stay_in_0_to_1() -> None:
    for similarity in (0.0, 1.0):
        for asked in (ASKED, Asked("", {}, 0, frozenset()), Asked("", {"x": 0}, 0, frozenset({"X"}))):
            assert 0 <= sufficiency(asked, [entry("I bake", similarity=similarity, score=0.0)], LIMITS).score <= 1


def test_the_area_under_the_curve_counts_pairs() -> None:
    assert auroc([1.0, 2.0], [0.0, 1.0]) == pytest.approx(0.875)
    assert auroc([0.5], [0.5]) == 0.5


def test_the_difference_has_an_interval_and_the_threshold_its_price() -> None:
    meter = AbstentionMeter()
    assert meter.measured(0.5) is None
    for place in range(40):
        meter.add(0.6 + place / 100, (place * 7 % 40) / 40, True)
        meter.add(place / 100, (place * 11 % 40) / 40, False)
    found = meter.measured(0.3)
    assert found is not None
    assert (found.answerable, found.unanswerable, found.sufficiency, found.kept) == (40, 40, 1.0, 1.0)
    assert found.interval[0] <= found.difference <= found.interval[1]
    assert found.refused == 0.75
    assert meter.measured(0.3) == found
