"""Why a recall came out as it did: what was left out by which rule, why not one atom, and flat reading beside it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.asof import AsOf
from mnemosaic.atoms import Atom
from mnemosaic.errors import InputError, NotFoundError
from mnemosaic.explained import Rule
from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import talk

pytestmark = pytest.mark.live

QUESTION = "Where does Ann live?"


@pytest.fixture(scope="module")
def told(memory: Memory) -> str:
    scope = "explained-tests/ann"
    memory.drop_scope(scope=scope)
    memory.remember(Turn(text="I live in Rome.", speaker="Ann", said_at=datetime(2020, 1, 1)), scope=scope)
    memory.remember(Turn(text="I live in Oslo.", speaker="Ann", said_at=datetime(2024, 1, 1)), scope=scope)
    memory.remember(talk(30), scope=scope)
    return scope


def holding(memory: Memory, scope: str, word: str, as_of: datetime | None = None) -> Atom:
    return next(atom for atom in memory.atoms(scope=scope, as_of=as_of, limit=1000) if word in atom.details)


def test_an_atom_that_is_returned_and_one_that_has_ended(memory: Memory, told: str) -> None:
    oslo = holding(memory, told, "Oslo")
    found = memory.why_not(oslo.id, QUESTION, scope=told)
    assert (found.rule, found.rank) == (Rule.RETURNED, 1)
    rome = holding(memory, told, "Rome", datetime(2021, 1, 1, tzinfo=UTC))
    ended = memory.why_not(rome.id, QUESTION, scope=told)
    assert ended.rule is Rule.ENDED
    assert "2024-01-01" in ended.reason
    assert memory.why_not(rome.id, QUESTION, scope=told, as_of=datetime(2021, 1, 1)).rule is Rule.RETURNED
    assert memory.why_not(oslo.id, QUESTION, scope=told, as_of=datetime(2021, 1, 1)).rule is Rule.NOT_BEGUN
    before = AsOf(recorded=datetime(2001, 1, 1))
    assert memory.why_not(oslo.id, QUESTION, scope=told, as_of=before).rule is Rule.NOT_KNOWN_THEN


def test_an_atom_that_others_left_no_place_for(memory: Memory, told: str) -> None:
    shown = {entry.atom.id for entry in memory.recall(QUESTION, scope=told, k=1).entries}
    rules = {
        memory.why_not(atom.id, QUESTION, scope=told, k=1).rule
        for atom in memory.atoms(scope=told, limit=12)
        if atom.id not in shown
    }
    assert rules <= {Rule.OUTRANKED, Rule.QUOTA, Rule.NO_CANDIDATE}
    far = next(atom for atom in memory.atoms(scope=told, limit=12) if atom.id not in shown)
    assert memory.why_not(far.id, QUESTION, scope=told, min_similarity=0.99).rule in (
        Rule.BELOW_FLOOR,
        Rule.NO_CANDIDATE,
    )


def test_what_is_retired_and_what_another_scope_holds(memory: Memory, scope: str) -> None:
    report = memory.remember(Turn(text="I keep bees.", speaker="Ann"), scope=scope)
    bees = report.atoms[0].id
    memory.correct(bees, "I keep geese.")
    assert memory.why_not(bees, "Who keeps bees?", scope=scope).rule is Rule.RETIRED
    memory.remember("Eve sings.", scope="explained-tests/eve")
    with pytest.raises(NotFoundError, match="explained-tests/eve"):
        memory.why_not(bees, "Who keeps bees?", scope="explained-tests/eve")
    with pytest.raises(InputError):
        memory.why_not(bees, " ", scope=scope)


def test_a_recall_abstains_where_what_it_finds_does_not_suffice(
    open_memory: OpenMemory, memory: Memory, told: str
) -> None:
    strict = open_memory(sufficiency=1.0)
    found = strict.recall(QUESTION, scope=told)
    assert (found.entries, found.abstained, found.why) == ((), True, "below_threshold")
    assert found.sufficiency is not None
    assert found.sufficiency == memory.recall(QUESTION, scope=told).sufficiency
    assert strict.why_not(holding(memory, told, "Oslo").id, QUESTION, scope=told).rule is Rule.INSUFFICIENT
    assert strict.answer(QUESTION, scope=told).why == "below_threshold"
    assert "Oslo" in memory.answer(QUESTION, scope=told).text


def test_an_explanation_counts_what_each_rule_left_out(memory: Memory, told: str) -> None:
    found = memory.recall(QUESTION, scope=told, k=3, min_similarity=0.2, explain=True)
    assert found.explanation is not None
    filtered = found.explanation["filtered"]
    assert filtered["below the floor of similarity"] > 0
    assert found.explanation["signal_weights"].keys() >= {"atom", "turn", "text"}
    assert found.route.reason
    assert found.explanation["asked"] == {
        "persons": ["Ann"],
        "negated": False,
        "several": False,
        "from": None,
        "until": None,
    }
    assert sum(filtered.values()) + 3 >= found.explanation["candidates"]


def test_a_scope_that_was_never_written_to_under_one_without_atoms(memory: Memory, scope: str) -> None:
    memory.remember("Hello!", scope=scope)
    assert memory.recall("anything?", scope=f"{scope}/below").why == "nothing_in_scope"
    assert memory.recall("anything?", scope=scope).why == "nothing_stored"


def test_typed_reading_stands_beside_flat_reading(memory: Memory, told: str) -> None:
    questions = [QUESTION, "Who keeps the violin in Lyon?"]
    report = memory.shadow(questions, scope=told, k=5)
    assert [row.question for row in report.questions] == questions
    for row in report.questions:
        assert row.both + len(row.only_flat) == 5
        assert row.both + len(row.only_typed) == 5
        assert {entry.atom for entry in row.only_flat}.isdisjoint(entry.atom for entry in row.only_typed)
        assert min(row.flat_tokens, row.typed_tokens) > 0
    assert 0 <= report.overlap <= 1
    assert report.flat_tokens == sum(row.flat_tokens for row in report.questions)
