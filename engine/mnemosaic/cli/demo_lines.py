"""What the demo prints for a person."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mnemosaic.cli.atoms import STYLES, WIDTH, type_of
from mnemosaic.cli.evidence import origin, why_line
from mnemosaic.cli.output import counted, plain, styled
from mnemosaic.demo import states

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.atoms import Atom
    from mnemosaic.cli.reports import AskedQuestion, DemoReport
    from mnemosaic.evidence import Entry
    from mnemosaic.reports import WriteReport

TOP = 3
SAMPLES = 3
SHORT, LONG = 30, 90
UNRESOLVED = (
    "What it replaces is in the evidence as well: no rule saw that the later statement ends the earlier one. "
    "Both are dated."
)


def heading(text: str) -> Iterator[Text]:
    """A heading with an empty line before it."""
    yield styled(("", ""))
    yield styled((text, "bold"))


def intro_lines(conversation: Path) -> Iterator[Text]:
    """What is about to be read."""
    turns = [json.loads(line) for line in conversation.read_text("utf-8").splitlines()]
    people = [name for name, _ in Counter(turn["speaker"] for turn in turns if turn["role"] == "user").most_common()]
    sessions = len({turn["session"] for turn in turns})
    yield from heading("1  A conversation becomes memory")
    yield styled((f"   {' and '.join(people)} with their assistant: {len(turns)} turns in {sessions} sessions,", ""))
    yield styled((f"   {turns[0]['said_at'][:10]} to {turns[-1]['said_at'][:10]}.", ""))


def written_lines(report: WriteReport, atoms: Sequence[Atom]) -> Iterator[Text]:
    """Counts by type, with a few atoms of each."""
    if report.turns.stored:
        done = f"{counted(report.turns.stored, 'turn')} became {counted(report.added, 'atom')}, {report.edges:,} edges"
        yield styled((f"   {done}, in {sum(report.seconds.values()):.1f} s.", ""))
    else:
        yield styled((f"   It was here already: {counted(len(atoms), 'atom')}; nothing goes in twice.", ""))
    if report.turns.no_atoms:
        yield styled((f"   {counted(report.turns.no_atoms, 'turn')} stated nothing to remember.", "dim"))
    for kind, number in Counter(type_of(atom) for atom in atoms).most_common():
        yield styled(("", ""))
        yield styled((f"   {number:>4}  ", "bold"), (kind.ljust(WIDTH), STYLES[kind]))
        for atom in _samples([atom for atom in atoms if type_of(atom) == kind]):
            yield styled((f"         {plain(atom.details)}", "dim"))
    over = report.added - len(atoms)
    if over > 0:
        yield styled(("", ""))
        yield styled((f"   {over:>4}  ", "bold"), ("hold no more: something later ended or corrected them", ""))


def _samples(atoms: Sequence[Atom]) -> list[Atom]:
    """A few that can be read alone: neither too short to say much nor too long, and without quoted speech."""
    readable = [atom for atom in atoms if SHORT <= len(atom.details) <= LONG] or atoms
    alone = [atom for atom in readable if not set(atom.details) & set('":?')]
    chosen = sorted(alone if len(alone) >= SAMPLES else readable, key=lambda atom: atom.id)
    return chosen[:: max(1, len(chosen) // SAMPLES)][:SAMPLES]


def asked_lines(asked: AskedQuestion, number: int) -> Iterator[Text]:
    """One question with the first lines of its evidence, and the answering ones where they stand further down."""
    if number == 1:
        yield from heading("2  Six questions, and the evidence for each")
        yield styled(("   ✓ marks a line that states the answer, or a part of it, itself.", "dim"))
    yield styled(("", ""))
    yield styled((f"   {asked.question}", "bold"))
    if not asked.recall.entries:
        yield styled((f"     {why_line(asked.recall, None)}", ""))
    for place, entry in _worth_showing(asked):
        answers = any(states(entry.atom.details, pattern) for pattern in asked.answer)
        yield styled(
            ("     ✓ " if answers else "     · ", "green" if answers else "dim"), (plain(entry.atom.details), "")
        )
        rank = f", at place {place}" if place > TOP else ""
        yield styled((f"       {origin(entry)}{rank}", "dim"))
    if not answered(asked):
        missing = "only a part of the answer" if any(asked.stated) else "no line that states the answer"
        yield styled((f"     The evidence holds {missing}.", "yellow"))
    yield styled((f"     {asked.why}", "italic dim"))
    if asked.earlier and any(asked.stated):
        yield styled((f"     {UNRESOLVED}", "yellow"))


def answered(asked: AskedQuestion, within: int | None = None) -> bool:
    """Whether lines of the evidence, or of its first entries, state everything that is asked."""
    return all(place is not None and (within is None or place <= within) for place in asked.stated)


def _worth_showing(asked: AskedQuestion) -> list[tuple[int, Entry]]:
    """The first entries, the first that states each thing asked, and what held before; with their places from 1."""
    places = {*range(1, TOP + 1), *asked.stated, asked.earlier}
    return [(place, entry) for place, entry in enumerate(asked.recall.entries, 1) if place in places]


def _program() -> str:
    """How to call the command line again: by its name where a shell finds it, else as it was called."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "mnemosaic" and shutil.which("mnemosaic") is None else "mnemosaic"


def end_lines(report: DemoReport, data: Path | None) -> Iterator[Text]:
    """How it went, where to look at the graph, and how to go on; `data` is the data directory where one was named."""
    total = len(report.questions)
    first = sum(answered(asked, TOP) for asked in report.questions)
    held = sum(answered(asked) for asked in report.questions)
    yield styled(("", ""))
    yield styled((f"   The evidence states the answer to {held} of {total} questions,", ""))
    yield styled((f"   within its first {TOP} entries to {first}.", ""))
    yield from heading("3  The graph itself")
    if report.browser:
        yield styled(("   Neo4j Browser  ", ""), (report.browser, "underline"))
        yield styled((f"   user {report.user}, password in {report.password_file}", "dim"))
    else:
        yield styled(("   Open the Neo4j Browser of your server.", ""))
    yield styled(("   Paste one of these there:", ""))
    for purpose, query in report.queries.items():
        yield styled(("", ""))
        yield styled((f"   // {purpose}", "dim"))
        for line in query.splitlines():
            yield styled((f"   {line}", "cyan"))
    yield from heading("4  Your own")
    where, program = f" --data {data}" if data else "", _program()
    yield styled((f'   {program} recall "What is Biscuit like?" --scope demo{where}', ""))
    yield styled((f"   {program} ingest notes.md --scope me{where}", ""))
    if report.browser:
        yield styled((f"   {program} down{where}", ""), ("    stops the server; the memory stays", "dim"))
