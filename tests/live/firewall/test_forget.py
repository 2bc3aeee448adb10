"""What is forgotten is gone, whole, with an exact receipt; and nothing else is."""

from __future__ import annotations

import pytest

from mnemosaic.errors import InputError, NotFoundError, UnknownScopeError
from mnemosaic.evidence import Why
from mnemosaic.memory import Memory
from mnemosaic.reports import Outcome
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import content, counts, query, verbatim
from tests.live.firewall.looks import said, wrong

pytestmark = pytest.mark.live

ATOMS = 250


def many(count: int) -> list:
    return [
        said(f"I keep the lamp number {number} in Bergen.", number, source_id=str(number)) for number in range(count)
    ]


@pytest.mark.parametrize("subtree", [False, True])
def test_all_of_one_user_goes_and_nobody_elses(
    server: Server, open_memory: OpenMemory, scope: str, subtree: bool
) -> None:
    memory = open_memory(compare=False)
    tenant = scope.partition("/")[0]
    others = [f"{tenant}/anna", tenant, f"{scope}/notes"]
    for other in others:
        memory.remember(many(3), scope=other)
    assert memory.remember(many(ATOMS), scope=scope).added == ATOMS
    before = {other: content(server, other) for other in others}
    held = counts(server, scope)
    receipt = memory.forget(scope=scope, subtree=subtree)
    below = 3 if subtree else 0
    assert (receipt.atoms, receipt.turns, receipt.kept_apart) == (ATOMS + below, ATOMS + below, 0)
    assert receipt.entities == held[":Entity"] * (2 if subtree else 1)
    edges = sum(many for name, many in held.items() if not name.startswith(":"))
    assert receipt.relationships >= edges
    assert subtree or receipt.relationships == edges
    assert counts(server, scope) == {}
    kept = others[:2] if subtree else others
    assert {other: content(server, other) for other in kept} == {other: before[other] for other in kept}
    found = memory.recall("the lamp number 249 in Bergen", scope=scope)
    assert {entry.atom.scope for entry in found.entries} <= {tenant}
    for where in (scope,) if not subtree else (scope, others[2]):
        with pytest.raises(UnknownScopeError):
            memory.atoms(scope=where)
    for kind in ("Semantic", "Episodic", "Procedural", "Turn"):
        rows = query(
            server,
            f"""CYPHER 25 MATCH (n:{kind}) SEARCH n IN (VECTOR INDEX {kind.lower()}_embedding FOR $vector
            WHERE n.scope = $scope LIMIT 5) RETURN n.id AS id""",
            vector=memory.embedder.passages(["lamp"])[0].tolist(),
            scope=scope,
        )
        assert rows == []


def test_a_scope_alone_in_its_tenant_is_unknown_once_it_is_forgotten(memory: Memory, scope: str) -> None:
    memory.remember(many(2), scope=scope)
    memory.forget(scope=scope)
    with pytest.raises(UnknownScopeError):
        memory.recall("lamp", scope=scope)
    with pytest.raises(UnknownScopeError):
        memory.forget(scope=f"{scope}/below", subtree=True)
    report = memory.remember(many(2), scope=scope)
    assert (report.added, report.turns.stored) == (2, 2)


@pytest.mark.parametrize("first", [0, 1])
def test_a_fact_of_two_turns_goes_with_the_second_of_them(
    server: Server, memory: Memory, scope: str, first: int
) -> None:
    turns = [said("I am allergic to penicillin.", day, source_id=f"m{day}") for day in range(2)]
    ids = [memory.remember(turn, scope=scope).atoms[0] for turn in turns]
    atom = ids[0].id
    assert [item.outcome for item in ids] == [Outcome.ADD, Outcome.SKIP]
    stated = sorted(memory.get(atom).sources, key=lambda source: not source.main)
    assert [source.main for source in stated] == [True, False]
    receipt = memory.forget(turn=stated[first].turn_id)
    assert (receipt.turns, receipt.atoms, receipt.kept) == (1, 0, 1)
    assert [(source.turn_id, source.main) for source in memory.get(atom).sources] == [(stated[1 - first].turn_id, True)]
    assert wrong(server, scope) == []
    receipt = memory.forget(turn=stated[1 - first].turn_id)
    assert (receipt.turns, receipt.atoms, receipt.kept) == (1, 1, 0)
    assert {name for name in counts(server, scope) if name != ":Scope"} == set()
    assert memory.recall("penicillin", scope=scope).why is Why.NOTHING_STORED
    assert wrong(server, scope) == []


def test_entities_that_others_need_stay(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(said("My sister Berit lives in Oslo.", 0), scope=scope)
    report = memory.remember(said("My brother Egil lives in Oslo.", 1), scope=scope)
    memory.forget(atom=report.atoms[0].id)
    names = {row["key"] for row in query(server, "MATCH (e:Entity {scope: $scope}) RETURN e.key AS key", scope=scope)}
    assert "oslo" in names
    assert not any("egil" in name for name in names)
    assert wrong(server, scope) == []


def test_an_entity_goes_with_all_that_is_about_it(server: Server, memory: Memory, scope: str) -> None:
    memory.remember([said("My sister Berit lives in Oslo.", 0), said("Berit likes rowing.", 1)], scope=scope)
    memory.remember(said("I like tea.", 2), scope=scope)
    rows = query(server, "MATCH (e:Entity {scope: $scope}) RETURN e.id AS id, e.key AS key", scope=scope)
    berit = next(row["id"] for row in rows if row["key"] == "berit")
    about = query(server, "MATCH (:Entity {id: $id})<-[:ABOUT]-(n) RETURN count(DISTINCT n) AS many", id=berit)[0][
        "many"
    ]
    receipt = memory.forget(entity=berit)
    assert receipt.atoms == about > 0
    assert not [atom for atom in memory.atoms(scope=scope) if "berit" in [name.casefold() for name in atom.entities]]
    assert "Ann likes tea." in [atom.details for atom in memory.atoms(scope=scope)]
    with pytest.raises(NotFoundError):
        memory.forget(entity=berit)
    assert wrong(server, scope) == []


def test_the_receipt_of_one_atom_counts_what_hung_on_it(server: Server, open_memory: OpenMemory, scope: str) -> None:
    memory = open_memory(decomposer=verbatim(), compare=False)
    report = memory.remember(
        [said(f"Ann likes the old blue boat {number}", number) for number in range(6)], scope=scope
    )
    before = counts(server, scope)
    receipt = memory.forget(atom=report.atoms[2].id)
    after = counts(server, scope)
    gone = {name: before[name] - after.get(name, 0) for name in before if before[name] != after.get(name, 0)}
    assert receipt.relationships == sum(many for name, many in gone.items() if not name.startswith(":"))
    assert (receipt.atoms, receipt.turns) == (1, 1)
    assert wrong(server, scope) == []


@pytest.mark.parametrize("given", [{}, {"turn": "a", "atom": "b"}, {"turn": "a", "subtree": True}])
def test_exactly_one_thing_is_forgotten(memory: Memory, given: dict) -> None:
    with pytest.raises(InputError):
        memory.forget(**given)


@pytest.mark.parametrize("what", ["turn", "atom", "entity"])
def test_what_is_not_there_cannot_be_forgotten(memory: Memory, what: str) -> None:
    with pytest.raises(NotFoundError):
        memory.forget(**{what: "3b7c0000-0000-5000-8000-000000000000"})
