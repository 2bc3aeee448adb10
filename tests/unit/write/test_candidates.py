"""Which atoms a draft is compared with: asked in one query, each once, and those of the same batch."""

from __future__ import annotations

import math
from typing import Any

import pytest

from mnemosaic.atoms import AtomType, Mention
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.write.candidates import FEW, JUDGED, NEAREST, Batch, Candidate, gather, worth_judging
from mnemosaic.write.known import of_draft
from tests.records import day, draft, known, slot

Rows = list[dict[str, Any]]


class Recorded:
    """A graph that returns the pairs it was made with, and remembers what it was asked."""

    def __init__(self, *pairs: tuple[int, str, str, float | None]) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self._pairs = pairs

    def __call__(self, name: str, **params: Any) -> Rows:
        self.asked.append((name, params))
        ids = dict.fromkeys(pair[1] for pair in self._pairs)
        return [{"pairs": [list(pair) for pair in self._pairs], "atoms": [row(name) for name in ids]}]


def row(name: str) -> dict[str, Any]:
    made = dict.fromkeys(("slot", "occurred_from", "occurred_until", "belief", "held_key", "corrects"))
    made |= {"id": name, "scope": "s", "details": name, "type": "semantic", "live_key": name, "trust": 1.0}
    made |= {"confidence": 1.0, "status": "current", "about": [["subject", "ann"], ["speaker", "bo"]]}
    made |= {"said": [[False, "Cy", day(0).isoformat()], [True, "Bo", day(1).isoformat()]]}
    return made | {"valid_from": BEGINNING.isoformat(), "valid_until": FOREVER.isoformat()}


def test_no_drafts_ask_nothing() -> None:
    graph = Recorded()
    assert gather(graph, ["s"], [], None, day(0)) == []
    assert graph.asked == []


def test_all_drafts_are_asked_about_at_once() -> None:
    graph = Recorded((0, "a", "nearest", 0.9), (1, "b", "nearest", 0.8))
    found = gather(graph, ["s", ""], [draft("x"), draft("y")], None, day(0))
    assert [[item.known.id for item in group] for group in found] == [["a"], ["b"]]
    ((name, params),) = graph.asked
    assert (name, params["scopes"], params["now"]) == ("write/candidates", ["s", ""], day(0))
    assert [one["search"] for one in params["drafts"]] == [True, True]


def test_what_was_found_in_memory_is_not_searched_for() -> None:
    graph = Recorded()
    gather(graph, ["s"], [draft("x"), draft("y")], [{"a": 0.9}, {}], day(0), beside=["c"])
    rows = graph.asked[0][1]["drafts"]
    assert [(one["search"], one["nearest"]) for one in rows] == [(False, ["c", "a"]), (False, ["c"])]


def test_an_atom_that_was_found_in_several_ways_comes_once_and_values_of_the_slot_come_first() -> None:
    graph = Recorded(
        (0, "far", "entity", 0.6),
        (0, "near", "nearest", 0.95),
        (0, "value", "nearest", 0.7),
        (0, "value", "slot", None),
        (0, "near", "community", 0.95),
    )
    (found,) = gather(graph, ["s"], [draft("x")], None, day(0))
    assert [(item.known.id, item.why) for item in found] == [
        ("value", "slot"),
        ("near", "nearest"),
        ("far", "entity"),
    ]


def test_similarity_is_that_of_the_engine_and_not_of_the_index() -> None:
    (found,) = gather(Recorded((0, "a", "nearest", 0.95)), ["s"], [draft("x")], None, day(0))
    assert found[0].similarity == pytest.approx(0.9)


def test_an_atom_is_read_with_who_said_it_and_whom_it_is_about() -> None:
    (found,) = gather(Recorded((0, "a", "nearest", 0.9)), ["s"], [draft("x")], None, day(0))
    statement = found[0].known.statement
    assert (statement.subject, statement.entities, statement.speaker) == ("ann", ("ann",), "Bo")
    assert (statement.said_at, statement.valid_from, statement.valid_until) == (day(1), None, None)


def test_the_speaker_joins_nothing_and_an_entity_joins_once() -> None:
    mentions = (
        Mention(name="Ann", role="subject"),
        Mention(name="Bo", role="speaker"),
        Mention(name="ANN", role="object"),
    )
    graph = Recorded()
    gather(graph, ["s"], [draft("x", mentions=mentions, slot=slot())], None, day(0))
    (asked,) = graph.asked[0][1]["drafts"]
    assert (asked["entities"], asked["slot"]) == (["ann"], slot().key)


def test_a_batch_offers_only_what_was_kept_before() -> None:
    drafts = [draft("a"), draft("b"), draft("c")]
    batch = Batch(drafts)
    assert batch.before(0, drafts[0]) == []
    batch.keep(0, of_draft("s", drafts[0]))
    assert [item.known.id for item in batch.before(1, drafts[1])] == [drafts[0].id]
    # the one between was not kept
    assert [item.known.id for item in batch.before(2, drafts[2])] == [drafts[0].id]


def test_in_a_batch_values_of_the_slot_come_first_then_the_nearest_each_once() -> None:
    drafts = [
        draft("far", slot=slot(), vector=(0.0, 1.0)),
        draft("near", vector=(1.0, 0.0)),
        draft("new", slot=slot(), vector=(1.0, 0.0)),
    ]
    batch = Batch(drafts)
    for place in (0, 1):
        batch.keep(place, of_draft("s", drafts[place]))
    found = batch.before(2, drafts[2])
    assert [(item.known.statement.details, item.why) for item in found] == [("far", "slot"), ("near", "nearest")]
    assert found[1].similarity == pytest.approx(1.0)


def test_in_a_batch_the_nearest_are_bounded_and_values_are_not() -> None:
    valued = [draft(f"value {place}", slot=slot(), vector=(0.0, 1.0)) for place in range(NEAREST)]
    others = [
        draft(f"other {place}", vector=(math.cos(place / 50), math.sin(place / 50))) for place in range(2 * NEAREST)
    ]
    drafts = [*valued, *others, draft("new", slot=slot(), vector=(1.0, 0.0))]
    batch = Batch(drafts)
    for place, made in enumerate(drafts[:-1]):
        batch.keep(place, of_draft("s", made))
    found = batch.before(len(drafts) - 1, drafts[-1])
    assert [item.why for item in found] == ["slot"] * NEAREST + ["nearest"] * NEAREST
    assert found[NEAREST].known.statement.details == "other 0"


def test_the_type_is_no_limit_to_looking() -> None:
    drafts = [draft("Ann is allergic to nuts."), draft("Bake the nut cake.", AtomType.PROCEDURAL)]
    batch = Batch(drafts)
    batch.keep(0, of_draft("s", drafts[0]))
    assert len(batch.before(1, drafts[1])) == 1


def test_an_empty_batch_is_no_error() -> None:
    assert Batch([]).before(0, draft("x")) == []


def test_every_value_of_the_slot_is_judged_and_few_of_the_others() -> None:
    ways = ["slot"] * 40 + ["nearest"] * 20 + ["entity"] * 10 + ["required"] * 10
    found = [Candidate(known(f"{place}"), why, 1 - place / 100) for place, why in enumerate(ways)]
    assert [item.why for item in worth_judging(found)] == ["slot"] * 40 + ["nearest"] * JUDGED + ["entity"] * FEW
    assert worth_judging([]) == []


def test_what_is_about_the_same_thing_is_judged_though_others_are_nearer() -> None:
    """Also where it is among the nearest, but not among those few of them that a verdict is asked for."""
    job = (Mention(name="Ann", role="subject"), Mention(name="Acme", role="object"))
    drafts = [draft(f"d{place}", vector=(math.cos(place / 50), math.sin(place / 50))) for place in range(JUDGED + 2)]
    drafts[-1] = draft("about", mentions=job, vector=(math.cos(0.6), math.sin(0.6)))
    batch = Batch([*drafts, draft("new", mentions=job, vector=(1.0, 0.0))])
    for place, one in enumerate(drafts):
        batch.keep(place, of_draft("s", one))
    found = batch.before(len(drafts), draft("new", mentions=job, vector=(1.0, 0.0)))
    judged = {item.known.statement.details: item.why for item in worth_judging(found)}
    assert judged["about"] == "entity"
    assert list(judged.values()).count("nearest") == JUDGED


def test_a_near_atom_keeps_its_other_reason_in_the_graphs_answer() -> None:
    pairs = [(0, f"n{place}", "nearest", 0.99 - place / 100) for place in range(JUDGED + 1)]
    last = pairs[-1]
    (found,) = gather(Recorded(*pairs, (0, last[1], "entity", last[3])), ["s"], [draft("x")], None, day(0))
    assert [item.why for item in found] == ["nearest"] * JUDGED + ["entity"]
