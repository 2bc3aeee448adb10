"""`mnemosaic preview`: what would be decided on a text, without writing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.outcomes import outcome_lines
from mnemosaic.cli.output import hint, print_json, print_lines

if TYPE_CHECKING:
    from mnemosaic.turns import Turn

Text = Annotated[str, typer.Argument(help="What somebody says.")]
Speaker = Annotated[str, typer.Option("--speaker", help="Who says it.")]
SaidAt = Annotated[
    str | None, typer.Option("--said-at", help="When, as ISO 8601; UTC without a zone.", show_default="now")
]


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(preview)


@connected
def preview(
    connection: Connection,
    text: Text,
    scope: Scope,
    speaker: Speaker = "user",
    said_at: SaidAt = None,
    as_json: AsJson = False,
) -> None:
    """Show what would become of a text beside what a scope knows. Nothing is written."""
    from mnemosaic import scopes

    scopes.parse(scope)
    turn = _turn(text, speaker, said_at)
    with opened(connection, as_json) as memory:
        report = memory.preview(turn, scope=scope)
    if as_json:
        print_json(report)
        return
    print_lines(outcome_lines(report))
    if not report.atoms and not report.left_out:
        print_lines(["it states nothing to remember"])
    hint("nothing was written")


def _turn(text: str, speaker: str, said_at: str | None) -> Turn:
    from datetime import UTC

    from mnemosaic.errors import InputError
    from mnemosaic.readers.moments import parse_time
    from mnemosaic.turns import MAX_NAME, Turn

    if not text.strip():
        raise InputError("the text is empty: say what to look at")
    if not speaker.strip() or len(speaker) > MAX_NAME:
        raise InputError(f"the speaker has {len(speaker)} characters: give a name of 1 to {MAX_NAME}")
    try:
        moment = parse_time(said_at, UTC)
    except ValueError as error:
        raise InputError(f"--said-at: {error}") from error
    return Turn(text=text, speaker=speaker, said_at=moment)
