"""Which entity each mention of a batch means, decided inside the commit that writes the batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import Claim, EntityKind, Mention, Slot, entity_key
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.write.entity_changes import entity_row, merge
from mnemosaic.write.identity import alias_id
from mnemosaic.write.known import Known, Register
from mnemosaic.write.names import form_of

MAX_MENTIONS = 12
MAX_NAME = 1024
"""Characters of an entity's name at most: more is no name, and no index takes it."""
AMBIGUOUS = 8

Place = tuple[str, EntityKind]


class Resolution(NamedTuple):
    """The entities of a batch: the id of each (key, kind) that was mentioned, and the key that its slots go by."""

    ids: Mapping[Place, str]
    slot_keys: Mapping[Place, str]

    def links(self, claim: Claim) -> dict[str, str]:
        """What a claim is about: role by entity id. Where two names are one entity, the first role stays."""
        found: dict[str, str] = {}
        for mention in named(claim):
            found.setdefault(self.ids[mention.key, mention.kind], mention.role)
        return found

    def slot(self, claim: Claim) -> str | None:
        """The slot that a claim fills as the graph keeps it: key of the entity, U+001F, attribute."""
        if claim.slot is None:
            return None
        owner = _owner(claim, claim.slot)
        key = self.slot_keys.get((owner.key, owner.kind), owner.key)
        return f"{key}\u001f{claim.slot.attribute}"


def resolve_entities(tx: Transaction, scope: str, claims: Sequence[Claim], now: datetime) -> Resolution:
    """Find or make the entities that claims mention, inside a transaction that holds the scope's lock.

    One query finds, one statement writes; where a claim says that two known entities are one, they are merged, which
    can be undone like a merge by command.
    """
    register, found, same = _decided(lambda **given: tx.run("write/known_entities", **given), scope, claims)
    if not found:
        return Resolution({}, {})
    _store(tx, scope, register, now)
    for keep, other in same:
        merge(tx, scope, keep.id, other.id, now, origin="stated")
    return _resolution(found)


def preview_entities(graph: Graph, scope: str, claims: Sequence[Claim]) -> Resolution:
    """What `resolve_entities` would find now, without writing; new entities have the ids that they would be given."""
    _, found, _ = _decided(lambda **given: graph.read("write/known_entities", **given), scope, claims)
    return _resolution(found)


def named(claim: Claim) -> list[Mention]:
    """The mentions of a claim that make entities: named at a bearable length, the owner of its slot among them."""
    fit = [mention for mention in claim.mentions if 0 < len(mention.key) <= MAX_NAME][:MAX_MENTIONS]
    owner = _owner(claim, claim.slot) if claim.slot is not None else None
    if owner is not None and 0 < len(owner.key) <= MAX_NAME and owner.key not in {mention.key for mention in fit}:
        fit.append(owner)
    return fit


def _owner(claim: Claim, slot: Slot) -> Mention:
    """Whose slot it is: the mention of that name, else one of unknown kind."""
    key = entity_key(slot.entity)
    mentioned = next((mention for mention in claim.mentions if mention.key == key), None)
    return mentioned or Mention(name=slot.entity, role="subject" if not claim.subject else "mentioned")


def _decided(
    find: Callable[..., list[Row]], scope: str, claims: Sequence[Claim]
) -> tuple[Register, dict[Place, Known], list[tuple[Known, Known]]]:
    """The register after the batch, the entity of each mention, and the pairs that a claim says are one."""
    mentions = [named(claim) for claim in claims]
    if not any(mentions):
        return Register(scope, ()), {}, []
    register = Register(scope, find(scope=scope, most=AMBIGUOUS, **_looked_for(mentions)))
    beside = _companions(mentions)
    found: dict[Place, Known] = {}
    same: list[tuple[Known, Known]] = []
    for mention in (mention for group in mentions for mention in group):
        place = mention.key, mention.kind
        if place not in found:
            found[place] = register.find_or_make(mention, beside[mention.key])
        for name in mention.aliases:
            if 0 < len(entity_key(name)) <= MAX_NAME:
                other = register.alias(found[place], name, "stated")
                if other is not None:
                    same.append(register.merged(found[place], other.root))
    return register, found, same


def _looked_for(mentions: Iterable[Sequence[Mention]]) -> Row:
    forms = {form_of(key) for group in mentions for mention in group for key in _keys(mention)}
    firsts = {form.first for form in forms if form.first}
    keys = {form.key for form in forms} | firsts
    return {"keys": sorted(keys), "bares": sorted({form.bare for form in forms}), "firsts": sorted(firsts)}


def _keys(mention: Mention) -> Iterator[str]:
    yield mention.key
    yield from (key for name in mention.aliases if 0 < len(key := entity_key(name)) <= MAX_NAME)


def _companions(mentions: Iterable[Sequence[Mention]]) -> dict[str, set[str]]:
    """For each key those that stand beside it in a claim."""
    found: dict[str, set[str]] = defaultdict(set)
    for group in mentions:
        keys = {mention.key for mention in group}
        for key in keys:
            found[key] |= keys - {key}
    return found


def _store(tx: Transaction, scope: str, register: Register, now: datetime) -> None:
    entities = [entity_row(entity) for entity in sorted(register.made, key=lambda entity: entity.id)]
    kinds = [{"id": entity.id, "kind": entity.kind.value} for entity in register.upgraded.values()]
    aliases = [
        {"id": alias_id(entity, key), "entity": entity, "key": key, "name": name, "origin": origin}
        for (entity, key), (name, origin) in sorted(register.aliases.items())
    ]
    if entities or kinds or aliases:
        tx.run("write/add_entities", scope=scope, now=now, entities=entities, kinds=kinds, aliases=aliases)


def _resolution(found: Mapping[Place, Known]) -> Resolution:
    return Resolution(
        {place: entity.root.id for place, entity in found.items()},
        {place: entity.root.slot_key for place, entity in found.items()},
    )
