"""Atoms by id and by scope, without a question."""

from __future__ import annotations

from mnemosaic import times
from mnemosaic.asof import ANY_TIME, AsOf, bounds
from mnemosaic.atoms import Atom, AtomStatus, AtomType
from mnemosaic.errors import InputError, NotFoundError, UnknownScopeError
from mnemosaic.graph import Graph
from mnemosaic.read.compose import atom_from

MAX_PAGE = 10_000
PAST_STATUSES = [AtomStatus.CURRENT.value, AtomStatus.SUPERSEDED.value, AtomStatus.RETIRED.value]
"""What an atom that held once may have become."""


def get(graph: Graph, atom_id: str) -> Atom | None:
    """The atom with this id, current or not; None where there is none."""
    rows = graph.read("read/atom", id=atom_id, known=times.FOREVER)
    return atom_from(rows[0]["atom"]) if rows else None


def listing(
    graph: Graph, scope: str, kind: AtomType | None, limit: int, after: str | None, as_of: AsOf | None = None
) -> list[Atom]:
    """A page of a scope's current atoms, or of those that held at `as_of`, newest first.

    Raises `UnknownScopeError` for a scope never written to.
    """
    if not isinstance(limit, int) or not 1 <= limit <= MAX_PAGE:
        raise InputError(f"limit is {limit}: ask for 1 to {MAX_PAGE} atoms")
    if kind is not None and kind not in set(AtomType):
        raise InputError(f"{kind!r} is no type of atom: use semantic, episodic or procedural")
    types = [AtomType(kind).value] if kind else [kind.value for kind in AtomType]
    within = ANY_TIME if as_of is None else bounds(as_of, times.now())
    row = graph.read(
        "read/atoms",
        scope=scope,
        types=types,
        statuses=[AtomStatus.CURRENT.value] if as_of is None else PAST_STATUSES,
        limit=limit,
        after=after,
        **within.parameters,
    )[0]
    if not row["known"]:
        raise UnknownScopeError(f"nothing was ever written to the scope {scope!r}: check its name")
    if after is not None and not row["after"]:
        raise NotFoundError(f"there is no atom {after!r} to go on from: start again without after")
    return [atom_from(item, within.known) for item in row["atoms"]]
