"""What the commands about contradictions, clarifications, history and forgetting say, and what they refuse."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO

import pytest

from mnemosaic.atoms import Atom, AtomStatus, AtomType, QuarantineReason
from mnemosaic.cli import app as cli
from mnemosaic.cli import clarify, forget, history
from mnemosaic.cli.conflicts import conflict_lines
from mnemosaic.cli.outcomes import WORDS, advice, counts_line, outcome_lines
from mnemosaic.conflicts import Clarification, Conflict, Side
from mnemosaic.history import Change, History
from mnemosaic.relations import ConflictStatus
from mnemosaic.reports import Against, ForgetReceipt, LeftOut, Outcome, WriteReport, WrittenAtom
from mnemosaic.verdicts import Dimension, Verdict

MOMENT = datetime(2024, 4, 2, tzinfo=UTC)
ODD = '[red]O\'Neil[/red]\n\x1b]0;title\x07 "x"'
SHOWN = '[red]O\'Neil[/red] �]0;title� "x"'


def text(lines: object) -> str:
    return "\n".join(str(line) for line in lines)  # type: ignore[attr-defined]


def side(name: str, belief: float | None = None, kind: AtomType | None = AtomType.SEMANTIC) -> Side:
    return Side(atom_id=name, scope="a", type=kind, details=f"{name} {ODD}", speaker=ODD, said_at=MOMENT, belief=belief)


def conflict(**given: object) -> Conflict:
    fields = {"id": "c-1", "status": ConflictStatus.OPEN, "newer": side("n", 0.6), "older": side("o", 0.4)}
    return Conflict.model_validate(fields | {"reason": ODD, "dimension": Dimension.NUMERICAL} | given)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["conflicts"], "Missing option '--scope' / '-s'"),
        (["conflicts", "--scope", "a//b"], "mnemosaic: the scope 'a//b'"),
        (["conflicts", "--scope", "a", "--limit", "0"], "Invalid value for '--limit' / '-n'"),
        (["clarifications", "--scope", ""], "scope"),
        (["resolve", "c"], "Missing option '--keep'"),
        (["undo"], "Missing argument 'DECISION'"),
        (["clarify", "a"], "give exactly one answer: --yes, --no or --text TEXT"),
        (["clarify", "a", "--yes", "--no"], "give exactly one answer: --yes, --no or --text TEXT"),
        (["clarify", "a", "--no", "--text", "x"], "give exactly one answer: --yes, --no or --text TEXT"),
        (["clarify", "a", "--text", " \n"], "the text is empty: say what is true instead"),
        (["correct", "a", ""], "the text is empty: say what is true instead"),
        (["correct", "a"], "Missing argument 'TEXT'"),
        (["history"], "Missing argument 'ATOM'"),
        (["forget"], "give exactly one of --turn, --atom, --entity and --scope"),
        (["forget", "--turn", "t", "--atom", "a"], "give exactly one of --turn, --atom, --entity and --scope"),
        (["forget", "--atom", "a", "--subtree"], "--subtree goes with --scope only: leave it out"),
        (["forget", "--atom", "a", "--in", "s"], "--in goes with --entity only: leave it out"),
        (["forget", "--entity", "Bob", "--in", "a//b"], "mnemosaic: the scope 'a//b'"),
        (["forget", "--scope", "/"], "mnemosaic: the scope '/'"),
        (["forget", "--scope", "a", "--json"], "forgetting the scope 'a' with --json needs --yes"),
        (["preview", " ", "--scope", "a"], "the text is empty: say what to look at"),
        (["preview", "x", "--scope", "a", "--speaker", ""], "the speaker has 0 characters"),
        (["preview", "x", "--scope", "a", "--speaker", "y" * 1025], "the speaker has 1025 characters"),
        (["preview", "x", "--scope", "a", "--said-at", "once"], "said_at is no time: 'once'; give ISO 8601"),
    ],
)
def test_bad_input_is_one_line_before_a_server_is_looked_for(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("answer", ["", "n\n", "\n", "nope\n", "scope\n"])
def test_a_scope_is_forgotten_only_after_a_yes(
    answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(answer))
    assert cli.run(["forget", "--scope", "acme/ann", "--subtree"]) == 2
    err = capsys.readouterr().err
    assert "Forget acme/ann and every scope below it, with everything in it, for good? [y/N]" in err
    assert "nothing was forgotten: answer y, or give --yes" in err


@pytest.mark.parametrize("answer", ["y\n", "YES\n", " y "])
def test_a_yes_is_understood(answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(answer))
    forget._confirm("acme/ann", subtree=False, as_json=False)
    assert capsys.readouterr().err == "Forget acme/ann, with everything in it, for good? [y/N] "


def test_a_conflict_shows_both_sides_with_belief_and_full_ids() -> None:
    shown = text(conflict_lines(conflict()))
    assert shown.splitlines()[0] == f"{SHOWN}  numerical, open, conflict c-1"
    assert f"  newer  n {SHOWN}  belief 0.60, {SHOWN}, 2 Apr 2024, atom n" in shown
    assert "belief 0.40" in shown
    assert len(shown.splitlines()) == 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"status": ConflictStatus.RESOLVED, "kept": "o"}, "numerical, decided, conflict"),
        ({"status": ConflictStatus.DISMISSED}, "numerical, dismissed: both stay, conflict"),
        ({"status": ConflictStatus.DISMISSED, "newer": side("n", kind=None)}, "numerical, newer is kept apart"),
        ({"dimension": None}, "  open, conflict"),
        ({"reason": ""}, "they contradict each other"),
    ],
)
def test_a_conflict_says_what_became_of_it(given: dict[str, object], said: str) -> None:
    shown = text(conflict_lines(conflict(**given)))
    assert said in shown
    assert shown.count(", kept, ") == ("kept" in given)


def test_what_is_kept_apart_is_shown_with_its_question() -> None:
    item = Clarification(
        atom_id="q-1",
        scope="a",
        details=ODD,
        proposed_type=AtomType.EPISODIC,
        reason=QuarantineReason.LOW_CONFIDENCE,
        question=f"Is this certain: {ODD}",
        confidence=0.53,
        recorded_at=MOMENT,
    )
    assert text(clarify._lines(item)).splitlines() == [
        f"{SHOWN}  low confidence, confidence 0.53, episodic, atom q-1",
        f"  Is this certain: {SHOWN}",
    ]


def test_a_history_numbers_versions_and_names_changes_and_conflicts() -> None:
    def version(name: str, status: AtomStatus, **times: datetime) -> Atom:
        return Atom(
            id=name, scope="a", type=AtomType.SEMANTIC, title="t", details=name + ODD, recorded_at=MOMENT, status=status
        ).model_copy(update=times)

    found = History(
        atom="new",
        versions=(
            version("old", AtomStatus.SUPERSEDED, valid_until=MOMENT),
            version("new", AtomStatus.CURRENT, valid_from=MOMENT),
        ),
        changes=(
            Change(id="ch", newer="new", older="old", reason=ODD, by="rules", at=MOMENT),
            Change(id="ch2", newer="old", older="far", at=MOMENT),
        ),
        conflicts=(conflict(),),
    )
    lines = text(history._lines(found)).splitlines()
    assert lines[0] == f"  1  old{SHOWN}  superseded, .. to 2024-04-02T00:00:00Z, atom old"
    assert lines[1] == f"  2  new{SHOWN}  current, 2024-04-02T00:00:00Z to .., atom new"
    assert lines[2] == f"2 replaced 1: {SHOWN}  2024-04-02T00:00:00Z, by rules, change ch"
    assert lines[3] == "1 replaced atom far  2024-04-02T00:00:00Z, change ch2"
    assert "conflict c-1" in lines[4]


def test_a_receipt_counts_by_kind_and_leaves_out_what_is_not_there() -> None:
    receipt = ForgetReceipt(scope=ODD, turns=1, atoms=1200, kept_apart=2, restored=3, kept=4, unclear=5)
    rows = [line.rsplit(maxsplit=1) for line in forget._lines(receipt)][1:]
    assert [(name.strip(), count) for name, count in rows] == [
        ("turns", "1"),
        ("atoms", "1,200"),
        ("of them kept apart", "2"),
        ("hold again", "3"),
        ("stay on another turn", "4"),
        ("keep their times", "5"),
    ]
    assert text(forget._lines(receipt)).splitlines()[0] == f"forgotten in {SHOWN}"
    assert len(list(forget._lines(ForgetReceipt(scope="a")))) == 3


def test_outcomes_are_counted_in_a_fixed_order_and_every_one_has_a_word() -> None:
    assert set(WORDS) == {outcome.value for outcome in Outcome}
    report = WriteReport(scope="a", outcomes={Outcome.QUARANTINE: 1, Outcome.FLAG: 2, Outcome.ADD: 1200})
    assert counts_line(report) == "1,200 added, 2 flagged, 1 kept apart"


@pytest.mark.parametrize(
    ("outcomes", "commands"),
    [
        ({Outcome.ADD: 1, Outcome.UPDATE: 1, Outcome.SKIP: 1}, []),
        ({Outcome.FLAG: 1}, ["mnemosaic conflicts --scope 'a/b c'"]),
        ({Outcome.REJECT: 1}, ["mnemosaic clarifications --scope 'a/b c'"]),
        (
            {Outcome.QUARANTINE: 1, Outcome.FLAG: 1},
            ["mnemosaic conflicts --scope 'a/b c'", "mnemosaic clarifications --scope 'a/b c'"],
        ),
    ],
)
def test_what_waits_for_a_decision_is_pointed_at(outcomes: dict[Outcome, int], commands: list[str]) -> None:
    assert [line.partition(": ")[2] for line in advice(outcomes, "a/b c")] == commands


def test_every_claim_is_shown_with_its_verdicts() -> None:
    against = Against(atom="k-1", details=ODD, verdict=Verdict.CHANGES_OVER_TIME, reason="another home")
    made = WrittenAtom(
        id="w-1",
        outcome=Outcome.UPDATE,
        type=AtomType.SEMANTIC,
        title=ODD,
        turn="t",
        confidence=0.95,
        reason="r",
        against=(against, against.model_copy(update={"reason": "", "verdict": Verdict.REFINES})),
    )
    left = LeftOut(turn="t", text="Hello!", reason="greeting")
    lines = text(outcome_lines(WriteReport(scope="a", atoms=(made,), left_out=(left,)))).splitlines()
    assert lines[0] == f"updated        {SHOWN}  semantic, confidence 0.95, atom w-1"
    assert [line.strip() for line in lines[1:4]] == [
        "r",
        f"changes over time: {SHOWN}  another home, atom k-1",
        f"refines: {SHOWN}  atom k-1",
    ]
    assert lines[4] == "left out       Hello!  greeting"
