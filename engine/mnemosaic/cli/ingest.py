"""`mnemosaic ingest, resume`: files of conversations and documents into a scope."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.outcomes import advise, counts_line
from mnemosaic.cli.output import complain, counted, print_json, print_lines
from mnemosaic.cli.problems import problem_lines
from mnemosaic.cli.progress import counter

if TYPE_CHECKING:
    from mnemosaic.reports import WriteReport

STDIN = Path("/dev/stdin")
SHOWN_SECONDS = 0.05

File = Annotated[Path, typer.Argument(help="File to read; - for standard input.")]
Kind = Annotated[
    str, typer.Option("--kind", "--format", help="auto, turns, openai, chatgpt, locomo or text.", metavar="KIND")
]
Session = Annotated[str | None, typer.Option("--session", help="Name of the session where the file gives none.")]
Timezone = Annotated[str, typer.Option("--timezone", help="Zone of times that have none, such as Europe/Oslo.")]
Conversation = Annotated[str | None, typer.Option("--conversation", help="One conversation of a LoCoMo file.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    app.command()(ingest)
    app.command()(resume)


@connected
def ingest(
    connection: Connection,
    file: File,
    scope: Scope,
    kind: Kind = "auto",
    session: Session = None,
    timezone: Timezone = "UTC",
    conversation: Conversation = None,
    as_json: AsJson = False,
) -> None:
    """Remember a file: turns as JSON Lines, chat messages, a ChatGPT export, LoCoMo, Markdown or plain text.

    Broken lines are named and the others still go in. Run it again after an interruption: only what is missing is
    added.
    """
    source = _source(file, scope)
    options = {"session": session, "timezone": timezone, "conversation": conversation}
    with opened(connection, as_json) as memory, counter(as_json, scope) as count:
        report = memory.ingest(source, scope=scope, kind=kind, progress=count.update, **options)
    _finish(report, as_json)


@connected
def resume(connection: Connection, scope: Scope, as_json: AsJson = False) -> None:
    """Work again on the turns of a scope that are pending or failed."""
    with opened(connection, as_json) as memory:
        report = memory.resume(scope=scope)
    _finish(report, as_json, "no turn waits")


def _source(file: Path, scope: str) -> Path:
    """The file to read; what can be found wrong with it or the scope is, before a server is started for them."""
    from mnemosaic import scopes
    from mnemosaic.errors import InputError

    scopes.parse(scope)
    if str(file) == "-":
        return STDIN
    if not file.exists():
        raise InputError(f"there is no file {file}: check the name")
    return file


def _finish(report: WriteReport, as_json: bool, nothing: str = "nothing to read") -> None:
    if as_json:
        print_json(report)
    else:
        print_lines(_summary(report) if report.turns.stored or report.turns.existing else [nothing])
        advise(report)
    complain(list(problem_lines(report)))


def _summary(report: WriteReport) -> Iterator[str]:
    turns = report.turns
    yield f"{counted(turns.stored, 'new turn')}, {turns.existing:,} known already"
    yield f"{counted(report.added, 'new atom')}, {report.existing:,} known already; {counted(report.edges, 'edge')}"
    if report.outcomes:
        yield counts_line(report)
    if turns.no_atoms:
        yield f"{counted(turns.no_atoms, 'turn')} stated nothing to remember"
    steps = [f"{name} {seconds:.1f}" for name, seconds in report.seconds.items() if seconds >= SHOWN_SECONDS]
    if steps:
        yield f"{sum(report.seconds.values()):.1f} s ({', '.join(steps)})"
