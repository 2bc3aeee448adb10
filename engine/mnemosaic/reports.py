"""Reports: what a call did, in full, as JSON with `"schema": 1`. None says done where nothing was written."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, computed_field

from mnemosaic.atoms import AtomType
from mnemosaic.coverage import Coverage
from mnemosaic.models.protocols import Usage
from mnemosaic.verdicts import Dimension, Verdict

SCHEMA = 1
K = TypeVar("K")
V = TypeVar("V")


class Outcome(StrEnum):
    """What became of a claim.

    `flag`: it contradicts what is known, and both stay until somebody decides. `reject` and `quarantine`: it is kept
    apart, where no recall finds it, because a better source says otherwise or because it is too unsure.
    """

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"
    FLAG = "flag"
    REJECT = "reject"
    QUARANTINE = "quarantine"


class Against(BaseModel):
    """A verdict on a claim beside a known atom: why it was flagged, rejected, or taken for a change."""

    model_config = ConfigDict(frozen=True)

    atom: str
    details: str
    verdict: Verdict
    dimension: Dimension | None = None
    kind: str = ""
    reason: str = ""
    confidence: float = 1.0
    by: str = "rules"


class WrittenAtom(BaseModel):
    """One claim of a write and what became of it. `id` is the new atom's, or that of the equal one that was there.

    `confidence` is that of the gate, 0..1. `against` are the verdicts beside known atoms that are not `unrelated`.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    outcome: Outcome
    type: AtomType
    title: str
    turn: str
    confidence: float = 1.0
    reason: str = ""
    against: tuple[Against, ...] = ()


class Problem(BaseModel):
    """Something that did not go in, and why. `turn` or `line` says where."""

    model_config = ConfigDict(frozen=True)

    reason: str
    turn: str | None = None
    line: int | None = None
    text: str = ""


class LeftOut(BaseModel):
    """A piece of a turn that states nothing to remember, and why."""

    model_config = ConfigDict(frozen=True)

    turn: str
    text: str
    reason: str


class TurnCounts(BaseModel):
    """Turns of a write. `stored` and `existing` say how they arrived, the others how they ended."""

    model_config = ConfigDict(frozen=True)

    stored: int = 0
    existing: int = 0
    done: int = 0
    no_atoms: int = 0
    pending: int = 0
    failed: int = 0

    def __add__(self, other: TurnCounts) -> TurnCounts:
        return TurnCounts(**{name: getattr(self, name) + getattr(other, name) for name in TurnCounts.model_fields})


class WriteReport(BaseModel):
    """What `remember` did. `ok` is False as long as a turn waits or failed, or a line could not be read.

    `seconds` and `usage` are by step. `coverage` says how much of the turns the claims hold. A long
    import keeps counts and leaves `atoms`, `left_out` and what is missing empty.
    """

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    scope: str
    turns: TurnCounts = TurnCounts()
    added: int = 0
    existing: int = 0
    edges: int = 0
    outcomes: dict[Outcome, int] = Field(default_factory=dict)
    atoms: tuple[WrittenAtom, ...] = ()
    looked_at: tuple[str, ...] = Field(default=(), description="known atoms that a preview found as candidates")
    judged: tuple[str, ...] = Field(default=(), description="those of them that a verdict was asked for")
    left_out: tuple[LeftOut, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = Field(default=(), description="what a model failed at and rules did instead")
    coverage: Coverage = Coverage()
    seconds: dict[str, float] = Field(default_factory=dict)
    usage: dict[str, Usage] = Field(default_factory=dict)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def ok(self) -> bool:
        """Whether everything that was given is written or was there."""
        return not self.turns.pending and not self.turns.failed and not self.problems

    def merged(self, other: WriteReport, keep: bool = True) -> WriteReport:
        """Both reports as one; without `keep`, `atoms` and `left_out` are dropped and only counted."""
        return WriteReport(
            scope=self.scope,
            turns=self.turns + other.turns,
            added=self.added + other.added,
            existing=self.existing + other.existing,
            edges=self.edges + other.edges,
            outcomes=_summed(self.outcomes, other.outcomes, 0),
            atoms=self.atoms + other.atoms if keep else (),
            left_out=self.left_out + other.left_out if keep else (),
            problems=self.problems + other.problems,
            warnings=self.warnings + other.warnings,
            coverage=self.coverage.merged(other.coverage, keep),
            seconds=_summed(self.seconds, other.seconds, 0.0),
            usage=_summed(self.usage, other.usage, Usage()),
        )


class ForgetReceipt(BaseModel):
    """What a forgetting removed, by kind. `kept_apart` counts the atoms that were quarantined among `atoms`.

    `kept` are atoms that stay because another turn states them, `restored` those that hold again because what had
    superseded them is gone. `unclear` are atoms that a forgotten turn told of too, or that share an order of time with
    one, and whose times were left as they are: somebody decided on them, or too much bears on them.
    """

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    scope: str
    turns: int = 0
    atoms: int = 0
    kept_apart: int = 0
    entities: int = 0
    communities: int = 0
    relationships: int = 0
    restored: int = 0
    kept: int = 0
    unclear: int = 0

    def __add__(self, other: ForgetReceipt) -> ForgetReceipt:
        counts = {name: getattr(self, name) + getattr(other, name) for name in _COUNTED}
        return ForgetReceipt(scope=self.scope, **counts)


_COUNTED = tuple(name for name in ForgetReceipt.model_fields if name not in ("schema_", "scope"))


def _summed(left: dict[K, V], right: dict[K, V], zero: V) -> dict[K, V]:
    return {name: left.get(name, zero) + right.get(name, zero) for name in left | right}  # type: ignore[operator]
