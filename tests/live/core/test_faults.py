"""A turn that cannot be taken apart costs none of the others, and a wrong type costs no answer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mnemosaic.errors import InputError, NotFoundError, SettingsError, UnknownScopeError
from mnemosaic.evidence import Why
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from mnemosaic.turns import StoredTurn, Turn
from mnemosaic.write.decompose import LocalDecomposer
from mnemosaic.write.protocols import Decomposition
from tests.conftest import Server
from tests.embedders import HashEmbedder

pytestmark = pytest.mark.live


class Stumbling(LocalDecomposer):
    """Fails on any window that holds a poisoned turn."""

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:
        if any("poison" in turn.turn.text for turn in turns):
            raise OverflowError("date value out of range")
        return super().decompose(turns, context)


def test_one_turn_that_fails_costs_none_of_the_others(
    server: Server, embedder: HashEmbedder, memory: Memory, scope: str
) -> None:
    turns = [Turn(text=f"Ann owns boat number {n}.", speaker="Ann", position=n) for n in range(4)]
    turns.insert(2, Turn(text="This is the poison.", speaker="Ann", position=9))
    with Memory.open(server.uri, server.auth, settings=Settings(), embedder=embedder, decomposer=Stumbling()) as opened:
        report = opened.remember(turns, scope=scope)
    assert (report.added, report.turns.done, report.turns.failed, report.ok) == (4, 4, 1, False)
    assert "date value out of range" in report.problems[0].reason
    again = memory.resume(scope=scope)
    assert (again.turns.done, again.turns.failed) == (1, 0)
    assert memory.resume(scope=scope).ok


def test_a_question_about_something_else_finds_nothing(memory: Memory, scope: str) -> None:
    memory.remember("Ann owns a boat in Bergen.", scope=scope)
    found = memory.recall("zebra quantum helicopter", scope=scope)
    assert (found.entries, found.abstained, found.why) == ((), True, Why.BELOW_THRESHOLD)
    assert memory.recall("zebra quantum helicopter", scope=scope, min_similarity=0.0).entries
    assert memory.recall("Who owns a boat?", scope=scope).why is Why.FOUND


def test_the_best_atom_is_shown_whatever_its_type(memory: Memory, scope: str) -> None:
    """A question for a fact, answered by an atom that is typed as a procedure."""
    rule = "Always renew passport 4711 before 3 May, never later than that."
    others = [f"Ann likes the colour number {n} of passport covers." for n in range(20)]
    memory.remember([rule, *others], scope=scope)
    found = memory.recall("Always renew passport 4711 before 3 May never later than that", scope=scope, k=4)
    assert "4711" in found.entries[0].atom.details
    assert len(found.entries) == 4


def test_what_cannot_be_is_refused_in_plain_words(memory: Memory, scope: str) -> None:
    memory.remember("Ann owns a boat.", scope=scope)
    for k in (2.5, "3"):
        with pytest.raises(InputError, match="k is"):
            memory.recall("boat", scope=scope, k=k)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="min_similarity"):
        memory.recall("boat", scope=scope, min_similarity="0.5")  # type: ignore[arg-type]
    for given in (None, 5, b"hello"):
        with pytest.raises(InputError, match="is no turn"):
            memory.remember(given, scope=scope)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no type of atom"):
        memory.atoms(scope=scope, kind="poem")  # type: ignore[arg-type]
    assert memory.atoms(scope=scope, kind="semantic") is not None  # type: ignore[arg-type]
    with pytest.raises(NotFoundError, match="go on from"):
        memory.atoms(scope=scope, after="nowhere")
    with pytest.raises(UnknownScopeError):
        memory.resume(scope=f"{scope}-other")
    with pytest.raises(SettingsError, match="beside them"):
        Memory.open(settings=Settings(), k=3)
    with pytest.raises(InputError, match="without an address"):
        Memory.open(auth=("neo4j", "wrong"), embedder=HashEmbedder())


def test_an_atom_is_given_to_its_own_readers_only(memory: Memory, scope: str) -> None:
    atom = memory.remember("Ann owns a boat.", scope=scope).atoms[0].id
    assert memory.get(atom, scope=f"{scope}/below").id == atom
    with pytest.raises(NotFoundError):
        memory.get(atom, scope=scope.replace("ann", "bob"))
