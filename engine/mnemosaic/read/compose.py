"""The chosen atoms in full, and what their relations lead to: entries with a named path and a decayed score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic import metadata, times
from mnemosaic.asof import Bounds, as_known
from mnemosaic.atoms import Atom, AtomStatus, AtomType, Facet, QuarantineReason, Source
from mnemosaic.evidence import Disputed, Entry, SourceTurn
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import from_index, to_index
from mnemosaic.read.fuse import SUPPORT, Fused, Weights
from mnemosaic.relations import Origin, Relation, Step

FAN = 3
LATER = 0.9
"""What each further atom of a turn counts, against the one before it."""
REACHED = 0.3
"""What a composed entry counts at most, against the atom that it was reached from."""
LEAD_SHARE = 4
"""One entry of so many is taken by score alone, whatever its type: a sentence typed wrongly must not be lost."""
COMPOSED_SHARE = 4
"""At most one entry of so many is a composed one."""
PLACES = 2
"""Places looked at for each entry that is wanted, beside one that is known to state something."""


class Wanted(NamedTuple):
    """What is to be chosen and composed: for which question, of which types, how far."""

    readable: list[str]
    vector: Vectors
    bounds: Bounds
    quotas: Mapping[AtomType, int]
    speakers: frozenset[str]
    floor: float
    hops: int
    decay: float


class Composed(NamedTuple):
    """Entries, best first, and how many atoms there were to choose from, before and after the floor."""

    entries: list[Entry]
    candidates: int
    passing: int


NOTHING = Composed([], 0, 0)
"""Where no atom is to be had."""


def compose(graph: Graph, fused: Fused, wanted: Wanted, weights: Weights, explain: bool) -> Composed:
    """One round trip: entries for the atoms of the best places, and for the best of what these atoms lead to.

    At most as many as the quotas sum to. A composed entry's score is similarity x decay ^ (hops - 1) (MemGuard section
    4.3), times the weights of the edges walked, and never above `REACHED` times that of the atom it was reached from.
    """
    k = sum(wanted.quotas.values())
    row = graph.read(
        "read/compose",
        scopes=wanted.readable,
        query=wanted.vector,
        **wanted.bounds.parameters,
        places=[{**place._asdict(), "score": score} for place, score in fused.best(PLACES * k, k).items()],
        speakers=sorted(wanted.speakers),
        named=weights.speaker,
        later=LATER,
        support=SUPPORT,
        floor=to_index(wanted.floor),
        lead=-(-k // LEAD_SHARE),
        quotas={kind.value: share for kind, share in wanted.quotas.items()},
        hops=wanted.hops,
        decay=wanted.decay,
        fan=FAN,
        origins=k // COMPOSED_SHARE,
        reached=k // COMPOSED_SHARE,
    )[0]
    entries = _entries(row["entries"], k, fused.signals if explain else {}, wanted.bounds.known)
    return Composed(entries, row["candidates"], row["passing"])


def nearest(graph: Graph, hits: Mapping[str, float], k: int) -> list[Entry]:
    """The `k` best of hits by similarity, as entries; a round trip for each, which is for comparisons only."""
    found = []
    for name, similarity in sorted(hits.items(), key=lambda hit: (-hit[1], hit[0]))[:k]:
        for row in graph.read("read/atom", id=name, known=times.FOREVER):
            atom, turns = atom_from(row["atom"]), turns_from(row["atom"])
            found.append(Entry(atom=atom, similarity=similarity, score=similarity, turns=turns))
    return found


def _entries(rows: Sequence[Row], k: int, signals: Mapping[str, dict[str, float]], known: datetime) -> list[Entry]:
    chosen = sorted((row for row in rows if row["primary"] is None), key=lambda row: (-row["score"], row["id"]))
    if not chosen:
        return []
    # fused scores are brought into 0..1: in proportion to the best, which shows the highest similarity found
    highest = from_index(max(row["similarity"] for row in chosen))
    unit = highest / chosen[0]["score"] if chosen[0]["score"] else 0.0
    primaries = [_entry(row, row["score"] * unit, signals.get(row["turn"], {}), known) for row in chosen]
    by_id = {entry.atom.id: entry for entry in primaries}
    composed = [
        _entry(row, min(row["score"], by_id[row["primary"]].score * REACHED), {}, known)
        for row in rows
        if row["primary"] is not None
    ]
    return sorted(primaries[: k - len(composed)] + composed, key=lambda entry: -entry.score)


def _entry(row: Row, score: float, signals: dict[str, float], known: datetime) -> Entry:
    return Entry(
        atom=atom_from(row["atom"], known),
        similarity=from_index(row["similarity"]),
        score=min(1.0, score),
        turns=turns_from(row["atom"]),
        reached_from=row["primary"],
        path=tuple(_step(step) for step in row["steps"]),
        conflicts=tuple(
            Disputed.model_validate(item) for item in sorted(row["conflicts"], key=lambda item: item["id"])
        ),
        signals=signals,
    )


def _step(row: Row) -> Step:
    return Step(
        relation=Relation(row["relation"]),
        forward=row["forward"],
        weight=row["weight"],
        origin=Origin(row["origin"]) if row["origin"] else None,
    )


def atom_from(row: Row, known: datetime = times.FOREVER) -> Atom:
    """An atom from the properties of its node, with `type`, `entities` and `sources`, as it was held at `known`."""
    atom = Atom(
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
        speaker=next((item["speaker"] for item in row["sources"] if item["main"]), ""),
        metadata=metadata.decode(row.get("metadata")),
    )
    return as_known(atom, row.get("until_then"), known)


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
    "belief",
)
