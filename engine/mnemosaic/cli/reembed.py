"""`mnemosaic reembed`: another embedding model for a graph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, graph_of
from mnemosaic.cli.output import counted, hint, print_json, print_lines

if TYPE_CHECKING:
    from mnemosaic.reembed import Progress, ReembedReport


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(reembed)


@connected
def reembed(connection: Connection, as_json: AsJson = False) -> None:
    """Change the embedding model of a graph to the one that --embedder names: embed everything again.

    Close the other engines first. It can be stopped and run again: it goes on where it was. Until it has finished, the
    graph cannot be opened.
    """
    from mnemosaic.reembed import reembed as change

    with graph_of(connection, as_json) as (graph, embedder), _bars(as_json) as show:
        report = change(graph, embedder, show)
    if as_json:
        print_json(report)
    else:
        print_lines([_summary(report)])
        hint(f"open it with this model from now on: --embedder or MNEMOSAIC_EMBEDDER={connection.settings().embedder}")


def _summary(report: ReembedReport) -> str:
    model = f"{report.model} ({report.dimensions} dimensions)"
    if not report.changed:
        return f"nothing to do: this graph is one of {model} already"
    rest = "the rest of " if report.resumed else ""
    embedded = f"{counted(report.atoms, 'atom')}, {counted(report.turns, 'turn')}, {report.exemplars:,} exemplars"
    return f"changed from {report.before} to {model}: embedded {rest}{embedded} in {report.seconds:.1f} s"


@contextmanager
def _bars(quiet: bool) -> Iterator[Progress]:
    """A bar for each stage on standard error; nothing where nobody sees it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from mnemosaic.cli.output import console

    err = console(err=True)
    columns = (TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=quiet or not err.is_terminal) as bars:
        tasks = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield show
