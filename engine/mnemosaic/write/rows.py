"""Turns what was decided into the rows that the statements of a commit take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from mnemosaic import lexemes, metadata, scopes
from mnemosaic.atoms import AtomStatus, AtomType, Claim, Slot, content_key
from mnemosaic.graph import Row
from mnemosaic.relations import Origin
from mnemosaic.turns import StoredTurn
from mnemosaic.write.drafts import Draft
from mnemosaic.write.identity import moved_id, verdict_id
from mnemosaic.write.known import Known
from mnemosaic.write.resolution import Resolution
from mnemosaic.write.resolve import Decision, Link
from mnemosaic.write.timeline import Part

QUARANTINED = "Quarantined"
"""The label of what carries no type, so that no typed index can return it."""


def atom_row(known: Known, draft: Draft, decision: Decision, extractor: str, entities: Resolution) -> Row:
    """An atom as `write/add_atoms` takes it, in the state that `known` has reached by the end of its batch."""
    claim, apart = draft.claim, decision.quarantine
    occurred = claim.occurred_from if draft.type is AtomType.EPISODIC else None
    current = known.current and apart is None
    properties = {
        "id": draft.id,
        "scope": known.scope,
        "title": claim.title,
        "details": claim.details,
        "facet": draft.classification.facet.value if draft.classification.facet else None,
        "content_key": content_key(claim.details, claim.subject, occurred),
        "live_key": draft.live_key if current else None,
        "held_key": None if current else draft.live_key,
        "status": (AtomStatus.QUARANTINED if apart else known.status).value,
        "proposed_type": draft.type.value if apart else None,
        "quarantine_reason": apart.value if apart else None,
        "clarification": decision.reason if apart else None,
        "confidence": known.confidence,
        "belief": known.belief,
        "directness": claim.directness,
        "consistency": known.consistency,
        "specificity": claim.specificity,
        "trust": draft.trust,
        "extractor": extractor,
        "community": -1,
        "dirty": True,
        "corrects": claim.corrects or None,
        **_slot(known.slot),
        "metadata": metadata.encode(claim.metadata),
    }
    return {
        "label": QUARANTINED if apart else draft.type.label,
        "embedding": draft.vector,
        "occurred_from": _text(claim.occurred_from),
        "occurred_until": _text(claim.occurred_until),
        "valid_from": _text(known.valid_from),
        "valid_until": _text(known.valid_until),
        "closed": known.status is AtomStatus.SUPERSEDED,
        "retired": known.retired,
        "properties": {name: value for name, value in properties.items() if value is not None},
        **link_rows(claim, entities),
    }


def _slot(slot: Slot | None) -> Row:
    if slot is None:
        return {}
    kind = "fixed" if slot.fixed else "single" if slot.single else "many"
    return {"slot": slot.key, "slot_value": slot.value, "slot_kind": kind, "slot_past": slot.past or None}


def _text(moment: datetime | None) -> str | None:
    """Times go to the server as text: the driver is slow at packing them."""
    return moment.isoformat() if moment is not None else None


def link_rows(claim: Claim, entities: Resolution) -> dict[str, list[Row]]:
    """Sources and mentions of a claim, as `write/add_atoms` and `write/add_sources` take them."""
    return {
        "sources": [
            {
                "turn": source.turn_id,
                "start": source.start,
                "end": source.end,
                "main": source.main,
                # by which turn it holds since then: what is left once another one is forgotten
                "since": _text(claim.valid_from),
            }
            for source in {source.turn_id: source for source in reversed(claim.sources)}.values()
        ],
        "mentions": [{"entity": entity, "role": role} for entity, role in entities.links(claim).items()],
    }


def turn_row(turn: StoredTurn, status: str, vector: NDArray[np.float32] | None, error: str | None = None) -> Row:
    """A turn's end as `write/finish_turns` takes it; without a vector the turn is not made findable."""
    words = lexemes.lexemes(turn_text(turn)) if vector is not None else None
    return {
        "id": turn.id,
        "status": status,
        "error": error,
        "lexemes": " ".join(words) if words is not None else None,
        "length": lexemes.content_length(words) if words is not None else None,
        "scope_key": scopes.key(turn.scope),
        "embedding": vector,
    }


def turn_text(turn: StoredTurn) -> str:
    """A turn as full text reads it: speaker, text and the day it was said."""
    return f"{turn.turn.speaker}: {turn.turn.content} {turn.time:%d %B %Y}"


def turn_passage(turn: StoredTurn, before: Mapping[str, StoredTurn]) -> str:
    """A turn as it is embedded: after the turn that it answers, since "Yes, last May." means little alone."""
    own = f"{turn.turn.speaker}: {turn.turn.content}"
    previous = before.get(turn.id)
    return f"{previous.turn.speaker}: {previous.turn.content}\n{own}" if previous else own


def change_row(known: Known) -> Row:
    """What became of a known atom, as `write/change_atoms` takes it."""
    return {
        "id": known.id,
        "label": known.type.label,
        "valid_from": _text(known.valid_from),
        "valid_until": _text(known.valid_until),
        "status": known.status.value,
        "retired": known.retired,
        "belief": known.belief,
    }


def part_row(cut: Part) -> Row:
    """The earlier time of an atom that is cut in two, as `write/add_parts` takes it."""
    return {
        "id": cut.before.id,
        "after": cut.after.id,
        "label": cut.before.type.label,
        "valid_from": _text(cut.before.valid_from),
        "valid_until": _text(cut.before.valid_until),
    }


def _id(link: Link) -> str:
    return verdict_id(link.source, link.target, link.relation)


def verdict_row(link: Link) -> Row:
    """An edge that keeps a verdict, as `write/keep_verdicts` takes it. Its id follows from what it joins."""
    judged, made = link.judgement, link.change
    properties = {
        "id": moved_id(link.source, link.target, link.since) if link.since else _id(link),
        "origin": Origin.JUDGED.value,
        "status": link.status.value if link.status else None,
        "was_status": made.status.value if made else None,
        **judged.model_dump(mode="json", exclude_none=True),
    }
    return {
        "source": link.source,
        "target": link.target,
        "relation": link.relation.value,
        "was_until": _text(made.until) if made else None,
        "was_from": _text(link.since),
        "properties": {name: value for name, value in properties.items() if value is not None},
    }
