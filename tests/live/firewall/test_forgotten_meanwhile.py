"""Forgetting beside other writers and other decisions: nobody loses what was not forgotten, and nothing is refused."""

from __future__ import annotations

from typing import Any

import pytest

from mnemosaic.atoms import Claim
from mnemosaic.memory import Memory
from mnemosaic.turns import StoredTurn, Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, claim, query

pytestmark = pytest.mark.live

NIGHT, DAY = "I am on the night shift.", "I am on the day shift."


def told(text: str, day: str, **given: Any) -> Turn:
    return Turn(text=text, speaker="Ann", said_at=f"2026-{day}T09:00:00Z", source_id=day, **given)


def turn_of(server: Server, scope: str, day: str) -> str:
    found = query(server, "MATCH (t:Turn {scope: $scope, source_id: $id}) RETURN t.id AS id", scope=scope, id=day)
    return str(found[0]["id"])


def holding(memory: Memory, scope: str) -> list[str]:
    return sorted(atom.details for atom in memory.atoms(scope=scope))


@pytest.fixture
def shifts(open_memory: OpenMemory) -> Memory:
    return open_memory()


def test_a_turn_between_two_tellings_goes_after_one_change_was_undone(
    server: Server, shifts: Memory, scope: str
) -> None:
    for text, day in ((NIGHT, "01-02"), (DAY, "02-02"), (NIGHT, "03-02")):
        shifts.remember(told(text, day), scope=scope)
    night = next(atom for atom in shifts.atoms(scope=scope) if "night" in atom.details)
    shifts.undo(shifts.history(night.id).changes[0].id)
    receipt = shifts.forget(turn=turn_of(server, scope, "02-02"))
    assert (receipt.turns, receipt.atoms) == (1, 1)
    assert holding(shifts, scope) == ["Ann is on the night shift."]


def test_a_turn_goes_that_had_ended_two_that_state_the_same(server: Server, shifts: Memory, scope: str) -> None:
    for text, day in ((DAY, "03-12"), (NIGHT, "04-21"), (DAY, "01-16")):
        shifts.remember(told(text, day), scope=scope)
    assert shifts.forget(turn=turn_of(server, scope, "04-21")).turns == 1
    assert holding(shifts, scope) == ["Ann is on the day shift."]


def test_what_another_turn_tells_while_one_is_forgotten_stays(
    server: Server, shifts: Memory, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    allergy = "I am allergic to penicillin."
    shifts.remember(told(allergy, "01-02"), scope=scope)
    read = shifts.graph.read

    def interrupted(name: str, **params: Any) -> Any:
        found = read(name, **params)
        if name == "lifecycle/forgettable":
            monkeypatch.setattr(shifts.graph, "read", read)
            assert shifts.remember(told(allergy, "02-02"), scope=scope).ok
        return found

    turn = turn_of(server, scope, "01-02")
    monkeypatch.setattr(shifts.graph, "read", interrupted)
    receipt = shifts.forget(turn=turn)
    assert (receipt.turns, receipt.atoms) == (1, 0)
    assert holding(shifts, scope) == ["Ann is allergic to penicillin."]
    assert turn_of(server, scope, "02-02")


def test_nothing_is_made_of_a_turn_that_is_forgotten_before_it_is_committed(
    server: Server, open_memory: OpenMemory, scope: str
) -> None:
    forgetting = True

    def claims(turn: StoredTurn) -> list[Claim]:
        if forgetting and turn.turn.source_id == "01-02":
            memory.forget(turn=turn.id)
        return [claim(turn, turn.turn.text)]

    memory = open_memory(decomposer=Scripted(claims), compare=False)
    report = memory.remember([told("Ann is allergic to nuts", "01-02"), told("Ann sails", "01-03")], scope=scope)
    assert not report.ok
    assert report.turns.pending == 1
    assert any("forgotten" in problem.reason for problem in report.problems)
    assert memory.atoms(scope=scope) == []
    forgetting = False
    assert memory.resume(scope=scope).ok
    assert holding(memory, scope) == ["Ann sails"]
    assert query(server, "MATCH (n:Atom {scope: $scope}) WHERE NOT (n)-[:FROM_TURN]->() RETURN n", scope=scope) == []


def test_of_two_homes_that_are_both_said_to_hold_somebody_decides(shifts: Memory, scope: str) -> None:
    shifts.remember(told("I live in Oslo.", "01-02"), scope=scope)
    shifts.remember(told("I have lived in Bergen since 2020.", "02-02"), scope=scope)
    assert len(holding(shifts, scope)) == 2
    assert len(shifts.conflicts(scope=scope)) == 1
