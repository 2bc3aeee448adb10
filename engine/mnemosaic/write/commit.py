"""The one transaction that makes a batch of turns into atoms: all of it, or nothing."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic import scopes, times
from mnemosaic.atoms import AtomType, QuarantineReason
from mnemosaic.errors import ForgottenError
from mnemosaic.graph import Graph, Row, Transaction
from mnemosaic.models import guard
from mnemosaic.models.protocols import Embedder
from mnemosaic.relations import Relation
from mnemosaic.reports import Outcome
from mnemosaic.write.candidates import Candidate, Run, gather
from mnemosaic.write.drafts import Draft, as_meant
from mnemosaic.write.firewall import Derived, Equal, Firewall, Plan, Verdicts
from mnemosaic.write.known import of_draft
from mnemosaic.write.neighbours import Edge, bounded, similar_edges
from mnemosaic.write.relate import Stated, relate, shown
from mnemosaic.write.resolution import join_entities, resolve_entities
from mnemosaic.write.resolve import Decision
from mnemosaic.write.rows import atom_row, change_row, link_rows, part_row, verdict_row

LEFT_BEHIND = 0.9
"""Confidence that a statement follows from the event that left it behind."""


class Batch(NamedTuple):
    """What one commit writes. `turns` are rows of `write/finish_turns`.

    `nearest` are ids that were found in memory for each draft, as of commit number `writes`; None to ask the indexes.
    Atoms at least as similar as `associated` are joined, at most `limit` for each. `told` is what a model or a
    person said of drafts beside known atoms; `beside` are atoms that every draft is compared with.
    """

    scope: str
    extractor: str
    drafts: Sequence[Draft]
    edges: Sequence[Edge]
    stated: Sequence[Stated]
    turns: Sequence[Row]
    nearest: Sequence[Mapping[str, float]] | None = None
    writes: int = 0
    associated: float = 1.0
    limit: int = 0
    told: Verdicts | None = None
    beside: Sequence[str] = ()


class Committed(NamedTuple):
    """What was decided on each draft, in order, and which drafts became atoms; `derived` is what events left behind."""

    decisions: Sequence[Decision]
    new: frozenset[str]
    edges: int
    writes: int
    derived: Sequence[Derived] = ()

    def atoms(self, drafts: Sequence[Draft]) -> dict[str, str]:
        """The atom that each draft ended as, by the draft's id."""
        return {draft.id: made.target for draft, made in zip(drafts, self.decisions, strict=True)}


def commit(graph: Graph, batch: Batch, embedder: Embedder, firewall: Firewall) -> Committed:
    """Write a batch. Writers of one scope follow each other: what one decides, it decides on what the others wrote.

    Raises, and writes nothing, `ModelMismatchError` where the graph meanwhile records another model than `embedder`,
    and `ForgottenError` where turns are not there any more.
    """
    moment = times.now()
    return graph.transaction(lambda tx: _write(tx, batch, moment, embedder, firewall), "commit")


def _write(tx: Transaction, batch: Batch, moment: datetime, embedder: Embedder, firewall: Firewall) -> Committed:
    locked = tx.run("write/lock_scope", scope=batch.scope, now=moment)[0]
    recorded_at: datetime = locked["recorded_at"]
    if locked["writes"] != batch.writes:
        # somebody else has written since the neighbours were looked for in memory
        batch = batch._replace(nearest=None)
    guard.check(embedder, **tx.run("lifecycle/models")[0])
    _still_there(tx, batch)
    entities = resolve_entities(tx, batch.scope, [draft.claim for draft in batch.drafts], recorded_at)
    told = {draft.id: draft for draft in reversed(batch.drafts)}
    meant = batch._replace(drafts=as_meant(batch.drafts, entities))
    beside, plan = decided(tx.run, meant, recorded_at, firewall)
    told |= {made.draft.id: _as_told(made, told) for made in plan.derived}
    if plan.changed:
        changes = [change_row(known) for known in plan.changed.values()]
        tx.run("write/change_atoms", scope=batch.scope, now=recorded_at, atoms=changes)
    new = frozenset(draft.id for draft, _, _ in plan.kept)
    freed = tx.run("write/free", ids=list(plan.freed)) if plan.freed else []
    if new:
        rows = [atom_row(known, told[draft.id], made, batch.extractor, entities) for draft, known, made in plan.kept]
        tx.run("write/add_atoms", atoms=rows, now=recorded_at, beginning=times.BEGINNING, forever=times.FOREVER)
    if plan.parts:
        parts = [part_row(cut) for cut in plan.parts]
        tx.run("write/add_parts", scope=batch.scope, now=recorded_at, parts=parts)
    again = [
        {"id": made.target, **link_rows(draft.claim, entities)}
        for draft, made in zip(batch.drafts, plan.decisions, strict=True)
        if made.outcome is Outcome.SKIP
    ]
    again += [{"id": plan.freed[row["id"]], "sources": row["sources"], "mentions": []} for row in freed]
    if again:
        tx.run("write/add_sources", atoms=again)
    join_entities(tx, batch.scope, entities, recorded_at)
    bare = sorted({entity for row in freed for entity in row["entities"]})
    if bare:
        tx.run("lifecycle/remove_orphans", ids=bare)
    edges = _join(tx, batch, beside, plan, recorded_at)
    events = {made.event for made in plan.derived}
    retold = [{**row, "mentions": []} for row in again if row["id"] in events]
    if retold:
        # what the events left behind is joined to them only now, and rests on every turn that tells of them
        tx.run("write/add_sources", atoms=retold)
    for cut in plan.parts:
        last = cut.before.told[-1].isoformat()
        tx.run("write/share_turns", earlier=cut.before.id, later=cut.after.id, last=last)
    tx.run(
        "write/finish_turns",
        scope=batch.scope,
        now=recorded_at,
        turns=list(batch.turns),
        added=sum(made.quarantine is None for _, _, made in plan.kept) + len(plan.parts),
        existing=sum(made.outcome is Outcome.SKIP for made in plan.decisions),
        audit_id=str(uuid.uuid4()),
    )
    return Committed(plan.decisions, new, edges, locked["writes"] + 1, plan.derived)


def _as_told(made: Derived, told: Mapping[str, Draft]) -> Draft:
    """What an event left behind, about the entities as they were named."""
    mentions = told[made.event].claim.mentions
    return made.draft.model_copy(update={"claim": made.draft.claim.model_copy(update={"mentions": mentions})})


def _still_there(tx: Transaction, batch: Batch) -> None:
    """Make nothing of turns that somebody forgot since they were stored: an atom would have no source."""
    if batch.drafts and batch.turns:
        gone = tx.run("write/missing_turns", ids=[turn["id"] for turn in batch.turns])
        if gone:
            raise ForgottenError([row["id"] for row in gone])


def decided(run: Run, batch: Batch, now: datetime, firewall: Firewall) -> tuple[Sequence[Sequence[Candidate]], Plan]:
    """The candidates of each draft of a batch in the graph, and what the firewall makes of it beside them."""
    equal = equal_atoms(run, batch.scope, batch.drafts)
    same = [equal.get((draft.type, draft.live_key)) for draft in batch.drafts]
    # looked at although it is known: what corrects may take something else back, and what is late may end it
    fresh = [
        place
        for place, (draft, found) in enumerate(zip(batch.drafts, same, strict=True))
        if found is None
        or found.kept_apart is not None
        or draft.claim.corrects
        or firewall.late(of_draft(batch.scope, draft), found)
    ]
    drafts = [batch.drafts[place] for place in fresh]
    nearest = [batch.nearest[place] for place in fresh] if batch.nearest is not None else None
    beside: list[list[Candidate]] = [[] for _ in batch.drafts]
    if not firewall.compares and (batch.nearest is not None or not batch.limit):
        return beside, firewall.plan(batch.scope, batch.drafts, beside, equal, batch.told)
    near = gather(run, scopes.readable_from(batch.scope), drafts, nearest, now, batch.beside)
    for place, candidates in zip(fresh, near, strict=True):
        beside[place] = candidates

    def stated_already(draft: Draft) -> bool:
        return bool(equal_atoms(run, batch.scope, [draft]))

    return beside, firewall.plan(batch.scope, batch.drafts, beside, equal, batch.told, stated_already)


def equal_atoms(run: Run, scope: str, drafts: Sequence[Draft]) -> dict[tuple[AtomType, str], Equal]:
    """The atoms of the graph that state the same as a draft: current ones, and what was kept apart."""
    if not drafts:
        return {}
    keys = {kind: sorted({draft.live_key for draft in drafts if draft.type is kind}) for kind in AtomType}
    rows = run(
        "write/existing_atoms",
        scope=scope,
        semantic=keys[AtomType.SEMANTIC],
        episodic=keys[AtomType.EPISODIC],
        procedural=keys[AtomType.PROCEDURAL],
        beginning=times.BEGINNING,
    )
    found: dict[tuple[AtomType, str], Equal] = {}
    for row in rows:
        apart = QuarantineReason(row["kept_apart"]) if row["kept_apart"] else None
        # what is current comes first
        found.setdefault(
            (AtomType(row["type"]), row["live_key"]), Equal(row["id"], apart, datetime.fromisoformat(row["since"]))
        )
    return found


def _join(
    tx: Transaction, batch: Batch, beside: Sequence[Sequence[Candidate]], plan: Plan, recorded_at: datetime
) -> int:
    """Association edges of the new atoms, typed relations that the text states, and the edges that keep verdicts."""
    atoms = {draft.id: made.target for draft, made in zip(batch.drafts, plan.decisions, strict=True)}
    apart = {draft.id for draft, _, made in plan.kept if made.quarantine is not None}
    new = {draft.id for draft, _, _ in plan.kept} - apart
    edges = _associations(batch, beside, atoms, new, apart)
    if edges:
        tx.run("write/associate", now=recorded_at, edges=edges)
    relations = [
        edge for _, known, made in plan.kept if not made.quarantine for edge in shown(known, plan.beside[known.id])
    ]
    left = [Stated(made.draft.id, made.event, Relation.DERIVED_FROM, LEFT_BEHIND) for made in plan.derived]
    stated = relate(tx, batch.stated, [*relations, *left], atoms, apart, recorded_at)
    verdicts = [verdict_row(link) for link in plan.links]
    if verdicts:
        tx.run("write/keep_verdicts", now=recorded_at, verdicts=verdicts)
    return len(edges) + stated + len(verdicts)


def _associations(
    batch: Batch, beside: Sequence[Sequence[Candidate]], atoms: dict[str, str], new: set[str], apart: set[str]
) -> list[Row]:
    edges = list(batch.edges)
    for draft, candidates in zip(batch.drafts, beside, strict=True):
        if batch.nearest is None and batch.limit:
            edges += similar_edges(draft.id, candidates, batch.scope, batch.associated)
    found: dict[tuple[str, str], Edge] = {}
    for edge in edges:
        target = atoms.get(edge.target, edge.target)
        # two drafts may have ended as one atom that was there
        if edge.source in new and target not in apart and edge.source != target:
            found.setdefault((edge.source, target), edge._replace(target=target))
    return [
        {"source": edge.source, "target": edge.target, "weight": edge.weight, "origin": edge.origin.value}
        for edge in bounded(list(found.values()), batch.limit)
    ]
