"""Why a recall did not return one atom, and how typed reading stands beside flat reading."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.evidence import Why
from mnemosaic.reports import SCHEMA


class Rule(StrEnum):
    """What decided about an atom in a recall."""

    RETURNED = "returned"
    DID_NOT_FIT = "did_not_fit"
    KEPT_APART = "kept_apart"
    NOT_KNOWN_THEN = "not_known_then"
    NOT_BEGUN = "not_begun"
    ENDED = "ended"
    RETIRED = "retired"
    INSUFFICIENT = "insufficient"
    BELOW_FLOOR = "below_floor"
    QUOTA = "quota"
    OUTRANKED = "outranked"
    NO_CANDIDATE = "no_candidate"


class WhyNot(BaseModel):
    """Which rule kept an atom out of a recall. `rank` counts from 1, among all that could be returned."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    atom: str
    question: str
    scope: str
    rule: Rule
    reason: str
    rank: int | None = None
    score: float | None = None
    similarity: float | None = None


class ShadowEntry(BaseModel):
    """An atom that one way of reading returned."""

    model_config = ConfigDict(frozen=True)

    atom: str
    details: str
    score: float
    relation: str = ""


class ShadowQuestion(BaseModel):
    """One question read both ways. `tokens` are those of the evidence block that each way makes."""

    model_config = ConfigDict(frozen=True)

    question: str
    why: Why
    both: int
    only_flat: tuple[ShadowEntry, ...]
    only_typed: tuple[ShadowEntry, ...]
    flat_tokens: int
    typed_tokens: int


class ShadowReport(BaseModel):
    """All questions of a file; `overlap` is the mean share of the flat entries that typed reading returns too."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    scope: str
    k: int
    questions: tuple[ShadowQuestion, ...]
    overlap: float
    flat_tokens: int
    typed_tokens: int
    abstained: int
