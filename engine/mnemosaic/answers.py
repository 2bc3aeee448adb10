"""What `answer` returns: a text whose every statement names the evidence it rests on, or why there is none."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.evidence import Recall, SourceTurn, Why
from mnemosaic.models.protocols import Usage
from mnemosaic.reports import SCHEMA


class AnsweredBy(StrEnum):
    """Who made an answer: a language model from the evidence, or its best sentences as they are."""

    MODEL = "model"
    EXTRACTIVE = "extractive"


class Stated(BaseModel):
    """A statement of an answer, with the ids of the atoms that it rests on."""

    model_config = ConfigDict(frozen=True)

    text: str
    atoms: tuple[str, ...]


class Dropped(BaseModel):
    """A statement that was drafted and left out, and why."""

    model_config = ConfigDict(frozen=True)

    text: str
    reason: str


class Citation(BaseModel):
    """An atom that an answer rests on, as it was read, with the turns it comes from."""

    model_config = ConfigDict(frozen=True)

    atom_id: str
    details: str
    turns: tuple[SourceTurn, ...] = ()


class Answer(BaseModel):
    """The answer to a question. An abstained one has an empty text, and `why` says how that came.

    `problem` says what a language model failed at where the extractive way was taken instead. `evidence` is the recall
    that it was made from.
    """

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    question: str
    scope: str
    text: str = ""
    statements: tuple[Stated, ...] = ()
    citations: tuple[Citation, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    abstained: bool = False
    why: Why
    by: AnsweredBy = AnsweredBy.EXTRACTIVE
    problem: str | None = None
    usage: Usage = Usage()
    evidence: Recall
