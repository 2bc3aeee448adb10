"""Forgetting from the command line: what goes, what is asked first, and what holds again."""

from __future__ import annotations

from io import StringIO

import pytest

from mnemosaic.memory import Memory
from tests.live.cli.conftest import ODD, UNSURE, Run, Say, current, holding, listed, refused

pytestmark = pytest.mark.live


def test_forgetting_prints_what_went(mnemosaic: Run, memory: Memory, say: Say, scope: str) -> None:
    say("I live in Oslo.", ODD, "Bob keeps bees.")
    atom = holding(mnemosaic, scope, "Oslo")
    turn = memory.get(holding(mnemosaic, scope, "bees")).sources[0].turn_id
    by_atom = mnemosaic("forget", "--atom", atom)
    assert by_atom.status == 0
    assert by_atom.out.splitlines()[0] == f"forgotten in {scope}"
    assert [line.split() for line in by_atom.out.splitlines()[1:3]] == [["turns", "1"], ["atoms", "1"]]
    by_turn = mnemosaic("forget", "--turn", turn, "--json").json
    assert (by_turn["turns"], by_turn["atoms"]) == (1, 1)
    refused(mnemosaic("forget", "--turn", turn), "there is no turn")
    assert len(current(mnemosaic, scope)) == 1


def test_a_scope_is_forgotten_after_a_yes_and_those_below_it_only_when_told(
    mnemosaic: Run, say: Say, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = f"{scope}/below"
    say(ODD)
    say(ODD, "Bob keeps bees.", where=below)
    monkeypatch.setattr("sys.stdin", StringIO("no\n"))
    assert "nothing was forgotten" in mnemosaic("forget", "--scope", scope).err
    assert len(current(mnemosaic, scope)) == 1
    refused(mnemosaic("forget", "--scope", scope, "--json"), "needs --yes")
    monkeypatch.setattr("sys.stdin", StringIO("y\n"))
    assert mnemosaic("forget", "--scope", scope).status == 0
    assert len(current(mnemosaic, below)) == 2
    say(ODD)
    gone = mnemosaic("forget", "--scope", scope, "--subtree", "--yes", "--json").json
    assert (gone["turns"], gone["atoms"]) == (3, 3)
    refused(mnemosaic("atoms", "--scope", below), "nothing was ever written")


def test_an_entity_is_forgotten_by_its_name_in_a_scope(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I met Bob at the harbour.", "I play chess with Bob.", "I live in Oslo.")
    refused(mnemosaic("forget", "--entity", "Nobody [b]'x'[/b]", "--in", scope), "there is no entity", "entities list")
    refused(mnemosaic("forget", "--entity", "Bob", "--in", f"{scope}/typo"), "there is no entity 'Bob'")
    refused(mnemosaic("forget", "--entity", "Bob"), "there is no entity 'Bob'")
    assert mnemosaic("forget", "--entity", " BOB", "--in", scope, "--json").json["atoms"] == 2
    assert list(current(mnemosaic, scope)) == ["Ann lives in Oslo."]
    refused(mnemosaic("forget", "--entity", "Bob", "--in", scope), "there is no entity 'Bob'")


def test_a_name_that_stands_for_two_things_is_asked_about(mnemosaic: Run, memory: Memory, say: Say, scope: str) -> None:
    say("I play chess with Bob.", "I met Bob at the harbour.")
    harbour = holding(mnemosaic, scope, "harbour")
    apart = memory.entities.split("Bob", scope=scope, atoms=[harbour])
    refused(mnemosaic("forget", "--entity", "Bob", "--in", scope), "give the id", apart.entity, apart.other)
    mnemosaic("forget", "--atom", harbour)
    assert mnemosaic("forget", "--entity", "Bob", "--in", scope, "--json").json["atoms"] == 1
    assert not current(mnemosaic, scope)


def test_an_entity_goes_with_its_names_and_what_was_merged_into_it(
    mnemosaic: Run, memory: Memory, say: Say, scope: str
) -> None:
    say("I play chess with Bob.", "I met Rufus at the harbour.", "I live in Oslo.")
    memory.entities.merge("Bob", "Rufus", scope=scope)
    memory.entities.alias("Bob", "Bobster", scope=scope)
    gone = mnemosaic("forget", "--entity", "Bobster", "--in", scope, "--json").json
    assert gone["atoms"] == 2
    assert list(current(mnemosaic, scope)) == ["Ann lives in Oslo."]
    for name in ("Bob", "Rufus", "Bobster"):
        refused(mnemosaic("forget", "--entity", name, "--in", scope), f"there is no entity {name!r}")


def test_an_entity_that_nothing_is_about_goes_with_the_last_statement(
    mnemosaic: Run, memory: Memory, say: Say, scope: str
) -> None:
    say(UNSURE)
    bob = memory.entities.show("Bob", scope=scope).entity.id
    mnemosaic("clarify", listed(mnemosaic, "clarifications", scope)[0]["atom_id"], "--no")
    gone = mnemosaic("forget", "--entity", bob)
    assert (gone.status, "there is no entity" in gone.err) == (2, True)


@pytest.mark.parametrize("first", ["Bergen", "Molde"])
def test_what_came_in_between_can_be_forgotten_and_undone_like_any_change(
    mnemosaic: Run, memory: Memory, say: Say, scope: str, first: str
) -> None:
    say("I live in Oslo.", day="2024-05-01")
    say("I live in Bergen.", day="2024-06-01")
    say("I live in Molde.", day="2024-07-01")
    molde = holding(mnemosaic, scope, "Molde")
    names = {item.details: item.id for item in memory.history(molde).versions}
    oslo, bergen = names["Ann lives in Oslo."], names["Ann lives in Bergen."]
    gone, stays, until = (bergen, molde, "2024-07-01") if first == "Bergen" else (molde, bergen, "2024-06-01")
    mnemosaic("forget", "--atom", gone)
    told = mnemosaic("history", oslo, "--json").json
    assert [item["id"] for item in told["versions"]] == [oslo, stays]
    assert told["versions"][0]["valid_until"].startswith(until)
    [change] = told["changes"]
    assert mnemosaic("undo", change["id"]).status == 0
    assert set(current(mnemosaic, scope).values()) == {oslo, stays}


def test_forgetting_what_was_corrected_ends_the_one_before_where_it_ended(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Oslo.", day="2024-05-01")
    oslo = holding(mnemosaic, scope, "Oslo")
    say("I live in Bergen.", day="2024-06-01")
    bergen = holding(mnemosaic, scope, "Bergen")
    mnemosaic("correct", bergen, "Ann lives in Molde.")
    mnemosaic("forget", "--atom", bergen)
    versions = mnemosaic("history", oslo, "--json").json["versions"]
    assert [item["status"] for item in versions] == ["superseded", "current"]
    assert versions[0]["valid_until"] == versions[1]["valid_from"] == "2024-06-01T00:00:00Z"
