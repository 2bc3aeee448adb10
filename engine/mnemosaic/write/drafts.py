"""From claims to drafts: each given its type, its keys, its id and its vector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from mnemosaic.atoms import AtomType, Claim, atom_id, content_key
from mnemosaic.models.protocols import Vectors
from mnemosaic.turns import StoredTurn
from mnemosaic.write.dates import assumed_start
from mnemosaic.write.identity import live_key
from mnemosaic.write.policy import trust_of
from mnemosaic.write.protocols import Classification, Classifier
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
    said_at: datetime
    speaker: str

    @property
    def type(self) -> AtomType:
        """The atom's one type."""
        return self.classification.type


def as_meant(drafts: Sequence[Draft], entities: Resolution) -> list[Draft]:
    """The drafts as they are compared with others: every entity under the key that is its alone."""
    return [draft.model_copy(update={"claim": entities.meant(draft.claim)}) for draft in drafts]


def make(
    scope: str, turns: Sequence[StoredTurn], claims: Sequence[Claim], vectors: Vectors, classifier: Classifier
) -> list[Draft]:
    """One draft a claim, in order; row i of `vectors` embeds claim i."""
    if not claims:
        return []
    by_id = {turn.id: turn for turn in turns}
    homes = [by_id[claim.main_turn] for claim in claims]
    found = classifier.classify(claims, vectors, [home.turn.role for home in homes])
    settled = [_settled(claim, made.type, home) for claim, made, home in zip(claims, found, homes, strict=True)]
    ids = _ids(scope, settled, [made.type for made in found])
    return [
        Draft(
            claim=claim,
            classification=classification,
            id=name,
            live_key=live_key(claim, classification.type),
            vector=vector,
            trust=trust_of(home.turn),
            said_at=home.time,
            speaker=home.turn.speaker,
        )
        for name, claim, classification, vector, home in zip(ids, settled, found, vectors, homes, strict=True)
    ]


def _settled(claim: Claim, kind: AtomType, home: StoredTurn) -> Claim:
    """The claim with its turn's metadata, and with a time: an undated event is taken to be of the day it was told."""
    update: dict[str, object] = {}
    if home.turn.metadata:
        update["metadata"] = {**home.turn.metadata, **claim.metadata}
    if kind is AtomType.EPISODIC and claim.occurred_from is None:
        update["occurred_from"] = assumed_start(home)
    return claim.model_copy(update=update) if update else claim


def _ids(scope: str, claims: Sequence[Claim], kinds: Sequence[AtomType]) -> list[str]:
    """One id a claim, in order. What a turn says again, after it took it back, is another atom."""
    count: Counter[str] = Counter()
    ids = []
    for claim, kind in zip(claims, kinds, strict=True):
        occurred = claim.occurred_from if kind is AtomType.EPISODIC else None
        key = content_key(claim.details, claim.subject, occurred)
        name = atom_id(scope, kind, key, claim.main_turn)
        ids.append(atom_id(scope, kind, f"{key}#{count[name]}", claim.main_turn) if count[name] else name)
        count[name] += 1
    return ids
