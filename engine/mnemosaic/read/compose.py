"""The chosen atoms in full, and what their relations lead to: entries with a named path and a decayed score."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
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
from mnemosaic.read.words import DENIES, Period
from mnemosaic.relations import Origin, Relation, Step

FAN = 3
HUB = 100
"""Edges that point at an atom, above which they are not followed: what everything resembles leads everywhere."""
LATER = 0.9
"""What each further atom of a turn counts, against the one before it."""
REACHED = 0.3
"""What a composed entry counts at most, against the atom that it was reached from."""
LEAD_SHARE = 4
"""One entry of so many is taken by score alone, whatever its type: a sentence typed wrongly must not be lost."""
COMPOSED_SHARE = 4
"""At most one entry of so many is a composed one."""
LIMIT = 0.95
"""What a constraint counts, against the procedure that it limits: it follows it."""
EXACT_SHARE = 3
"""Reached atoms that are embedded anew for each one that is wanted."""
PLACES = 2
"""Places looked at for each entry that is wanted, beside one that is known to state something."""


Embed = Callable[[Sequence[str]], Vectors]


class Wanted(NamedTuple):
    """What is to be chosen and composed: for which question, of which types, how far.

    `period` is the time that the question names, `negated` whether it asks for what is not so. `embed` makes vectors of
    composed texts, where they are to be compared exactly; without it, the two atoms' own vectors are summed.
    """

    readable: list[str]
    vector: Vectors
    bounds: Bounds
    quotas: Mapping[AtomType, int]
    speakers: frozenset[str]
    floor: float
    hops: int
    decay: float
    period: Period | None = None
    negated: bool = False
    embed: Embed | None = None


class Composed(NamedTuple):
    """Entries, best first, and how many atoms there were to choose from, before and after the floor."""

    entries: list[Entry]
    candidates: int
    passing: int


NOTHING = Composed([], 0, 0)
"""Where no atom is to be had."""


def compose(graph: Graph, fused: Fused, wanted: Wanted, weights: Weights, explain: bool) -> Composed:
    """One round trip: entries for the atoms of the best places, and for the best of what these atoms lead to.

    At most as many as the quotas sum to. A composed entry's score is similarity of what both atoms say together x
    decay ^ (hops - 1) (MemGuard section 4.3), times the weights of the edges walked, and never above `REACHED` times
    that of the atom it was reached from. A constraint that limits a procedure follows it.
    """
    k = sum(wanted.quotas.values())
    reached = k // COMPOSED_SHARE
    since, before = wanted.period or (None, None)
    row = graph.read(
        "read/compose",
        scopes=wanted.readable,
        query=wanted.vector,
        **wanted.bounds.parameters,
        places=[{**place._asdict(), "score": score} for place, score in fused.best(PLACES * k, k).items()],
        speakers=sorted(wanted.speakers),
        named=weights.speaker,
        dated=weights.dated,
        since=since,
        before=before,
        denied=weights.negated if wanted.negated else 0.0,
        negation=DENIES,
        prior=weights.pagerank,
        later=LATER,
        support=SUPPORT,
        floor=to_index(wanted.floor),
        lead=-(-k // LEAD_SHARE),
        quotas={kind.value: share for kind, share in wanted.quotas.items()},
        hops=wanted.hops,
        decay=wanted.decay,
        fan=FAN,
        hub=HUB,
        origins=reached,
        reached=reached * EXACT_SHARE if wanted.embed else reached,
        limits=min(k - 1, max(1, reached)),
    )[0]
    rows = row["entries"]
    if wanted.embed is not None:
        rows = _exact(rows, wanted, wanted.embed, reached)
    entries = _entries(rows, k, fused.signals if explain else {}, wanted.bounds.known)
    return Composed(entries, row["candidates"], row["passing"])


def _exact(rows: Sequence[Row], wanted: Wanted, embed: Embed, reached: int) -> list[Row]:
    """The rows with the best reached ones by the similarity of the composed texts themselves."""
    texts = {row["id"]: row["atom"]["details"] for row in rows}
    scored = [row for row in rows if row["composed"] is not None]
    kept = [row for row in rows if row["composed"] is None]
    if not scored:
        return kept
    vectors = embed([f"{texts[row['primary']]} {row['atom']['details']}" for row in scored])
    again = [
        {**row, "composed": float(cosine), "score": _decayed(row["steps"], max(0.0, float(cosine)), wanted.decay)}
        for row, cosine in zip(scored, vectors @ wanted.vector, strict=True)
    ]
    return kept + sorted(again, key=lambda row: (-row["score"], row["id"]))[:reached]


def _decayed(steps: Sequence[Row], similarity: float, decay: float) -> float:
    weights: list[float] = [step["weight"] for step in steps]
    return similarity * float(decay ** (len(steps) - 1)) * math.prod(weights)


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
    reached: dict[str, Entry] = {}
    # a constraint that is reached in another way too is brought as what it is, once
    for row in sorted((row for row in rows if row["primary"] is not None), key=lambda row: row["score"] is not None):
        above = by_id[row["primary"]].score
        score = above * LIMIT if row["score"] is None else min(row["score"], above * REACHED)
        reached.setdefault(row["id"], _entry(row, score, {}, known))
    return within(primaries, list(reached.values()), k)


def within(primaries: Sequence[Entry], reached: Sequence[Entry], k: int) -> list[Entry]:
    """At most `k` of both, best first: as many reached ones as keep beside them what they were reached from."""
    for count in range(min(len(reached), k - 1), 0, -1):
        kept = list(primaries[: k - count])
        shown = {entry.atom.id for entry in kept}
        joined = [entry for entry in reached if entry.reached_from in shown]
        if len(joined) >= count:
            return sorted([*kept, *joined[:count]], key=lambda entry: -entry.score)
    return sorted(primaries[:k], key=lambda entry: -entry.score)


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
