"""Turns what was decided into the rows that the statements of a commit take."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from mnemosaic import lexemes, metadata, scopes
from mnemosaic.atoms import AtomStatus, AtomType, Claim, content_key
from mnemosaic.graph import Row
from mnemosaic.turns import StoredTurn
from mnemosaic.write.protocols import Classification
from mnemosaic.write.resolution import Resolution


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


def atom_row(scope: str, draft: Draft, extractor: str, entities: Resolution) -> Row:
    """An atom as `write/add_atoms` takes it."""
    claim = draft.claim
    occurred = claim.occurred_from if draft.type is AtomType.EPISODIC else None
    properties = {
        "id": draft.id,
        "scope": scope,
        "title": claim.title,
        "details": claim.details,
        "facet": draft.classification.facet.value if draft.classification.facet else None,
        "content_key": content_key(claim.details, claim.subject, occurred),
        "live_key": draft.live_key,
        "status": AtomStatus.CURRENT.value,
        "confidence": claim.confidence,
        "directness": claim.directness,
        "consistency": 1.0,
        "specificity": claim.specificity,
        "trust": draft.trust,
        "extractor": extractor,
        "community": -1,
        "dirty": True,
        "slot": entities.slot(claim),
        "metadata": metadata.encode(claim.metadata),
    }
    return {
        "label": draft.type.label,
        "embedding": draft.vector,
        "occurred_from": _text(claim.occurred_from),
        "occurred_until": _text(claim.occurred_until),
        "valid_from": _text(claim.valid_from or occurred),
        "valid_until": _text(claim.valid_until),
        "properties": {name: value for name, value in properties.items() if value is not None},
        **link_rows(claim, entities),
    }


def _text(moment: datetime | None) -> str | None:
    """Times go to the server as text: the driver is slow at packing them."""
    return moment.isoformat() if moment is not None else None


def link_rows(claim: Claim, entities: Resolution) -> dict[str, list[Row]]:
    """Sources and mentions of a claim, as `write/add_atoms` and `write/add_sources` take them."""
    return {
        "sources": [
            {"turn": source.turn_id, "start": source.start, "end": source.end, "main": source.main}
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
