"""Atoms: self-contained statements taken from turns, of exactly one type."""

from __future__ import annotations

import hashlib
import unicodedata
import uuid
from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.relations import StatedRelation
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.turns import UtcDatetime

_NAMESPACE = uuid.UUID("b7a1c7de-3c39-5d0c-8a6e-6a3f0f8e4c52")


class AtomType(StrEnum):
    """The isolation boundary. Writes compare only inside one type; types meet only over graph edges."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"

    @property
    def label(self) -> str:
        """The node label of this type in the graph."""
        return self.value.capitalize()


class Facet(StrEnum):
    """MOSAIC's second typing: what an atom is about."""

    EVENT = "event"
    PERSONA = "persona"
    RELATIONSHIP = "relationship"


class AtomStatus(StrEnum):
    """Where an atom is in its life."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    RETIRED = "retired"
    QUARANTINED = "quarantined"


class QuarantineReason(StrEnum):
    """Why an atom carries no type label and is returned by no recall."""

    LOW_CONFIDENCE = "low_confidence"
    REJECTED = "rejected"
    INSTRUCTION_IN_DATA = "instruction_in_data"


class EntityKind(StrEnum):
    """What sort of thing an entity is. `thing` where nothing better is known."""

    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    THING = "thing"
    VALUE = "value"


class Mention(BaseModel):
    """An entity as a claim names it. `role` is what the entity is to the claim, such as subject or object.

    `aliases` are the further names that the claim says it goes by.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    kind: EntityKind = EntityKind.THING
    role: str = "mentioned"
    aliases: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The casefolded NFKC name, white space collapsed: what joins mentions of one entity."""
        return entity_key(self.name)


class Slot(BaseModel):
    """An attribute of an entity that can hold a value, such as (Ann, employer) = Acme.

    `single` holds one value at a time; one that is also `fixed` never changes, such as a birthday. `past`: the
    statement says only that it held before ("Ann worked at Acme"), so that it ends no other value unless it is dated.
    """

    model_config = ConfigDict(frozen=True)

    entity: str
    attribute: str
    value: str | None = None
    single: bool = False
    fixed: bool = False
    past: bool = False

    @property
    def key(self) -> str:
        """What joins the values of one slot."""
        return f"{self.entity}\u001f{self.attribute}"


class Source(BaseModel):
    """Where in which turn a claim stands: character offsets into `Turn.content`, half-open."""

    model_config = ConfigDict(frozen=True)

    turn_id: str
    start: int = 0
    end: int = 0
    main: bool = True


class Claim(BaseModel):
    """One statement as a decomposer found it, before it is typed, checked and stored.

    `type` is None where the decomposer leaves it to the classifier. Unknown times are None. `relations` point at other
    claims of the same decomposition by their index.
    """

    model_config = ConfigDict(frozen=True)

    title: str
    details: str
    sources: tuple[Source, ...]
    type: AtomType | None = None
    facet: Facet | None = None
    mentions: tuple[Mention, ...] = ()
    slot: Slot | None = None
    occurred_from: UtcDatetime | None = None
    occurred_until: UtcDatetime | None = None
    valid_from: UtcDatetime | None = None
    valid_until: UtcDatetime | None = None
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    directness: float = Field(default=1.0, ge=0.0, le=1.0)
    specificity: float = Field(default=1.0, ge=0.0, le=1.0)
    corrects: bool = Field(default=False, description="the speaker takes back what was said before")
    relations: tuple[StatedRelation, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)

    @property
    def subject(self) -> str:
        """Key of the subject entity, or an empty string."""
        return next((mention.key for mention in self.mentions if mention.role == "subject"), "")

    @property
    def main_turn(self) -> str:
        """Id of the turn that states the claim."""
        return next((source.turn_id for source in self.sources if source.main), self.sources[0].turn_id)


class Atom(BaseModel):
    """An atom as the graph holds it. All times are aware and in UTC; open bounds are sentinels, never None."""

    model_config = ConfigDict(frozen=True)

    id: str
    scope: str
    type: AtomType | None = Field(description="None while quarantined: see proposed_type")
    proposed_type: AtomType | None = None
    quarantine_reason: QuarantineReason | None = None
    title: str
    details: str
    facet: Facet | None = None
    status: AtomStatus = AtomStatus.CURRENT
    confidence: float = 1.0
    directness: float = 1.0
    consistency: float = 1.0
    specificity: float = 1.0
    trust: float = 1.0
    belief: float | None = Field(default=None, description="where it stands in an open contradiction, 0..1")
    speaker: str = Field(default="", description="who said it first")
    occurred_from: datetime | None = None
    occurred_until: datetime | None = None
    valid_from: datetime = BEGINNING
    valid_until: datetime = FOREVER
    recorded_at: datetime
    closed_at: datetime = FOREVER
    retired_at: datetime = FOREVER
    extractor: str = ""
    community: int | None = None
    pagerank: float | None = None
    entities: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)


def collapse(text: str) -> str:
    """NFC with every run of white space made one space; case is kept."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def entity_key(name: str) -> str:
    """The key of an entity: casefolded NFKC, white space collapsed."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def content_key(details: str, subject: str, occurred_from: datetime | None) -> str:
    """SHA-256 over details, subject key and, for episodic atoms, the start: equal keys mean the same statement.

    Pass `occurred_from=None` for semantic and procedural atoms.
    """
    moment = occurred_from.isoformat() if occurred_from is not None else ""
    return hashlib.sha256("\u001f".join((collapse(details), subject, moment)).encode()).hexdigest()


def atom_id(scope: str, kind: AtomType, key: str, first_turn: str) -> str:
    """UUIDv5 of scope, type, content key and the first turn, so that a repeated import makes the same atom."""
    return str(uuid.uuid5(_NAMESPACE, "\u001f".join((scope, kind.value, key, first_turn))))
