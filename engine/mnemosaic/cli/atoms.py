"""`mnemosaic atoms`: the atoms of a scope, or one by its id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.moment import AsOfOption, AsRecorded, moment
from mnemosaic.cli.output import hint, plain, print_json, print_lines, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.atoms import Atom, AtomType

Id = Annotated[str | None, typer.Argument(metavar="[ID]", help="One atom, in full; else the atoms of --scope.")]
Scope = Annotated[str | None, typer.Option("--scope", "-s", help="Scope to list; exactly this one.")]
Type = Annotated[str | None, typer.Option("--type", "-t", help="semantic, episodic or procedural.", metavar="TYPE")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="Atoms at most.")]
After = Annotated[str | None, typer.Option("--after", help="Id of the last atom of the page before.")]

STYLES = {"semantic": "cyan", "episodic": "magenta", "procedural": "yellow", "quarantined": "red"}
WIDTH = max(len(name) for name in STYLES)


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(atoms)


@connected
def atoms(
    connection: Connection,
    atom_id: Id = None,
    scope: Scope = None,
    kind: Type = None,
    limit: Limit = 50,
    after: After = None,
    as_of: AsOfOption = None,
    as_recorded: AsRecorded = None,
    as_json: AsJson = False,
) -> None:
    """List the atoms of a scope that are current, or held then, newest first, or show one by its id."""
    from mnemosaic.cli.reports import AtomPage
    from mnemosaic.errors import InputError

    if (atom_id is None) == (scope is None):
        raise InputError("give the id of one atom, or --scope to list the atoms of a scope")
    wanted, when = _type_named(kind), moment(as_of, as_recorded)
    if atom_id is not None and when is not None:
        raise InputError("a time belongs to --scope: of one atom, see mnemosaic history ATOM")
    with opened(connection, as_json) as memory:
        if atom_id is not None:
            found = [memory.get(atom_id)]
        else:
            found = memory.atoms(scope=scope or "", kind=wanted, limit=limit, after=after, as_of=when)
    more = found[-1].id if atom_id is None and len(found) == limit else None
    if as_json:
        print_json(AtomPage(scope=scope or found[0].scope, atoms=tuple(found), after=more))
        return
    print_lines(line for atom in found for line in (_full(atom) if atom_id else _brief(atom)))
    if not found:
        what = " ".join(filter(None, ["no", "" if when else "current", kind, "atoms in"]))
        hint(f"{what} {scope}" + (f" {when}" if when else ""))
    if more:
        hint(f"there may be more: mnemosaic atoms --scope {scope} --after {more}")


def _type_named(name: str | None) -> AtomType | None:
    from mnemosaic.atoms import AtomType
    from mnemosaic.errors import InputError

    if name is None:
        return None
    if name not in set(AtomType):
        raise InputError(f"there is no type {name!r}: it is one of {', '.join(AtomType)}")
    return AtomType(name)


def type_of(atom: Atom) -> str:
    """The atom's type, or `quarantined`."""
    return atom.type.value if atom.type else "quarantined"


def _brief(atom: Atom) -> Iterator[Text]:
    kind = type_of(atom)
    yield styled((kind.ljust(WIDTH), STYLES[kind]), ("  ", ""), (plain(atom.details), ""), (f"  {atom.id}", "dim"))


def _full(atom: Atom) -> Iterator[Text]:
    from mnemosaic.times import iso

    kind = type_of(atom)
    yield styled((plain(atom.details), "bold"))
    fields = {
        "id": atom.id,
        "scope": atom.scope,
        "type": kind + (f", proposed {atom.proposed_type}" if atom.proposed_type else ""),
        "title": atom.title,
        "status": atom.status.value,
        "facet": atom.facet.value if atom.facet else "",
        "about": ", ".join(atom.entities),
        "occurred": " to ".join(iso(moment) for moment in (atom.occurred_from, atom.occurred_until) if moment),
        "holds": f"{iso(atom.valid_from)} to {iso(atom.valid_until)}",
        "recorded": iso(atom.recorded_at),
        "confidence": f"{atom.confidence:.2f}",
        "turns": ", ".join(source.turn_id for source in atom.sources),
        "extractor": atom.extractor,
    }
    for name, value in fields.items():
        if value:
            yield styled((f"  {name:<10}  ", "dim"), (plain(value), ""))
