"""`mnemosaic forget`: remove a turn, an atom, an entity or a scope for good, with a receipt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from mnemosaic.cli.connection import AsJson, Connection, connected, opened
from mnemosaic.cli.output import plain, print_json, print_lines

if TYPE_CHECKING:
    from mnemosaic.reports import ForgetReceipt

Turn = Annotated[str | None, typer.Option("--turn", help="Id of a turn; atoms that rest on it alone go with it.")]
AtomId = Annotated[str | None, typer.Option("--atom", help="Id of an atom; turns that stated nothing else go with it.")]
Entity = Annotated[
    str | None, typer.Option("--entity", help="Id of an entity, or its name with --in; all atoms about it go.")
]
Where = Annotated[str | None, typer.Option("--in", help="With --entity: the scope that knows it by this name.")]
Scope = Annotated[str | None, typer.Option("--scope", "-s", help="A scope with everything in it.")]
Subtree = Annotated[bool, typer.Option("--subtree", help="With --scope: the scopes below it too.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="With --scope: do not ask.")]

KINDS = {
    "turns": "turns",
    "atoms": "atoms",
    "kept_apart": "  of them kept apart",
    "entities": "entities",
    "communities": "communities",
    "relationships": "relationships",
}
WIDTH = 24


def register(app: typer.Typer) -> None:
    """Add the command of this module to `app`."""
    app.command()(forget)


@connected
def forget(
    connection: Connection,
    turn: Turn = None,
    atom: AtomId = None,
    entity: Entity = None,
    where: Where = None,
    scope: Scope = None,
    subtree: Subtree = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Forget a turn, an atom, an entity or a whole scope for good, and what rests on it alone.

    What a forgotten atom had superseded holds again. A scope is asked about first, unless --yes is given.
    """
    what = {"turn": turn, "atom": atom, "entity": entity, "scope": scope}
    _check(what, subtree, where)
    if scope is not None and not yes:
        _confirm(scope, subtree, as_json)
    with opened(connection, as_json) as memory:
        if where is not None:
            what["entity"] = memory.entities.show(entity or "", scope=where, atoms=1).entity.id
        receipt = memory.forget(**what, subtree=subtree)
    if as_json:
        print_json(receipt)
    else:
        print_lines(_lines(receipt))


def _check(what: dict[str, str | None], subtree: bool, where: str | None) -> None:
    """What can be found wrong before a server is started for it."""
    from mnemosaic import scopes
    from mnemosaic.errors import InputError

    if sum(value is not None for value in what.values()) != 1:
        raise InputError("give exactly one of --turn, --atom, --entity and --scope")
    scope = what["scope"]
    if scope is not None:
        scopes.parse(scope)
    elif subtree:
        raise InputError("--subtree goes with --scope only: leave it out")
    if where is not None:
        scopes.parse(where)
        if what["entity"] is None:
            raise InputError("--in goes with --entity only: leave it out")


def _confirm(scope: str, subtree: bool, as_json: bool) -> None:
    """Ask before a scope goes. Raises `InputError` unless the answer is yes."""
    from mnemosaic.errors import InputError

    if as_json:
        raise InputError(f"nothing was forgotten: forgetting the scope {scope!r} with --json needs --yes")
    below = " and every scope below it" if subtree else ""
    typer.echo(f"Forget {plain(scope)}{below}, with everything in it, for good? [y/N] ", err=True, nl=False)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise InputError("nothing was forgotten: answer y, or give --yes")


def _lines(receipt: ForgetReceipt) -> Iterator[str]:
    yield f"forgotten in {plain(receipt.scope)}"
    counts = receipt.model_dump(include=set(KINDS))
    for name, label in KINDS.items():
        if counts[name] or name in ("turns", "atoms"):
            yield f"  {label:<{WIDTH}}{counts[name]:>8,}"
    if receipt.restored:
        yield f"  {'hold again':<{WIDTH}}{receipt.restored:>8,}"
    if receipt.kept:
        yield f"  {'stay on another turn':<{WIDTH}}{receipt.kept:>8,}"
    if receipt.unclear:
        yield f"  {'keep their times':<{WIDTH}}{receipt.unclear:>8,}"
