from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.errors import SettingsError
from mnemosaic.lexemes import lexemes
from mnemosaic.models.similarity import from_index
from mnemosaic.read.candidates import Bridge, Candidates, CandidateTurn, Place, Said
from mnemosaic.read.fuse import SUPPORT, Weights, fuse, strengths, weights_with

SCORES = st.dictionaries(st.text(max_size=3), st.floats(0, 100), max_size=20)


def turn(position: int, session: str = "s", question: bool = False, similarity: float = 0.5) -> CandidateTurn:
    return CandidateTurn(Place("scope", session, position), "Ann", "user", question, similarity)


def found(
    turns: dict[str, CandidateTurn],
    said: list[Said] | None = None,
    bridges: list[Bridge] | None = None,
    **hits: dict[str, float],
) -> Candidates:
    return Candidates(
        asked=4,
        scopes=[],
        model={},
        exemplars=0,
        atom_hits=hits.get("atoms", {}),
        inside_hits=hits.get("inside", {}),
        said=said or [],
        turn_hits=hits.get("near", {}),
        holding={},
        text_hits={},
        bridges=bridges or [],
        turns=turns,
    )


def scores(candidates: Candidates, lexical: dict[str, float] | None = None) -> dict[tuple[str, int], float]:
    fused = fuse(candidates, lexical or {}, Weights())
    return {(place.session, place.position): score for place, score in fused.places.items()}


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


def test_a_turn_lends_strength_to_the_places_next_to_it_and_a_question_to_its_answer() -> None:
    placed = scores(found({"q": turn(0, question=True), "b": turn(5)}), {"q": 2.0, "b": 2.0})
    assert placed["s", 0] == placed["s", 5] > placed["s", 1] > placed["s", 4] == placed["s", 6]
    assert placed["s", 6] > placed["s", 7] == placed["s", 3] > 0
    assert ("s", 9) not in placed
    assert list(placed.values()) == sorted(placed.values(), reverse=True)


def test_turns_of_another_session_lend_nothing() -> None:
    placed = scores(found({"hit": turn(0), "other": turn(1, session="t")}), {"hit": 2.0})
    assert placed["s", 1] > placed["t", 1] == 0


def test_all_three_searches_count() -> None:
    turns = {name: turn(9 * place) for place, name in enumerate(("atom", "turn", "text", "none"))}
    said = [Said("x", "atom", True), Said("y", "none", True)]
    candidates = found(turns, said, atoms={"x": 0.9, "y": 0.1}, near={"turn": 0.9, "none": 0.1})
    fused = fuse(candidates, {"text": 3.0}, Weights())
    assert {name: set(parts) for name, parts in fused.signals.items() if sum(parts.values())} == {
        "atom": {"atom"},
        "turn": {"turn"},
        "text": {"text"},
    }
    assert all(fused.places[turns[name].place] > 0 for name in ("atom", "turn", "text"))


def test_what_a_turn_only_supports_counts_less_for_it() -> None:
    said = [Said("x", "t", True), Said("x", "u", False)]
    fused = fuse(found({"t": turn(0), "u": turn(9)}, said, atoms={"x": 0.9}), {}, Weights())
    assert fused.signals["u"]["atom"] == pytest.approx(SUPPORT * fused.signals["t"]["atom"])


@pytest.mark.parametrize(("question", "joined"), [("who leads it", True), ("who leads the guild", False)])
def test_an_entity_leads_from_a_hit_to_what_is_near_unless_the_question_names_it(question: str, joined: bool) -> None:
    nearness = {"hit": 0.9, "near": 0.8, "low": 0.7, "far": 0.1}
    turns = {name: turn(0, name, similarity=similarity) for name, similarity in nearness.items()}
    # of the same session as the hit
    turns["beside"] = turn(50, "hit", similarity=0.9)
    bridges = [Bridge("the guild", ["hit", "near", "far", "beside"]), Bridge("elsewhere", ["far", "near"])]
    candidates = found(turns, bridges=bridges, near={"hit": 0.9, "low": 0.7})
    fused = fuse(candidates, {}, Weights(), lexemes(question))
    gained = {name: parts["bridge"] for name, parts in fused.signals.items() if "bridge" in parts}
    assert set(gained) == ({"near"} if joined else set())
    if joined:
        own = fused.signals["hit"]["turn"]
        assert gained["near"] == pytest.approx(Weights().bridge * own * 0.75 / 4**0.5)
        assert turns["near"].place in fused.stating


def test_bridges_that_are_weighed_by_nothing_change_nothing() -> None:
    turns = {"hit": turn(0, "a", similarity=0.9), "near": turn(0, "b", similarity=0.8)}
    plain = fuse(found(turns, near={"hit": 0.9}), {}, Weights())
    without = found(turns, bridges=[Bridge("guild", ["hit", "near"])], near={"hit": 0.9})
    assert fuse(without, {}, Weights(bridge=0.0)).places == plain.places


def test_places_that_state_something_are_looked_at_whatever_stands_before_them() -> None:
    turns = {f"q{number}": turn(9 * number, question=True) for number in range(5)} | {"a": turn(99), "b": turn(199)}
    said = [Said("x", "a", True), Said("y", "b", True)]
    fused = fuse(found(turns, said, atoms={"x": 0.2, "y": 0.1}), {f"q{number}": 9.0 for number in range(5)}, Weights())
    a, b = turns["a"].place, turns["b"].place
    assert b not in fused.best(5, 1)
    assert list(fused.best(0, 1)) == [a]
    assert set(fused.best(5, 2)) == {*fused.best(5, 0), a, b}
    assert set(fused.best(100, 0)) == set(fused.places)


@pytest.mark.parametrize(("score", "similarity"), [(1.0, 1.0), (0.75, 0.5), (0.5, 0.0), (0.0, 0.0), (1.0000001, 1.0)])
def test_the_databases_score_becomes_max_0_cosine(score: float, similarity: float) -> None:
    assert from_index(score) == similarity


def test_atoms_of_near_communities_count_only_where_they_are_weighed() -> None:
    turns = {"a": turn(0), "b": turn(5)}
    candidates = found(turns, [Said("x", "b", True)], near={"a": 0.9, "b": 0.8}, inside={"x": 0.7, "y": 0.1})
    off, on = (fuse(candidates, {}, Weights(community=weight)).places for weight in (0.0, 2.0))
    at = Place("scope", "s", 5)
    assert on[at] > off[at]
    assert fuse(candidates, {}, Weights(community=2.0)).signals["b"]["community"] > 0


def test_a_session_that_gave_evidence_counts_less_where_several_things_are_asked() -> None:
    turns = {"a": turn(0), "b": turn(9), "c": turn(0, session="other")}
    candidates = found(turns, near={"a": 0.9, "b": 0.85, "c": 0.84, "floor": 0.1} | {}, said=[])
    candidates = candidates._replace(turns={**turns, "floor": turn(40)})
    one, many = (fuse(candidates, {}, Weights(cover=0.6), several=several).places for several in (False, True))
    assert list(one)[:3] == [Place("scope", "s", 0), Place("scope", "s", 9), Place("scope", "other", 0)]
    assert list(many)[:2] == [Place("scope", "s", 0), Place("scope", "other", 0)]


@pytest.mark.parametrize("given", [{"charm": 1.0}, {"atom": -0.1}, {"cover": 1.0}, {"text": float("nan")}])
def test_weights_that_cannot_be_are_refused_by_name(given: dict[str, float]) -> None:
    with pytest.raises(SettingsError, match=next(iter(given))):
        weights_with(given)


def test_weights_that_are_given_replace_the_measured_ones() -> None:
    assert weights_with({"community": 0.5}) == Weights(community=0.5)
