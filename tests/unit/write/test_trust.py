from __future__ import annotations

from datetime import UTC, datetime

from mnemosaic.atoms import AtomStatus, AtomType
from mnemosaic.relations import ConflictStatus, Relation
from mnemosaic.reports import Outcome
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.verdicts import Judgement, Statement, Verdict
from mnemosaic.write.known import Known
from mnemosaic.write.resolve import Finding, resolve


def known(name: str, trust: float, day: int) -> Known:
    said = datetime(2026, 1, day, tzinfo=UTC)
    statement = Statement(details=f"Ann lives in {name}.", type=AtomType.SEMANTIC, subject="ann", said_at=said)
    return Known(name, "s", statement, name, trust, 1.0, BEGINNING, FOREVER)


def test_a_change_told_by_a_source_trusted_less_ends_nothing() -> None:
    change = Judgement(verdict=Verdict.CHANGES_OVER_TIME, confidence=0.9)
    page, user = known("Oslo", 0.5, 9), known("Rome", 1.0, 2)
    decision = resolve(page, [Finding(user, change)])
    assert decision.outcome is Outcome.FLAG
    assert [(link.relation, link.status) for link in decision.links] == [(Relation.CONTRADICTS, ConflictStatus.OPEN)]
    assert user.status is AtomStatus.CURRENT
    assert user.belief is not None
    assert page.belief is not None
    assert user.belief > page.belief
    assert resolve(known("Bergen", 1.0, 9), [Finding(known("Rome", 1.0, 2), change)]).outcome is Outcome.UPDATE
