"""`mnemosaic entities`: who and what a scope knows, and putting right what was joined or kept apart wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, Scope, connected, opened
from mnemosaic.cli.output import counted, hint, plain, print_json, print_lines, styled

if TYPE_CHECKING:
    from rich.text import Text

    from mnemosaic.atoms import EntityKind
    from mnemosaic.entities import AtomAbout, Entity, EntityCard, EntityChange

Which = Annotated[str, typer.Argument(metavar="ENTITY", help="Its id, or a name that only one in the scope has.")]
Kept = Annotated[str, typer.Argument(metavar="KEEP", help="The entity that is kept.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="The entity that becomes part of it.")]
Further = Annotated[str, typer.Argument(metavar="NAME", help="A further name of it.")]
Change = Annotated[str, typer.Argument(metavar="CHANGE", help="Id of the change, as merge, split and alias print it.")]
Atoms = Annotated[list[str] | None, typer.Option("--atom", "-a", help="Id of an atom about the new one; repeatable.")]
Role = Annotated[str | None, typer.Option("--role", help="Or the atoms that it has this role in.")]
NewName = Annotated[str | None, typer.Option("--name", help="Name of the new one, unless it is that of the old one.")]
NewKind = Annotated[str | None, typer.Option("--kind", help="Its kind: person, place, organisation, thing or value.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=10_000, help="At most so many.")]
After = Annotated[str | None, typer.Option("--after", help="Id of the last entity of the page before.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to `app`, as a group."""
    group = typer.Typer(help="Who and what a scope knows; merge, split, and undo.", no_args_is_help=False)
    for name, command in {"list": listing, "show": show, "merge": merge, "split": split}.items():
        group.command(name)(command)
    group.command("alias")(alias)
    group.command("undo")(undo)
    app.add_typer(group, name="entities")


@connected
def listing(
    connection: Connection, scope: Scope, limit: Limit = 50, after: After = None, as_json: AsJson = False
) -> None:
    """List the entities of a scope by name."""
    from mnemosaic.cli.reports import EntityPage

    with opened(connection, as_json) as memory:
        found = memory.entities.list(scope=scope, limit=limit, after=after)
    more = found[-1].id if len(found) == limit else None
    if as_json:
        print_json(EntityPage(scope=scope, entities=tuple(found), after=more))
        return
    print_lines(_line(entity) for entity in found)
    if more:
        hint(f"there may be more: mnemosaic entities list --scope {scope} --after {more}")


@connected
def show(connection: Connection, entity: Which, scope: Scope, limit: Limit = 20, as_json: AsJson = False) -> None:
    """Show one entity, the newest atoms about it and what was changed about it."""
    from mnemosaic.cli.reports import EntityShown

    with opened(connection, as_json) as memory:
        card = memory.entities.show(entity, scope=scope, atoms=limit)
    if as_json:
        print_json(EntityShown(**dict(card)))
    else:
        print_lines(_card(card))


@connected
def merge(connection: Connection, keep: Kept, other: Other, scope: Scope, as_json: AsJson = False) -> None:
    """Let one entity become part of another: its atoms, names and slots. Can be undone."""
    with opened(connection, as_json) as memory:
        _print(memory.entities.merge(keep, other, scope=scope), as_json)


@connected
def split(
    connection: Connection,
    entity: Which,
    scope: Scope,
    atoms: Atoms = None,
    role: Role = None,
    name: NewName = None,
    kind: NewKind = None,
    as_json: AsJson = False,
) -> None:
    """Make another entity of a part of what is told about one. Can be undone."""
    wanted = _kind_named(kind)
    with opened(connection, as_json) as memory:
        change = memory.entities.split(entity, scope=scope, atoms=atoms or (), role=role, name=name, kind=wanted)
    _print(change, as_json)


@connected
def alias(connection: Connection, entity: Which, name: Further, scope: Scope, as_json: AsJson = False) -> None:
    """Give an entity a further name, by which later mentions find it. Can be undone."""
    with opened(connection, as_json) as memory:
        _print(memory.entities.alias(entity, name, scope=scope), as_json)


@connected
def undo(connection: Connection, change: Change, scope: Scope, as_json: AsJson = False) -> None:
    """Undo a merge, a split or a name."""
    with opened(connection, as_json) as memory:
        _print(memory.entities.undo(change, scope=scope), as_json)


def _kind_named(name: str | None) -> EntityKind | None:
    from mnemosaic.atoms import EntityKind
    from mnemosaic.errors import InputError

    if name is None:
        return None
    if name not in set(EntityKind):
        raise InputError(f"there is no kind {name!r}: it is one of {', '.join(EntityKind)}")
    return EntityKind(name)


def _print(change: EntityChange, as_json: bool) -> None:
    from mnemosaic.cli.reports import EntityChanged

    if as_json:
        print_json(EntityChanged(change=change))
        return
    print_lines([_change(change)])
    if change.undone_at is None:
        hint(f"to undo it: mnemosaic entities undo {change.id} --scope {change.scope}")


def _line(entity: Entity) -> Text:
    names = plain(f", also {', '.join(entity.aliases)}") if entity.aliases else ""
    about = f"  {counted(entity.mentions, 'atom')}  "
    kind = (f"{entity.kind:<13}", "cyan")
    return styled(kind, (plain(entity.name), "bold"), (names, ""), (about, ""), (entity.id, "dim"))


def _change(change: EntityChange) -> Text:
    what = f"{'undid ' if change.undone_at else ''}{change.kind} of {change.entity} and {change.other}"
    said = " as a statement says" if change.origin == "stated" else ""
    return styled((what + said, ""), (f", {counted(change.moved, 'atom')} moved", ""), (f"  {change.id}", "dim"))


def _card(card: EntityCard) -> Iterator[Text]:
    yield _line(card.entity)
    for atom in card.atoms:
        ended = (f"  {_ended(atom)}", "yellow") if atom.ended else ("", "")
        yield styled((f"  {atom.role:<10}", "dim"), (plain(atom.details), ""), ended, (f"  {atom.id}", "dim"))
    for change in card.changes:
        yield _change(change)


def _ended(atom: AtomAbout) -> str:
    """That it holds no more, and when it did; what was taken back never held."""
    from mnemosaic.atoms import AtomStatus
    from mnemosaic.times import BEGINNING, iso

    if atom.status is AtomStatus.RETIRED:
        return "taken back"
    since = "" if atom.valid_from == BEGINNING else f"since {iso(atom.valid_from)} "
    return f"ended: {since}until {iso(atom.valid_until)}"
