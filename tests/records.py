"""Claims, drafts and known atoms made by hand, and a judge that says what it is told to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from mnemosaic.atoms import AtomType, Claim, Mention, Slot, Source
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.drafts import Draft
from mnemosaic.write.identity import live_key
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.protocols import Classification

START = datetime(2024, 1, 1, tzinfo=UTC)
UNRELATED = Judgement(verdict=Verdict.UNRELATED)


def day(number: int) -> datetime:
    """A moment `number` days after the first one."""
    return START + timedelta(days=number)


def slot(attribute: str = "home", value: str = "oslo") -> Slot:
    """What Ann's statements give a value to."""
    return Slot(entity="ann", attribute=attribute, value=value, single=True)


def draft(
    details: str,
    kind: AtomType = AtomType.SEMANTIC,
    *,
    trust: float = 1.0,
    said_at: datetime = START,
    vector: Sequence[float] = (1.0, 0.0),
    scope: str = "s",
    **given: Any,
) -> Draft:
    """A draft of Ann's; `given` are fields of its claim."""
    about = (Mention(name="Ann", role="subject"),)
    sources = (Source(turn_id="t"),)
    claim = Claim(**{"title": "t", "details": details, "sources": sources, "mentions": about, **given})
    return Draft(
        claim=claim,
        classification=Classification(type=kind),
        id=f"{scope}: {details}",
        live_key=live_key(claim, kind),
        vector=np.array(vector, dtype=np.float32),
        trust=trust,
        said_at=said_at,
        speaker="Ann",
    )


def known(details: str, kind: AtomType = AtomType.SEMANTIC, *, scope: str = "s", **given: Any) -> Known:
    """The same as an atom that is in the graph."""
    record = of_draft(scope, draft(details, kind, scope=scope, **given))
    record.fresh = False
    return record


def verdict(found: Verdict, confidence: float = 0.9, by: str = "rules") -> Judgement:
    """A judgement with its name for a reason."""
    return Judgement(verdict=found, kind="scripted", reason=f"it {found.value}", confidence=confidence, by=by)


class Scripted:
    """A `Judge` that answers by the words of both statements; what it is not told of is unrelated."""

    def __init__(self, answers: Mapping[tuple[str, str], Judgement] | None = None) -> None:
        self.asked: list[tuple[str, str]] = []
        self._answers = dict(answers or {})

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        pairs = [(new.statement.details, item.statement.details) for item in known]
        self.asked += pairs
        return [self._answers.get(pair, UNRELATED) for pair in pairs]
