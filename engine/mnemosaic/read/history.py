"""The story of one atom, read from the edges that its changes left."""

from __future__ import annotations

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
    return History(
        atom=atom_id,
        versions=tuple(atom_from(item) for item in row["atoms"]),
        changes=tuple(Change.model_validate(item) for item in row["changes"]),
        conflicts=tuple(one(graph, name) for name in row["conflicts"]),
    )
