"""What a recall brings back, how it is scored and explained, and what it costs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import neo4j.exceptions
import numpy as np
import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.errors import InputError, NotFoundError, ScopeError, UnknownScopeError
from mnemosaic.evidence import Section, Sufficiency, Why
from mnemosaic.framing import EVIDENCE_OPEN
from mnemosaic.memory import Memory
from mnemosaic.models.protocols import Vectors
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.turns import Role, Turn, TurnStatus
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, claim, content, counts, query, session, talk, verbatim

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def talked(memory: Memory) -> str:
    scope = "recall-of-a-talk/ann"
    memory.drop_scope(scope=scope)
    assert memory.remember(talk(120), scope=scope).ok
    return scope


class Axes(HashEmbedder):
    """Texts lie on the axis that their first number names: equal, or orthogonal."""

    def passages(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[next((int(word) for word in text.split() if word.isdigit()), 0)] = 1.0
        return rows


@pytest.mark.parametrize("question", ["Who keeps the violin in Lyon?", "never sell", "Where did you put the boat?"])
@pytest.mark.parametrize("k", [1, 3, 20, 60])
def test_entries_come_best_first_within_k_and_with_scores_in_0_to_1(
    memory: Memory, talked: str, question: str, k: int
) -> None:
    found = memory.recall(question, scope=talked, k=k)
    assert len(found.entries) == k
    scores = [entry.score for entry in found.entries]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= entry.score <= 1 and 0 <= entry.similarity <= 1 for entry in found.entries)
    assert len({entry.atom.id for entry in found.entries}) == k
    assert sum(found.route.quotas.values()) == k
    assert (found.why, found.abstained) == (Why.FOUND, False)
    turns = [turn.score for turn in found.evidence.turns]
    assert turns == sorted(turns, reverse=True)


def test_what_was_reached_says_from_which_entry_and_over_what(memory: Memory, talked: str) -> None:
    found = memory.recall("Who keeps the violin in Lyon?", scope=talked, k=20)
    shown = {entry.atom.id for entry in found.entries}
    reached = [entry for entry in found.entries if entry.path]
    assert 0 < len(reached) <= 5
    for entry in reached:
        assert entry.reached_from in shown
        assert entry.relation
        assert 1 <= len(entry.path) <= 2
    lines = {line.atom_id: line.section for line in found.evidence.lines}
    assert all(lines[entry.atom.id] is Section.RELATIONS for entry in reached if entry.atom.id in lines)


@pytest.mark.parametrize(
    ("forward", "names", "hops"),
    [
        (True, ["requires", "requires -> scopes"], 2),
        (False, ["inverse_requires", "inverse_requires -> inverse_scopes"], 2),
        (True, ["requires"], 1),
    ],
)
def test_a_stated_relation_reads_in_the_direction_in_which_it_is_walked(
    open_memory: OpenMemory, scope: str, forward: bool, names: list[str], hops: int
) -> None:
    """From the gate to the iron, and from there to the noon; the second hop counts less."""
    gates = [f"the old gate of the garden, part {number}" for number in range(9)]
    texts = ["the old gate of the garden", "Bob carries the iron", "Eve waits for the noon", *gates]

    def towards(target: int, relation: Relation) -> tuple[StatedRelation, ...]:
        return (StatedRelation(target=target, relation=relation),)

    requires, scopes = Relation.REQUIRES, Relation.SCOPES
    edges = (
        {0: towards(1, requires), 1: towards(2, scopes)}
        if forward
        else {1: towards(0, requires), 2: towards(1, scopes)}
    )
    writer = Scripted(
        lambda turn: [claim(turn, text, relations=edges.get(place, ())) for place, text in enumerate(texts)]
    )
    memory = open_memory(decomposer=writer, associations=0, hops=hops, decay=0.2, compare=False)
    memory.remember("anything", scope=scope)
    found = memory.recall("the old gate of the garden", scope=scope, k=8)
    reached = [entry for entry in found.entries if entry.path]
    assert [entry.relation for entry in reached] == names
    assert {entry.reached_from for entry in reached} == {found.entries[0].atom.id}
    assert [entry.score for entry in reached] == sorted((entry.score for entry in reached), reverse=True)
    if hops == 2:
        assert reached[1].score <= 0.2 < reached[0].score


@pytest.mark.parametrize("hops", [1, 2])
def test_what_supports_an_atom_does_not_crowd_out_what_it_requires(
    open_memory: OpenMemory, scope: str, hops: int
) -> None:
    """More refinements than are looked at, surer than the prerequisite, on the last hop."""
    gates = [f"the old gate of the garden, part {number}" for number in range(20)]
    refining = [f"Eve waits for the noon, time {number}" for number in range(5)]
    texts = ["the old gate of the garden", "Bob carries the iron", *refining, "Ann paints a fence", *gates]
    between = [0] if hops == 1 else [0, len(refining) + 2]

    def relations(place: int) -> tuple[StatedRelation, ...]:
        if place != between[-1]:
            step = StatedRelation(target=between[-1], relation=Relation.CAUSED_BY)
            return (step,) if place == 0 else ()
        supports = [StatedRelation(target=2 + number, relation=Relation.SUPPORTS) for number in range(len(refining))]
        return (*supports, StatedRelation(target=1, relation=Relation.REQUIRES, confidence=0.2))

    writer = Scripted(lambda turn: [claim(turn, text, relations=relations(place)) for place, text in enumerate(texts)])
    memory = open_memory(decomposer=writer, associations=0, hops=hops, compare=False)
    memory.remember("anything", scope=scope)
    found = memory.recall("the old gate of the garden", scope=scope, k=20)
    reached = {entry.atom.details: entry.relation for entry in found.entries if entry.path}
    assert reached["Bob carries the iron"] == ("requires" if hops == 1 else "caused_by -> requires")
    assert sum(relation.endswith("supports") for relation in reached.values()) == 2


@pytest.mark.parametrize("kind", AtomType)
def test_the_same_text_is_about_1_and_an_orthogonal_one_does_not_pass_a_floor(
    open_memory: OpenMemory, scope: str, kind: AtomType
) -> None:
    memory = open_memory(embedder=Axes(), decomposer=verbatim(kind))
    memory.remember(["number 1 is here", "number 2 is here", "number 3 is here"], scope=scope)
    found = memory.recall("which is 2 ?", scope=scope)
    assert found.entries[0].atom.details == "number 2 is here"
    assert found.entries[0].similarity == pytest.approx(1.0, abs=1e-4)
    assert found.entries[0].score == pytest.approx(1.0, abs=1e-4)
    assert {round(entry.similarity, 4) for entry in found.entries[1:]} == {0.0}
    assert [entry.atom.details for entry in memory.recall("2", scope=scope, min_similarity=0.5).entries] == [
        "number 2 is here"
    ]
    nothing = memory.recall("which is 9 ?", scope=scope, min_similarity=0.5)
    assert (nothing.entries, nothing.abstained, nothing.why) == ((), True, Why.BELOW_THRESHOLD)


def test_the_ways_of_finding_nothing_are_told_apart(server: Server, memory: Memory, scope: str) -> None:
    with pytest.raises(UnknownScopeError, match=scope):
        memory.recall("anything?", scope=scope)
    with pytest.raises(UnknownScopeError, match=scope):
        memory.atoms(scope=scope)
    memory.remember("Hello!", scope=scope)
    assert memory.recall("anything?", scope=scope).why is Why.NOTHING_STORED
    memory.remember("Ann keeps bees.", scope=scope)
    assert memory.recall("anything?", scope=scope, min_similarity=1.0).why is Why.BELOW_THRESHOLD
    assert memory.recall("bees?", scope=f"{scope}/below").why is Why.FOUND
    query(server, "MATCH (n:Atom {scope: $scope}) SET n.valid_until = datetime('2020-01-01T00:00:00Z')", scope=scope)
    assert memory.recall("bees?", scope=scope).why is Why.NOTHING_CURRENT


@pytest.mark.parametrize("bad", [{"k": 0}, {"k": 1001}, {"min_similarity": -0.1}, {"min_similarity": 1.1}])
def test_what_cannot_be_asked_for_is_refused(memory: Memory, talked: str, bad: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        memory.recall("bees?", scope=talked, **bad)


def test_a_missing_scope_or_atom_is_an_error(memory: Memory, talked: str) -> None:
    for scope in ("", None):
        with pytest.raises(ScopeError):
            memory.recall("bees?", scope=scope)  # type: ignore[arg-type]
        with pytest.raises(ScopeError):
            memory.remember("bees", scope=scope)  # type: ignore[arg-type]
    with pytest.raises(NotFoundError, match="no-such-id"):
        memory.get("no-such-id")
    with pytest.raises(InputError, match="no turns"):
        memory.remember([], scope=talked)


def test_questions_that_were_asked_before_hide_no_answer(memory: Memory, scope: str) -> None:
    """They are nearest to the question and state nothing."""
    question = "Which violin does Ann play on Sundays?"
    asked = [Turn(text=question, speaker="Bob", session=f"s{number}") for number in range(50)]
    told = [Turn(text=f"Ann owns an old violin of maker {name}.", session=name) for name in ("Vuillaume", "Gagliano")]
    assert memory.remember([*asked, *told], scope=scope).added == 2
    for k in (1, 2, 20):
        assert len(memory.recall(question, scope=scope, k=k).entries) == min(k, 2)


def test_a_recall_is_at_most_two_round_trips_and_writes_nothing(server: Server, memory: Memory, talked: str) -> None:
    memory.recall("Who keeps the violin?", scope=talked)
    before, nodes = memory.graph.round_trips, query(server, "MATCH (n) RETURN count(n) AS many")
    written = content(server, talked)
    memory.recall("Who keeps the violin in Lyon?", scope=talked, explain=True)
    assert memory.graph.round_trips - before <= 2
    assert query(server, "MATCH (n) RETURN count(n) AS many") == nodes
    assert content(server, talked) == written


def test_the_server_itself_refuses_to_write_where_a_read_is_routed(server: Server) -> None:
    with session(server) as opened, pytest.raises(neo4j.exceptions.ClientError, match=r"[Ww]rit"):
        opened.execute_read(lambda tx: tx.run("CREATE (n:Never)").consume())


def test_an_explanation_names_scopes_hits_and_what_was_left_out(memory: Memory, talked: str) -> None:
    plain = memory.recall("violin in Lyon?", scope=talked)
    found = memory.recall("violin in Lyon?", scope=talked, min_similarity=0.3, explain=True)
    assert plain.explanation is None
    assert not any(entry.signals for entry in plain.entries)
    assert found.explanation is not None
    assert found.explanation["scopes"] == [talked]
    assert found.explanation["below_min_similarity"] > 0
    assert all(entry.similarity >= 0.3 for entry in found.entries)
    assert {"atom", "turn", "text"} >= set(found.entries[0].signals) > set()


def test_remembering_what_was_recalled_adds_nothing(server: Server, memory: Memory, scope: str) -> None:
    """Ten times, as an agent does that is shown its memories and whose turns are all kept."""
    memory.remember(
        [
            Turn(text="My friend Jack hates football.", speaker="Ann"),
            Turn(text="I moved to Oslo in May 2025.", speaker="Ann"),
            {"role": "system", "content": "You are a helpful agent. The user likes chess."},
            {"role": "assistant", "content": "I use recursion."},
        ],
        scope=scope,
    )
    before = counts(server, scope)
    assert before.pop(":Turn") == 4
    details = {atom.details for atom in memory.atoms(scope=scope)}
    assert any("Jack hates football" in text for text in details)
    assert not any("recursion" in text or "chess" in text or "Ann hates" in text for text in details)
    for cycle in range(10):
        block = memory.recall("What about Jack and Oslo?", scope=scope).evidence.text
        assert block.startswith(EVIDENCE_OPEN)
        report = memory.remember(
            [Turn(text=f"{block}\nWhat do you know about Jack?", speaker="Ann", session=f"cycle {cycle}")], scope=scope
        )
        assert (report.ok, report.added, report.existing) == (True, 0, 0)
    after = counts(server, scope)
    assert after.pop(":Turn") == 14
    assert after == before


def test_metadata_comes_back_as_it_was_given(memory: Memory, open_memory: OpenMemory, scope: str) -> None:
    given = {"a": {"b": [1, {"c": 2}]}, "t": datetime(2026, 3, 1, 9, tzinfo=UTC), "n": None, "pair": (1, "x")}
    writer = open_memory(decomposer=Scripted(lambda turn: [claim(turn, turn.turn.text, metadata=turn.turn.metadata)]))
    report = writer.remember(Turn(text="Ann keeps bees", metadata=given), scope=scope)
    for atom in (memory.get(report.atoms[0].id), memory.recall("bees", scope=scope).entries[0].atom):
        assert atom.metadata == given
        assert isinstance(atom.metadata["pair"], tuple)
    own = memory.remember(Turn(text="Ann keeps geese.", speaker="Ann", metadata=given), scope=scope)
    assert memory.get(own.atoms[0].id).metadata == given


def test_a_list_is_paged_and_filtered(memory: Memory, talked: str) -> None:
    everything = memory.atoms(scope=talked, limit=1000)
    pages: list[str] = []
    while page := memory.atoms(scope=talked, limit=7, after=pages[-1] if pages else None):
        pages += [atom.id for atom in page]
    assert pages == [atom.id for atom in everything]
    for kind in AtomType:
        own = memory.atoms(scope=talked, kind=kind, limit=1000)
        assert [atom.id for atom in own] == [atom.id for atom in everything if atom.type is kind]
    with pytest.raises(InputError, match="limit"):
        memory.atoms(scope=talked, limit=0)


def test_every_turn_says_what_became_of_it(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(["I keep bees.", "Hello!", "What is it?"], scope=scope)
    rows = query(server, "MATCH (t:Turn {scope: $scope}) RETURN t.status AS status ORDER BY t.position", scope=scope)
    assert [row["status"] for row in rows] == [TurnStatus.DONE, TurnStatus.NO_ATOMS, TurnStatus.NO_ATOMS]


def test_the_title_of_a_document_is_nobody_whose_word_alone_counts(memory: Memory, scope: str) -> None:
    """What other documents say of Lake Orta answers as well; of what Ann is asked, Bob's word does not."""
    told = {"Lake Orta": "Lake Orta lies in Piedmont.", "Old mills": "The mill by the water is run by Carla Conti."}

    def suffices(kind: str, role: Role) -> Sufficiency:
        turns = [Turn(text=text, speaker=name, role=role, session=name) for name, text in told.items()]
        memory.remember(turns, scope=f"{scope}/{kind}")
        found = memory.recall("Who runs the mill by the water at Lake Orta?", scope=f"{scope}/{kind}").sufficiency
        assert found is not None
        return found

    documents, talk_of_two = suffices("documents", Role.DOCUMENT), suffices("talk", Role.USER)
    assert documents.person == 1.0
    assert talk_of_two.person < 0.5
    assert documents.score > talk_of_two.score + 0.25
