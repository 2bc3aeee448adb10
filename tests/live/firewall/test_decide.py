"""Decisions and corrections by hand: what they end, that they can be taken back, and that nothing is decided twice."""

from __future__ import annotations

import pytest

from mnemosaic.atoms import AtomStatus
from mnemosaic.errors import InputError
from mnemosaic.memory import Memory
from mnemosaic.relations import ConflictStatus
from mnemosaic.reports import Outcome
from mnemosaic.verdicts import Verdict
from tests.conftest import Server
from tests.live.core.probes import Scripted, claim
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import always, by_slots, current, holding, said, valued, wrong

pytestmark = pytest.mark.live

HOME = Scripted(lambda turn: [valued(turn, "home", city) for city in turn.turn.text.split()])
MEANT = Scripted(
    lambda turn: [valued(turn, "home", turn.turn.text.removeprefix("no, "), corrects=turn.turn.text.startswith("no, "))]
)


def in_conflict(open_judged: OpenJudged, scope: str) -> tuple[Memory, str, list[str]]:
    """A memory, an open contradiction in it, and its sides: the newer one first."""
    memory = open_judged(always(Verdict.CONFLICTS, confidence=0.9))
    reports = [
        memory.remember(said(text, place), scope=scope) for place, text in enumerate(("It is on.", "It is off."))
    ]
    assert [report.outcomes for report in reports] == [{Outcome.ADD: 1}, {Outcome.FLAG: 1}]
    found = memory.conflicts(scope=scope)
    assert len(found) == 1
    return memory, found[0].id, [found[0].newer.atom_id, found[0].older.atom_id]


@pytest.mark.parametrize("kept", [0, 1])
def test_one_side_is_kept_and_taken_back(server: Server, open_judged: OpenJudged, scope: str, kept: int) -> None:
    memory, conflict, sides = in_conflict(open_judged, scope)
    done = memory.resolve(conflict, keep=sides[kept])
    assert (done.status, done.kept) == (ConflictStatus.RESOLVED, sides[kept])
    assert [atom.id for atom in memory.atoms(scope=scope)] == [sides[kept]]
    assert memory.get(sides[1 - kept]).status is AtomStatus.RETIRED
    assert memory.conflicts(scope=scope) == []
    assert wrong(server, scope) == []
    with pytest.raises(InputError, match="resolved"):
        memory.resolve(conflict, keep=sides[1 - kept])
    memory.undo(conflict)
    assert sorted(atom.id for atom in memory.atoms(scope=scope)) == sorted(sides)
    assert [found.id for found in memory.conflicts(scope=scope)] == [conflict]
    assert wrong(server, scope) == []
    with pytest.raises(InputError, match="open"):
        memory.undo(conflict)
    assert memory.resolve(conflict, keep=sides[1 - kept]).kept == sides[1 - kept]


def test_both_sides_are_kept_and_taken_back(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory, conflict, sides = in_conflict(open_judged, scope)
    assert memory.resolve(conflict, keep="both").status is ConflictStatus.DISMISSED
    assert sorted(atom.id for atom in memory.atoms(scope=scope)) == sorted(sides)
    assert memory.conflicts(scope=scope) == []
    with pytest.raises(InputError, match="dismissed"):
        memory.resolve(conflict, keep=sides[0])
    memory.undo(conflict)
    assert [found.id for found in memory.conflicts(scope=scope)] == [conflict]
    assert wrong(server, scope) == []


def test_forgetting_the_side_that_was_kept_lets_the_other_hold_again(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    memory, conflict, (newer, older) = in_conflict(open_judged, scope)
    memory.resolve(conflict, keep=newer)
    assert memory.forget(atom=newer).restored == 1
    assert [atom.id for atom in memory.atoms(scope=scope)] == [older]
    assert memory.get(older).belief is None
    assert wrong(server, scope) == []


def test_a_side_is_named_by_its_atom(open_judged: OpenJudged, scope: str) -> None:
    memory, conflict, _ = in_conflict(open_judged, scope)
    with pytest.raises(InputError, match="one side"):
        memory.resolve(conflict, keep="neither")


def test_a_change_that_was_none_is_undone(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(by_slots(), HOME)
    memory.remember(said("Rome", 0), scope=scope)
    new = memory.remember(said("Oslo", 30), scope=scope).atoms[0].id
    memory.undo(memory.history(new).changes[0].id)
    assert current(server, scope) == ["Ann's home is Oslo", "Ann's home is Rome"]
    assert memory.conflicts(scope=scope) == []
    assert [found.status for found in memory.history(new).conflicts] == [ConflictStatus.DISMISSED]
    assert memory.history(new).changes == ()
    assert wrong(server, scope) == []


def test_undoing_one_of_two_changes_leaves_the_other(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(by_slots(), HOME)
    rome, bergen, oslo = (
        memory.remember(said(city, day), scope=scope).atoms[0].id
        for city, day in (("Rome", 0), ("Bergen", 60), ("Oslo", 30))
    )
    made = {(change.newer, change.older): change.id for change in memory.history(rome).changes}
    memory.undo(made[bergen, rome])
    assert holding(server, scope, "2024-03-15") == ["Ann's home is Rome"]
    assert memory.get(rome).valid_until == memory.get(oslo).valid_from
    assert wrong(server, scope) == []


def test_what_was_meant_takes_the_place_of_what_was_said(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(by_slots(), MEANT)
    ids = [
        memory.remember(said(text, 30 * place), scope=scope).atoms[0].id
        for place, text in enumerate(("Rome", "Oslo", "no, Bergen"))
    ]
    assert [memory.get(atom).status for atom in ids] == [AtomStatus.SUPERSEDED, AtomStatus.RETIRED, AtomStatus.CURRENT]
    assert memory.get(ids[2]).valid_from == memory.get(ids[0]).valid_until
    assert holding(server, scope, "2024-03-15") == ["Ann's home is Rome"]
    assert holding(server, scope, "2024-04-15") == ["Ann's home is Bergen"]
    assert wrong(server, scope) == []
    memory.forget(atom=ids[1])
    assert memory.get(ids[0]).valid_until == memory.get(ids[2]).valid_from
    assert wrong(server, scope) == []
    memory.forget(atom=ids[2])
    assert current(server, scope) == ["Ann's home is Rome"]
    assert wrong(server, scope) == []


@pytest.mark.parametrize("by", ["hand", "word"])
def test_a_correction_that_says_what_is_known_takes_the_other_back_all_the_same(
    server: Server, open_judged: OpenJudged, scope: str, by: str
) -> None:
    memory = open_judged(by_slots(), MEANT)
    rome, oslo = (memory.remember(said(city, 30), scope=scope).atoms[0].id for city in ("Rome", "Oslo"))
    memory.undo(memory.history(oslo).changes[0].id)
    assert len(current(server, scope)) == 2
    if by == "hand":
        memory.correct(oslo, "Ann's home is Rome")
    else:
        memory.remember(said("no, Rome", 60), scope=scope)
    assert [atom.id for atom in memory.atoms(scope=scope)] == [rome]
    assert memory.get(oslo).status is AtomStatus.RETIRED
    assert len(memory.get(rome).sources) == 2
    assert wrong(server, scope) == []


def test_a_correction_by_hand_keeps_type_and_metadata_and_can_be_forgotten(
    server: Server, memory: Memory, scope: str
) -> None:
    first = memory.remember(said("My sister likes tea.", metadata={"a": [1, None]}), scope=scope).atoms[0].id
    second = memory.correct(first, "Ann's sister likes coffee.").atoms[0].id
    was, now = memory.get(first), memory.get(second)
    assert (was.status, now.status) == (AtomStatus.RETIRED, AtomStatus.CURRENT)
    assert (now.type, now.metadata) == (was.type, {"a": [1, None]})
    with pytest.raises(InputError, match="retired"):
        memory.correct(first, "Ann's sister likes juice.")
    assert wrong(server, scope) == []
    memory.forget(atom=second)
    assert [atom.id for atom in memory.atoms(scope=scope)] == [first]
    assert wrong(server, scope) == []


def test_a_source_of_little_trust_is_rejected_and_can_be_confirmed(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    memory = open_judged(always(Verdict.CONFLICTS), Scripted(lambda turn: [claim(turn, turn.turn.text)]))
    memory.remember(said("It is on."), scope=scope)
    report = memory.remember(said("It is off.", 1, trust=0.3), scope=scope)
    assert report.outcomes == {Outcome.REJECT: 1}
    assert current(server, scope) == ["It is on."]
    apart = memory.clarifications(scope=scope)[0]
    report = memory.clarify(apart.atom_id, True)
    assert report.atoms[0].outcome is Outcome.FLAG
    assert memory.clarifications(scope=scope) == []
    assert current(server, scope) == ["It is off.", "It is on."]
    assert wrong(server, scope) == []
