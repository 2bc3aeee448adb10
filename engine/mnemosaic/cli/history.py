"""`mnemosaic history, correct`: the versions of a statement, and a new one by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.conflicts import conflict_lines
from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.moment import AsOfOption, AsRecorded, moment
from mnemosaic.cli.outcomes import advise, outcome_lines
from mnemosaic.cli.output import complain, hint, plain, print_json, print_lines, styled
from mnemosaic.cli.problems import problem_lines

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.atoms import Atom
    from mnemosaic.history import Change, History

AtomId = Annotated[str, typer.Argument(metavar="ATOM", help="Id of the atom.")]
Correction = Annotated[str, typer.Argument(metavar="TEXT", help="What is true instead.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`."""
    app.command()(history)
    app.command()(correct)


@connected
def history(
    connection: Connection,
    atom_id: AtomId,
    as_of: AsOfOption = None,
    as_recorded: AsRecorded = None,
    as_json: AsJson = False,
) -> None:
    """Show what a statement replaced and what replaced it, when each holds, why, and what contradicts it."""
    when = moment(as_of, as_recorded)
    with opened(connection, as_json) as memory:
        found = memory.history(atom_id, as_of=when)
    if as_json:
        print_json(found)
        return
    print_lines(_lines(found))
    if not found.versions:
        hint(f"nothing was known of it {when}")
    if found.changes:
        hint("take a change back with: mnemosaic undo CHANGE")


@connected
def correct(connection: Connection, atom_id: AtomId, text: Correction, as_json: AsJson = False) -> None:
    """State a text instead of what an atom says, which is believed no more."""
    from mnemosaic.errors import InputError

    if not text.strip():
        raise InputError("the text is empty: say what is true instead")
    with opened(connection, as_json) as memory:
        report = memory.correct(atom_id, text)
    if as_json:
        print_json(report)
    else:
        print_lines(outcome_lines(report))
        advise(report)
    complain(list(problem_lines(report)))


def _lines(found: History) -> Iterator[Text]:
    places = {atom.id: place for place, atom in enumerate(found.versions, start=1)}
    for atom in found.versions:
        yield _version_line(places[atom.id], atom, atom.id == found.atom)
    for change in found.changes:
        yield _change_line(change, places)
    for conflict in found.conflicts:
        yield from conflict_lines(conflict)


def _version_line(place: int, atom: Atom, asked: bool) -> Text:
    from mnemosaic.times import iso

    holds = f"  {atom.status.value}, {iso(atom.valid_from)} to {iso(atom.valid_until)}, atom {atom.id}"
    return styled((f"{place:>3}  ", "dim"), (plain(atom.details), "bold" if asked else ""), (holds, "dim"))


def _change_line(change: Change, places: dict[str, int]) -> Text:
    from mnemosaic.times import iso

    # a chain longer than what is read may end in an atom that is not among the versions
    newer, older = (str(places.get(name, f"atom {name}")) for name in (change.newer, change.older))
    why = f": {plain(change.reason)}" if change.reason else ""
    by = f", by {plain(change.by)}" if change.by else ""
    return styled((f"{newer} replaced {older}{why}", ""), (f"  {iso(change.at)}{by}, change {change.id}", "dim"))
