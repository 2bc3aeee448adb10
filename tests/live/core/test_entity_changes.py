"""Merging, splitting and naming entities: what they move, and that undoing puts everything back, exactly."""

from __future__ import annotations

from typing import Any

import pytest

from mnemosaic.atoms import EntityKind, Slot
from mnemosaic.errors import InputError, NotFoundError, UnknownScopeError
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import query
from tests.live.core.test_entities import FIRM, PERSON, THING, Told

pytestmark = pytest.mark.live

STATE = """
MATCH (n:Atom {scope: $scope})
RETURN n.id AS atom, n.slot AS slot, COLLECT {
  MATCH (n)-[r:ABOUT|WAS_ABOUT]->(e:Entity)
  RETURN type(r) + ' ' + e.id + ' ' + r.role ORDER BY e.id
} AS about ORDER BY atom
"""


def employer(name: str, value: str) -> Slot:
    return Slot(entity=name, attribute="employer", value=value, single=True)


def state(server: Server, told: Told) -> list[Any]:
    """Everything that a change may touch: edges, slots, and the entities as they are listed."""
    entities = told.memory.entities.list(scope=told.scope, limit=1000)
    return [query(server, STATE, scope=told.scope), [item.model_dump() for item in entities]]


def slots(server: Server, told: Told) -> set[str]:
    return {row["slot"] for row in query(server, STATE, scope=told.scope) if row["slot"]}


@pytest.fixture
def told(open_memory: OpenMemory, scope: str) -> Told:
    return Told(open_memory, scope)


@pytest.fixture
def robert_and_bob(told: Told) -> Told:
    told.tell(("Robert", PERSON), slot=employer("Robert", "Acme"))
    told.tell(("Bob", PERSON), slot=employer("Bob", "Bolt"))
    told.tell(("Bob", PERSON), ("Robert", PERSON))
    told.tell(("Bob", PERSON), ("DGIA", THING), slot=Slot(entity="DGIA", attribute="head"))
    return told


def test_a_merge_moves_atoms_names_and_slots_and_undo_moves_them_back(robert_and_bob: Told, server: Server) -> None:
    told, entities, scope = robert_and_bob, robert_and_bob.memory.entities, robert_and_bob.scope
    before = state(server, told)
    change = entities.merge("Robert", "Bob", scope=scope)
    assert (change.kind, change.moved, change.origin) == ("merge", 3, "command")
    assert told.names() == [("DGIA", "thing", 1), ("Robert", "person", 4)]
    assert entities.show("bob", scope=scope).entity.aliases == ("Bob",)
    assert slots(server, told) == {"robert\u001femployer", "dgia\u001fhead"}
    undone = entities.undo(change.id, scope=scope)
    assert undone.undone_at is not None
    assert state(server, told) == before


def test_what_is_told_after_a_merge_stays_with_the_one_that_was_kept(robert_and_bob: Told, server: Server) -> None:
    told, entities, scope = robert_and_bob, robert_and_bob.memory.entities, robert_and_bob.scope
    change = entities.merge("Robert", "Bob", scope=scope)
    told.tell(("Bob", PERSON), slot=employer("bob", "Cog"))
    told.tell(("BOB", THING))
    assert told.names() == [("DGIA", "thing", 1), ("Robert", "person", 6)]
    assert slots(server, told) == {"robert\u001femployer", "dgia\u001fhead"}
    entities.undo(change.id, scope=scope)
    assert told.names() == [("Bob", "person", 3), ("DGIA", "thing", 1), ("Robert", "person", 4)]
    told.tell(("Bob", PERSON))
    assert told.names()[0] == ("Bob", "person", 4)


def test_changes_are_undone_in_turn_and_only_once(robert_and_bob: Told, server: Server) -> None:
    told, entities, scope = robert_and_bob, robert_and_bob.memory.entities, robert_and_bob.scope
    before = state(server, told)
    first = entities.merge("Robert", "Bob", scope=scope)
    between = state(server, told)
    second = entities.merge("DGIA", "Robert", scope=scope)
    assert told.names() == [("DGIA", "thing", 4)]
    with pytest.raises(InputError, match=second.id):
        entities.undo(first.id, scope=scope)
    entities.undo(second.id, scope=scope)
    assert state(server, told) == between
    entities.undo(first.id, scope=scope)
    assert state(server, told) == before
    with pytest.raises(InputError, match="already"):
        entities.undo(first.id, scope=scope)


def test_merges_beside_each_other_are_undone_in_any_order(robert_and_bob: Told, server: Server) -> None:
    told, entities, scope = robert_and_bob, robert_and_bob.memory.entities, robert_and_bob.scope
    before = state(server, told)
    first = entities.merge("Robert", "Bob", scope=scope)
    second = entities.merge("Robert", "DGIA", scope=scope)
    entities.undo(first.id, scope=scope)
    assert told.names() == [("Bob", "person", 3), ("Robert", "person", 3)]
    entities.undo(second.id, scope=scope)
    assert state(server, told) == before


def test_a_split_makes_another_of_the_same_name(told: Told, server: Server) -> None:
    entities, scope = told.memory.entities, told.scope
    kept = [told.tell(("Jordan", PERSON), slot=employer("Jordan", "Acme")) for _ in range(3)]
    moved = told.tell(("Jordan", PERSON), slot=employer("Jordan", "Bolt"))
    before = state(server, told)
    change = entities.split("Jordan", scope=scope, atoms=[moved])
    assert told.names() == [("Jordan", "person", 1), ("Jordan", "person", 3)]
    assert len(slots(server, told)) == 2
    told.tell(("Jordan", PERSON))
    assert told.names() == [("Jordan", "person", 1), ("Jordan", "person", 4)]
    with pytest.raises(InputError, match=change.other):
        entities.show("Jordan", scope=scope)
    assert [atom.id for atom in entities.show(change.other, scope=scope).atoms] == [moved]
    entities.undo(change.id, scope=scope)
    assert [many for _, _, many in told.names()] == [5]
    assert state(server, told)[0][: len(kept)] != []
    assert [row for row in state(server, told)[0] if row in before[0]] == before[0]


def test_after_a_split_the_kind_decides_and_what_was_told_meanwhile_comes_back(told: Told, server: Server) -> None:
    entities, scope = told.memory.entities, told.scope
    told.tell(("Mercury", THING))
    metal = told.tell(("Mercury", THING), slot=Slot(entity="Mercury", attribute="price", value="5"))
    change = entities.split("Mercury", scope=scope, atoms=[metal], name="Mercury", kind=FIRM)
    told.tell(("Mercury", FIRM), slot=Slot(entity="Mercury", attribute="price", value="6"))
    told.tell(("Mercury", THING))
    assert told.names() == [("Mercury", "organisation", 2), ("Mercury", "thing", 2)]
    entities.undo(change.id, scope=scope)
    assert told.names() == [("Mercury", "thing", 4)]
    assert slots(server, told) == {"mercury\u001fprice"}


def test_a_split_takes_the_name_that_it_is_given(told: Told, server: Server) -> None:
    entities, scope = told.memory.entities, told.scope
    told.tell(("Ann", PERSON))
    joined = told.tell(("Ann Miller", PERSON))
    before = state(server, told)
    change = entities.split("Ann", scope=scope, atoms=[joined], name="Ann Miller")
    assert entities.show("Ann", scope=scope).entity.aliases == ()
    told.tell(("Ann Miller", PERSON))
    assert told.names() == [("Ann", "person", 1), ("Ann Miller", "person", 2)]
    entities.undo(change.id, scope=scope)
    assert entities.show("Ann Miller", scope=scope).entity.name == "Ann"
    assert [row for row in state(server, told)[0] if row in before[0]] == before[0]


def test_a_split_by_role(told: Told) -> None:
    told.tell(("Ann", PERSON), ("Bob", PERSON))
    told.memory.entities.split("Bob", scope=told.scope, role="mentioned", name="Robert")
    assert ("Robert", "person", 1) in told.names()


def test_a_name_by_command_leads_to_its_entity_until_it_is_undone(told: Told) -> None:
    entities, scope = told.memory.entities, told.scope
    told.tell(("Robert", PERSON))
    change = entities.alias("Robert", "Big\nBob", scope=scope)
    told.tell(("big bob", PERSON))
    assert told.names() == [("Robert", "person", 2)]
    assert entities.show("Big Bob", scope=scope).entity.aliases == ("Big Bob",)
    with pytest.raises(InputError, match="already"):
        entities.alias("Robert", "BIG BOB", scope=scope)
    entities.undo(change.id, scope=scope)
    told.tell(("Big Bob", PERSON))
    assert told.names() == [("Big Bob", "person", 1), ("Robert", "person", 2)]
    with pytest.raises(InputError, match="merge"):
        entities.alias("Robert", "big bob", scope=scope)


def test_a_merge_that_a_statement_makes_is_undone_like_one_by_command(told: Told) -> None:
    from mnemosaic.atoms import Mention

    entities, scope = told.memory.entities, told.scope
    told.tell(("Bob", PERSON))
    told.tell(Mention(name="Robert", kind=PERSON, aliases=("Bob",)))
    (change,) = entities.show("Robert", scope=scope).changes
    assert (change.kind, change.origin) == ("merge", "stated")
    entities.undo(change.id, scope=scope)
    assert told.names() == [("Bob", "person", 1), ("Robert", "person", 1)]


def test_other_scopes_are_never_touched(open_memory: OpenMemory, server: Server, scope: str) -> None:
    here, other = Told(open_memory, scope), Told(open_memory, f"{scope}/deeper")
    for writer in (here, other):
        writer.tell(("Robert", PERSON), ("Bob", PERSON), slot=employer("Bob", "Acme"))
    entities, before = here.memory.entities, state(server, other)
    theirs = other.memory.entities.show("Bob", scope=other.scope).entity.id
    change = entities.merge("Robert", "Bob", scope=scope)
    assert state(server, other) == before
    for call in (
        lambda: entities.merge("Robert", theirs, scope=scope),
        lambda: entities.undo(change.id, scope=other.scope),
        lambda: entities.split(theirs, scope=scope, role="mentioned"),
    ):
        with pytest.raises(NotFoundError):
            call()
    assert state(server, other) == before


def test_what_cannot_be_done_says_so_and_changes_nothing(robert_and_bob: Told, server: Server) -> None:
    told, entities, scope = robert_and_bob, robert_and_bob.memory.entities, robert_and_bob.scope
    before = state(server, told)
    mine = [atom.id for atom in entities.show("DGIA", scope=scope).atoms]
    with pytest.raises(InputError, match="one entity already"):
        entities.merge("Robert", "ROBERT", scope=scope)
    with pytest.raises(NotFoundError, match="nobody"):
        entities.merge("Robert", "nobody", scope=scope)
    with pytest.raises(InputError, match="nothing was split"):
        entities.split("Robert", scope=scope, atoms=mine)
    with pytest.raises(InputError, match="not both"):
        entities.split("Robert", scope=scope)
    with pytest.raises(NotFoundError):
        entities.undo("no such change", scope=scope)
    with pytest.raises(UnknownScopeError):
        entities.list(scope=f"{scope}/never")
    with pytest.raises(InputError, match="empty"):
        entities.alias("Robert", " \n", scope=scope)
    assert EntityKind.PERSON in {item.kind for item in entities.list(scope=scope)}
    assert state(server, told) == before
