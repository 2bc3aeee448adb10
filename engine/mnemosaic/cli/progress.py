"""How an import shows itself: turns and atoms so far and the rate; and what Ctrl-C says."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from mnemosaic.cli.output import console, counted

if TYPE_CHECKING:
    from mnemosaic.reports import WriteReport

STOPPED = 130
PLAIN_SECONDS = 10.0

Show = Callable[[str], None]


class Counter:
    """The last report of an import, and how long it has been going on."""

    def __init__(self, show: Show, scope: str) -> None:
        self._show = show
        self._scope = scope
        self._began = time.monotonic()
        self.report: WriteReport | None = None

    def update(self, report: WriteReport) -> None:
        """Show what a report says; it is the sum of all batches so far."""
        self.report = report
        turns = report.turns.stored + report.turns.existing
        rate = turns / max(time.monotonic() - self._began, 0.001)
        self._show(f"{counted(turns, 'turn')}, {counted(report.added, 'new atom')}, {rate:.0f} turns a second")

    def so_far(self) -> str:
        """What is in, and how to go on, in words. Turns are stored before their batch is finished and reported."""
        done = "stopped before a batch was finished"
        if self.report is not None:
            turns = self.report.turns.stored + self.report.turns.existing
            done = (
                f"stopped: {counted(turns, 'turn')} gone through, {counted(self.report.added, 'atom')} added this time"
            )
        return (
            f"{done}; turns that were being worked on are stored and wait; run the same command again to go on, "
            f"or `mnemosaic resume --scope {self._scope}` for those that wait; nothing goes in twice"
        )


@contextmanager
def counter(quiet: bool, scope: str) -> Iterator[Counter]:
    """Progress of an import on standard error. Ctrl-C says what is in and how to go on, and exits with 130."""
    with _stoppable() as counts, said(quiet, "reading") as show:
        counts.append(Counter(show, scope))
        yield counts[0]


@contextmanager
def _stoppable() -> Iterator[list[Counter]]:
    counts: list[Counter] = []
    try:
        yield counts
    except KeyboardInterrupt:
        so_far = counts[0].so_far() if counts else "stopped"
        typer.echo(f"mnemosaic: {so_far}", err=True)
        raise typer.Exit(STOPPED) from None


@contextmanager
def said(quiet: bool, first: str) -> Iterator[Show]:
    """One line that changes, on standard error; a line now and then where that is no terminal; nothing if `quiet`."""
    err = console(err=True)
    if not quiet and err.is_terminal:
        with err.status(first) as status:
            yield status.update
        return
    last, shown = time.monotonic(), ""

    def show(line: str) -> None:
        nonlocal last, shown
        if not quiet and line != shown and time.monotonic() - last >= PLAIN_SECONDS:
            last, shown = time.monotonic(), line
            err.print(line)

    yield show
