"""Turns what was decided into the rows that the statements of a commit take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from mnemosaic import lexemes, metadata, scopes
from mnemosaic.atoms import AtomStatus, AtomType, Claim, content_key
from mnemosaic.graph import Row
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.turns import StoredTurn
from mnemosaic.write.identity import entity_id
from mnemosaic.write.protocols import Classification

MAX_MENTIONS = 12


class Draft(BaseModel):
    """A claim that is ready to be stored: typed, keyed and embedded."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    claim: Claim
    classification: Classification
    id: str
    live_key: str
    vector: NDArray[np.float32]
    trust: float

    @property
    def type(self) -> AtomType:
        """The atom's one type."""
        return self.classification.type


def atom_row(scope: str, draft: Draft, extractor: str, recorded_at: datetime) -> Row:
    """An atom as `write/add_atoms` takes it."""
    claim = draft.claim
    occurred = claim.occurred_from if draft.type is AtomType.EPISODIC else None
    words = lexemes.lexemes(f"{claim.title} {claim.details}" if claim.title not in claim.details else claim.details)
    properties = {
        "id": draft.id,
        "scope": scope,
        "scope_key": scopes.key(scope),
        "title": claim.title,
        "details": claim.details,
        "facet": draft.classification.facet.value if draft.classification.facet else None,
        "content_key": content_key(claim.details, claim.subject, occurred),
        "live_key": draft.live_key,
        "lexemes": " ".join(words),
        "status": AtomStatus.CURRENT.value,
        "confidence": claim.confidence,
        "directness": claim.directness,
        "consistency": 1.0,
        "specificity": claim.specificity,
        "trust": draft.trust,
        "occurred_from": claim.occurred_from,
        "occurred_until": claim.occurred_until,
        "valid_from": claim.valid_from or occurred or BEGINNING,
        "valid_until": claim.valid_until or FOREVER,
        "recorded_at": recorded_at,
        "closed_at": FOREVER,
        "retired_at": FOREVER,
        "extractor": extractor,
        "community": -1,
        "dirty": True,
        "slot": f"{claim.slot.entity}\u001f{claim.slot.attribute}" if claim.slot else None,
        "metadata": metadata.encode(claim.metadata),
    }
    return {"label": draft.type.label, "embedding": draft.vector.tolist(), "properties": properties}


def source_rows(claims: Iterable[tuple[str, Claim]]) -> list[Row]:
    """Provenance as `write/add_sources` takes it, from pairs of atom id and claim."""
    return [
        {"atom": atom, "turn": source.turn_id, "start": source.start, "end": source.end, "main": source.main}
        for atom, claim in claims
        for source in claim.sources
    ]


def mention_rows(scope: str, claims: Iterable[tuple[str, Claim]]) -> tuple[list[Row], list[Row]]:
    """Entities, sorted so that writers lock them in one order, and mentions, as `write/add_mentions` takes them."""
    entities: dict[str, Row] = {}
    mentions: dict[tuple[str, str], Row] = {}
    for atom, claim in claims:
        for mention in claim.mentions[:MAX_MENTIONS]:
            if not mention.key:
                continue
            found = entity_id(scope, mention.key, mention.kind)
            entities.setdefault(
                found, {"id": found, "key": mention.key, "kind": mention.kind.value, "name": mention.name}
            )
            mentions.setdefault((atom, found), {"atom": atom, "entity": found, "role": mention.role})
    return [entities[found] for found in sorted(entities)], list(mentions.values())


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
        "embedding": vector.tolist() if vector is not None else None,
    }


def turn_text(turn: StoredTurn) -> str:
    """A turn as full text reads it: speaker, text and the day it was said."""
    return f"{turn.turn.speaker}: {turn.turn.content} {turn.time:%d %B %Y}"


def turn_passage(turn: StoredTurn, before: Mapping[str, StoredTurn]) -> str:
    """A turn as it is embedded: after the turn that it answers, since "Yes, last May." means little alone."""
    own = f"{turn.turn.speaker}: {turn.turn.content}"
    previous = before.get(turn.id)
    return f"{previous.turn.speaker}: {previous.turn.content}\n{own}" if previous else own
