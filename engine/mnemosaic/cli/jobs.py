"""`mnemosaic jobs`: recompute what is derived, and see how fresh it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, graph_alone
from mnemosaic.cli.output import complain, print_json, print_lines
from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from gds_jobs.receipts import Receipt
    from gds_jobs.work import Show

Names = Annotated[
    list[str] | None, typer.Argument(metavar="[NAME...]", help="associations, communities, ...; none: all.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    group = typer.Typer(
        name="jobs", help="Recompute what is derived: associations, communities, centrality, centroids."
    )
    group.command()(run)
    app.add_typer(group)


@connected
def run(
    connection: Connection,
    names: Names = None,
    full: Annotated[bool, typer.Option("--full", help="Compute everything anew, not only what changed.")] = False,
    unseeded: Annotated[bool, typer.Option("--unseeded", help="Begin without the communities of before.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring what is derived up to date. At most one run at a time; it can be killed and run again.

    Exit status 2 where a job was refused or failed; what is stored is as it was then.
    """
    from gds_jobs import Options, Runner

    with graph_alone(connection, as_json) as graph, _shown(as_json) as show:
        report = Runner(graph, connection.settings()).run(names or (), Options(full or unseeded, not unseeded), show)
    if as_json:
        print_json(report)
    else:
        print_lines(line(receipt) for receipt in report.receipts)
    complain([f"{receipt.job}: {receipt.problem}" for receipt in report.receipts if not receipt.ok])


def line(receipt: Receipt) -> str:
    """A receipt in one line."""
    if receipt.mode == "fresh":
        return f"{receipt.job:<13} nothing to do"
    figures = ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in receipt.figures.items())
    unsettled = ", did not converge" if receipt.converged is False else ""
    return (
        f"{receipt.job:<13} {receipt.mode}, {receipt.written:,} written in {receipt.seconds:.1f} s"
        f"{unsettled}{': ' if figures else ''}{figures}"
    )


@contextmanager
def _shown(quiet: bool) -> Iterator[Show]:
    with said(quiet, "looking for what changed") as show:

        def progress(job: str, done: int, total: int) -> None:
            show(f"{job}: {done:,} of {total:,}" if total else f"{job}: {done:,}")

        yield progress
