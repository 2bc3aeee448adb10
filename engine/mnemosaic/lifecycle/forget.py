"""Forgetting: what goes, what goes with it, and what holds again because of it. Always with a receipt."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from mnemosaic import times
from mnemosaic.errors import InputError, NotFoundError, UnknownScopeError
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.lifecycle import retell
from mnemosaic.lifecycle.orders import orders
from mnemosaic.relations import Relation
from mnemosaic.reports import ForgetReceipt
from mnemosaic.write.firewall import Judge
from mnemosaic.write.identity import verdict_id

BATCH = 500
"""Atoms that one transaction forgets at most."""


def forget(
    graph: Graph,
    judge: Judge | None,
    *,
    turn: str | None = None,
    atom: str | None = None,
    entity: str | None = None,
    scope: str | None = None,
    subtree: bool = False,
) -> ForgetReceipt:
    """Forget exactly one of a turn, an atom, an entity or a scope, in bounded batches.

    A turn goes with the atoms that rest on it alone, and what else it told of has the times that it would have if the
    turn had never been told. An atom or an entity goes with the turns that stated nothing else. What a forgotten atom
    had superseded holds again; `judge` says what follows what, where that was never asked. `subtree` takes the scopes
    below a scope too. Raises `InputError` for none or several, `NotFoundError`, and `UnknownScopeError`.
    """
    given = {"turn": turn, "atom": atom, "entity": entity, "scope": scope}
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) != 1:
        raise InputError(f"give exactly one of turn, atom, entity and scope to forget, not {len(named)}")
    if subtree and scope is None:
        raise InputError("subtree goes with a scope only")
    if scope is not None:
        return _forget_scopes(graph, scope, subtree)
    total: ForgetReceipt | None = None
    more = True
    while more:
        found = graph.read("lifecycle/forgettable", turn=turn, atom=atom, entity=entity, limit=BATCH)
        if not found:
            break
        step = partial(_step, judge=judge, scope=found[0]["scope"], turn=turn, atom=atom, entity=entity)
        done, more = graph.transaction(step, "forget")
        if done is not None:
            total = done if total is None else total + done
    if total is None:
        (name, value), *_ = named.items()
        raise NotFoundError(f"there is no {name} {value!r} to forget: look up its id first")
    return total


def _step(
    tx: Transaction, judge: Judge | None, scope: str, turn: str | None, atom: str | None, entity: str | None
) -> tuple[ForgetReceipt | None, bool]:
    """Forget one batch, and say whether there may be more; writers of the scope wait.

    What rests on a turn alone is looked for once they do: another one may have told it too a moment before.
    """
    now = tx.run("write/lock_scope", scope=scope, now=times.now())[0]["recorded_at"]
    found = tx.run("lifecycle/forgettable", turn=turn, atom=atom, entity=entity, limit=BATCH)
    if not found:
        return None, False
    ids = found[0]["atoms"]
    last = [turn] if turn is not None and len(ids) < BATCH else []
    return _batch(tx, judge, scope, now, ids, last, entity), bool(ids) and not last and atom is None


def _batch(
    tx: Transaction,
    judge: Judge | None,
    scope: str,
    now: datetime,
    ids: Sequence[str],
    turns: Sequence[str],
    entity: str | None,
) -> ForgetReceipt:
    """Forget some atoms and turns of one scope, and an entity once nothing is about it.

    What an event left behind goes with it.
    """
    ids = list(dict.fromkeys([*ids, *(row["id"] for row in tx.run("lifecycle/left_behind", ids=list(ids)))]))
    turn = turns[0] if turns else None
    told = [row["id"] for row in tx.run("lifecycle/told_by", turn=turn)] if turn is not None else []
    before = orders(tx, told)
    rows = tx.run("lifecycle/ended_by", ids=list(ids)) if ids else []
    ended = [{**row, "change": _change_id(row)} for row in rows]
    gone: Row = {"atoms": 0, "kept_apart": 0, "relationships": 0, "communities": 0, "turns": [], "entities": []}
    if ids:
        gone = (tx.run("lifecycle/remove_atoms", scope=scope, ids=list(ids)) or [gone])[0]
    restored = tx.run("lifecycle/restore_atoms", now=now, forever=times.FOREVER, atoms=ended) if ended else []
    bare = [turn for turn in gone["turns"] if turn not in turns]
    removed = [
        tx.run("lifecycle/remove_turns", scope=scope, ids=list(some), bare=only)[0]
        for some, only in ((turns, False), (bare, True))
        if some
    ]
    again = retell.retell(tx, before, turn, now, judge) if turn is not None else retell.Forgotten()
    merged = tx.run("lifecycle/remove_atoms", scope=scope, ids=list(again.emptied)) if again.emptied else []
    bereft = {*gone["entities"], *([entity] if entity is not None else [])}
    entities = tx.run("lifecycle/remove_orphans", ids=sorted(bereft))[0]["entities"] if bereft else 0
    receipt = ForgetReceipt(
        scope=scope,
        turns=sum(row["turns"] for row in removed),
        atoms=gone["atoms"] + sum(row["atoms"] for row in merged),
        kept_apart=gone["kept_apart"],
        entities=entities,
        communities=gone["communities"],
        relationships=gone["relationships"] + sum(row["relationships"] for row in (*removed, *merged)),
        restored=max(0, again.restored + (restored[0]["restored"] if restored else 0)),
        kept=sum(row["kept"] for row in removed),
        unclear=again.unclear,
    )
    _record(tx, receipt)
    return receipt


def _change_id(row: Row) -> str | None:
    """The id of the change that joins an ended atom to the one that ends it now."""
    return verdict_id(row["next"], row["id"], Relation.UPDATES.value) if row["next"] else None


def _record(tx: Transaction, receipt: ForgetReceipt) -> None:
    counts = receipt.model_dump(include={"turns", "atoms", "entities", "communities", "relationships", "restored"})
    tx.run("lifecycle/record_forgetting", id=str(uuid.uuid4()), scope=receipt.scope, now=times.now(), counts=counts)


def _forget_scopes(graph: Graph, scope: str, subtree: bool) -> ForgetReceipt:
    """Everything in a scope, and below it with `subtree`; nothing else is touched."""
    paths = [row["path"] for row in graph.read("lifecycle/subtree", scope=scope, below=subtree)]
    if not paths:
        raise UnknownScopeError(f"nothing was ever written to the scope {scope!r}: check its name")
    total = ForgetReceipt(scope=scope)
    for path in paths:
        before = graph.read("lifecycle/scope_contents", scope=path)[0]
        graph.schema("lifecycle/drop_scope", scope=path)
        after = graph.read("lifecycle/scope_contents", scope=path)[0]
        gone = {name: before[name] - after[name] for name in before if name != "known"}
        total += ForgetReceipt(scope=scope, **gone)
    graph.transaction(lambda tx: _record(tx, total), "forget")
    return total
