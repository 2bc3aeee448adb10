"""What the commands say, from reports and recalls made by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import typer

from mnemosaic.atoms import Atom, AtomType
from mnemosaic.cli.atoms import _brief, _full
from mnemosaic.cli.connection import Connection, connected
from mnemosaic.cli.evidence import explanation_lines, omitted_line, recall_lines, why_line
from mnemosaic.cli.output import clean, counted, plain
from mnemosaic.cli.problems import problem_lines
from mnemosaic.cli.progress import Counter, counter
from mnemosaic.evidence import Entry, Intent, Recall, Route, SourceTurn, Why
from mnemosaic.read import block
from mnemosaic.relations import Relation, Step
from mnemosaic.reports import Problem, TurnCounts, WriteReport

MOMENT = datetime(2024, 4, 2, 18, tzinfo=UTC)


def atom(name: str, details: str, kind: AtomType = AtomType.SEMANTIC) -> Atom:
    return Atom(id=name, scope="acme/ann", type=kind, title=details[:20], details=details, recorded_at=MOMENT)


def entry(found: Atom, score: float, reached_from: str | None = None) -> Entry:
    turn = SourceTurn(
        turn_id=f"turn-{found.id}", source_id="D1:3", session="s", position=0, speaker="Ann", received_at=MOMENT
    )
    path = (Step(relation=Relation.ASSOCIATED, forward=False, weight=1.0, origin=None),) if reached_from else ()
    return Entry(atom=found, similarity=score, score=score, turns=(turn,), reached_from=reached_from, path=path)


def recall(entries: tuple[Entry, ...], why: Why = Why.FOUND, budget: int = 2000) -> Recall:
    return Recall(
        question="Which medicine?",
        scope="acme/ann",
        entries=entries,
        evidence=block.assemble(entries, budget),
        route=Route(
            intent=Intent.FACT,
            weights=dict.fromkeys(AtomType, 1 / 3),
            quotas=dict.fromkeys(AtomType, 7),
            confidence=0.8,
            path="exact",
        ),
        why=why,
        explanation={"scopes": ["acme", "acme/ann"], "hits": {"atoms": 3}, "candidates": 9, "below_min_similarity": 2},
    )


def text(lines: object) -> str:
    return "\n".join(str(line) for line in lines)  # type: ignore[attr-defined]


FACT = entry(atom("aaaaaaaa-1", "Ann is allergic to penicillin."), 0.9)
EVENT = entry(atom("bbbbbbbb-2", "Ann moved to Bergen.", AtomType.EPISODIC), 0.8)
REACHED = entry(atom("cccccccc-3", "Ann met Birgit.", AtomType.EPISODIC), 0.5, "aaaaaaaa-1")


def test_evidence_is_shown_by_section_with_its_source_and_path() -> None:
    shown = text(recall_lines(recall((EVENT, FACT, REACHED)), explain=False))
    assert shown.index("allergic") < shown.index("moved to Bergen") < shown.index("met Birgit")
    assert "Ann, 2 Apr 2024, turn D1:3, atom aaaaaaaa" in shown
    assert "by associated from “Ann is allergic to p”" in shown


def test_an_explanation_shows_weights_quotas_and_scores() -> None:
    found = recall((FACT,))
    assert "score 0.900" in text(recall_lines(found, explain=True))
    shown = text(explanation_lines(found))
    for expected in ("fact (confidence 0.80", "quota   7", "acme, acme/ann", "3 atoms", "9, 2 too dissimilar"):
        assert expected in shown


@pytest.mark.parametrize("why", [why for why in Why if why is not Why.FOUND])
def test_an_empty_recall_says_why(why: Why) -> None:
    assert why_line(recall((), why), 0.9).startswith("Nothing")


def test_what_did_not_fit_is_named_by_id() -> None:
    large = entry(atom("dddddddd-4", "word " * 500), 0.9)
    found = recall((large, FACT), budget=200)
    assert omitted_line(found) == "1 atom did not fit into the budget of 200 tokens: dddddddd-4"
    assert "allergic" in text(recall_lines(found, explain=False))


def test_stored_text_cannot_steer_the_terminal_nor_be_markup() -> None:
    nasty = entry(atom("eeeeeeee-5", "[bold]Ann\x1b]0;title\x07[/bold]\r\nlied\x9b31m."), 0.9)
    shown = text(recall_lines(recall((nasty,)), explain=False))
    assert not {"\x1b", "\x07", "\r", "\x9b"} & set(shown)
    assert "[bold]Ann" in shown
    assert clean("a\nb\tc") == "a b\tc"
    assert plain(" a \n b ") == "a b"


def test_an_atom_is_listed_on_one_line_and_shown_in_full() -> None:
    assert "semantic" in text(_brief(FACT.atom))
    assert text(_brief(FACT.atom)).count("\n") == 0
    assert "2024-04-02T18:00:00Z" in text(_full(FACT.atom))


def test_problems_are_one_line_for_each_kind() -> None:
    broken = [Problem(reason=f"line {n}: not JSON (column {n + 3})", line=n, text="x") for n in range(1, 9)]
    waiting = [Problem(reason="no answer", turn=f"t{n}") for n in range(2)]
    report = WriteReport(
        scope="a/b",
        turns=TurnCounts(pending=2),
        problems=(*broken, Problem(reason="line 9: text is missing", line=9), *waiting),
    )
    assert list(problem_lines(report)) == [
        "8 lines left out: not JSON (column 4) (line 1, line 2, line 3, line 4, line 5 and 3 more)",
        "1 line left out: text is missing (line 9)",
        "no atoms were made of 2 turns: no answer",
        "2 turns without atoms are stored and can be tried again: run `mnemosaic resume --scope a/b`",
    ]
    assert list(problem_lines(WriteReport(scope="a/b"))) == []


def test_ctrl_c_says_what_is_in_and_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        with counter(quiet=False, scope="a/b") as count:
            count.update(WriteReport(scope="a", turns=TurnCounts(stored=1200), added=2400))
            raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as stopped:
        interrupted()
    assert stopped.value.exit_code == 130
    assert capsys.readouterr().err == (
        "mnemosaic: stopped: 1,200 turns gone through, 2,400 atoms added this time; turns that were being worked on "
        "are stored and wait; run the same command again to go on, or `mnemosaic resume --scope a/b` for those that "
        "wait; nothing goes in twice\n"
    )


def test_ctrl_c_in_the_first_batch_does_not_say_that_nothing_was_written() -> None:
    said = Counter(lambda _: None, "a/b").so_far()
    assert said.startswith("stopped before a batch was finished; turns that were being worked on are stored and wait")
    assert "mnemosaic resume --scope a/b" in said


def test_counts_have_their_noun() -> None:
    assert [counted(number, "turn") for number in (0, 1, 1200)] == ["0 turns", "1 turn", "1,200 turns"]


def test_a_command_gets_the_options_of_a_connection_but_keeps_its_own() -> None:
    seen = []

    @connected
    def command(connection: Connection, name: str, data: str = "mine") -> None:
        """Says something."""
        seen.append((connection, name, data))

    options = Connection(uri="bolt://x", user="u").__dict__ | {"data": "given", "name": "n"}
    command(**options)
    assert seen == [(Connection(uri="bolt://x", user="u"), "n", "given")]
    assert command.__doc__ == "Says something."
