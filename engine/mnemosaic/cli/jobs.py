"""`mnemosaic jobs`: recompute what is derived, and see how fresh it is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, graph_alone
from mnemosaic.cli.output import complain, counted, hint, plain, print_json, print_lines
from mnemosaic.cli.progress import said

if TYPE_CHECKING:
    from gds_jobs import JobsReport, JobsStatus, Receipt
    from gds_jobs.work import Show
    from mnemosaic.errors import MnemosaicError
    from mnemosaic.models.protocols import LanguageModel
    from mnemosaic.settings import Settings

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME...]", help="associations, communities, centrality, centroids; none: all."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    group = typer.Typer(name="jobs", help="Recompute what is derived: associations, communities, PageRank, centroids.")
    for command in (run, status, schedule):
        group.command()(command)
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
    from gds_jobs import Jobs

    settings = connection.settings()
    with graph_alone(connection, as_json) as graph, _shown(as_json) as show:
        report = Jobs(graph, settings, _model(settings)).run(*names or (), full=full, seeded=not unseeded, show=show)
    if as_json:
        print_json(report)
    else:
        print_lines(line(receipt) for receipt in report.receipts)
    complain([f"{receipt.job}: {receipt.problem}" for receipt in report.receipts if not receipt.ok])


@connected
def status(connection: Connection, as_json: AsJson = False) -> None:
    """Tell how fresh what is derived is, who is at work, and what ran last."""
    from gds_jobs.status import status as status_of

    with graph_alone(connection, as_json) as graph:
        found = status_of(graph)
    if as_json:
        print_json(found)
    else:
        print_lines(_status_lines(found))


@connected
def schedule(
    connection: Connection,
    when: Annotated[str, typer.Option("--when", help="An interval such as 15m, or cron's five fields, UTC.")] = "15m",
    as_json: AsJson = False,
) -> None:
    """Stay, and run all jobs again and again until stopped. Beside cron or another scheduler, one run at a time."""
    from gds_jobs.runner import Runner
    from gds_jobs.schedule import Scheduler, trigger_of

    trigger, settings = trigger_of(when), connection.settings()
    with graph_alone(connection, as_json) as graph:
        scheduler = Scheduler(Runner(graph, settings, _model(settings)), trigger, lambda told: _tell(told, as_json))
        scheduler.start()
        hint(f"running the jobs by {when}; stop with Ctrl-C")
        _wait_for_the_end()
        scheduler.stop()


def line(receipt: Receipt) -> str:
    """A receipt in one line."""
    if receipt.mode == "fresh":
        return f"{receipt.job:<13} nothing to do"
    figures = ", ".join(f"{name.replace('_', ' ')} {value:,g}" for name, value in receipt.figures.items())
    unsettled = ", did not converge" if receipt.converged is False else ""
    return (
        f"{receipt.job:<13} {receipt.mode}, {receipt.written:,} written in {receipt.seconds:.1f} s"
        f"{unsettled}{': ' if figures else ''}{figures}"
    )


def _status_lines(found: JobsStatus) -> Iterator[str]:
    yield f"algorithms    {found.algorithms or 'none: Graph Data Science is not installed on the server'}"
    yield f"atoms         {found.atoms:,}, of which {found.dirty:,} changed and were not looked at"
    yield f"at work       {found.holder or 'nobody'}"
    for job in found.jobs:
        last = f"done {job.finished_at:%Y-%m-%d %H:%M:%S} UTC" if job.finished_at else "never run"
        yield f"{job.job:<13} {last}, {counted(job.waiting, 'atom')} waiting, {job.drifted:,} updated since a full run"
    for receipt in found.last:
        yield f"{receipt.started_at:%Y-%m-%d %H:%M:%S}  {line(receipt)} {plain(receipt.problem)}".rstrip()


def _tell(told: JobsReport | MnemosaicError, as_json: bool) -> None:
    from mnemosaic.errors import MnemosaicError

    if isinstance(told, MnemosaicError):
        typer.echo(f"mnemosaic: {plain(str(told))}", err=True)
    elif as_json:
        typer.echo(told.model_dump_json(by_alias=True))
    else:
        print_lines(f"{receipt.started_at:%Y-%m-%d %H:%M:%S}  {line(receipt)}" for receipt in told.receipts)


def _wait_for_the_end() -> None:
    """Until Ctrl-C, or SIGTERM as containers are stopped."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    ended.wait()


def _model(settings: Settings) -> LanguageModel | None:
    from mnemosaic import models

    return models.language_model_from(settings)


@contextmanager
def _shown(quiet: bool) -> Iterator[Show]:
    with said(quiet, "looking for what changed") as show:

        def progress(job: str, done: int, total: int) -> None:
            show(f"{job}: {done:,} of {total:,}" if total else f"{job}: {done:,}")

        yield progress
