"""What waits for somebody's decision: open contradictions, and statements too unsure to be relied on."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import AtomType, QuarantineReason
from mnemosaic.relations import ConflictStatus
from mnemosaic.verdicts import Dimension


class Side(BaseModel):
    """One of two statements that contradict each other. `belief` is how far it is preferred, in 0..1."""

    model_config = ConfigDict(frozen=True)

    atom_id: str
    scope: str
    type: AtomType | None
    details: str
    speaker: str = ""
    said_at: datetime | None = None
    trust: float = 1.0
    confidence: float = 1.0
    belief: float | None = None


class Conflict(BaseModel):
    """A contradiction: `newer` was told after `older`. `kept` is the id of the side that was decided for."""

    model_config = ConfigDict(frozen=True)

    id: str
    status: ConflictStatus
    dimension: Dimension | None = None
    kind: str = ""
    reason: str = ""
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    newer: Side
    older: Side
    kept: str | None = None


class Clarification(BaseModel):
    """A statement that is kept apart, why, and what to ask about it."""

    model_config = ConfigDict(frozen=True)

    atom_id: str
    scope: str
    details: str
    proposed_type: AtomType
    reason: QuarantineReason
    question: str
    confidence: float
    recorded_at: datetime
