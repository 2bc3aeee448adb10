"""Verdicts: how a new statement stands to one that is already known."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import AtomType, Slot


class Verdict(StrEnum):
    """How a new statement stands to a known one.

    `conflicts`: both cannot be true of the same time. `changes_over_time`: each was or is true in its own time.
    """

    SAME = "same"
    REFINES = "refines"
    CHANGES_OVER_TIME = "changes_over_time"
    CONFLICTS = "conflicts"
    UNRELATED = "unrelated"


CONTRADICTING = frozenset({Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME})
"""Verdicts that two statements do not hold of one time."""


class Dimension(StrEnum):
    """What a contradiction rests on (MOSAIC): amounts, meanings of words, or the form of the statements."""

    NUMERICAL = "numerical"
    SEMANTIC = "semantic"
    LOGICAL = "logical"


class Statement(BaseModel):
    """What a verdict may look at: a draft about to be written, or an atom that is there. Unknown times are None.

    `subject` and `entities` are keys of entities. `corrects` says that the speaker takes back what was said before.
    """

    model_config = ConfigDict(frozen=True)

    details: str
    type: AtomType
    subject: str = ""
    entities: tuple[str, ...] = ()
    slot: Slot | None = None
    speaker: str = ""
    said_at: datetime | None = None
    occurred_from: datetime | None = None
    occurred_until: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    corrects: bool = False


class Judgement(BaseModel):
    """A verdict with its reason in one sentence, and how sure it is in 0..1.

    `kind` names the check that decided, such as `quantity`, `antonym` or `quantifier`; `by` the rules or the model.
    """

    model_config = ConfigDict(frozen=True)

    verdict: Verdict
    dimension: Dimension | None = None
    kind: str = ""
    reason: str = ""
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    by: str = "rules"


UNRELATED = Judgement(verdict=Verdict.UNRELATED)
"""The verdict of whoever did not look."""
