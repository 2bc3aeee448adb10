"""What counts in a recall beside the three searches: constraints, risk, a reranker, dates, communities."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from mnemosaic.asof import AsOf
from mnemosaic.atoms import AtomType, Claim
from mnemosaic.errors import ModelUnavailableError, SettingsError
from mnemosaic.exemplars.store import Exemplar, ExemplarTask
from mnemosaic.models.protocols import Vectors
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.turns import StoredTurn, Turn
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, claim, query, verbatim

pytestmark = pytest.mark.live


@pytest.mark.parametrize("relation", [Relation.REQUIRES, Relation.SCOPES])
def test_a_procedure_brings_the_constraint_that_limits_it(
    open_memory: OpenMemory, scope: str, relation: Relation
) -> None:
    """However little the constraint resembles the question, and however many are nearer."""
    gates = [f"open the old gate of the garden, part {number}" for number in range(12)]
    texts = ["open the old gate of the garden", "Dele must not lift heavy things", *gates]
    steps = (StatedRelation(target=1, relation=relation),)

    def claims(turn: StoredTurn) -> list[Claim]:
        return [
            claim(
                turn,
                text,
                AtomType.SEMANTIC if place == 1 else AtomType.PROCEDURAL,
                relations=steps if place == 0 else (),
            )
            for place, text in enumerate(texts)
        ]

    memory = open_memory(decomposer=Scripted(claims), associations=0, compare=False)
    memory.remember("anything", scope=scope)
    for k in (2, 3, 8):
        found = memory.recall("open the old gate of the garden", scope=scope, k=k)
        order = [entry.atom.details for entry in found.entries]
        assert order[:2] == texts[:2]
        assert found.entries[1].reached_from == found.entries[0].atom.id
    alone = memory.recall("open the old gate of the garden", scope=scope, k=1)
    assert [entry.atom.details for entry in alone.entries] == texts[:1]


def test_a_dangerous_question_that_only_events_answer_says_so(open_memory: OpenMemory, scope: str) -> None:
    question = "Which medicine is Ann allergic to, so that she must not be given it?"
    memory = open_memory(decomposer=verbatim(AtomType.EPISODIC), compare=False)
    memory.exemplars.add([Exemplar(task=ExemplarTask.RISK, label="high", text=question)])
    memory.remember("Ann took a medicine on Monday", scope=scope)
    found = memory.recall(question, scope=scope, min_similarity=0.0)
    assert found.route.risk
    assert found.caution is not None
    assert found.caution in found.evidence.text
    answered = memory.answer(question, scope=scope)
    assert answered.abstained
    fact = open_memory(decomposer=verbatim(AtomType.SEMANTIC), compare=False)
    fact.remember("Ann likes tea", scope=scope)
    assert memory.recall(question, scope=scope, min_similarity=0.0).caution is not None
    fact.remember("Ann is allergic to a medicine", scope=scope)
    again = fact.recall(question, scope=scope, min_similarity=0.0)
    assert (again.caution, again.route.risk) == (None, True)


def test_a_reranker_decides_the_order_and_one_that_fails_does_not(open_memory: OpenMemory, scope: str) -> None:
    class Longest:
        name = "longest"
        down = False

        def scores(self, question: str, texts: Sequence[str]) -> list[float]:
            if self.down:
                raise ModelUnavailableError("it is asleep")
            return [float(len(text)) for text in texts]

    reranker = Longest()
    plain = open_memory(decomposer=verbatim(), compare=False)
    plain.remember([f"the gate {'long ' * number}number {number}" for number in range(40)], scope=scope)
    memory = open_memory(decomposer=verbatim(), compare=False, reranker=reranker)
    found = memory.recall("the gate", scope=scope, k=10, explain=True)
    sizes = [len(entry.atom.details) for entry in found.entries if not entry.path]
    assert sizes == sorted(sizes, reverse=True)
    assert len(found.entries) == 10
    assert sizes[0] > max(len(entry.atom.details) for entry in plain.recall("the gate", scope=scope, k=10).entries) - 1
    reranker.down = True
    again = memory.recall("the gate", scope=scope, k=10, explain=True)
    assert again.explanation is not None
    assert again.explanation["reranker_failed"] == "it is asleep"
    assert len(again.entries) == 10


def test_the_time_that_a_question_names_counts_where_it_is_weighed(open_memory: OpenMemory, scope: str) -> None:
    memory = open_memory(decomposer=verbatim(AtomType.EPISODIC), compare=False, associations=0)
    moments = [datetime(2023, month, 10, tzinfo=UTC) for month in range(1, 11)]
    turns = [Turn(text=f"the boat race number {at.month}", speaker="Ann", said_at=at) for at in moments]
    memory.remember(turns, scope=scope)
    dated = open_memory(decomposer=verbatim(), compare=False, signals={"dated": 50.0})
    question = "Which boat race was in May 2023?"
    assert dated.recall(question, scope=scope, k=3).entries[0].atom.details == "the boat race number 5"
    before = AsOf(valid=datetime(2023, 7, 2, tzinfo=UTC))
    seen = dated.recall("Which boat race was last month?", scope=scope, k=3, as_of=before)
    assert seen.entries[0].atom.details == "the boat race number 6"


def test_what_denies_something_counts_for_a_question_that_does_where_it_is_weighed(
    open_memory: OpenMemory, scope: str
) -> None:
    memory = open_memory(decomposer=verbatim(), compare=False, associations=0, signals={"negated": 50.0})
    dishes = [f"Ann cooks dish number {number}" for number in range(4, 10)]
    memory.remember([*dishes, "Ann doesn't cook eel"], scope=scope)
    assert memory.recall("What does Ann not cook?", scope=scope, k=3).entries[0].atom.details == "Ann doesn't cook eel"
    asked = memory.recall("Which dish number 7 does Ann cook?", scope=scope, k=3)
    assert asked.entries[0].atom.details == "Ann cooks dish number 7"


def test_composed_texts_can_be_compared_exactly(open_memory: OpenMemory, scope: str) -> None:
    class Noting(HashEmbedder):
        def passages(self, texts: list[str]) -> Vectors:  # type: ignore[override]
            seen.extend(texts)
            return super().passages(texts)

    def claims(turn: StoredTurn) -> list[Claim]:
        steps = (StatedRelation(target=1, relation=Relation.CAUSED_BY),)
        gates = [f"the old gate of the garden, part {number}" for number in range(8)]
        texts = ["the old gate of the garden", "Bob carries the iron", *gates]
        return [claim(turn, text, relations=() if place else steps) for place, text in enumerate(texts)]

    seen: list[str] = []
    plain = open_memory(embedder=Noting(), decomposer=Scripted(claims), associations=0, compare=False)
    plain.remember("anything", scope=scope)
    exact = open_memory(
        embedder=Noting(), decomposer=Scripted(claims), associations=0, compare=False, compose_exactly=True
    )
    both = "the old gate of the garden Bob carries the iron"
    question = "the old gate of the garden"
    (by_vectors,) = (entry for entry in plain.recall(question, scope=scope, k=8).entries if entry.path)
    assert both not in seen
    (by_text,) = (entry for entry in exact.recall(question, scope=scope, k=8).entries if entry.path)
    assert both in seen
    assert by_vectors.atom.id == by_text.atom.id


def test_atoms_of_the_nearest_community_are_looked_at_where_that_is_weighed(
    server: Server, open_memory: OpenMemory, scope: str
) -> None:
    """A community whose centroid is what is asked for; what is in it says so in other words."""
    memory = open_memory(decomposer=verbatim(), compare=False, associations=0)
    memory.remember([f"the gate number {number} of the garden" for number in range(40)], scope=scope)
    memory.remember("Bob carries iron", scope=scope)
    question = "the gate of the garden"
    vector = memory.embedder.queries([question])[0].tolist()
    query(
        server,
        """CREATE (c:Community {id: 987654321, scope: $scope, level: 0, size: 1})
        WITH c CALL db.create.setNodeVectorProperty(c, 'centroid', $vector)
        MATCH (n:Atom {scope: $scope, details: 'Bob carries iron'}) SET n.community = c.id""",
        scope=scope,
        vector=vector,
    )
    memory.graph.schema("lifecycle/await_indexes", seconds=60)
    with_communities = open_memory(decomposer=verbatim(), signals={"community": 5.0})
    found = with_communities.recall(question, scope=scope, k=10, explain=True)
    assert found.explanation is not None
    assert found.explanation["hits"]["in the nearest communities"] == 1
    assert "Bob carries iron" in [entry.atom.details for entry in found.entries]
    without = memory.recall(question, scope=scope, k=10, explain=True)
    assert without.explanation is not None
    assert without.explanation["hits"]["in the nearest communities"] == 0
    assert "Bob carries iron" not in [entry.atom.details for entry in without.entries if not entry.path]


def test_an_unknown_signal_is_refused_when_a_memory_is_opened(open_memory: OpenMemory) -> None:
    with pytest.raises(SettingsError, match="charm"):
        open_memory(signals={"charm": 1.0})


@pytest.mark.parametrize(("pointing", "followed"), [(30, True), (150, False)])
def test_what_points_at_a_hub_is_not_followed_back(
    server: Server, open_memory: OpenMemory, scope: str, pointing: int, followed: bool
) -> None:
    memory = open_memory(decomposer=verbatim(), compare=False, associations=0)
    texts = ["the gate opens at dawn", "the harbour", *(f"spoke {number}" for number in range(pointing))]
    memory.remember([Turn(text=text, session=text) for text in texts], scope=scope)
    query(
        server,
        """MATCH (h:Atom {scope: $scope}) WHERE h.details CONTAINS 'gate'
           MATCH (a:Atom {scope: $scope}) WHERE a.details STARTS WITH 'spoke'
           CREATE (a)-[:ASSOCIATED {weight: 1.0, origin: 'similar', created_at: h.recorded_at}]->(h)
           WITH DISTINCT h
           MATCH (a:Atom {scope: $scope}) WHERE a.details CONTAINS 'harbour'
           CREATE (h)-[:ASSOCIATED {weight: 1.0, origin: 'similar', created_at: h.recorded_at}]->(a)""",
        scope=scope,
    )
    found = memory.recall("When does the gate open at dawn?", scope=scope, k=8, min_similarity=0.0)
    hub = next(entry for entry in found.entries if "gate" in entry.atom.details)
    reached = {entry.atom.details for entry in found.entries if entry.reached_from == hub.atom.id}
    assert any("spoke" in details for details in reached) == followed
    # its own edges are followed, unless the harbour was found by itself
    assert followed or any("harbour" in entry.atom.details for entry in found.entries)
