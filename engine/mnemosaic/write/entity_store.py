"""`memory.entities`: the entities of a scope, looked at and put right by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from mnemosaic import scopes, times
from mnemosaic.atoms import EntityKind, entity_key
from mnemosaic.entities import Entity, EntityCard, EntityChange
from mnemosaic.errors import InputError, NotFoundError, UnknownScopeError
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.write import entity_changes
from mnemosaic.write.resolution import MAX_NAME

MAX_PAGE = 10_000


class Entities:
    """The entities of one graph. An entity is given by its id, or by a name that only one in the scope has.

    Everything happens inside one scope: entities of the same name in others are never touched. Merging, splitting and
    naming return a receipt whose `id` undoes it, exactly, also after further writes.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def list(self, *, scope: str, limit: int = 100, after: str | None = None) -> list[Entity]:
        """A page of the entities of exactly this scope, by name; `after` is the id of the last one of the page before.

        Raises `UnknownScopeError` for a scope that was never written to.
        """
        scope = scopes.parse(scope)
        _check_limit(limit)
        row = self._graph.read("inspect/entities", scope=scope, after=after, limit=limit)[0]
        if not row["known"]:
            raise UnknownScopeError(f"nothing was ever written to the scope {scope!r}: check its name")
        return [Entity(**item) for item in row["entities"]]

    def show(self, entity: str, *, scope: str, atoms: int = 20) -> EntityCard:
        """An entity with the newest atoms about it and its changes. Raises `NotFoundError`, `InputError`."""
        scope = scopes.parse(scope)
        _check_limit(atoms)
        row = _one(self._graph.read, scope, entity, atoms)
        return EntityCard(entity=row["entity"], atoms=row["atoms"], changes=row["changes"])

    def merge(self, keep: str, other: str, *, scope: str) -> EntityChange:
        """Let `other` become part of `keep`: its atoms, names and slots. Raises `NotFoundError`, `InputError`."""

        def work(tx: Transaction, scope: str, now: datetime) -> EntityChange:
            kept, joined = _entity(tx, scope, keep), _entity(tx, scope, other)
            if kept.id == joined.id:
                raise InputError(f"{keep!r} and {other!r} are one entity already ({kept.id}): nothing to merge")
            return entity_changes.merge(tx, scope, kept.id, joined.id, now)

        return self._changed(scope, work)

    def split(
        self,
        entity: str,
        *,
        scope: str,
        atoms: Sequence[str] = (),
        role: str | None = None,
        name: str | None = None,
        kind: EntityKind | None = None,
    ) -> EntityChange:
        """Make a new entity of a part of `entity`: of those `atoms`, or of the atoms that it has that `role` in.

        The new one has the name and kind of the old one unless others are given. A later mention of a name that both
        have joins the one of its kind; where both are of that kind, the one that more atoms are about, else the old
        one. Raises `NotFoundError`, and `InputError` where an atom is not about `entity`.
        """
        if isinstance(atoms, str) or bool(atoms) == bool(role):
            raise InputError("say which part is another entity: a list of atoms by their ids, or a role, not both")
        if name is not None:
            _key(name)

        def work(tx: Transaction, scope: str, now: datetime) -> EntityChange:
            old = _entity(tx, scope, entity)
            made = name or old.name, EntityKind(kind) if kind else old.kind
            return entity_changes.split(tx, scope, old, made, role or atoms, now)

        return self._changed(scope, work)

    def alias(self, entity: str, name: str, *, scope: str) -> EntityChange:
        """Let `name` stand for `entity` from here on. Raises `InputError` where it is the name of an entity already."""
        key = _key(name)

        def work(tx: Transaction, scope: str, now: datetime) -> EntityChange:
            named = _entity(tx, scope, entity)
            for row in _candidates(tx.run, scope, name, 0):
                other = Entity(**row["entity"])
                if other.id == named.id:
                    raise InputError(f"{name!r} is a name of {named.name!r} already")
                if row["named"]:
                    raise InputError(f"{name!r} is the name of {other.id}, a {other.kind}: merge the two instead")
            return entity_changes.name(tx, scope, named, key, name, now)

        return self._changed(scope, work)

    def undo(self, change: str, *, scope: str) -> EntityChange:
        """Undo a merge, a split or a name. Raises `NotFoundError`; `InputError` where it was undone already.

        What was written meanwhile stays with the entity that was kept; what was told of an entity that a split had
        made goes to the one it was split from. Changes that rest on this one have to be undone before it.
        """
        return self._changed(scope, lambda tx, scope, now: entity_changes.undo(tx, scope, change, now))

    def _changed(self, scope: str, work: Callable[[Transaction, str, datetime], EntityChange]) -> EntityChange:
        """Do `work` in one transaction that holds the scope's lock."""
        scope = scopes.parse(scope)
        self.list(scope=scope, limit=1)
        moment = times.now()

        def locked(tx: Transaction) -> EntityChange:
            now = tx.run("write/lock_scope", scope=scope, now=moment)[0]["recorded_at"]
            return work(tx, scope, now)

        return self._graph.transaction(locked, "entities")


def _entity(tx: Transaction, scope: str, wanted: str) -> Entity:
    return Entity(**_one(tx.run, scope, wanted, 0)["entity"])


def _one(read: Callable[..., list[Row]], scope: str, wanted: str, atoms: int) -> Row:
    """The one entity that an id or a name means; its own name goes before an alias."""
    rows = _candidates(read, scope, wanted, atoms)
    rows = [row for row in rows if row["named"]] or rows
    if not rows:
        raise NotFoundError(f"there is no entity {wanted!r} in {scope}: mnemosaic entities list shows what there is")
    if len(rows) > 1:
        found = ", ".join(f"{row['entity']['id']} ({row['entity']['kind']})" for row in rows)
        raise InputError(f"{wanted!r} may be {found}: give the id of the one you mean")
    return rows[0]


def _candidates(read: Callable[..., list[Row]], scope: str, wanted: str, atoms: int) -> list[Row]:
    if not wanted.strip():
        raise InputError("the entity is empty: give its id or its name")
    return read("inspect/entity", scope=scope, id=wanted, key=entity_key(wanted), atoms=atoms, now=times.now())


def _key(name: str) -> str:
    key = entity_key(name)
    if not key:
        raise InputError("the name is empty: give one with a letter or a digit")
    if len(key) > MAX_NAME:
        raise InputError(f"a name has at most {MAX_NAME} characters, this one has {len(key)}: shorten it")
    return key


def _check_limit(limit: int) -> None:
    if not isinstance(limit, int) or not 1 <= limit <= MAX_PAGE:
        raise InputError(f"limit is {limit}: ask for 1 to {MAX_PAGE}")
