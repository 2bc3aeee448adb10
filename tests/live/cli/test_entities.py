"""Entities from the command line: listed, shown, merged, split, named, and every change undone."""

from __future__ import annotations

import pytest

from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.live.cli.conftest import Run, Say, current

pytestmark = pytest.mark.live


@pytest.fixture
def told(memory: Memory, scope: str) -> str:
    for text in ("My friend Robert plays chess.", "My friend Bob plays tennis."):
        assert memory.remember(Turn(text=text, speaker="Ann"), scope=scope).ok
    return scope


def names(mnemosaic: Run, scope: str) -> dict[str, list[str]]:
    listed = mnemosaic("entities", "list", "--scope", scope, "--json").json["entities"]
    return {item["name"]: item["aliases"] for item in listed}


def test_a_merge_and_its_undoing(mnemosaic: Run, told: str) -> None:
    assert {"Ann", "Robert", "Bob"} <= names(mnemosaic, told).keys()
    change = mnemosaic("entities", "merge", "Robert", "Bob", "--scope", told, "--json").json["change"]
    assert (change["kind"], change["moved"]) == ("merge", 1)
    assert names(mnemosaic, told)["Robert"] == ["Bob"]
    shown = mnemosaic("entities", "show", "bob", "--scope", told, "--json").json
    assert (len(shown["atoms"]), len(shown["changes"])) == (2, 1)
    undone = mnemosaic("entities", "undo", change["id"], "--scope", told)
    assert (undone.status, undone.out[:5]) == (0, "undid")
    assert names(mnemosaic, told)["Bob"] == []
    again = mnemosaic("entities", "undo", change["id"], "--scope", told)
    assert again.status == 2
    assert "already" in again.err


def test_a_split_and_a_name(mnemosaic: Run, told: str) -> None:
    atom = mnemosaic("entities", "show", "Robert", "--scope", told, "--json").json["atoms"][0]["id"]
    words = ("--atom", atom, "--name", "Rob the Elder", "--scope", told, "--json")
    split = mnemosaic("entities", "split", "Robert", *words).json["change"]
    assert "Rob the Elder" in names(mnemosaic, told)
    named = mnemosaic("entities", "alias", "Rob the Elder", "Robby", "--scope", told)
    assert named.status == 0
    assert split["other"] in mnemosaic("entities", "show", "robby", "--scope", told).out
    assert mnemosaic("entities", "undo", split["id"], "--scope", told).status == 0
    assert "Rob the Elder" not in names(mnemosaic, told)
    refused = mnemosaic("entities", "split", "Robert", "--atom", atom, "--kind", "dragon", "--scope", told)
    assert refused.status == 2
    assert "dragon" in refused.err


def test_what_has_ended_is_marked_with_its_time(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Rome.", day="2024-05-01")
    say("I live in Oslo.", day="2024-06-01")
    shown = {
        item["details"]: item for item in mnemosaic("entities", "show", "Ann", "--scope", scope, "--json").json["atoms"]
    }
    rome, oslo = shown["Ann lives in Rome."], shown["Ann lives in Oslo."]
    assert (rome["status"], rome["ended"], rome["valid_until"]) == ("superseded", True, "2024-06-01T00:00:00Z")
    assert (oslo["status"], oslo["ended"], oslo["valid_from"]) == ("current", False, "2024-06-01T00:00:00Z")
    lines = {
        line for line in mnemosaic("entities", "show", "Ann", "--scope", scope).out.splitlines() if "lives in" in line
    }
    assert {"ended: until 2024-06-01T00:00:00Z" in line for line in lines if "Rome" in line} == {True}
    assert not any("ended" in line for line in lines if "Oslo" in line)


def test_what_was_taken_back_is_marked_so(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Rome.")
    mnemosaic("correct", current(mnemosaic, scope)["Ann lives in Rome."], "Ann lives in Oslo.")
    lines = mnemosaic("entities", "show", "Ann", "--scope", scope).out.splitlines()
    assert ["taken back" in line for line in lines if "lives in Rome" in line] == [True]
