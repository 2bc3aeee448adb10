"""The entities of a scope that a batch of claims may mean, and the rules by which a mention is one of them.

In this order, and where a rule finds more than one the mention stands apart, since a wrong join costs more than a
missed one:

1. The same key. A known kind meets its own kind, or one `thing` that has the key to itself, whose kind it then becomes.
   A `thing` meets a `thing`, or the only other kind there is; where two kinds have the key it stays a `thing` of its
   own. Of several of one kind, which a split leaves, it is the one mentioned most, then the original.
2. An alias, of a kind that does not differ.
3. The name without article, title, possessive or legal form ("the Acme Corporation", "Acme"), where no two titles or
   legal forms meet.
4. A person's first name beside the full one, where the scope has one person of that first name.

3 and 4 never join two names that one claim mentions side by side. What they join is kept as an alias, so that a name
once joined stays joined until it is split off. A mention of what was merged means what it was merged into.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from mnemosaic.atoms import EntityKind, Mention, entity_key
from mnemosaic.write.identity import entity_id
from mnemosaic.write.names import Form, agree, display, form_of

THING, PERSON = EntityKind.THING, EntityKind.PERSON
APART = "\u0001"
"""In a slot's key, between the name and what tells this entity from the others of that name."""


@dataclass(slots=True)
class Known:
    """An entity as the rules see it. `root` is what it was merged into, or itself; `mentions` counts the root's."""

    id: str
    key: str
    kind: EntityKind
    name: str
    slot_key: str
    aliases: set[str] = field(default_factory=set)
    mentions: int = 0
    distinct: bool = False
    merged: Known | None = None
    new: bool = False

    @property
    def root(self) -> Known:
        """What a mention of it means."""
        return self if self.merged is None else self.merged.root

    @property
    def forms(self) -> list[Form]:
        """Its names taken apart."""
        return [form_of(key) for key in (self.key, *self.aliases)]


class Register:
    """The entities of one scope while a batch is resolved; also those that the batch itself brings."""

    def __init__(self, scope: str, rows: Iterable[dict[str, Any]]) -> None:
        """`rows` are those of `write/known_entities`."""
        self._scope = scope
        self.made: list[Known] = []
        self.upgraded: dict[str, Known] = {}
        self.aliases: dict[tuple[str, str], tuple[str, str]] = {}
        self._by_key: dict[str, list[Known]] = defaultdict(list)
        self._by_alias: dict[str, list[Known]] = defaultdict(list)
        self._by_bare: dict[str, list[Known]] = defaultdict(list)
        self._by_first: dict[str, list[Known]] = defaultdict(list)
        known = {row["id"]: _known(row) for row in rows}
        for row in rows:
            known[row["id"]].merged = known.get(row["merged_into"])
        for entity in sorted(known.values(), key=lambda item: (item.distinct, item.id)):
            self._index(entity)

    def find_or_make(self, mention: Mention, beside: Collection[str] = ()) -> Known:
        """The entity that a mention means, made where there is none. `beside` are keys mentioned in the same claims."""
        same = self._by_key[mention.key]
        found = self._of_same_key(same, mention.kind)
        if found is None:
            found = self._by_another_name(mention, beside)
        return found.root if found is not None else self._make(mention)

    def alias(self, entity: Known, name: str, origin: str) -> Known | None:
        """Let `name` stand for `entity`; the entity that has the name to itself already, where there is one."""
        key = entity_key(name)
        others = [item for item in self._by_key[key] if item.root is not entity.root]
        same = self._of_same_key(others, entity.kind)
        if same is not None or others:
            return same
        if key not in entity.aliases and key != entity.key:
            self.aliases.setdefault((entity.id, key), (display(name), origin))
            entity.aliases.add(key)
            self._by_alias[key].append(entity)
        return None

    def _of_same_key(self, same: list[Known], kind: EntityKind) -> Known | None:
        own = [item for item in same if kind in (item.kind, item.root.kind)]
        if own:
            return max(own, key=lambda item: (item.root.mentions, not item.distinct))
        roots = _roots(same)
        if kind is THING:
            return roots[0] if len(roots) == 1 else None
        if len(roots) == 1 and roots[0].kind is THING and all(item.kind is THING for item in same):
            roots[0].kind = kind
            if not roots[0].new:
                self.upgraded[roots[0].id] = roots[0]
            return roots[0]
        return None

    def _by_another_name(self, mention: Mention, beside: Collection[str]) -> Known | None:
        key, kind = mention.key, mention.kind
        aliased = _only([item for item in self._by_alias[key] if _kinds_meet(item.root.kind, kind)])
        if aliased is not None or self._by_alias[key] or self._by_key[key]:
            return aliased
        form = form_of(key)
        for rule in (self._by_form, self._by_first_name):
            named = rule(form, kind)
            found = _only(named)
            if found is not None and not {name for item in named for name in (item.key, *item.aliases)} & set(beside):
                self.alias(found, mention.name, "form")
                return found
        return None

    def _by_form(self, form: Form, kind: EntityKind) -> list[Known]:
        named = self._by_bare[form.bare]
        same = (other for item in named for other in item.forms if other.bare == form.bare)
        kinds = {kind, *(item.root.kind for item in named)}
        meet = all(_kinds_meet(kind, other) for other in kinds)
        return named if meet and all(agree(form, other, kinds) for other in same) else []

    def _by_first_name(self, form: Form, kind: EntityKind) -> list[Known]:
        if kind is not PERSON or not form.first or form.title:
            return []
        named = [*self._by_first[form.first], *self._by_key[form.first]]
        named = [item for item in named if item.root.kind is PERSON]
        # who has another name behind the first is somebody else
        apart = form.full and any(other.full and other.first == form.first for item in named for other in item.forms)
        return [] if apart else named

    def _make(self, mention: Mention) -> Known:
        key, kind = mention.key, mention.kind
        taken = {item.id for item in self._by_key[key]}
        made, number = entity_id(self._scope, key, kind), 1
        while made in taken:
            number += 1
            made = entity_id(self._scope, f"{key}{APART}{number}", kind)
        slot_key = f"{key}{APART}{made[:8]}" if taken else key
        entity = Known(made, key, kind, display(mention.name), slot_key, new=True)
        self.made.append(entity)
        self._index(entity)
        return entity

    def _index(self, entity: Known) -> None:
        self._by_key[entity.key].append(entity)
        for key in entity.aliases:
            self._by_alias[key].append(entity)
        form = form_of(entity.key)
        self._by_bare[form.bare].append(entity)
        if form.full:
            self._by_first[form.first].append(entity)


def _known(row: dict[str, Any]) -> Known:
    return Known(
        id=row["id"],
        key=row["key"],
        kind=EntityKind(row["kind"]),
        name=row["name"],
        slot_key=row["slot_key"],
        aliases=set(row["aliases"]),
        mentions=row["mentions"],
        distinct=row["distinct"],
    )


def _roots(entities: Iterable[Known]) -> list[Known]:
    return list({item.root.id: item.root for item in entities}.values())


def _only(entities: Iterable[Known]) -> Known | None:
    roots = _roots(entities)
    return roots[0] if len(roots) == 1 else None


def _kinds_meet(left: EntityKind, right: EntityKind) -> bool:
    return left is right or THING in (left, right)
