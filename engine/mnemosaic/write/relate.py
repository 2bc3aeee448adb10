"""Typed relations that the text states between its claims: REQUIRES stays acyclic, and their number is bounded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic.graph import Row, Transaction
from mnemosaic.relations import Origin, Relation
from mnemosaic.write.drafts import Draft

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


def relate(
    tx: Transaction, stated: Sequence[Stated], atoms: dict[str, str], apart: set[str], recorded_at: datetime
) -> int:
    """Write typed relations between what drafts ended as (`atoms`), but for those kept `apart`; how many were given.

    A REQUIRES edge that would close a circle is left out.
    """
    rows: list[Row] = [
        {
            "source": atoms[edge.source],
            "target": atoms[edge.target],
            "relation": edge.relation,
            "confidence": edge.confidence,
            "origin": Origin.STATED.value,
        }
        for edge in stated
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
