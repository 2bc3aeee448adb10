"""What a recall returns: entries, the typed block of evidence made of them, and how it came about."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.asof import AsOf
from mnemosaic.atoms import Atom, AtomType
from mnemosaic.relations import Step
from mnemosaic.reports import SCHEMA


class Why(StrEnum):
    """Why a recall has the entries it has; the negative ones are told apart."""

    FOUND = "found"
    NOTHING_STORED = "nothing_stored"
    NOTHING_IN_SCOPE = "nothing_in_scope"
    NOTHING_CURRENT = "only_ended_facts"
    NOTHING_KNOWN_THEN = "nothing_known_then"
    BELOW_THRESHOLD = "below_threshold"
    IN_CONFLICT = "in_conflict"
    ONLY_EVENTS = "only_events"
    UNSUPPORTED = "unsupported"


class Intent(StrEnum):
    """What a question asks for; route exemplars are labelled with it."""

    FACT = "fact"
    TIME = "time"
    PROCEDURE = "procedure"
    MIXED = "mixed"


class SourceTurn(BaseModel):
    """The turn that an entry was taken from. Offsets are into the turn's content."""

    model_config = ConfigDict(frozen=True)

    turn_id: str
    source_id: str | None = None
    session: str
    position: int
    speaker: str
    said_at: datetime | None = None
    received_at: datetime
    start: int = 0
    end: int = 0
    main: bool = True


class Disputed(BaseModel):
    """An open contradiction of an entry: what the other side says, and how far that is believed, 0..1."""

    model_config = ConfigDict(frozen=True)

    id: str
    atom_id: str
    details: str
    belief: float | None = None
    reason: str | None = None


class Entry(BaseModel):
    """An atom that was found, or one reached from it over named relations.

    `similarity` is max(0, cosine) to the question, in 0..1. `score` orders the entries, in 0..1, higher is nearer.
    `path` is empty for a primary; otherwise it leads from the atom `reached_from` to this one.
    """

    model_config = ConfigDict(frozen=True)

    atom: Atom
    similarity: float = Field(ge=0.0, le=1.0)
    score: float = Field(ge=0.0, le=1.0)
    turns: tuple[SourceTurn, ...]
    reached_from: str | None = None
    path: tuple[Step, ...] = ()
    conflicts: tuple[Disputed, ...] = ()
    signals: dict[str, float] = Field(default_factory=dict, description="only when explained")

    @property
    def relation(self) -> str:
        """The path in words, such as `requires -> inverse_associated`; empty for a primary."""
        return " -> ".join(step.name for step in self.path)


class Route(BaseModel):
    """How the budget of a recall is shared over the types, and why."""

    model_config = ConfigDict(frozen=True)

    intent: Intent
    weights: dict[AtomType, float]
    quotas: dict[AtomType, int]
    confidence: float
    path: str = Field(description="who decided: hashed, exact, model, or given")
    risk: bool = Field(default=False, description="whether a wrong answer could do harm")
    reason: str = Field(default="", description="why the weights are what they are")


class Section(StrEnum):
    """The parts of an evidence block."""

    CONSTRAINTS = "semantic constraints and facts"
    EVENTS = "episodic events"
    PROCEDURES = "procedural rules"
    RELATIONS = "relations"
    CONFLICTS = "open conflicts, undecided"


class Line(BaseModel):
    """One line of an evidence block, with the atom and the turns that it stands for."""

    model_config = ConfigDict(frozen=True)

    section: Section
    atom_id: str
    text: str
    tokens: int


class TurnScore(BaseModel):
    """A source turn with the score of its best entry: x 1 where the turn states it, x 0.9 where it only supports it."""

    model_config = ConfigDict(frozen=True)

    turn_id: str
    source_id: str | None
    session: str
    score: float


class Evidence(BaseModel):
    """The typed, sourced block that is put before a model or a person. `tokens` are estimated."""

    model_config = ConfigDict(frozen=True)

    lines: tuple[Line, ...] = ()
    turns: tuple[TurnScore, ...] = ()
    tokens: int = 0
    budget: int = 0
    omitted: tuple[str, ...] = Field(default=(), description="ids of entries that did not fit into the budget")
    text: str = ""


class Sufficiency(BaseModel):
    """How far the entries suffice to answer, in 0..1, the three parts it is the mean of, and the highest similarity.

    See `read/sufficiency.py`.
    """

    model_config = ConfigDict(frozen=True)

    score: float = Field(ge=0.0, le=1.0)
    nearness: float = Field(ge=0.0, le=1.0)
    own: float = Field(ge=0.0, le=1.0)
    person: float = Field(ge=0.0, le=1.0)
    similarity: float = Field(ge=0.0, le=1.0)


class Recall(BaseModel):
    """The answer of `recall`. `entries` are in order of score; `why` says how it ended.

    `sufficiency` is that of what was found, also where it was too low to be returned; None where nothing was found.
    `caution` says what the entries do not bear: a question of high risk that only events answer.
    """

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    question: str
    scope: str
    as_of: AsOf | None = None
    entries: tuple[Entry, ...] = ()
    evidence: Evidence = Evidence()
    route: Route
    sufficiency: Sufficiency | None = None
    caution: str | None = None
    abstained: bool = False
    why: Why
    explanation: dict[str, Any] | None = None
