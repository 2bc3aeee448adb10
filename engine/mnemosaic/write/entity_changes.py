"""Merging, splitting and naming entities, inside a transaction that holds the scope's lock; each can be undone."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from mnemosaic.atoms import EntityKind, entity_key
from mnemosaic.entities import ChangeKind, Entity, EntityChange
from mnemosaic.errors import InputError, NotFoundError
from mnemosaic.graph import Row, Transaction
from mnemosaic.write.identity import alias_id, entity_id
from mnemosaic.write.names import display, form_of
from mnemosaic.write.register import APART, Known

_UNDO = {
    ChangeKind.MERGE: "write/undo_merge",
    ChangeKind.SPLIT: "write/undo_split",
    ChangeKind.ALIAS: "write/undo_alias",
}


def merge(tx: Transaction, scope: str, keep: str, other: str, now: datetime, origin: str = "command") -> EntityChange:
    """Let the entity `other` become part of `keep`; both are ids of this scope, and nothing else is touched."""
    change = str(uuid.uuid4())
    rows = tx.run("write/merge_entities", scope=scope, keep=keep, other=other, change=change, origin=origin, now=now)
    return _receipt(rows, f"merge {other} into {keep}")


def split(
    tx: Transaction,
    scope: str,
    entity: Entity,
    made: tuple[str, EntityKind],
    part: Sequence[str] | str,
    now: datetime,
) -> EntityChange:
    """Make a new entity, of the name and kind `made`, of a part of `entity`: atoms by id, or those of a role.

    Raises `InputError`, and changes nothing, where an atom is not about `entity`, or none is.
    """
    atoms, role = (None, part) if isinstance(part, str) else (sorted(set(part)), None)
    change = str(uuid.uuid4())
    new = _apart(scope, *made, change)
    rows = tx.run(
        "write/split_entity",
        scope=scope,
        entity=entity.id,
        atoms=atoms,
        role=role,
        made=entity_row(new),
        change=change,
        now=now,
    )
    receipt = _receipt(rows, f"split {entity.id}")
    if receipt.moved != (len(atoms) if atoms is not None else max(receipt.moved, 1)):
        asked = f"{len(atoms)} atoms" if atoms is not None else f"atoms of the role {role!r}"
        raise InputError(
            f"{receipt.moved} of the {asked} are about {entity.name!r} ({entity.id}), so nothing was split off: "
            "see what is about it with mnemosaic entities show"
        )
    return receipt


def name(tx: Transaction, scope: str, entity: Entity, key: str, further: str, now: datetime) -> EntityChange:
    """Give `entity` the further name `further`, whose key is `key`."""
    alias = {"id": alias_id(entity.id, key), "key": key, "name": display(further)}
    rows = tx.run("write/name_entity", scope=scope, entity=entity.id, alias=alias, change=str(uuid.uuid4()), now=now)
    return _receipt(rows, f"name {entity.id}")


def undo(tx: Transaction, scope: str, change: str, now: datetime) -> EntityChange:
    """Undo a change of this scope. Raises `NotFoundError`, or `InputError` where it was undone or others rest on it."""
    rows = tx.run("write/entity_change", scope=scope, change=change)
    if not rows:
        raise NotFoundError(
            f"there is no change {change!r} in {scope}: mnemosaic entities show lists those of an entity"
        )
    found = EntityChange(**rows[0]["change"])
    if found.undone_at is not None:
        raise InputError(f"the change {change} was undone already, at {found.undone_at:%Y-%m-%d %H:%M}")
    if rows[0]["resting"]:
        raise InputError(f"later changes rest on {change}: undo first {', '.join(rows[0]['resting'])}")
    return _receipt(tx.run(_UNDO[found.kind], change=change, now=now), f"undo {change}")


def entity_row(entity: Known) -> Row:
    """A new entity as `write/add_entities` takes it."""
    form = form_of(entity.key)
    return {
        "id": entity.id,
        "key": entity.key,
        "kind": entity.kind.value,
        "name": entity.name,
        "bare": form.bare,
        "first": form.first if form.full else None,
        "slot_key": entity.slot_key,
    }


def _apart(scope: str, given: str, kind: EntityKind, change: str) -> Known:
    key = entity_key(given)
    made = entity_id(scope, f"{key}{APART}{change}", kind)
    return Known(made, key, kind, display(given), f"{key}{APART}{made[:8]}", distinct=True)


def _receipt(rows: list[Row], what: str) -> EntityChange:
    if not rows:
        raise InputError(f"cannot {what}: an entity of it is gone, or part of another one: list the entities again")
    return EntityChange(**rows[0]["change"])
