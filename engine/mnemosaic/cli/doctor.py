"""`mnemosaic doctor`: what works here, what does not, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected
from mnemosaic.cli.output import plain, print_json, print_lines, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.checkup import Health

MARKS = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "error": ("✗", "red")}


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(doctor)


@connected
def doctor(connection: Connection, as_json: AsJson = False) -> None:
    """Check Java, cache, memory, disk, server, indexes, schema and model. Starts and changes nothing.

    Exit status 2 where a check ends in an error.
    """
    from mnemosaic.checkup import checkup

    health = checkup(connection.settings())
    if as_json:
        print_json(health)
    else:
        print_lines(_lines(health))
    if not health.ok:
        raise typer.Exit(2)


def _lines(health: Health) -> Iterator[Text]:
    for finding in health.findings:
        mark, colour = MARKS[finding.state]
        yield styled((f"{mark} ", colour), (f"{finding.name:<10} ", "bold"), (plain(finding.detail), ""))
        if finding.hint:
            yield styled((f"{'':<13}{plain(finding.hint)}", "dim"))
