"""What the prompts are answered with: pydantic models, as forgiving in the reading as the engine can afford.

A value outside an enumeration becomes None, and a number outside 0..1 is moved to the nearer end: one slip in one claim
must not cost the whole answer. Every prompt file names one of these.
"""

from __future__ import annotations

import logging
import re
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from mnemosaic.atoms import AtomType, EntityKind, Facet
from mnemosaic.coverage import Gap
from mnemosaic.relations import Relation
from mnemosaic.verdicts import Dimension, Verdict

EnumT = TypeVar("EnumT", bound=StrEnum)
NO_NUMBER = -1
"""Stands for what was answered where a number was asked for and is none: in no list that was given."""

log = logging.getLogger(__name__)


def _clamped(value: Any) -> Any:
    """Between 0 and 1; absent counts as 1."""
    if value is None:
        return 1.0
    return min(1.0, max(0.0, float(value))) if isinstance(value, int | float) else value


def _out_of_ten(value: Any) -> Any:
    """Between 0 and 10; anything but a number counts as 0."""
    return min(10.0, max(0.0, float(value))) if isinstance(value, int | float) else 0.0


def _known(values: type[EnumT]) -> BeforeValidator:
    """A value of the enumeration, whatever the case and whatever joins its words; None for anything else."""
    by_name = {_plain(value.value): value for value in values}
    return BeforeValidator(lambda value: by_name.get(_plain(str(value))))


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def _number(value: Any) -> Any:
    """A number, as text too; `NO_NUMBER` for anything else, such as an invented id, which is logged."""
    text = str(value).strip().strip("#[]()")
    if text.isascii() and text.removesuffix(".0").isdigit() and len(text) < 10:
        return int(text.removesuffix(".0"))
    log.warning("ignored %r: a number of the list that was given was asked for", value)
    return NO_NUMBER


Ordinal = Annotated[int, BeforeValidator(_number)]
"""The place of something in a list that the model was given, from 1. To be checked against that list."""
MaybeOrdinal = Annotated[int | None, BeforeValidator(lambda value: None if value is None else _number(value))]
Words = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]
Flag = Annotated[bool, BeforeValidator(lambda value: value is True or str(value).strip().casefold() == "true")]
Share = Annotated[float, BeforeValidator(_clamped)]


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True)


class RouteWeights(_Response):
    """How much each type is likely to contribute to an answer; they need not sum to 1 exactly."""

    semantic: Share
    episodic: Share
    procedural: Share


class AnsweredKind(_Response):
    """Of what kind one statement is, by the number it was given with."""

    number: int
    type: Annotated[AtomType | None, _known(AtomType)] = None
    facet: Annotated[Facet | None, _known(Facet)] = None
    confidence: Share = 1.0


class KindsAnswer(_Response):
    """The kinds of all statements asked about; there is always one, so that none is no answer."""

    statements: list[AnsweredKind] = Field(min_length=1)


class NamedEntity(_Response):
    """An entity as the model names it."""

    name: str
    kind: Annotated[EntityKind | None, _known(EntityKind)] = None
    role: str | None = None


class NamedSlot(_Response):
    """A value of an attribute of an entity."""

    entity: str
    attribute: str
    value: str | None = None
    single: bool | None = None


class NamedRelation(_Response):
    """A relation to another claim of the answer, by its number."""

    relation: Annotated[Relation | None, _known(Relation)] = None
    target: Ordinal


class AnsweredClaim(_Response):
    """One claim as the model answers it. `turns` are numbers of the turns it was given, `number` is the claim's own."""

    number: MaybeOrdinal = None
    title: str
    details: str
    type: Annotated[AtomType | None, _known(AtomType)] = None
    facet: Annotated[Facet | None, _known(Facet)] = None
    turns: list[Ordinal]
    quote: str | None = None
    entities: list[NamedEntity] = []
    slot: NamedSlot | None = None
    occurred_from: str | None = None
    occurred_until: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    corrects: Flag = False
    confidence: Share = 1.0
    directness: Share = 1.0
    specificity: Share = 1.0
    relations: list[NamedRelation] = []


class ClaimsAnswer(_Response):
    """The claims of a window of turns; none where the turns state nothing."""

    claims: list[AnsweredClaim]


class RecoveredClaim(AnsweredClaim):
    """A claim made for a finding, by the finding's number."""

    finding: MaybeOrdinal = None


class RecoveredAnswer(_Response):
    """The claims that a second pass adds."""

    claims: list[RecoveredClaim]


class Finding(_Response):
    """Something the turns say and no claim states. `turns` are numbers of the turns that were given."""

    text: Words
    proposed_type: Annotated[AtomType | None, _known(AtomType)] = None
    reason: Annotated[Gap | None, _known(Gap)] = None
    turns: list[Ordinal] = []


class VerifyAnswer(_Response):
    """What the first pass left uncovered; none where it left nothing."""

    missing: list[Finding]


class CandidateVerdict(_Response):
    """What the model makes of one candidate, by its number: first why, then the verdict."""

    candidate: Ordinal
    reason: Words = ""
    verdict: Annotated[Verdict | None, _known(Verdict)] = None
    dimension: Annotated[Dimension | None, _known(Dimension)] = None
    kind: Words = ""
    confidence: Share = 1.0


class JudgeAnswer(_Response):
    """Verdicts over candidates, of which there is always one; `reasoning` comes first, so that they follow from it."""

    reasoning: Words = ""
    verdicts: list[CandidateVerdict] = Field(min_length=1)


class CommunityTitle(_Response):
    """A name for a group of statements."""

    title: str = Field(min_length=1)


class DraftedStatement(_Response):
    """A statement of an answer. `evidence` are numbers of the lines that it rests on."""

    text: str
    evidence: list[Ordinal] = []


class DraftedAnswer(_Response):
    """An answer as it is drafted; no statements where the evidence does not answer the question."""

    statements: list[DraftedStatement]


class CheckedStatement(_Response):
    """Whether a statement is said by what it cites: first why, then the verdict."""

    number: Ordinal
    reason: Words = ""
    supported: Flag = False


class CheckedAnswer(_Response):
    """A check of every statement of an answer."""

    checks: list[CheckedStatement]


class Relevance(_Response):
    """How far one numbered statement helps to answer a question, 0 to 10."""

    number: Ordinal
    relevance: Annotated[float, BeforeValidator(_out_of_ten)]


class Relevances(_Response):
    """The relevance of every statement that was shown."""

    relevances: list[Relevance] = Field(min_length=1)
