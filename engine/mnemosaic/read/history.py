"""The story of one atom, read from the edges that its changes left."""

from __future__ import annotations

from mnemosaic import scopes
from mnemosaic.errors import NotFoundError
from mnemosaic.graph import Graph
from mnemosaic.history import Change, History
from mnemosaic.read.compose import atom_from
from mnemosaic.read.conflicts import one


def history(graph: Graph, atom_id: str) -> History:
    """What the atom replaced and what replaced it, with reasons. Raises `NotFoundError`."""
    rows = graph.read("read/history", id=atom_id)
    if not rows:
        raise NotFoundError(f"there is no atom {atom_id!r}: list the atoms of its scope")
    row = rows[0]
    versions = tuple(atom_from(item) for item in row["atoms"])
    # what a scope below says of it is not for everyone who reads the atom
    readable = scopes.readable_from(next(item.scope for item in versions if item.id == atom_id))
    found = [one(graph, name) for name in row["conflicts"]]
    return History(
        atom=atom_id,
        versions=versions,
        changes=tuple(Change.model_validate(item) for item in row["changes"]),
        conflicts=tuple(item for item in found if {item.newer.scope, item.older.scope} <= set(readable)),
    )
