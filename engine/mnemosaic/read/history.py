"""The story of one atom, read from the edges that its changes left."""

from __future__ import annotations

from mnemosaic import scopes, times
from mnemosaic.asof import ANY_TIME, AsOf, bounds
from mnemosaic.errors import NotFoundError
from mnemosaic.graph import Graph
from mnemosaic.history import Change, History
from mnemosaic.read.compose import atom_from
from mnemosaic.read.conflicts import one


def history(graph: Graph, atom_id: str, as_of: AsOf | None = None) -> History:
    """What the atom replaced and what replaced it, with reasons; at `as_of`, as it was known and held then.

    Raises `NotFoundError`.
    """
    within = ANY_TIME if as_of is None else bounds(as_of, times.now())
    if as_of is not None and as_of.valid is None:
        # a story as it was known then, and not its last version alone
        within = ANY_TIME._replace(known=within.known)
    rows = graph.read("read/history", id=atom_id, **within.parameters)
    if not rows:
        raise NotFoundError(f"there is no atom {atom_id!r}: list the atoms of its scope")
    row = rows[0]
    versions = tuple(atom_from(item, within.known) for item in row["atoms"])
    # what a scope below says of it is not for everyone who reads the atom
    readable = scopes.readable_from(row["scope"])
    found = [one(graph, name) for name in row["conflicts"]]
    return History(
        atom=atom_id,
        as_of=as_of,
        versions=versions,
        changes=tuple(Change.model_validate(item) for item in row["changes"]),
        conflicts=tuple(item for item in found if {item.newer.scope, item.older.scope} <= set(readable)),
    )
