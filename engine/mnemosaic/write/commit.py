"""The one transaction that makes a batch of turns into atoms: all of it, or nothing."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic import times
from mnemosaic.atoms import AtomType
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.models import guard
from mnemosaic.models.protocols import Embedder
from mnemosaic.relations import Origin
from mnemosaic.write.neighbours import Edge
from mnemosaic.write.resolution import join_entities, resolve_entities
from mnemosaic.write.rows import Draft, atom_row, link_rows


class Stated(NamedTuple):
    """A typed relation between two drafts of a batch, by their ids."""

    source: str
    target: str
    relation: str
    confidence: float


class Batch(NamedTuple):
    """What one commit writes. `turns` are rows of `write/finish_turns`."""

    scope: str
    extractor: str
    drafts: Sequence[Draft]
    edges: Sequence[Edge]
    stated: Sequence[Stated]
    turns: Sequence[Row]


class Committed(NamedTuple):
    """The atom that each draft ended as, by the draft's id, and which of them are new."""

    atoms: dict[str, str]
    new: frozenset[str]
    edges: int


def commit(graph: Graph, batch: Batch, embedder: Embedder) -> Committed:
    """Write a batch. Writers of one scope follow each other, so that their equal statements become one atom.

    Raises `ModelMismatchError`, and writes nothing, where the graph meanwhile records another model than `embedder`.
    """
    moment = times.now()
    return graph.transaction(lambda tx: _write(tx, batch, moment, embedder), "commit")


def _write(tx: Transaction, batch: Batch, moment: datetime, embedder: Embedder) -> Committed:
    recorded_at = tx.run("write/lock_scope", scope=batch.scope, now=moment)[0]["recorded_at"]
    guard.check(embedder, **tx.run("lifecycle/models")[0])
    atoms, new = _settle(batch.drafts, _existing(tx, batch))
    entities = resolve_entities(tx, batch.scope, [draft.claim for draft in batch.drafts], recorded_at)
    unique = {draft.id: draft for draft in reversed(batch.drafts) if draft.id in new}
    if unique:
        rows = [atom_row(batch.scope, draft, batch.extractor, entities) for draft in reversed(unique.values())]
        tx.run("write/add_atoms", atoms=rows, now=recorded_at, beginning=times.BEGINNING, forever=times.FOREVER)
    again = [draft for draft in batch.drafts if unique.get(draft.id) is not draft]
    if again:
        links = [{"id": atoms[draft.id], **link_rows(draft.claim, entities)} for draft in again]
        tx.run("write/add_sources", atoms=links)
    join_entities(tx, batch.scope, entities, recorded_at)
    edges = _join_atoms(tx, batch, atoms, new, recorded_at)
    tx.run(
        "write/finish_turns",
        scope=batch.scope,
        now=recorded_at,
        turns=list(batch.turns),
        added=len(unique),
        existing=len(batch.drafts) - len(unique),
        audit_id=str(uuid.uuid4()),
    )
    return Committed(atoms, frozenset(unique), edges)


def _existing(tx: Transaction, batch: Batch) -> dict[tuple[AtomType, str], str]:
    keys = {kind: sorted({draft.live_key for draft in batch.drafts if draft.type is kind}) for kind in AtomType}
    if not batch.drafts:
        return {}
    rows = tx.run(
        "write/existing_atoms",
        scope=batch.scope,
        semantic=keys[AtomType.SEMANTIC],
        episodic=keys[AtomType.EPISODIC],
        procedural=keys[AtomType.PROCEDURAL],
    )
    return {(AtomType(row["type"]), row["live_key"]): row["id"] for row in rows}


def _settle(drafts: Sequence[Draft], known: dict[tuple[AtomType, str], str]) -> tuple[dict[str, str], set[str]]:
    """The atom of each draft: the equal one that is there, or the first draft of this batch that states it."""
    atoms: dict[str, str] = {}
    new: set[str] = set()
    for draft in drafts:
        place = (draft.type, draft.live_key)
        if place not in known:
            known[place] = draft.id
            new.add(draft.id)
        atoms[draft.id] = known[place]
    return atoms, new


def _join_atoms(tx: Transaction, batch: Batch, atoms: dict[str, str], new: set[str], recorded_at: datetime) -> int:
    pairs: dict[tuple[str, str], Edge] = {}
    for edge in batch.edges:
        if edge.source in new:
            # two drafts may have ended as one atom that was there
            pairs.setdefault((edge.source, atoms.get(edge.target, edge.target)), edge)
    edges = [
        {"source": source, "target": target, "weight": edge.weight, "origin": edge.origin.value}
        for (source, target), edge in pairs.items()
        if source != target
    ]
    stated = [
        {
            "source": atoms[edge.source],
            "target": atoms[edge.target],
            "relation": edge.relation,
            "confidence": edge.confidence,
            "origin": Origin.STATED.value,
        }
        for edge in batch.stated
    ]
    if edges:
        tx.run("write/associate", now=recorded_at, edges=edges)
    if stated:
        tx.run("write/relate", now=recorded_at, relations=stated)
    return len(edges) + len(stated)
