"""Decisions on contradictions: decide, and take a decision back."""

from __future__ import annotations

from mnemosaic import times
from mnemosaic.conflicts import Conflict
from mnemosaic.errors import InputError, NotFoundError
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.read.conflicts import one
from mnemosaic.relations import ConflictStatus, Relation

BOTH = "both"


def settle(graph: Graph, conflict: str, keep: str) -> Conflict:
    """Keep one side of an open contradiction, by its atom's id, and retire the other; or keep "both".

    Raises `NotFoundError`, and `InputError` where it was decided before or `keep` is neither side.
    """
    found = one(graph, conflict)
    if found.status is not ConflictStatus.OPEN:
        raise InputError(f"the conflict {conflict!r} is {found.status.value}: undo that first")
    sides = (found.newer.atom_id, found.older.atom_id)
    if keep not in (*sides, BOTH):
        raise InputError(f"keep is {keep!r}: give the id of one side, {sides[0]} or {sides[1]}, or {BOTH!r}")
    kept = None if keep == BOTH else keep
    loser = next((side for side in (found.newer, found.older) if kept and side.atom_id != kept), None)
    if loser is not None and loser.scope != found.newer.scope:
        raise InputError(f"the other side lives in the scope {loser.scope!r}: decide there, or keep {BOTH!r}")

    def decide(tx: Transaction) -> None:
        now = tx.run("write/lock_scope", scope=found.newer.scope, now=times.now())[0]["recorded_at"]
        settled = tx.run("lifecycle/settle_conflict", id=conflict, keep=kept, now=now)
        if not settled[0]["settled"]:
            raise InputError(f"the conflict {conflict!r} was decided meanwhile, or one side has ended: list conflicts")

    graph.transaction(decide, "resolve")
    return one(graph, conflict)


def undo(graph: Graph, decision: str) -> None:
    """Take a decision back, by the id of a conflict or of a change over time: what it ended holds again.

    Raises `NotFoundError`, and `InputError` for a conflict that is open.
    """

    def take_back(tx: Transaction) -> None:
        found = _decided(tx, decision)
        # what others decide meanwhile is seen once the scope is locked
        now = tx.run("write/lock_scope", scope=found["scope"], now=times.now())[0]["recorded_at"]
        found = _decided(tx, decision)
        if found["relation"] == Relation.CONTRADICTS and found["status"] == ConflictStatus.OPEN:
            raise InputError(f"the conflict {decision!r} is open: there is nothing to undo")
        if found["undone"]:
            raise InputError(f"{decision!r} was taken back already: there is nothing to undo")
        if found["apart"]:
            raise InputError(f"one side of {decision!r} is kept apart: answer what is asked about it instead")
        tx.run("lifecycle/undo_verdict", id=decision, now=now)
        if found["ended"] is not None:
            before = [{"until": found["until"], "status": found["before"]}]
            ended = {"id": found["ended"], "before": before, "next": None, "change": None, "corrects": False}
            tx.run("lifecycle/restore_atoms", now=now, forever=times.FOREVER, atoms=[ended])

    graph.transaction(take_back, "undo")


def _decided(tx: Transaction, decision: str) -> Row:
    rows = tx.run("lifecycle/verdict", id=decision)
    if not rows:
        raise NotFoundError(f"there is no decision {decision!r}: list conflicts, or see an atom's history")
    return min(rows, key=lambda row: row["relation"] != Relation.UPDATES)
