"""Decisions that several take at once, and what a scope says of the one above it."""

from __future__ import annotations

import threading

import pytest

from mnemosaic.errors import InputError, MnemosaicError
from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.live.core.probes import START, query


def disputed(memory: Memory, scope: str) -> str:
    memory.remember(Turn(text="My birthday is 3 March.", speaker="Ann", said_at=START), scope=scope)
    memory.remember(Turn(text="Ann's birthday is 5 May.", speaker="Bob", said_at=START), scope=scope)
    (conflict,) = memory.conflicts(scope=scope)
    return conflict.id


def test_two_who_keep_different_sides_do_not_lose_both(memory: Memory, server: Server, scope: str) -> None:
    conflict = disputed(memory, scope)
    sides = memory.conflicts(scope=scope)[0]
    barrier = threading.Barrier(2)
    refused: list[MnemosaicError] = []

    def decide(keep: str) -> None:
        barrier.wait()
        try:
            memory.resolve(conflict, keep=keep)
        except InputError as error:
            refused.append(error)

    threads = [threading.Thread(target=decide, args=(side.atom_id,)) for side in (sides.newer, sides.older)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    rows = query(server, "MATCH (n:Atom {scope: $scope}) RETURN n.status AS status ORDER BY status", scope=scope)
    assert [row["status"] for row in rows] == ["current", "retired"]
    memory.undo(conflict)
    assert len(memory.conflicts(scope=scope)) == 1
    with pytest.raises(InputError, match="nothing to undo"):
        memory.undo(conflict)


def test_what_a_scope_says_moves_nothing_above_it(memory: Memory, server: Server, scope: str) -> None:
    top = scope.partition("/")[0]
    memory.remember(Turn(text="My birthday is 3 March.", speaker="Ann", said_at=START), scope=top)
    state = "MATCH (n:Atom {scope: $scope}) RETURN n.status AS status, n.belief AS belief, n.valid_until AS until"
    before = query(server, state, scope=top)
    memory.remember(Turn(text="Ann's birthday is 5 May.", speaker="Bob", said_at=START), scope=scope)
    assert query(server, state, scope=top) == before
    (above,) = memory.atoms(scope=top)
    assert memory.history(above.id).conflicts == ()
    assert len(memory.conflicts(scope=scope)) == 1


def test_a_denied_allergy_and_anothers_word_are_decided_by_somebody(memory: Memory, scope: str) -> None:
    memory.remember(Turn(text="I am allergic to penicillin.", speaker="Ann", said_at=START), scope=scope)
    later = START.replace(year=START.year + 1)
    memory.remember(Turn(text="Ann is not allergic to penicillin.", speaker="Mallory", said_at=later), scope=scope)
    assert {atom.details for atom in memory.atoms(scope=scope)} >= {"Ann is allergic to penicillin."}
    assert len(memory.conflicts(scope=scope)) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My pin is 4711.", "My pin is 4712."),
        ("The rent is 1200 euros.", "The rent is 1205 euros."),
        ("Penicillin for Max: ✅", "Penicillin for Max: ❌"),
        ("The limit for parcels is > 5 kg.", "The limit for parcels is < 5 kg."),
        ("I love 🍕.", "I love 🍣."),
    ],
)
def test_no_number_and_no_sign_is_overlooked(memory: Memory, scope: str, first: str, second: str) -> None:
    for text in (first, second):
        report = memory.remember(Turn(text=text, speaker="Ann", said_at=START), scope=scope)
        assert report.existing == 0, report.atoms
