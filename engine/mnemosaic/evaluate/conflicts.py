"""Conflict detection in the manner of MOSAIC's error-compounding test: errors among statements that only look alike.

The base is loaded with every check off, so that each line is there. Each probe is then tried alone against it, and
nothing of it is written. `detected`: of the probes that contradict or change a base line, those for which the report
names an atom of such a line as conflicting or changed. `false_alarms`: of the others, those reported as either.
"""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mnemosaic.errors import FormatError, InputError
from mnemosaic.memory import Memory
from mnemosaic.reports import SCHEMA, Outcome, WriteReport
from mnemosaic.turns import Turn
from mnemosaic.verdicts import CONTRADICTING, Dimension, Verdict

Say = Callable[[str], None]


class Expected(StrEnum):
    """What a line is to the base."""

    STORE = "store"
    CONFLICT = "conflict"
    UPDATE = "update"
    DUPLICATE = "duplicate"
    REFINE = "refine"


class Line(BaseModel):
    """One line of a suite."""

    model_config = ConfigDict(frozen=True)

    id: str
    kind: str
    text: str
    speaker: str
    said_at: datetime
    scope: str
    expect: Expected
    against: tuple[str, ...] = ()
    dimension: Dimension | None = None
    implicit: bool = False

    @property
    def contradicts(self) -> bool:
        """Whether it is to be found out."""
        return self.expect in (Expected.CONFLICT, Expected.UPDATE)


class Missed(BaseModel):
    """A probe that ended otherwise than expected."""

    model_config = ConfigDict(frozen=True)

    id: str
    expect: Expected
    found: Expected
    text: str
    named: tuple[str, ...] = ()


class ConflictReport(BaseModel):
    """Fractions of 1; see the module. `by_dimension`, `implicit` and `explicit` are of expected conflicts."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    probes: int
    detected: float
    false_alarms: float
    verdict_accuracy: float
    by_dimension: dict[Dimension, float]
    implicit: float
    explicit: float
    updates: float
    candidates: float = Field(description="probes to be found out for which a line of `against` was looked at")
    missed: tuple[Missed, ...] = ()


class _Tried(BaseModel):
    line: Line
    found: Expected
    hit: bool
    seen: bool
    named: tuple[str, ...]


def run(memory: Memory, data: Path, say: Say | None = None) -> ConflictReport:
    """Measure on one suite, in a scope of its own that is removed again. Raises `FormatError`."""
    tell = say or (lambda _: None)
    lines = _read(data)
    top = f"bench-{uuid.uuid4().hex[:8]}"
    tell("writing")
    homes = _write_base(memory, top, [line for line in lines if line.kind == "base"])
    tried = []
    probes = [line for line in lines if line.kind == "probe"]
    for number, line in enumerate(probes, start=1):
        tell(f"probe {number} of {len(probes)}")
        tried.append(_try(memory, top, line, homes))
    memory.forget(scope=top, subtree=True)
    return _report(tried)


def _write_base(memory: Memory, top: str, lines: Sequence[Line]) -> dict[str, str]:
    """Write the base without checks; the line of each atom."""
    settings = memory.settings.model_copy(update={"confidence_gate": 0.0, "compare": False})
    unchecked = Memory(memory.graph, settings, memory.embedder)
    # the scope above holds nothing but is named when all is removed
    unchecked.remember(Turn(text="A suite of conflicts.", session="suite"), scope=top)
    homes = {}
    for line in lines:
        for atom in unchecked.remember(_turn(line), scope=f"{top}/{line.scope}").atoms:
            homes[atom.id] = line.id
    return homes


def _try(memory: Memory, top: str, line: Line, homes: dict[str, str]) -> _Tried:
    report = memory.preview(_turn(line), scope=f"{top}/{line.scope}")
    verdicts = [against for atom in report.atoms for against in atom.against]
    alarmed = [against for against in verdicts if against.verdict in CONTRADICTING]
    named = {homes.get(against.atom, "") for against in alarmed}
    looked = {homes.get(atom, "") for atom in report.looked_at}
    return _Tried(
        line=line,
        found=_found(report),
        hit=bool(named & set(line.against)),
        seen=bool(looked & set(line.against)),
        named=tuple(f"{against.kind}: {against.details}" for against in alarmed),
    )


def _found(report: WriteReport) -> Expected:
    """What the report amounts to: the gravest verdict of all its atoms."""
    verdicts = {against.verdict for atom in report.atoms for against in atom.against}
    if Verdict.CONFLICTS in verdicts:
        return Expected.CONFLICT
    if Verdict.CHANGES_OVER_TIME in verdicts:
        return Expected.UPDATE
    if report.atoms and all(atom.outcome is Outcome.SKIP for atom in report.atoms):
        return Expected.DUPLICATE
    return Expected.REFINE if verdicts & {Verdict.REFINES, Verdict.SAME} else Expected.STORE


def _report(tried: Sequence[_Tried]) -> ConflictReport:
    wrong = [item for item in tried if item.line.contradicts]
    right = [item for item in tried if not item.line.contradicts]
    conflicts = [item for item in wrong if item.line.expect is Expected.CONFLICT]
    dimensions: dict[Dimension, list[_Tried]] = defaultdict(list)
    for item in conflicts:
        if item.line.dimension is not None:
            dimensions[item.line.dimension].append(item)
    return ConflictReport(
        probes=len(tried),
        detected=_share(item.hit for item in wrong),
        false_alarms=_share(item.found in (Expected.CONFLICT, Expected.UPDATE) for item in right),
        verdict_accuracy=_share(item.found is item.line.expect for item in tried),
        by_dimension={name: _share(item.hit for item in found) for name, found in sorted(dimensions.items())},
        implicit=_share(item.hit for item in conflicts if item.line.implicit),
        explicit=_share(item.hit for item in conflicts if not item.line.implicit),
        updates=_share(item.hit for item in wrong if item.line.expect is Expected.UPDATE),
        candidates=_share(item.seen for item in wrong),
        missed=tuple(_missed(item) for item in tried if _failed(item)),
    )


def _failed(item: _Tried) -> bool:
    if item.line.contradicts:
        return not item.hit
    return item.found in (Expected.CONFLICT, Expected.UPDATE)


def _missed(item: _Tried) -> Missed:
    line = item.line
    return Missed(id=line.id, expect=line.expect, found=item.found, text=line.text, named=item.named)


def _share(found: Iterable[bool]) -> float:
    values = list(found)
    return round(sum(values) / len(values), 4) if values else 0.0


def _turn(line: Line) -> Turn:
    return Turn(text=line.text, speaker=line.speaker, said_at=line.said_at, source_id=line.id, session="suite")


def _read(data: Path) -> list[Line]:
    lines = []
    for number, text in enumerate(data.read_text("utf-8").splitlines(), start=1):
        if text.strip():
            try:
                lines.append(Line.model_validate(json.loads(text)))
            except (ValidationError, json.JSONDecodeError) as error:
                reason = str(error).splitlines()[0]
                raise FormatError(f"{data}, line {number} is no line of a conflict suite: {reason}") from None
    known = {line.id for line in lines if line.kind == "base"}
    lost = sorted({name for line in lines for name in line.against} - known)
    if lost:
        raise InputError(f"{data}: there are no base lines {', '.join(lost[:5])}: `against` names lines of the base")
    if not any(line.kind == "probe" for line in lines):
        raise InputError(f"{data} holds no probes: lines of kind base and probe are needed")
    return lines
