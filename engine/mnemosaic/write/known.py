"""What is known of an atom while a batch is decided on: those of the graph, and those that the batch adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mnemosaic.atoms import AtomStatus, AtomType, Slot
from mnemosaic.graph import Row
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.verdicts import Statement
from mnemosaic.write.drafts import Draft

SEPARATOR = "\u001f"


@dataclass(slots=True)
class Known:
    """An atom with its state, which decisions change before anything is written."""

    id: str
    scope: str
    statement: Statement
    live_key: str
    trust: float
    confidence: float
    valid_from: datetime
    valid_until: datetime
    status: AtomStatus = AtomStatus.CURRENT
    retired: bool = False
    fresh: bool = False
    consistency: float = 1.0
    belief: float | None = None
    told: tuple[datetime, ...] = ()
    """When it was said, each time, in order."""
    reading: Any = field(default=None, repr=False)
    """What the rules made of the statement, once they looked at it."""

    @property
    def type(self) -> AtomType:
        """The atom's one type."""
        return self.statement.type

    @property
    def slot(self) -> Slot | None:
        """The slot that it gives a value to."""
        return self.statement.slot

    @property
    def current(self) -> bool:
        """Whether it may be repeated or contradicted: neither superseded nor retired."""
        return self.status is AtomStatus.CURRENT

    @property
    def starts(self) -> datetime:
        """Since when it is known to hold: its own start, or else when it was said."""
        if self.valid_from > BEGINNING:
            return self.valid_from
        return self.statement.said_at or BEGINNING


def of_draft(scope: str, draft: Draft) -> Known:
    """A draft as one that is known, once it is decided to keep it."""
    claim = draft.claim
    occurred = claim.occurred_from if draft.type is AtomType.EPISODIC else None
    starts, ends = claim.valid_from or occurred or BEGINNING, claim.valid_until or FOREVER
    return Known(
        id=draft.id,
        scope=scope,
        statement=statement_of(draft),
        live_key=draft.live_key,
        trust=draft.trust,
        confidence=draft.claim.confidence,
        # a start after the end was misread, or only assumed
        valid_from=starts if starts <= ends else BEGINNING,
        valid_until=ends,
        fresh=True,
        told=(draft.said_at,),
    )


def statement_of(draft: Draft) -> Statement:
    """What a verdict may look at of a draft."""
    claim = draft.claim
    return Statement(
        details=claim.details,
        type=draft.type,
        subject=claim.subject,
        entities=tuple(mention.key for mention in claim.mentions if mention.role != "speaker"),
        slot=claim.slot,
        speaker=draft.speaker,
        said_at=draft.said_at,
        occurred_from=claim.occurred_from,
        occurred_until=claim.occurred_until,
        valid_from=claim.valid_from,
        valid_until=claim.valid_until,
        corrects=claim.corrects,
    )


def of_row(row: Row) -> Known:
    """An atom as `write/candidates` returns it."""
    about: Sequence[Sequence[str]] = row["about"] or ()
    said: Sequence[Sequence[Any]] = row["said"] or ()
    speaker, said_at = next(((speaker, at) for main, speaker, at in said if main), ("", None))
    valid_from, valid_until = _time(row["valid_from"]) or BEGINNING, _time(row["valid_until"]) or FOREVER
    statement = Statement(
        details=row["details"],
        type=AtomType(row["type"]),
        subject=next((key for role, key in about if role == "subject"), ""),
        entities=tuple(key for role, key in about if role != "speaker"),
        slot=_slot(row),
        speaker=speaker or "",
        said_at=_time(said_at),
        occurred_from=_time(row["occurred_from"]),
        occurred_until=_time(row["occurred_until"]),
        valid_from=valid_from if valid_from > BEGINNING else None,
        valid_until=valid_until if valid_until < FOREVER else None,
        corrects=bool(row["corrects"]),
    )
    return Known(
        id=row["id"],
        scope=row["scope"],
        statement=statement,
        live_key=row["live_key"] or row["held_key"] or "",
        trust=row["trust"],
        confidence=row["confidence"],
        valid_from=valid_from,
        valid_until=valid_until,
        status=AtomStatus(row["status"]),
        belief=row["belief"],
        told=tuple(sorted(datetime.fromisoformat(at) for _, _, at in said)),
    )


def _slot(row: Row) -> Slot | None:
    if not row["slot"]:
        return None
    entity, _, attribute = row["slot"].partition(SEPARATOR)
    kind = row["slot_kind"]
    return Slot(
        entity=entity,
        attribute=attribute,
        value=row["slot_value"],
        single=kind in ("single", "fixed"),
        fixed=kind == "fixed",
        past=bool(row["slot_past"]),
    )


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
