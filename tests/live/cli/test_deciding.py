"""What a person does after a write: look at what waits, decide, take it back, correct."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.live.cli.conftest import ODD, UNSURE, Run, Say, current, holding, listed, refused

pytestmark = pytest.mark.live

TARGETS = ("The target pressure is 130/80 mmHg.", "The target pressure is 160/100 mmHg.")


def test_a_conflict_is_listed_decided_and_taken_back(mnemosaic: Run, say: Say, scope: str) -> None:
    say(*TARGETS)
    shown = mnemosaic("conflicts", "--scope", scope)
    assert shown.status == 0
    assert shown.out.count("belief 0.") == 2
    assert all(text in shown.out for text in TARGETS)
    assert "resolve CONFLICT --keep" in shown.err
    [found] = listed(mnemosaic, "conflicts", scope)
    newer, older = found["newer"]["atom_id"], found["older"]["atom_id"]
    assert {found["id"], newer, older} <= set(shown.out.split() + shown.out.replace(",", "").split())
    decided = mnemosaic("resolve", found["id"], "--keep", older, "--json").json["conflict"]
    assert (decided["status"], decided["kept"]) == ("resolved", older)
    assert listed(mnemosaic, "conflicts", scope) == []
    assert "no open conflict" in mnemosaic("conflicts", "--scope", scope).err
    assert set(current(mnemosaic, scope).values()) == {older}
    refused(mnemosaic("resolve", found["id"], "--keep", newer), "is resolved: undo that first")
    assert mnemosaic("undo", found["id"], "--json").json["undone"] == found["id"]
    assert set(current(mnemosaic, scope).values()) == {newer, older}
    assert listed(mnemosaic, "conflicts", scope) == [found]
    refused(mnemosaic("undo", found["id"]), "is open: there is nothing to undo")


def test_both_sides_can_be_kept_and_the_beliefs_come_back_with_the_doubt(mnemosaic: Run, say: Say, scope: str) -> None:
    say(*TARGETS)
    [found] = listed(mnemosaic, "conflicts", scope)
    kept = mnemosaic("resolve", found["id"], "--keep", "both")
    assert "dismissed: both stay" in kept.out
    assert f"mnemosaic undo {found['id']}" in kept.err
    assert len(current(mnemosaic, scope)) == 2
    refused(mnemosaic("resolve", found["id"], "--keep", "both"), "is dismissed: undo that first")
    assert "dismissed: both stay" in mnemosaic("history", found["newer"]["atom_id"]).out
    assert "taken back" in mnemosaic("undo", found["id"]).out
    assert listed(mnemosaic, "conflicts", scope) == [found]


def test_a_side_of_two_conflicts_stays_in_doubt_until_both_are_decided(mnemosaic: Run, say: Say, scope: str) -> None:
    say(*TARGETS, "The target pressure is 190/120 mmHg.")
    found = listed(mnemosaic, "conflicts", scope)
    assert len(found) == 3
    mnemosaic("resolve", found[0]["id"], "--keep", "both")
    rest = listed(mnemosaic, "conflicts", scope)
    assert [item["id"] for item in rest] == [item["id"] for item in found[1:]]
    assert all(item[name]["belief"] is not None for item in rest for name in ("newer", "older"))


def test_unknown_ids_and_foreign_sides_are_refused(mnemosaic: Run, say: Say, scope: str) -> None:
    say(*TARGETS, "I live in Oslo.")
    [found] = listed(mnemosaic, "conflicts", scope)
    for foreign in ("nobody", "", "[red]x[/red]", found["id"], holding(mnemosaic, scope, "Oslo")):
        refused(mnemosaic("resolve", found["id"], "--keep", foreign), f"keep is {foreign!r}", "or 'both'")
    refused(mnemosaic("resolve", "nothing", "--keep", "both"), "there is no conflict 'nothing'")
    refused(mnemosaic("undo", "a\nb"), "there is no decision")
    for words in (("history", "x"), ("correct", "x", "y"), ("clarify", "x", "--yes"), ("clarify", "x", "--no")):
        refused(mnemosaic(*words), "there is no atom 'x'")
    for kind in ("turn", "atom", "entity"):
        refused(mnemosaic("forget", f"--{kind}", "x"), f"there is no {kind} 'x' to forget")
    for words in (("conflicts",), ("clarifications",), ("forget", "--yes"), ("forget", "--yes", "--subtree")):
        refused(mnemosaic(*words, "--scope", f"{scope}/typo"), "nothing was ever written")
    assert listed(mnemosaic, "conflicts", scope) == [found]


@pytest.mark.parametrize(
    ("answer", "kept"),
    [(("--yes",), "sell something"), (("--no",), None), (("--text", ODD), '"[red]x[/red]" O\'Neil')],
    ids=["yes", "no", "text"],
)
def test_a_clarification_is_answered_once(
    mnemosaic: Run, say: Say, scope: str, answer: Sequence[str], kept: str | None
) -> None:
    say(UNSURE)
    [asked] = listed(mnemosaic, "clarifications", scope)
    shown = mnemosaic("clarifications", "--scope", scope)
    assert asked["question"] in shown.out
    assert asked["atom_id"] in shown.out
    refused(mnemosaic("correct", asked["atom_id"], "Bob sells boats."), "is quarantined")
    done = mnemosaic("clarify", asked["atom_id"], *answer)
    assert done.status == 0
    assert ("added" if kept else "dropped") in done.out
    assert any(kept in details for details in current(mnemosaic, scope)) if kept else not current(mnemosaic, scope)
    assert listed(mnemosaic, "clarifications", scope) == []
    assert "nothing is kept apart" in mnemosaic("clarifications", "--scope", scope).err
    refused(mnemosaic("clarify", asked["atom_id"], *answer), "there is no atom")


def test_what_is_stored_already_cannot_be_clarified(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Oslo.")
    refused(mnemosaic("clarify", holding(mnemosaic, scope, "Oslo"), "--no"), "is not kept apart")
    assert current(mnemosaic, scope)


def test_a_change_is_in_the_history_and_can_be_taken_back(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Oslo.", day="2024-05-01")
    say("I live in Bergen.", day="2024-06-01")
    bergen = holding(mnemosaic, scope, "Bergen")
    told = mnemosaic("history", bergen, "--json").json
    [change] = told["changes"]
    assert [item["status"] for item in told["versions"]] == ["superseded", "current"]
    shown = mnemosaic("history", bergen).out
    assert "superseded, .. to 2024-06-01T00:00:00Z" in shown
    assert f"2 replaced 1: {change['reason']}" in shown
    assert change["id"] in shown
    assert mnemosaic("undo", change["id"]).status == 0
    assert len(current(mnemosaic, scope)) == 2
    after = mnemosaic("history", bergen, "--json").json
    assert (after["changes"], [item["status"] for item in after["conflicts"]]) == ([], ["dismissed"])


def test_a_correction_holds_when_what_it_corrects_did(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Oslo.", day="2024-05-01")
    say("I live in Bergen.", day="2024-06-01")
    bergen = holding(mnemosaic, scope, "Bergen")
    text = 'Ann lives in "[bold]Molde[/bold]",\nO\'Hara street.'
    done = mnemosaic("correct", bergen, text)
    assert done.status == 0
    assert 'Ann lives in "[bold]Molde[/bold]", O\'Hara street.' in done.out
    assert "corrected by hand" in done.out
    [(details, molde)] = current(mnemosaic, scope).items()
    assert details == " ".join(text.split())
    versions = {item["id"]: item for item in mnemosaic("history", molde, "--json").json["versions"]}
    assert versions[bergen]["status"] == "retired"
    assert versions[molde]["valid_from"] == versions[bergen]["valid_from"] == "2024-06-01T00:00:00Z"
    refused(mnemosaic("correct", bergen, text), "is retired: only what is current can be corrected")
    assert mnemosaic("forget", "--atom", molde, "--json").json["restored"] == 1
    assert list(current(mnemosaic, scope).values()) == [bergen]


def test_an_event_corrected_in_words_keeps_its_day(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I met Bob at the harbour on 3 May 2023.")
    report = mnemosaic("correct", holding(mnemosaic, scope, "Bob"), "Ann met Rob at the harbour.", "--json").json
    shown = mnemosaic("atoms", report["atoms"][0]["id"], "--json").json["atoms"][0]
    assert shown["occurred_from"] == "2023-05-03T00:00:00Z"


def test_a_preview_decides_and_writes_nothing(mnemosaic: Run, say: Say, scope: str) -> None:
    words = ("preview", "I live in Bergen.", "--scope", scope, "--speaker", "Ann", "--said-at", "2024-06-01")
    assert "added" in mnemosaic(*words).out
    refused(mnemosaic("atoms", "--scope", scope), "nothing was ever written")
    say("I live in Oslo.")
    shown = mnemosaic(*words)
    assert shown.out.startswith("updated")
    assert "changes over time: Ann lives in Oslo." in shown.out
    assert shown.err == "nothing was written\n"
    assert mnemosaic(*words, "--json").json["outcomes"] == {"update": 1}
    assert "known already" in mnemosaic("preview", "I live in Oslo.", "--scope", scope, "--speaker", "Ann").out
    assert '"[red]x[/red]" O\'Neil' in mnemosaic("preview", ODD, "--scope", scope).out
    assert "left out       Hello!  greeting" in mnemosaic("preview", "Hello!", "--scope", scope).out
    assert list(current(mnemosaic, scope)) == ["Ann lives in Oslo."]


def test_an_import_tells_outcomes_and_how_to_see_what_waits(mnemosaic: Run, tmp_path: Path, scope: str) -> None:
    def file(name: str, *texts: str) -> str:
        path = tmp_path / name
        turns = [{"id": f"{name}{place}", "session": "s", "speaker": "Ann", "text": text, "said_at": "2024-05-01"}
                 for place, text in enumerate(texts)]  # fmt: skip
        path.write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
        return str(path)

    calm = mnemosaic("ingest", file("a", TARGETS[0]), "--scope", scope)
    assert (calm.status, calm.err) == (0, "")
    assert "1 added\n" in calm.out
    done = mnemosaic("ingest", file("b", TARGETS[1], UNSURE), "--scope", scope)
    assert done.status == 0
    assert "1 flagged, 1 kept apart" in done.out
    assert f"mnemosaic conflicts --scope {scope}" in done.err
    assert f"mnemosaic clarifications --scope {scope}" in done.err


def test_a_correction_to_what_another_atom_says_lets_that_one_take_its_place(
    mnemosaic: Run, say: Say, scope: str
) -> None:
    say("I like tea.", "I like green tea.")
    names = current(mnemosaic, scope)
    tea, green = names["Ann likes tea."], names["Ann likes green tea."]
    assert "known already" in mnemosaic("correct", tea, "Ann likes green tea.").out
    assert current(mnemosaic, scope) == {"Ann likes green tea.": green}
    for _ in range(2):
        [change] = mnemosaic("history", tea, "--json").json["changes"]
        assert (change["newer"], change["reason"]) == (green, "corrected by hand")
        mnemosaic("undo", change["id"])
        assert current(mnemosaic, scope) == names
        mnemosaic("correct", tea, "Ann likes green tea.")
    assert current(mnemosaic, scope) == {"Ann likes green tea.": green}
    mnemosaic("correct", green, "Ann likes  green tea.")
    assert current(mnemosaic, scope) == {"Ann likes green tea.": green}


def test_a_conflict_with_what_was_decided_against_waits_for_nobody(mnemosaic: Run, say: Say, scope: str) -> None:
    say(*TARGETS, "The target pressure is 190/120 mmHg.")
    found = listed(mnemosaic, "conflicts", scope)
    loser = found[0]["older"]["atom_id"]
    mnemosaic("resolve", found[0]["id"], "--keep", found[0]["newer"]["atom_id"])
    rest = listed(mnemosaic, "conflicts", scope)
    assert len(rest) == 1
    assert loser not in (rest[0]["newer"]["atom_id"], rest[0]["older"]["atom_id"])
    mnemosaic("undo", found[0]["id"])
    assert listed(mnemosaic, "conflicts", scope) == found


def test_a_rejected_statement_is_clarified_and_not_reopened(mnemosaic: Run, memory: Memory, scope: str) -> None:
    said = [
        Turn(text=text, speaker="Ann", said_at="2024-05-01", trust=trust)
        for text, trust in zip(TARGETS, (1.0, 0.2), strict=True)
    ]
    report = memory.remember(said, scope=scope)
    assert [item.outcome.value for item in report.atoms] == ["add", "reject"]
    known, rejected = (item.id for item in report.atoms)
    [asked] = listed(mnemosaic, "clarifications", scope)
    assert (asked["atom_id"], asked["reason"]) == (rejected, "rejected")
    [against] = mnemosaic("history", known, "--json").json["conflicts"]
    assert "newer is kept apart" in mnemosaic("history", known).out
    refused(mnemosaic("undo", against["id"]), "one side of", "is kept apart")
    refused(mnemosaic("resolve", against["id"], "--keep", known), "is dismissed")
    assert mnemosaic("clarify", rejected, "--yes").status == 0
    assert any("160/100" in details for details in current(mnemosaic, scope))
    assert listed(mnemosaic, "clarifications", scope) == []
