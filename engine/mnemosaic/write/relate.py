"""Typed relations of new atoms: those that the text states, and those that times and marks show beside known ones.

| relation | between | when |
|---|---|---|
| stated | claims of one decomposition | the text says so; REQUIRES only where it closes no circle |
| PRECEDES | events about one entity, in one scope | the next one before and the next one after, by their times |
| SCOPES | a constraint and a procedure about one entity, in one scope | the constraint forbids, permits or limits |
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import AtomType
from mnemosaic.coverage import Mark
from mnemosaic.graph import Row, Transaction
from mnemosaic.relations import Origin, Relation
from mnemosaic.verdicts import Statement
from mnemosaic.write.candidates import Candidate
from mnemosaic.write.drafts import Draft
from mnemosaic.write.known import Known
from mnemosaic.write.marks import marks_of

SHOWN = 0.6
"""Confidence of a relation that nobody states."""
CONSTRAINTS = frozenset({Mark.PROHIBITION, Mark.ALLERGY, Mark.PERMISSION, Mark.TIME_LIMIT, Mark.PROJECT_LIMIT})
MOST = 8
"""Typed relations that one atom states at most."""


class Stated(NamedTuple):
    """A typed relation between two drafts of a batch, by their ids."""

    source: str
    target: str
    relation: str
    confidence: float


def stated(drafts: Sequence[Draft]) -> list[Stated]:
    """The typed relations among drafts, by id. A relation of a claim points at another claim by its place."""
    return [
        Stated(draft.id, drafts[relation.target].id, relation.relation.value, relation.confidence)
        for draft in drafts
        for relation in draft.claim.relations[:MOST]
        if 0 <= relation.target < len(drafts) and drafts[relation.target].id != draft.id
    ]


def shown(new: Known, beside: Sequence[Candidate]) -> list[Stated]:
    """Relations of a new atom to known ones of its scope that nobody states: at most three."""
    near = [
        found.known
        for found in beside
        if found.known.scope == new.scope and found.known.current and _about_one(new.statement, found.known.statement)
    ]
    return [*_in_time(new, near), *_limits(new, near)]


def _about_one(new: Statement, old: Statement) -> bool:
    shared = set(new.entities) & set(old.entities)
    return bool(shared - {new.subject}) or (bool(new.subject) and new.subject == old.subject and len(shared) > 1)


def _in_time(new: Known, near: Sequence[Known]) -> list[Stated]:
    at = new.statement.occurred_from
    if new.type is not AtomType.EPISODIC or at is None:
        return []
    dated = [(item.statement.occurred_from, item.id) for item in near if item.type is AtomType.EPISODIC]
    before = max((found for found in dated if found[0] is not None and found[0] < at), default=None)
    after = min((found for found in dated if found[0] is not None and found[0] > at), default=None)
    found = [Stated(before[1], new.id, Relation.PRECEDES, SHOWN)] if before else []
    return [*found, Stated(new.id, after[1], Relation.PRECEDES, SHOWN)] if after else found


def _limits(new: Known, near: Sequence[Known]) -> list[Stated]:
    """The nearest constraint of a procedure, or the nearest procedure of a constraint."""
    if new.type is AtomType.PROCEDURAL:
        rule = next((item for item in near if item.type is AtomType.SEMANTIC and _constrains(item)), None)
        return [Stated(rule.id, new.id, Relation.SCOPES, SHOWN)] if rule else []
    if new.type is AtomType.SEMANTIC and _constrains(new):
        way = next((item for item in near if item.type is AtomType.PROCEDURAL), None)
        return [Stated(new.id, way.id, Relation.SCOPES, SHOWN)] if way else []
    return []


def _constrains(known: Known) -> bool:
    return bool(CONSTRAINTS.intersection(marks_of(known.statement.details)))


def relate(
    tx: Transaction,
    stated: Sequence[Stated],
    seen: Sequence[Stated],
    atoms: dict[str, str],
    apart: set[str],
    recorded_at: datetime,
) -> int:
    """Write typed relations between what drafts ended as (`atoms`), but for those kept `apart`; how many were given.

    `stated` are those that the text states, `seen` those that were found beside known atoms.

    A REQUIRES edge that would close a circle is left out.
    """
    rows: list[Row] = [
        {
            "source": atoms.get(edge.source, edge.source),
            "target": atoms.get(edge.target, edge.target),
            "relation": edge.relation,
            "confidence": edge.confidence,
            "origin": origin.value,
        }
        for edges, origin in ((stated, Origin.STATED), (seen, Origin.SHOWN))
        for edge in edges
        if not {edge.source, edge.target} & apart
    ]
    plain = [row for row in rows if row["relation"] != Relation.REQUIRES]
    if plain:
        tx.run("write/relate", now=recorded_at, relations=plain)
    for row in rows:
        if row["relation"] == Relation.REQUIRES:
            # one at a time: what one statement has written, it does not see
            tx.run("write/require", now=recorded_at, **{name: row[name] for name in ("source", "target", "confidence")})
    return len(rows)
