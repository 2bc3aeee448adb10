"""What the demo marks as an answer, says where there is none, and counts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.atoms import Atom, AtomType
from mnemosaic.cli.demo import _place
from mnemosaic.cli.demo_lines import UNRESOLVED, answered, asked_lines, end_lines
from mnemosaic.cli.reports import AskedQuestion, DemoReport
from mnemosaic.demo import Question, questions, states
from mnemosaic.evidence import Entry, Intent, Recall, Route, SourceTurn, Why
from mnemosaic.read import block
from mnemosaic.reports import WriteReport

MOMENT = datetime(2024, 9, 2, tzinfo=UTC)
MEDICINE, EMPLOYER, RELEASE, WRIST, PARTY, ORM = questions()
WRONG = "Priya's grandma's birthday party is on 12 September 2024 (2024-09-12) at the Saltbox Café."
RIGHT = "Priya's grandma's birthday party is on 14 September 2024 (2024-09-14), not on the 12th."
OTHERS = ["Thirty people.", "Grandma Leela is turning eighty.", "Priya gave you the wrong date on Thursday."]


def ask(question: Question, lines: list[str]) -> AskedQuestion:
    turn = SourceTurn(turn_id="t", source_id="s", session="s", position=0, speaker="Priya", received_at=MOMENT)
    entries = tuple(
        Entry(
            atom=Atom(id=f"{n}", scope="demo", type=AtomType.SEMANTIC, title="x", details=line, recorded_at=MOMENT),
            similarity=0.5,
            score=0.5,
            turns=(turn,),
        )
        for n, line in enumerate(lines)
    )
    weights = dict.fromkeys(AtomType, 1 / 3)
    route = Route(intent=Intent.FACT, weights=weights, quotas=dict.fromkeys(AtomType, 7), confidence=0.8, path="exact")
    return AskedQuestion(
        question=question.question,
        why=question.why,
        expected=question.evidence,
        found=question.evidence,
        answer=question.answer,
        stated=tuple(_place(lines, pattern) for pattern in question.answer),
        earlier=_place(lines, question.earlier),
        recall=Recall(
            question=question.question,
            scope="demo",
            entries=entries,
            evidence=block.assemble(entries, 2000),
            route=route,
            why=Why.FOUND if entries else Why.BELOW_THRESHOLD,
        ),
    )


def shown(asked: AskedQuestion) -> list[str]:
    return [str(line) for line in asked_lines(asked, 2)]


def test_only_the_line_that_states_the_answer_is_marked_and_shown_with_its_place() -> None:
    lines = shown(ask(PARTY, [WRONG, *OTHERS, RIGHT]))
    assert [line for line in lines if "✓" in line] == [f"     ✓ {RIGHT}"]
    assert f"     · {WRONG}" in lines
    assert any(line.endswith("at place 5") for line in lines)
    assert lines[-1].strip() == UNRESOLVED


def test_an_answer_that_is_not_in_the_evidence_is_said_to_be_missing() -> None:
    missing = ask(PARTY, [WRONG, *OTHERS])
    assert not any("✓" in line for line in shown(missing))
    assert "     The evidence holds no line that states the answer." in shown(missing)
    assert not any(UNRESOLVED in line for line in shown(missing))
    half = ask(RELEASE, ["We must never release Tidewatch on a Friday."])
    assert "     The evidence holds only a part of the answer." in shown(half)
    assert not answered(half)
    assert "similar enough" in " ".join(shown(ask(PARTY, [])))


def test_the_count_is_of_stated_answers() -> None:
    asked = (ask(PARTY, [WRONG, *OTHERS, RIGHT]), ask(PARTY, [WRONG]), ask(WRIST, ["Sprained his wrist (2024-06-10)."]))
    report = DemoReport(
        scope="demo",
        written=WriteReport(scope="demo"),
        atoms={},
        questions=asked,
        browser=None,
        user="neo4j",
        password_file=None,
        queries={},
    )
    said = " ".join(str(line).strip() for line in end_lines(report, None))
    assert "states the answer to 2 of 3 questions, within its first 3 entries to 1." in said


@pytest.mark.parametrize(
    ("question", "line", "stated"),
    [
        (MEDICINE, "Priya is Allergic to penicillin.", True),
        (MEDICINE, "Priya's cousin Arjun is allergic to peanuts", False),
        (EMPLOYER, "Priya has been at Kestrel Mapping for two weeks now", True),
        (EMPLOYER, "Kestrel Mapping has a four-day week", False),
        (PARTY, "the party is on Saturday (2024-08-31), 14 September (2023-09-14).", False),
        (ORM, "Tidewatch stays with plain SQL.", True),
        (ORM, "They use an ORM for everything", False),
    ],
)
def test_what_states_an_answer(question: Question, line: str, stated: bool) -> None:
    assert any(states(line, pattern) for pattern in question.answer) is stated
