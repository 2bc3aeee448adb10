"""The chosen atoms in full, and what their relations lead to: entries with a named path and a decayed score."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mnemosaic import metadata
from mnemosaic.atoms import Atom, AtomStatus, AtomType, Facet, QuarantineReason, Source
from mnemosaic.evidence import Entry, SourceTurn
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import from_index
from mnemosaic.read.fuse import Scored
from mnemosaic.relations import Origin, Relation, Step

FAN = 3
REACHED = 0.3
"""What a composed entry counts at most, against the atom that it was reached from."""
COMPOSED_SHARE = 4
"""At most one entry of so many is a composed one."""


def compose(
    graph: Graph,
    readable: list[str],
    vector: Vectors,
    now: datetime,
    chosen: Sequence[Scored],
    *,
    hops: int,
    decay: float,
    explain: bool,
) -> list[Entry]:
    """One round trip: entries for the chosen atoms and for the best of what they lead to, at most as many as chosen.

    A composed entry's score is similarity x decay ^ (hops - 1) (MemGuard section 4.3), times the weights of the edges
    walked, and never above `REACHED` times that of the atom it was reached from.
    """
    if not chosen:
        return []
    rows = graph.read(
        "read/compose",
        scopes=readable,
        query=vector,
        now=now,
        ids=[item.id for item in chosen],
        hops=hops,
        decay=decay,
        fan=FAN,
        reached=len(chosen) // COMPOSED_SHARE,
    )
    shown = _shown([item.score for item in chosen], max(item.similarity for item in chosen))
    atoms = {row["id"]: row["atom"] for row in rows if row["primary"] is None}
    primaries = [
        _primary(atoms[item.id], item, score, explain)
        for item, score in zip(chosen, shown, strict=True)
        if item.id in atoms
    ]
    by_id = {entry.atom.id: entry for entry in primaries}
    composed = [_composed(row, by_id[row["primary"]]) for row in rows if row["primary"] in by_id]
    entries = primaries[: len(chosen) - len(composed)] + composed
    return sorted(entries, key=lambda entry: -entry.score)


def _shown(scores: Sequence[float], similarity: float) -> list[float]:
    """Fused scores brought into 0..1: in proportion to the best, which shows the highest similarity found."""
    best = max(scores)
    return [similarity * score / best if best else 0.0 for score in scores]


def _primary(row: Row, item: Scored, score: float, explain: bool) -> Entry:
    return Entry(
        atom=atom_from(row),
        similarity=item.similarity,
        score=score,
        turns=turns_from(row),
        signals=item.signals if explain else {},
    )


def _composed(row: Row, origin: Entry) -> Entry:
    return Entry(
        atom=atom_from(row["atom"]),
        similarity=from_index(row["similarity"]),
        score=min(row["score"], origin.score * REACHED),
        turns=turns_from(row["atom"]),
        reached_from=origin.atom.id,
        path=tuple(_step(step) for step in row["steps"]),
    )


def _step(row: Row) -> Step:
    return Step(
        relation=Relation(row["relation"]),
        forward=row["forward"],
        weight=row["weight"],
        origin=Origin(row["origin"]) if row["origin"] else None,
    )


def atom_from(row: Row) -> Atom:
    """An atom from the properties of its node, with `type`, `entities` and `sources` beside them."""
    return Atom(
        id=row["id"],
        scope=row["scope"],
        type=AtomType(row["type"]) if row["type"] else None,
        proposed_type=AtomType(row["proposed_type"]) if row.get("proposed_type") else None,
        quarantine_reason=QuarantineReason(row["quarantine_reason"]) if row.get("quarantine_reason") else None,
        title=row["title"],
        details=row["details"],
        facet=Facet(row["facet"]) if row.get("facet") else None,
        status=AtomStatus(row["status"]),
        **{name: row[name] for name in _COPIED if row.get(name) is not None},
        occurred_from=row.get("occurred_from"),
        occurred_until=row.get("occurred_until"),
        community=row["community"] if row.get("community", -1) >= 0 else None,
        pagerank=row.get("pagerank"),
        entities=tuple(row["entities"]),
        sources=tuple(
            Source(turn_id=item["turn_id"], start=item["start"], end=item["end"], main=item["main"])
            for item in row["sources"]
        ),
        metadata=metadata.decode(row.get("metadata")),
    )


def turns_from(row: Row) -> tuple[SourceTurn, ...]:
    """The source turns of an atom, the ones that state it first."""
    turns = [SourceTurn(**item) for item in row["sources"]]
    return tuple(sorted(turns, key=lambda turn: (not turn.main, turn.session, turn.position, turn.turn_id)))


_COPIED = (
    "confidence",
    "directness",
    "consistency",
    "specificity",
    "trust",
    "valid_from",
    "valid_until",
    "recorded_at",
    "closed_at",
    "retired_at",
    "extractor",
)
