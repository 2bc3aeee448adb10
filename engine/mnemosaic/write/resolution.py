"""Which entity each mention of a batch means, decided inside the commit that writes the batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import Claim, EntityKind, Mention, Slot, entity_key
from mnemosaic.graph import Row, Transaction
from mnemosaic.write.entity_changes import entity_row, merge
from mnemosaic.write.identity import alias_id
from mnemosaic.write.names import form_of
from mnemosaic.write.register import Known, Register

MAX_MENTIONS = 12
MAX_NAME = 1024
"""Characters of an entity's name at most: more is no name, and no index takes it."""
AMBIGUOUS = 8

Place = tuple[str, EntityKind]


class Resolution(NamedTuple):
    """The entities of a batch: the id of each (key, kind) that was mentioned, and the key that its slots go by.

    `same` are pairs of ids of entities that the batch says are one; the first of a pair is the one to keep.
    """

    ids: Mapping[Place, str]
    slot_keys: Mapping[Place, str]
    same: Sequence[tuple[str, str]] = ()

    def links(self, claim: Claim) -> dict[str, str]:
        """What a claim is about: role by entity id. Where two names are one entity, the first role stays."""
        found: dict[str, str] = {}
        for mention in named(claim):
            found.setdefault(self.ids[mention.key, mention.kind], mention.role)
        return found

    def meant(self, claim: Claim) -> Claim:
        """The claim as it is compared with others: mentions and slot under the key that is the entity's alone."""
        mentions: dict[str, Mention] = {}
        for mention in claim.mentions:
            key = self.slot_keys.get((mention.key, mention.kind), mention.key)
            mentions.setdefault(key, mention.model_copy(update={"name": key}))
        update: dict[str, object] = {"mentions": tuple(mentions.values())}
        if claim.slot is not None:
            owner = _owner(claim, claim.slot)
            key = self.slot_keys.get((owner.key, owner.kind), owner.key)
            update["slot"] = claim.slot.model_copy(update={"entity": key})
        return claim.model_copy(update=update)


def resolve_entities(tx: Transaction, scope: str, claims: Sequence[Claim], now: datetime) -> Resolution:
    """Find or make the entities that claims mention, inside a transaction that holds the scope's lock.

    One query finds, one statement writes. After the atoms are written, `join_entities` follows.
    """
    register, resolution = _decided(lambda **given: tx.run("write/known_entities", **given), scope, claims)
    _store(tx, scope, register, now)
    return resolution


def meanings(read: Callable[..., list[Row]], scope: str, claims: Sequence[Claim]) -> Resolution:
    """What the mentions of claims would mean to a commit, by reads alone: nothing is made."""
    return _decided(lambda **given: read("write/known_entities", **given), scope, claims)[1]


def join_entities(tx: Transaction, scope: str, resolution: Resolution, now: datetime) -> None:
    """Merge the entities that the batch says are one, its own atoms with them; undone like a merge by command."""
    into: dict[str, str] = {}

    def root(entity: str) -> str:
        return root(into[entity]) if entity in into else entity

    for one, two in resolution.same:
        keep, other = root(one), root(two)
        if keep != other:
            merge(tx, scope, keep, other, now, origin="stated")
            into[other] = keep


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


def _decided(find: Callable[..., list[Row]], scope: str, claims: Sequence[Claim]) -> tuple[Register, Resolution]:
    """The register after the batch, and what the mentions of the batch mean."""
    mentions = [named(claim) for claim in claims]
    if not any(mentions):
        return Register(scope, ()), Resolution({}, {})
    register = Register(scope, find(scope=scope, most=AMBIGUOUS, **_looked_for(mentions)))
    beside = _companions(mentions)
    found: dict[Place, Known] = {}
    same: list[tuple[str, str]] = []
    for mention in (mention for group in mentions for mention in group):
        place = mention.key, mention.kind
        if place not in found:
            found[place] = register.find_or_make(mention, beside[mention.key])
        same += _said_to_be_one(register, found[place], mention)
    ids = {place: entity.id for place, entity in found.items()}
    return register, Resolution(ids, {place: entity.slot_key for place, entity in found.items()}, same)


def _said_to_be_one(register: Register, entity: Known, mention: Mention) -> Iterator[tuple[str, str]]:
    """Give the entity the further names of the mention; where another one has such a name, the two are one."""
    for name in mention.aliases:
        if 0 < len(entity_key(name)) <= MAX_NAME:
            other = register.alias(entity, name, "stated")
            if other is not None:
                one, two = sorted((entity, other.root), key=lambda item: -item.mentions)
                yield one.id, two.id


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
