"""Entities as the graph holds them, and the receipts of what was changed about them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import AtomStatus, EntityKind


class Entity(BaseModel):
    """A person, place, thing or value of one scope. `mentions` counts the atoms that are about it.

    `aliases` are its other names, those of the entities that were merged into it among them.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    scope: str
    key: str
    kind: EntityKind
    name: str
    aliases: tuple[str, ...] = ()
    mentions: int = 0
    created_at: datetime


class ChangeKind(StrEnum):
    """What was done to an entity."""

    MERGE = "merge"
    SPLIT = "split"
    ALIAS = "alias"


class EntityChange(BaseModel):
    """The receipt of a change; `id` undoes it.

    `entity` is the one that was kept, split or named; `other` the id of the one that became part of it, of the one
    that was split off, or of the alias. `moved` counts the atoms that are about another entity since. `origin` is
    `command`, or `stated` where a statement said that two names are one.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    scope: str
    kind: ChangeKind
    entity: str
    other: str
    moved: int = 0
    origin: str = "command"
    at: datetime
    undone_at: datetime | None = None


class AtomAbout(BaseModel):
    """An atom that is about an entity, what the entity is to it, and whether and when it holds.

    `ended` where it is superseded or retired, or its time is over; half-open times, sentinels where they are open.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    details: str
    role: str
    status: AtomStatus
    valid_from: datetime
    valid_until: datetime
    ended: bool


class EntityCard(BaseModel):
    """An entity with the newest atoms about it, and the changes that touched it, newest first."""

    model_config = ConfigDict(frozen=True)

    entity: Entity
    atoms: tuple[AtomAbout, ...] = Field(default=(), description="the newest, at most as many as were asked for")
    changes: tuple[EntityChange, ...] = ()
