"""What the prompts are answered with: pydantic models, as forgiving in the reading as the engine can afford.

A value outside an enumeration becomes None, and a number outside 0..1 is moved to the nearer end: one slip in one claim
must not cost the whole answer. Every prompt file names one of these.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

from mnemosaic.atoms import AtomType, EntityKind, Facet
from mnemosaic.relations import Relation

EnumT = TypeVar("EnumT", bound=StrEnum)


def _clamped(value: Any) -> Any:
    """Between 0 and 1; absent counts as 1."""
    if value is None:
        return 1.0
    return min(1.0, max(0.0, float(value))) if isinstance(value, int | float) else value


def _known(values: type[EnumT]) -> BeforeValidator:
    """A value of the enumeration, whatever the case; None for anything else."""
    by_name = {value.value.casefold(): value for value in values}
    return BeforeValidator(lambda value: by_name.get(str(value).strip().casefold()))


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
    """The kinds of all statements asked about."""

    statements: list[AnsweredKind]


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
    target: int


class AnsweredClaim(_Response):
    """One claim as the model answers it. `turns` are numbers of the turns it was given, `number` is the claim's own."""

    number: int | None = None
    title: str
    details: str
    type: Annotated[AtomType | None, _known(AtomType)] = None
    facet: Annotated[Facet | None, _known(Facet)] = None
    turns: list[int]
    quote: str | None = None
    entities: list[NamedEntity] = []
    slot: NamedSlot | None = None
    occurred_from: str | None = None
    occurred_until: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    confidence: Share = 1.0
    directness: Share = 1.0
    specificity: Share = 1.0
    relations: list[NamedRelation] = []


class ClaimsAnswer(_Response):
    """The claims of a window of turns; none where the turns state nothing."""

    claims: list[AnsweredClaim]
