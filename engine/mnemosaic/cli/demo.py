"""`mnemosaic demo`: a conversation becomes typed atoms, six questions are answered, the graph is there to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.demo_lines import asked_lines, end_lines, intro_lines, written_lines
from mnemosaic.cli.output import complain, print_json, print_lines
from mnemosaic.cli.problems import problem_lines
from mnemosaic.cli.progress import counter

if TYPE_CHECKING:
    from mnemosaic.atoms import Atom
    from mnemosaic.cli.reports import AskedQuestion, DemoReport
    from mnemosaic.demo import Question
    from mnemosaic.memory import Memory
    from mnemosaic.reports import WriteReport

SCOPE = "demo"
MOST_ATOMS = 10_000
QUERIES = ("demo_person", "demo_allergies", "demo_timeline")


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(demo)


@connected
def demo(connection: Connection, as_json: AsJson = False) -> None:
    """Ingest the shipped conversation, ask it six questions, and show where to look at the graph.

    Uses a scope of its own and can be run again: nothing goes in twice.
    """
    from mnemosaic.demo import conversation_path, questions

    if not as_json:
        print_lines(intro_lines(conversation_path()))
    with opened(connection, as_json) as memory:
        with counter(as_json, SCOPE) as count:
            written = memory.ingest(conversation_path(), scope=SCOPE, kind="turns", progress=count.update)
        atoms = memory.atoms(scope=SCOPE, limit=MOST_ATOMS)
        if not as_json:
            print_lines(written_lines(written, atoms))
        asked = []
        for question in questions():
            asked.append(_ask(memory, question))
            if not as_json:
                print_lines(asked_lines(asked[-1], len(asked)))
    report = _report(connection, written, atoms, asked)
    if as_json:
        print_json(report)
    else:
        print_lines(end_lines(report, connection.data))
    complain(list(problem_lines(written)))


def _ask(memory: Memory, question: Question) -> AskedQuestion:
    from mnemosaic.cli.reports import AskedQuestion

    found = memory.recall(question.question, scope=SCOPE)
    lines = [entry.atom.details for entry in found.entries]
    sources = {turn.source_id for turn in found.evidence.turns}
    return AskedQuestion(
        question=question.question,
        why=question.why,
        expected=question.evidence,
        found=tuple(name for name in question.evidence if name in sources),
        answer=question.answer,
        stated=tuple(_place(lines, pattern) for pattern in question.answer),
        earlier=_place(lines, question.earlier),
        recall=found,
    )


def _place(lines: Sequence[str], pattern: str | None) -> int | None:
    from mnemosaic.demo import states

    return next((place for place, line in enumerate(lines, 1) if states(line, pattern)), None)


def _report(
    connection: Connection, written: WriteReport, atoms: Sequence[Atom], asked: Sequence[AskedQuestion]
) -> DemoReport:
    from mnemosaic import server, statements
    from mnemosaic.atoms import AtomType
    from mnemosaic.cli.reports import DemoReport

    settings = connection.settings()
    own = server.status(settings.data) if settings.uri is None else None
    queries = [statements.load(f"inspect/{name}") for name in QUERIES]
    return DemoReport(
        scope=SCOPE,
        written=written,
        atoms={kind: sum(atom.type is kind for atom in atoms) for kind in AtomType},
        questions=tuple(asked),
        browser=own.browser if own else None,
        user=settings.user,
        password_file=str(own.password_file) if own else None,
        queries={query.purpose: _code(query.text) for query in queries},
    )


def _code(text: str) -> str:
    """A statement without its header; it pastes with it too."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))
