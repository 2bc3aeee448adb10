"""A reader sees its own scope and the ones above it: nothing else, however near, by whatever way."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

import pytest

from mnemosaic import scopes
from mnemosaic.atoms import AtomType
from mnemosaic.evidence import Recall
from mnemosaic.lexemes import clause, inside
from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import query, talk, verbatim

pytestmark = pytest.mark.live

QUESTION = "Which violin does Ann play on Sundays?"


@pytest.fixture(scope="module")
def tenant() -> str:
    return f"test-{uuid.uuid4().hex[:12]}"


def scopes_of(found: Recall) -> set[str]:
    return {entry.atom.scope for entry in found.entries}


def details(found: Recall) -> list[str]:
    return [entry.atom.details for entry in found.entries]


@pytest.mark.parametrize("kind", AtomType)
def test_a_thousand_nearer_atoms_next_door_hide_none_of_three(
    tenant: str, open_memory: OpenMemory, kind: AtomType
) -> None:
    writer = open_memory(decomposer=verbatim(kind), associations=0)
    large, small = f"{tenant}/large-{kind}", f"{tenant}/small-{kind}"
    writer.remember([f"{QUESTION} {number}" for number in range(1000)], scope=large)
    three = [f"Ann owns a violin, as neighbour {number} says in a long letter" for number in range(3)]
    writer.remember(three, scope=small)
    assert sorted(details(writer.recall(QUESTION, scope=small, k=3))) == three
    assert sorted(details(writer.recall(QUESTION, scope=small, k=20))) == three
    assert all(three_or_more not in three for three_or_more in details(writer.recall(QUESTION, scope=large, k=20)))


@pytest.fixture(scope="module")
def family(tenant: str, memory: Memory) -> dict[str, str]:
    """Scopes around `.../user`, each with one statement that answers the question in words of its own."""
    places = {
        "tenant": tenant,
        "parent": f"{tenant}/team",
        "own": f"{tenant}/team/user",
        "child": f"{tenant}/team/user/draft",
        "sibling": f"{tenant}/team/bob",
        "longer name": f"{tenant}/team/users",
        "shorter name": f"{tenant}/team/use",
        "other case": f"{tenant}/team/User",
        "cousin": f"{tenant}/crew/user",
        "joined": f"{tenant}/teamuser",
        "other tenant": f"{tenant}x/team/user",
    }
    for name, scope in places.items():
        memory.remember(Turn(text=f"Ann plays the violin of the {name} on Sundays.", speaker="Ann"), scope=scope)
    return places


def seen(names: Iterable[str]) -> list[str]:
    return sorted(f"Ann plays the violin of the {name} on Sundays." for name in names)


@pytest.mark.parametrize(
    ("reader", "sees"),
    [
        ("own", ["own", "parent", "tenant"]),
        ("child", ["child", "own", "parent", "tenant"]),
        ("parent", ["parent", "tenant"]),
        ("tenant", ["tenant"]),
        ("longer name", ["longer name", "parent", "tenant"]),
        ("other case", ["other case", "parent", "tenant"]),
        ("joined", ["joined", "tenant"]),
        ("other tenant", ["other tenant"]),
    ],
)
def test_a_reader_sees_its_own_scope_and_those_above(
    family: dict[str, str], memory: Memory, reader: str, sees: list[str]
) -> None:
    found = memory.recall(QUESTION, scope=family[reader], k=50)
    assert sorted(details(found)) == seen(sees)
    assert {turn.turn_id for turn in found.evidence.turns} == {
        turn.turn_id for entry in found.entries for turn in entry.turns
    }


def test_a_list_is_of_exactly_one_scope(family: dict[str, str], memory: Memory) -> None:
    for name, scope in family.items():
        assert [atom.details for atom in memory.atoms(scope=scope)] == seen([name])


def test_full_text_alone_keeps_the_scopes_apart(family: dict[str, str], server: Server) -> None:
    for name, scope in family.items():
        keys = [scopes.key(path) for path in scopes.readable_from(scope)]
        rows = query(
            server,
            "CALL db.index.fulltext.queryNodes('turn_text', $lucene) YIELD node RETURN node.scope AS scope",
            lucene=f"{inside(keys)} +{clause('violin')}",
        )
        assert {row["scope"] for row in rows} <= set(scopes.readable_from(scope)), name
        assert scope in {row["scope"] for row in rows}


def test_a_hop_does_not_leave_the_readers_scopes(tenant: str, memory: Memory, server: Server) -> None:
    """Even where something drew edges that should not be, also through the middle of two hops."""
    own, foreign, above = f"{tenant}-hops/own", f"{tenant}-hops/foreign", f"{tenant}-hops"
    for scope in (own, foreign, above):
        memory.remember([f"Zoltan number {number} repairs clocks." for number in range(8)], scope=scope)
    memory.remember("Ann plays the violin on Sundays.", scope=own)
    query(
        server,
        """MATCH (a:Atom {scope: $own}), (b:Atom) WHERE b.scope IN [$foreign, $above] AND a.details CONTAINS 'violin'
        CREATE (a)-[:REQUIRES {confidence: 1.0}]->(b), (b)-[:SUPPORTS {confidence: 1.0}]->(a)""",
        own=own,
        foreign=foreign,
        above=above,
    )
    for question in (QUESTION, "Who repairs clocks?"):
        found = memory.recall(question, scope=own, k=12)
        assert scopes_of(found) <= {own, above}
        assert len(found.entries) == 12


def test_what_another_tenant_writes_moves_none_of_my_entries_and_scores(
    tenant: str, memory: Memory, open_memory: OpenMemory
) -> None:
    """Also where more turns share a word of the question than a search brings back: how rare a word is elsewhere must
    not decide which of them are looked at."""
    mine, theirs = f"{tenant}-mine/ann", f"{tenant}-theirs/bob"
    memory.remember(talk(60), scope=mine)
    # words that no other test has used: the longer turns are worth less while both words are equally rare
    viola, oboe = (f"{name}{tenant[-12:]}" for name in ("viola", "oboe"))
    rare = [Turn(text=f"The {viola} is in room {n}.", session=viola) for n in range(45)]
    rare += [Turn(text=f"The {oboe} is there, in the old room {n}.", session=oboe) for n in range(45)]
    memory.remember(rare, scope=mine)
    questions = [
        "Who keeps the violin in Lyon?",
        "Why is the lamp number 3 in Bergen?",
        f"Where is the {viola} or {oboe}?",
    ]

    def asked() -> list[list[tuple[str, float, float]]]:
        return [
            [(entry.atom.id, entry.similarity, entry.score) for entry in memory.recall(text, scope=mine, k=10).entries]
            for text in questions
        ]

    before = asked()
    assert all(before)
    other = open_memory(associations=0)
    words = f"{QUESTION} Where is the {viola}?"
    other.remember([turn.model_copy(update={"text": f"{turn.text} {words}"}) for turn in talk(600)], scope=theirs)
    assert asked() == before
