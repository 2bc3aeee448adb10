"""What the steps of writing hand to one another: decompositions and classifications, and who makes them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import reduce
from typing import Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import AtomType, Claim, Facet
from mnemosaic.coverage import Coverage
from mnemosaic.models.protocols import Vectors
from mnemosaic.turns import Role, StoredTurn


class SkipReason(StrEnum):
    """Why a piece of a turn makes no atom."""

    EMPTY = "empty"
    QUESTION = "question"
    GREETING = "greeting"
    ACKNOWLEDGEMENT = "acknowledgement"
    NO_STATEMENT = "no_statement"
    HEADING = "heading"
    SYSTEM_TEXT = "system_text"
    RECALLED_BLOCK = "recalled_block"
    ASSISTANT_CLAIM = "assistant_claim"
    INSTRUCTION_IN_DATA = "instruction_in_data"


class Skipped(BaseModel):
    """A piece of a turn that makes no atom: character offsets into `Turn.content`, half-open, and why."""

    model_config = ConfigDict(frozen=True)

    turn_id: str
    text: str
    reason: SkipReason
    start: int = 0
    end: int = 0


class Decomposition(BaseModel):
    """Claims of a window of turns in the order they were said, and what was left out.

    Every character of a turn that is not white space lies in a source of a claim or in a skipped piece.
    `Claim.relations` point into `claims` by index. `coverage` is empty where the decomposer does not look back.
    """

    model_config = ConfigDict(frozen=True)

    claims: tuple[Claim, ...]
    skipped: tuple[Skipped, ...] = ()
    coverage: Coverage = Coverage()


def joined(parts: Sequence[Decomposition]) -> Decomposition:
    """Several decompositions as one; relations go on pointing at the claims they pointed at."""
    claims: list[Claim] = []
    for part in parts:
        start = len(claims)
        for claim in part.claims:
            moved = [relation.model_copy(update={"target": relation.target + start}) for relation in claim.relations]
            claims.append(claim.model_copy(update={"relations": tuple(moved)}))
    return Decomposition(
        claims=tuple(claims),
        skipped=tuple(item for part in parts for item in part.skipped),
        coverage=reduce(Coverage.merged, (part.coverage for part in parts), Coverage()),
    )


@runtime_checkable
class Decomposer(Protocol):
    """Takes turns apart into claims."""

    @property
    def extractor(self) -> str:
        """Name and version, as kept on the atoms it makes, such as `local/1`."""

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:
        """Claims of `turns`, a window in order that may span sessions; `context` are the turns just before it.

        Sources of claims are turns of the window, or of the context where a claim needs it (never as main source).
        """


class ClassifyPath(StrEnum):
    """Who decided a type."""

    GIVEN = "given"
    HASHED = "hashed"
    EXACT = "exact"
    MODEL = "model"


class Classification(BaseModel):
    """The type and facet of a claim, how sure it is (0..1, of the type), and who said so."""

    model_config = ConfigDict(frozen=True)

    type: AtomType
    facet: Facet | None = None
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    path: ClassifyPath = ClassifyPath.EXACT


@runtime_checkable
class Classifier(Protocol):
    """Gives every claim exactly one type."""

    def classify(
        self, claims: Sequence[Claim], vectors: Vectors, roles: Sequence[Role] | None = None
    ) -> list[Classification]:
        """One classification a claim, in order; row i of `vectors` embeds `claims[i].details` as a passage.

        `roles` are those of the claims' main turns: they limit which types a claim may have (see `policy`). A type
        that the claim already carries is kept.
        """
