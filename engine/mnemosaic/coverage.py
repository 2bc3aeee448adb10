"""Coverage: what of the turns is stated by claims, what was left out and why, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Mark(StrEnum):
    """What a sentence may carry that must not be lost on the way into a claim (MemGuard, section 4)."""

    NEGATION = "negation"
    PROHIBITION = "prohibition"
    ALLERGY = "allergy"
    PERMISSION = "permission"
    TIME_LIMIT = "time_limit"
    PROJECT_LIMIT = "project_limit"
    REVOCATION = "revocation"
    CORRECTION = "correction"


class Gap(StrEnum):
    """Why something counts as missing.

    The first five are what a verifier says of it; `lost_mark`: a sentence carries a mark that no claim of it keeps;
    `unexplained`: a sentence is in no claim and was not left out for a reason either.
    """

    CONSTRAINT = "constraint"
    EXCEPTION = "exception"
    TEMPORAL_SCOPE = "temporal_scope"
    PREFERENCE = "preference"
    TASK_STATE = "task_state"
    LOST_MARK = "lost_mark"
    UNEXPLAINED = "unexplained"


class Missing(BaseModel):
    """Something a turn says and no claim states. `marks` are those that were lost."""

    model_config = ConfigDict(frozen=True)

    turn: str
    text: str
    reason: Gap
    marks: tuple[Mark, ...] = ()


class MarkCount(BaseModel):
    """Sentences that carry a mark, and those of them whose claims keep it."""

    model_config = ConfigDict(frozen=True)

    found: int = 0
    kept: int = 0

    def __add__(self, other: MarkCount) -> MarkCount:
        return MarkCount(found=self.found + other.found, kept=self.kept + other.kept)


class Coverage(BaseModel):
    """How completely turns were taken apart.

    Of `sentences`, `covered` lie in the source of a claim and `left_out` counts the others by reason. `recovered`
    counts claims that a second pass added, `missed` what is still missing (`missing` names it; a long import only
    counts). `failures` say why a second pass could not be made: the claims of the first are kept then.
    """

    model_config = ConfigDict(frozen=True)

    sentences: int = 0
    covered: int = 0
    left_out: dict[str, int] = Field(default_factory=dict)
    marks: dict[Mark, MarkCount] = Field(default_factory=dict)
    recovered: int = 0
    missed: int = 0
    missing: tuple[Missing, ...] = ()
    failures: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether nothing is missing and no pass failed."""
        return not self.missed and not self.failures

    def merged(self, other: Coverage, keep: bool = True) -> Coverage:
        """Both as one; without `keep`, what is missing is only counted."""
        return Coverage(
            sentences=self.sentences + other.sentences,
            covered=self.covered + other.covered,
            left_out=_added(self.left_out, other.left_out),
            marks={
                mark: self.marks.get(mark, MarkCount()) + other.marks.get(mark, MarkCount())
                for mark in self.marks | other.marks
            },
            recovered=self.recovered + other.recovered,
            missed=self.missed + other.missed,
            missing=self.missing + other.missing if keep else (),
            failures=tuple(dict.fromkeys(self.failures + other.failures)),
        )


def _added(left: Mapping[str, int], right: Mapping[str, int]) -> dict[str, int]:
    return {name: left.get(name, 0) + right.get(name, 0) for name in {**left, **right}}
