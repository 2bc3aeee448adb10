"""What waits for a decision, by scope: open contradictions, and statements that are kept apart."""

from __future__ import annotations

from mnemosaic import times
from mnemosaic.asof import ANY_TIME, AsOf, bounds
from mnemosaic.conflicts import Clarification, Conflict
from mnemosaic.errors import InputError, NotFoundError
from mnemosaic.graph import Graph, Row
from mnemosaic.relations import ConflictStatus

MAX_LISTED = 10_000


def conflicts(graph: Graph, scope: str, limit: int = 100, as_of: AsOf | None = None) -> list[Conflict]:
    """The open contradictions of a scope, or those that were open at `as_of`, newest first."""
    within = ANY_TIME if as_of is None else bounds(as_of, times.now())
    rows = graph.read(
        "read/conflicts", scope=scope, id=None, limit=_checked(limit), past=as_of is not None, **within.parameters
    )
    found = [_conflict(row["conflict"]) for row in rows]
    undecided = {"status": ConflictStatus.OPEN, "kept": None}
    return found if as_of is None else [conflict.model_copy(update=undecided) for conflict in found]


def clarifications(graph: Graph, scope: str, limit: int = 100) -> list[Clarification]:
    """The statements of a scope that are kept apart, newest first, each with what to ask."""
    rows = graph.read("read/clarifications", scope=scope, id=None, limit=_checked(limit))
    return [Clarification.model_validate(row["clarification"]) for row in rows]


def one(graph: Graph, conflict: str) -> Conflict:
    """A contradiction by its id, whatever became of it. Raises `NotFoundError`."""
    rows = graph.read("read/conflicts", scope=None, id=conflict, limit=1, past=False, **ANY_TIME.parameters)
    if not rows:
        raise NotFoundError(f"there is no conflict {conflict!r}: list those of its scope")
    return _conflict(rows[0]["conflict"])


def _conflict(row: Row) -> Conflict:
    return Conflict.model_validate({**row, "newer": _side(row["newer"]), "older": _side(row["older"])})


def _side(row: Row) -> Row:
    speaker, said_at = (row["said"] or [("", None)])[0]
    return {name: value for name, value in row.items() if name != "said"} | {"speaker": speaker, "said_at": said_at}


def _checked(limit: int) -> int:
    if not isinstance(limit, int) or not 1 <= limit <= MAX_LISTED:
        raise InputError(f"limit is {limit}: ask for 1 to {MAX_LISTED}")
    return limit
