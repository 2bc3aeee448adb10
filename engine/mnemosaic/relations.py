"""Relations between atoms: the taxonomy, and how each reads when it is walked."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Relation(StrEnum):
    """Typed edges between atoms; the value is the relationship type in the graph."""

    ASSOCIATED = "ASSOCIATED"
    REQUIRES = "REQUIRES"
    SUPPORTS = "SUPPORTS"
    CONTRADICTS = "CONTRADICTS"
    UPDATES = "UPDATES"
    SCOPES = "SCOPES"
    CAUSED_BY = "CAUSED_BY"
    DERIVED_FROM = "DERIVED_FROM"
    PRECEDES = "PRECEDES"


class Origin(StrEnum):
    """Where an edge comes from."""

    SPOKEN = "spoken"
    SIMILAR = "similar"
    STATED = "stated"
    JUDGED = "judged"
    SHOWN = "shown"


class ConflictStatus(StrEnum):
    """Whether a contradiction still waits for a decision."""

    OPEN = "open"
    RESOLVED = "resolved"
    DISMISSED = "dismissed"


class StatedRelation(BaseModel):
    """A relation that a decomposer read from the text, to another claim of the same decomposition by its index."""

    model_config = ConfigDict(frozen=True)

    target: int
    relation: Relation
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)


class Step(BaseModel):
    """One edge of a path as the reader sees it. An edge walked backwards reads `inverse_<relation>`."""

    model_config = ConfigDict(frozen=True)

    relation: Relation
    forward: bool
    weight: float = 1.0
    origin: Origin | None = None

    @property
    def name(self) -> str:
        """The relation's name in the direction it was walked."""
        name = self.relation.value.lower()
        return name if self.forward else f"inverse_{name}"
