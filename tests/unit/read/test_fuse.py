from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.atoms import AtomType
from mnemosaic.models.similarity import from_index
from mnemosaic.read.candidates import CandidateAtom, Candidates, CandidateTurn
from mnemosaic.read.fuse import SUPPORT, Weights, fuse, strengths

SCORES = st.dictionaries(st.text(max_size=3), st.floats(0, 100), max_size=20)


def turn(name: str, position: int, session: str = "s", speaker: str = "Ann", question: bool = False) -> CandidateTurn:
    return CandidateTurn(name, "scope", session, position, speaker, question)


def atom(name: str, turn_id: str, similarity: float = 0.5, main: bool = True) -> CandidateAtom:
    return CandidateAtom(name, AtomType.SEMANTIC, similarity, turn_id, main)


def found(turns: list[CandidateTurn], atoms: list[CandidateAtom], **hits: dict[str, float]) -> Candidates:
    return Candidates(
        asked=40,
        scopes=[],
        atom_hits=hits.get("atom_hits", {}),
        turn_hits=hits.get("turn_hits", {}),
        text_hits={},
        turns={item.id: item for item in turns},
        atoms=atoms,
        exemplars=0,
    )


def order(candidates: Candidates, lexical: dict[str, float], named: frozenset[str] = frozenset()) -> list[str]:
    return [item.id for item in fuse(candidates, lexical, named, Weights())]


@given(SCORES, st.integers(1, 40))
def test_strengths_keep_the_order_and_are_at_least_0(scores: dict[str, float], asked: int) -> None:
    result = strengths(scores, asked)
    assert set(result) == set(scores)
    assert all(value >= 0 for value in result.values())
    for one in scores:
        for other in scores:
            if scores[one] > scores[other]:
                assert result[one] >= result[other]


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 50), max_size=10), st.integers(1, 20), st.integers(0, 30))
def test_neither_the_unit_nor_the_zero_of_a_search_matters(scores: dict[str, int], unit: int, zero: int) -> None:
    moved = {name: score * unit + zero for name, score in scores.items()}
    assert strengths(moved, 10) == pytest.approx(strengths(scores, 10))


def test_equal_hits_count_one_each_and_none_count_nothing() -> None:
    assert strengths({"a": 0.3, "b": 0.3}, 10) == {"a": 1.0, "b": 1.0}
    assert strengths({}, 10) == {}


def test_with_a_floor_of_zero_a_lone_hit_stands_out() -> None:
    assert strengths({"a": 2.0}, 4, floor=0.0) == {"a": pytest.approx(2.0)}


def test_a_turn_lends_strength_to_its_neighbours_and_a_question_to_its_answer() -> None:
    turns = [turn("q", 0, question=True), turn("a", 1), turn("b", 5), turn("c", 6), turn("far", 9)]
    atoms = [atom(item.id, item.id) for item in turns]
    ranked = fuse(found(turns, atoms), {"q": 2.0, "b": 2.0}, frozenset(), Weights())
    scores = {item.id: item.score for item in ranked}
    assert scores["q"] == scores["b"] > scores["a"] > scores["c"] > scores["far"] == 0


def test_turns_of_another_session_lend_nothing() -> None:
    turns = [turn("hit", 0), turn("other", 1, session="t")]
    scores = fuse(found(turns, [atom("x", "hit"), atom("y", "other")]), {"hit": 2.0}, frozenset(), Weights())
    assert [(item.id, item.score > 0) for item in scores] == [("x", True), ("y", False)]


def test_who_is_named_in_the_question_comes_first() -> None:
    turns = [turn("ann", 0), turn("bob", 9, speaker="Bob")]
    assert order(found(turns, [atom("a", "ann"), atom("b", "bob")]), {}, frozenset({"Bob"})) == ["b", "a"]


def test_of_one_turn_the_nearer_atom_comes_first_and_what_it_only_supports_counts_less() -> None:
    atoms = [atom("far", "t", 0.1), atom("near", "t", 0.9), atom("support", "u", 0.5, main=False)]
    ranked = fuse(found([turn("t", 0), turn("u", 9)], atoms), {"t": 1.0, "u": 1.0}, frozenset(), Weights())
    assert [item.id for item in ranked] == ["near", "far", "support"] or ranked[1].score == ranked[2].score
    scores = {item.id: item.score for item in ranked}
    assert scores["support"] == pytest.approx(SUPPORT * scores["near"])


def test_an_atom_of_several_turns_takes_the_best() -> None:
    ranked = fuse(
        found([turn("t", 0), turn("u", 9)], [atom("x", "t"), atom("x", "u", main=False)]),
        {"t": 1.0, "u": 9.0},
        frozenset(),
        Weights(),
    )
    assert [(item.id, item.turn) for item in ranked] == [("x", "u")]


@pytest.mark.parametrize(("score", "similarity"), [(1.0, 1.0), (0.75, 0.5), (0.5, 0.0), (0.0, 0.0), (1.0000001, 1.0)])
def test_the_databases_score_becomes_max_0_cosine(score: float, similarity: float) -> None:
    assert from_index(score) == similarity
