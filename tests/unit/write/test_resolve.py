"""What becomes of a statement: each row of the table in `resolve`, and the order of authority."""

from __future__ import annotations

from typing import Any

import pytest

from mnemosaic.atoms import AtomStatus, AtomType, QuarantineReason
from mnemosaic.relations import ConflictStatus, Relation
from mnemosaic.reports import Outcome
from mnemosaic.times import FOREVER
from mnemosaic.verdicts import Verdict
from mnemosaic.write.contradict.taken_back import KIND
from mnemosaic.write.known import Known
from mnemosaic.write.resolve import MOST_EDGES, SURE, TRUST_GAP, Decision, Finding, resolve
from tests.records import day, known, verdict

OPEN = ConflictStatus.OPEN
BESIDE: dict[str, dict[str, Any]] = {
    "inside": {},
    "ancestor": {"scope": ""},
    "other type": {"kind": AtomType.PROCEDURAL},
}


def old(**given: Any) -> Known:
    return known("Ann lives in Oslo.", **{"said_at": day(0), **given})


def new(**given: Any) -> Known:
    return known("Ann lives in Bergen.", **{"said_at": day(5), **given})


def decided(found: Verdict, confidence: float = 0.9, beside: Known | None = None, **given: Any) -> Decision:
    return resolve(new(**given), [Finding(beside or old(), verdict(found, confidence))])


@pytest.mark.parametrize(
    ("found", "where", "outcome", "relation", "status"),
    [
        (Verdict.SAME, "ancestor", Outcome.ADD, Relation.SUPPORTS, None),
        (Verdict.SAME, "other type", Outcome.ADD, Relation.SUPPORTS, None),
        (Verdict.REFINES, "inside", Outcome.ADD, Relation.SUPPORTS, None),
        (Verdict.REFINES, "ancestor", Outcome.ADD, Relation.SUPPORTS, None),
        (Verdict.REFINES, "other type", Outcome.ADD, Relation.SUPPORTS, None),
        (Verdict.CHANGES_OVER_TIME, "inside", Outcome.UPDATE, Relation.UPDATES, None),
        (Verdict.CHANGES_OVER_TIME, "ancestor", Outcome.ADD, Relation.SCOPES, None),
        (Verdict.CHANGES_OVER_TIME, "other type", Outcome.FLAG, Relation.CONTRADICTS, OPEN),
        (Verdict.CONFLICTS, "inside", Outcome.FLAG, Relation.CONTRADICTS, OPEN),
        (Verdict.CONFLICTS, "ancestor", Outcome.FLAG, Relation.CONTRADICTS, OPEN),
        (Verdict.CONFLICTS, "other type", Outcome.FLAG, Relation.CONTRADICTS, OPEN),
    ],
)
def test_the_table(
    found: Verdict, where: str, outcome: Outcome, relation: Relation, status: ConflictStatus | None
) -> None:
    beside = old(**BESIDE[where])
    decision = decided(found, beside=beside)
    assert decision.outcome is outcome
    assert [(link.relation, link.status) for link in decision.links] == [(relation, status)]
    ended = relation is Relation.UPDATES
    assert beside.status is (AtomStatus.SUPERSEDED if ended else AtomStatus.CURRENT)
    assert beside.valid_until == (day(5) if ended else FOREVER)
    assert not beside.retired


def test_unrelated_leaves_no_trace() -> None:
    decision = decided(Verdict.UNRELATED)
    assert (decision.outcome, decision.links, list(decision.findings)) == (Outcome.ADD, [], [])


def test_a_statement_of_an_earlier_time_is_the_one_that_ends() -> None:
    beside, told = old(said_at=day(9)), new(said_at=day(5))
    decision = resolve(told, [Finding(beside, verdict(Verdict.CHANGES_OVER_TIME))])
    (link,) = decision.links
    assert (link.source, link.target) == (beside.id, told.id)
    assert (told.status, told.valid_until) == (AtomStatus.SUPERSEDED, day(9))
    assert beside.status is AtomStatus.CURRENT


def test_what_is_unsure_ends_nothing() -> None:
    beside = old()
    decision = decided(Verdict.CHANGES_OVER_TIME, SURE - 0.01, beside)
    assert [link.relation for link in decision.links] == [Relation.CONTRADICTS]
    assert beside.status is AtomStatus.CURRENT


def test_what_denies_a_known_one_by_name_retires_it() -> None:
    beside, third = old(), old()
    denied = verdict(Verdict.CONFLICTS, 0.8).model_copy(update={"kind": KIND})
    decision = resolve(new(), [Finding(beside, denied), Finding(third, verdict(Verdict.CONFLICTS, 0.8))])
    assert (beside.status, beside.retired) == (AtomStatus.RETIRED, True)
    assert (third.status, third.retired) == (AtomStatus.CURRENT, False)
    assert {link.relation for link in decision.links} == {Relation.UPDATES, Relation.CONTRADICTS}


def test_a_correction_retires_what_it_corrects() -> None:
    beside = old()
    decision = decided(Verdict.CONFLICTS, beside=beside, corrects=True)
    assert (decision.outcome, beside.status, beside.retired) == (Outcome.UPDATE, AtomStatus.RETIRED, True)
    assert [link.relation for link in decision.links] == [Relation.UPDATES]


@pytest.mark.parametrize("where", ["ancestor", "other type"])
def test_a_correction_takes_back_nothing_elsewhere(where: str) -> None:
    beside = old(**BESIDE[where])
    decision = decided(Verdict.CONFLICTS, beside=beside, corrects=True)
    assert (decision.outcome, beside.retired) == (Outcome.FLAG, False)


def test_a_correction_by_a_source_trusted_less_takes_nothing_back_and_is_no_reason_to_reject() -> None:
    beside = old(trust=1.0)
    decision = decided(Verdict.CONFLICTS, beside=beside, corrects=True, trust=1.0 - TRUST_GAP - 0.1)
    assert (decision.outcome, beside.retired) == (Outcome.FLAG, False)


def test_a_source_trusted_clearly_less_is_rejected() -> None:
    beside = old(trust=1.0)
    decision = decided(Verdict.CONFLICTS, beside=beside, trust=0.5)
    assert (decision.outcome, decision.quarantine) == (Outcome.REJECT, QuarantineReason.REJECTED)
    assert [(link.relation, link.status) for link in decision.links] == [
        (Relation.CONTRADICTS, ConflictStatus.DISMISSED)
    ]
    assert "it conflicts" in decision.reason
    assert beside.belief is None


@pytest.mark.parametrize(("trust", "sure"), [(0.8, 0.9), (0.5, SURE - 0.01)])
def test_a_source_trusted_little_less_or_an_unsure_verdict_is_flagged(trust: float, sure: float) -> None:
    assert decided(Verdict.CONFLICTS, sure, old(trust=1.0), trust=trust).outcome is Outcome.FLAG


def test_of_equal_trust_confidence_decides_what_is_preferred() -> None:
    sure, told = old(), new()
    sure.confidence, told.confidence = 0.9, 0.6
    resolve(told, [Finding(sure, verdict(Verdict.CONFLICTS))])
    assert sure.belief is not None
    assert told.belief is not None
    assert sure.belief > told.belief
    assert sure.belief + told.belief == pytest.approx(1.0)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_each_keeps_the_lowest_belief_of_its_contradictions(order: tuple[int, int]) -> None:
    told, others = new(), [old(), known("Ann lives in Rome.", said_at=day(0))]
    told.confidence, others[0].confidence, others[1].confidence = 0.7, 0.6, 0.95
    resolve(told, [Finding(others[place], verdict(Verdict.CONFLICTS)) for place in order])
    assert told.belief is not None
    assert told.belief == pytest.approx(1.0 - (others[1].belief or 0.0))
    assert told.belief < 0.5


@pytest.mark.parametrize("found", [Verdict.SAME, Verdict.REFINES, Verdict.CONFLICTS])
def test_what_has_ended_is_neither_supported_nor_contradicted(found: Verdict) -> None:
    ended = old(valid_until=day(2))
    ended.status = AtomStatus.SUPERSEDED
    decision = decided(found, beside=ended)
    assert (decision.outcome, decision.links) == (Outcome.ADD, [])


def test_the_gravest_outcome_is_told() -> None:
    changed, against = old(), known("Ann lives nowhere.", said_at=day(0))
    findings = [
        Finding(changed, verdict(Verdict.CHANGES_OVER_TIME)),
        Finding(against, verdict(Verdict.CONFLICTS)),
    ]
    decision = resolve(new(), findings)
    assert (decision.outcome, decision.reason) == (Outcome.FLAG, "it conflicts")
    assert {link.relation for link in decision.links} == {Relation.UPDATES, Relation.CONTRADICTS}


def test_the_surest_verdicts_become_edges_and_not_too_many() -> None:
    findings = [
        Finding(known(f"Ann rows boat {place}."), verdict(Verdict.REFINES, 0.5 + place / 100)) for place in range(20)
    ]
    decision = resolve(new(), findings)
    kept = [link.judgement.confidence for link in decision.links]
    assert len(kept) == MOST_EDGES
    assert kept == sorted(kept, reverse=True)
    assert kept[0] == pytest.approx(0.69)
