"""`mnemosaic conflicts, resolve, undo`: contradictions that wait for a decision, the decision, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.moment import AsOfOption, AsRecorded, moment
from mnemosaic.cli.output import hint, plain, print_json, print_lines, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.conflicts import Conflict, Side

Id = Annotated[str, typer.Argument(metavar="CONFLICT", help="Id of the conflict.")]
Keep = Annotated[str, typer.Option("--keep", help="Id of the atom to keep, or both.", metavar="ATOM|both")]
Decision = Annotated[str, typer.Argument(metavar="DECISION", help="Id of a conflict, or of a change in a history.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="Conflicts at most.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    for command in (conflicts, resolve, undo):
        app.command()(command)


@connected
def conflicts(
    connection: Connection,
    scope: Scope,
    limit: Limit = 100,
    as_of: AsOfOption = None,
    as_recorded: AsRecorded = None,
    as_json: AsJson = False,
) -> None:
    """List the contradictions of a scope that are open, or were then, newest first, with both sides and beliefs."""
    from mnemosaic import scopes
    from mnemosaic.cli.reports import ConflictPage

    scopes.parse(scope)
    when = moment(as_of, as_recorded)
    with opened(connection, as_json) as memory:
        found = memory.conflicts(scope=scope, limit=limit, as_of=when)
    if as_json:
        print_json(ConflictPage(scope=scope, conflicts=tuple(found)))
        return
    print_lines(line for conflict in found for line in conflict_lines(conflict))
    if found:
        hint("decide with: mnemosaic resolve CONFLICT --keep ATOM, or --keep both")
    else:
        hint(f"no open conflict in {scope}" + (f" {when}" if when else ""))


@connected
def resolve(connection: Connection, conflict: Id, keep: Keep, as_json: AsJson = False) -> None:
    """Decide on a contradiction: keep one side and believe the other no more, or keep both."""
    from mnemosaic.cli.reports import DecidedConflict

    with opened(connection, as_json) as memory:
        decided = memory.resolve(conflict, keep=keep)
    if as_json:
        print_json(DecidedConflict(conflict=decided))
        return
    print_lines(conflict_lines(decided))
    hint(f"take it back with: mnemosaic undo {decided.id}")


@connected
def undo(connection: Connection, decision: Decision, as_json: AsJson = False) -> None:
    """Take a decision back: what it ended holds again, and a conflict is open again."""
    from mnemosaic.cli.reports import UndoneDecision

    with opened(connection, as_json) as memory:
        memory.undo(decision)
    if as_json:
        print_json(UndoneDecision(undone=decision))
    else:
        print_lines([f"taken back: {plain(decision)}"])


def conflict_lines(conflict: Conflict) -> Iterator[Text]:
    """What contradicts what, why, and what was decided."""
    said = plain(conflict.reason) or "they contradict each other"
    yield styled((said, "bold"), (f"  {_state(conflict)}, conflict {conflict.id}", "dim"))
    yield _side_line("newer", conflict.newer, conflict.kept)
    yield _side_line("older", conflict.older, conflict.kept)


def _state(conflict: Conflict) -> str:
    from mnemosaic.relations import ConflictStatus

    kind = f"{conflict.dimension.value}, " if conflict.dimension else ""
    if conflict.newer.type is None:
        return f"{kind}newer is kept apart"
    decided = {ConflictStatus.RESOLVED: "decided", ConflictStatus.DISMISSED: "dismissed: both stay"}
    return kind + decided.get(conflict.status, "open")


def _side_line(name: str, side: Side, kept: str | None) -> Text:
    details = [f"belief {side.belief:.2f}"] if side.belief is not None else []
    if side.speaker:
        details.append(plain(side.speaker))
    if side.said_at is not None:
        details.append(f"{side.said_at.day} {side.said_at:%b %Y}")
    if side.atom_id == kept:
        details.append("kept")
    about = ", ".join([*details, f"atom {side.atom_id}"])
    return styled((f"  {name}  ", "dim"), (plain(side.details), ""), (f"  {about}", "dim"))
