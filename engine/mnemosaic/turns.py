"""Turns: the immutable raw evidence that atoms are taken from."""

from __future__ import annotations

import unicodedata
import uuid
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field

from mnemosaic.times import as_utc

_NAMESPACE = uuid.UUID("6f0f6a1e-7f2b-5b3c-9f57-2b1d6b9f0f11")

MAX_NAME = 1024
"""Characters of a speaker, session or source id at most: an index takes no more than some thousand bytes."""

UtcDatetime = Annotated[datetime, AfterValidator(as_utc)]


class Role(StrEnum):
    """Who or what produced a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"
    DOCUMENT = "document"


class TurnStatus(StrEnum):
    """What became of a turn. `pending` and `failed` turns are kept and can be tried again."""

    PENDING = "pending"
    DONE = "done"
    NO_ATOMS = "no_atoms"
    FAILED = "failed"


class Turn(BaseModel):
    """One utterance or document chunk as it arrived.

    `said_at` without a zone is UTC. `position` orders the turns of a session; without one, the order of arrival does.
    `source_id` (`id` in JSON) is the source's own name for the turn, such as LoCoMo's `D1:3`.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True, extra="forbid")

    text: str
    speaker: str = Field(default="user", max_length=MAX_NAME)
    role: Role = Role.USER
    session: str = Field(default="default", max_length=MAX_NAME)
    said_at: UtcDatetime | None = None
    source_id: str | None = Field(
        default=None,
        max_length=MAX_NAME,
        validation_alias=AliasChoices("id", "source_id"),
        serialization_alias="id",
    )
    position: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    caption: str | None = None
    trust: float | None = Field(default=None, ge=0.0, le=1.0)
    metadata: dict[str, Any] = Field(default_factory=dict)

    @property
    def content(self) -> str:
        """The text as it is read and indexed: captions of images are part of it."""
        return f"{self.text} [image: {self.caption}]" if self.caption else self.text

    def id_in(self, scope: str, index: int, day: str = "") -> str:
        """The turn's id: UUIDv5 of scope, session, the source's own id or its place, speaker and text.

        `index` is the place in the list it came in and `day` the day it came on: what tells apart turns that know
        neither an id, nor a position, nor a time of their own.
        """
        place = self.source_id
        if place is None and self.position is not None:
            place = f"#{self.position}"
        if place is None and self.said_at is not None:
            place = self.said_at.isoformat()
        parts = (scope, self.session, place or f"{day}#{index}", self.speaker, self.content)
        return str(uuid.uuid5(_NAMESPACE, "\u001f".join(unicodedata.normalize("NFC", part) for part in parts)))


class StoredTurn(BaseModel):
    """A turn as the graph holds it."""

    model_config = ConfigDict(frozen=True)

    id: str
    scope: str
    turn: Turn
    position: int
    received_at: datetime
    status: TurnStatus

    @property
    def time(self) -> datetime:
        """When it was said, or else when it was received."""
        return self.turn.said_at or self.received_at
