"""Decisions on a batch as if one draft came after the other, with a judge that says what it is told to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from mnemosaic.atoms import AtomStatus, AtomType, QuarantineReason
from mnemosaic.relations import Relation
from mnemosaic.reports import Outcome
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.candidates import Candidate
from mnemosaic.write.drafts import Draft
from mnemosaic.write.firewall import SURE, Equal, Firewall, Plan, Verdicts
from mnemosaic.write.known import Known
from tests.records import Scripted, day, draft, known, slot, verdict

GATE = 0.6
OSLO, BERGEN = "Ann lives in Oslo.", "Ann lives in Bergen."


def planned(
    drafts: Sequence[Draft],
    beside: Sequence[Sequence[Known]] | None = None,
    answers: Mapping[tuple[str, str], Judgement] | None = None,
    equal: Mapping[tuple[AtomType, str], Equal] | None = None,
    told: Verdicts | None = None,
) -> Plan:
    groups = [[Candidate(item, "nearest", 0.9) for item in group] for group in beside or [[] for _ in drafts]]
    return Firewall(Scripted(answers), GATE).plan("s", drafts, groups, equal or {}, told)


def outcomes(plan: Plan) -> list[str]:
    return [made.outcome.value for made in plan.decisions]


def key(made: Draft) -> tuple[AtomType, str]:
    return made.type, made.live_key


def hedged(details: str, **given: Any) -> Draft:
    return draft(details, directness=0.2, specificity=0.3, **given)


def test_what_is_new_is_added() -> None:
    plan = planned([draft(OSLO)])
    assert outcomes(plan) == ["add"]
    assert [made.id for made, _, _ in plan.kept] == [draft(OSLO).id]
    assert (plan.changed, plan.links, plan.freed) == ({}, [], {})


def test_what_the_graph_states_is_skipped_unjudged() -> None:
    judge = Scripted()
    plan = Firewall(judge, GATE).plan("s", [draft(OSLO)], [[]], {key(draft(OSLO)): Equal("atom")})
    assert outcomes(plan) == ["skip"]
    assert plan.decisions[0].target == "atom"
    assert (plan.kept, judge.asked) == ([], [])


def test_an_equal_statement_of_another_type_is_none() -> None:
    plan = planned([draft(OSLO)], equal={(AtomType.PROCEDURAL, draft(OSLO).live_key): Equal("atom")})
    assert outcomes(plan) == ["add"]


def test_what_was_told_twice_in_a_batch_becomes_one_atom() -> None:
    plan = planned([draft(OSLO), draft("Ann  lives in Oslo")])
    assert outcomes(plan) == ["add", "skip"]
    assert plan.decisions[1].target == draft(OSLO).id


def test_a_verdict_of_same_skips_inside_only() -> None:
    same = "Ann has her home in Oslo."
    beside = [[known(same)], [known(same, scope="")], [known(same, AtomType.PROCEDURAL)], [known(BERGEN)]]
    for group, expected in zip(beside, ["skip", "add", "add", "add"], strict=True):
        answers = {(OSLO, same): verdict(Verdict.SAME), (OSLO, BERGEN): verdict(Verdict.SAME)}
        plan = planned([draft(OSLO)], [group], answers)
        assert outcomes(plan) == [expected]
        assert [link.relation for link in plan.links] == ([] if expected == "skip" else [Relation.SUPPORTS])


def test_what_is_too_unsure_is_kept_apart_and_asked_about() -> None:
    plan = planned([hedged(OSLO)])
    (made,) = plan.decisions
    assert (made.outcome, made.quarantine) == (Outcome.QUARANTINE, QuarantineReason.LOW_CONFIDENCE)
    assert made.reason == f'Is this certain: "{OSLO}"'
    assert made.confidence == 0.39


def test_what_is_kept_apart_is_no_candidate_for_the_rest_of_the_batch() -> None:
    judge = Scripted()
    Firewall(judge, GATE).plan("s", [hedged(OSLO), draft(BERGEN)], [[], []], {})
    assert judge.asked == []


def test_without_the_gate_everything_passes() -> None:
    plan = Firewall(Scripted(), GATE).without_gate().plan("s", [hedged(OSLO)], [[]], {})
    assert outcomes(plan) == ["add"]


def test_a_correction_passes_the_gate() -> None:
    assert outcomes(planned([hedged(OSLO, corrects=True)])) == ["add"]


def test_a_conflict_lowers_confidence_and_a_correction_does_not_count_it() -> None:
    answers = {(OSLO, BERGEN): verdict(Verdict.CONFLICTS, 0.9)}
    plain = planned([draft(OSLO)], [[known(BERGEN)]], answers).decisions[0]
    correcting = planned([draft(OSLO, corrects=True)], [[known(BERGEN)]], answers).decisions[0]
    assert (plain.confidence, correcting.confidence) == (0.82, 1.0)


def test_a_conflict_may_be_what_a_hedge_fails_on() -> None:
    made = draft(OSLO, directness=0.7, specificity=0.3)
    assert outcomes(planned([made])) == ["add"]
    plan = planned([made], [[known(BERGEN)]], {(OSLO, BERGEN): verdict(Verdict.CONFLICTS, 0.9)})
    assert outcomes(plan) == ["quarantine"]


def test_what_is_kept_apart_already_is_not_kept_twice() -> None:
    made = hedged(OSLO)
    plan = planned([made], equal={key(made): Equal("apart", QuarantineReason.LOW_CONFIDENCE)})
    assert outcomes(plan) == ["skip"]
    assert plan.decisions[0].target == "apart"
    assert (plan.kept, plan.freed) == ([], {})


def test_a_sure_statement_takes_the_place_of_the_one_kept_apart() -> None:
    made = draft(OSLO)
    plan = planned([made], equal={key(made): Equal("apart", QuarantineReason.LOW_CONFIDENCE)})
    assert outcomes(plan) == ["add"]
    assert plan.freed == {"apart": made.id}


def test_a_change_in_the_batch_ends_the_draft_before_it() -> None:
    first, second = draft(OSLO, slot=slot(), said_at=day(0)), draft(BERGEN, slot=slot(value="bergen"), said_at=day(1))
    plan = planned([first, second], answers={(BERGEN, OSLO): verdict(Verdict.CHANGES_OVER_TIME)})
    assert outcomes(plan) == ["add", "update"]
    ended, holds = (record for _, record, _ in plan.kept)
    assert (ended.status, ended.valid_until) == (AtomStatus.SUPERSEDED, day(1))
    assert holds.status is AtomStatus.CURRENT
    # what is fresh is written as it ended: only atoms of the graph are changed
    assert plan.changed == {}


def test_what_the_batch_ended_may_be_stated_again() -> None:
    there = known(OSLO, said_at=day(0))
    drafts = [draft(BERGEN, said_at=day(1)), draft(OSLO, said_at=day(2))]
    answers = {pair: verdict(Verdict.CHANGES_OVER_TIME) for pair in ((BERGEN, OSLO), (OSLO, BERGEN))}
    equal = {key(drafts[1]): Equal(there.id)}
    again = drafts[1].model_copy(update={"id": "again"})
    plan = planned([drafts[0], again], [[there], []], answers, equal)
    assert outcomes(plan) == ["update", "update"]
    assert set(plan.changed) == {there.id}
    assert there.valid_until == day(1)


@pytest.mark.parametrize(
    ("ruled", "told", "expected"),
    [
        # the model's word comes first
        (verdict(Verdict.UNRELATED), verdict(Verdict.CONFLICTS, by="model"), "flag"),
        (verdict(Verdict.CONFLICTS, SURE - 0.01), verdict(Verdict.UNRELATED, by="model"), "add"),
        (verdict(Verdict.CONFLICTS, SURE), verdict(Verdict.CHANGES_OVER_TIME, by="model"), "update"),
        # but it does not overlook what a rule is sure of
        (verdict(Verdict.CONFLICTS, SURE), verdict(Verdict.UNRELATED, by="model"), "flag"),
        (verdict(Verdict.CHANGES_OVER_TIME, SURE), verdict(Verdict.REFINES, by="model"), "update"),
        # a person's word does
        (verdict(Verdict.CONFLICTS, SURE), verdict(Verdict.UNRELATED, by="user"), "add"),
    ],
)
def test_model_rule_and_person(ruled: Judgement, told: Judgement, expected: str) -> None:
    there = known(BERGEN, said_at=day(0))
    made = draft(OSLO, said_at=day(1))
    plan = planned([made], [[there]], {(OSLO, BERGEN): ruled}, told={(made.id, there.id): told})
    assert outcomes(plan) == [expected]


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("Ann resides in Oslo.", "Ann lives in Oslo.", "skip"),
        ("Ann runs 5 km.", "Ann runs 7 km.", "add"),
        ("Ann lives in Oslo.", "Ann lives in Bergen.", "add"),
        ("Ann does not ski.", "Ann skis.", "add"),
    ],
)
def test_a_model_calls_the_same_only_what_agrees_in_names_numbers_and_negation(
    new: str, old: str, expected: str
) -> None:
    made, there = draft(new), known(old)
    plan = planned([made], [[there]], told={(made.id, there.id): verdict(Verdict.SAME, by="model")})
    assert outcomes(plan) == [expected]


def test_a_correction_retires_what_it_corrects_and_names_it() -> None:
    there = known(BERGEN)
    plan = planned([draft(OSLO, corrects=True)], [[there]], {(OSLO, BERGEN): verdict(Verdict.CONFLICTS)})
    assert outcomes(plan) == ["update"]
    assert plan.changed == {there.id: there}
    assert (there.status, there.retired) == (AtomStatus.RETIRED, True)


def test_of_a_contradiction_both_records_change() -> None:
    there = known(BERGEN)
    plan = planned([draft(OSLO)], [[there]], {(OSLO, BERGEN): verdict(Verdict.CONFLICTS)})
    assert outcomes(plan) == ["flag"]
    assert set(plan.changed) == {there.id}
    assert there.belief is not None


def test_what_a_source_trusted_less_says_is_kept_apart_and_changes_nothing() -> None:
    there = known(BERGEN)
    plan = planned([draft(OSLO, trust=0.4)], [[there]], {(OSLO, BERGEN): verdict(Verdict.CONFLICTS, 0.7)})
    assert outcomes(plan) == ["reject"]
    assert [made.quarantine for _, _, made in plan.kept] == [QuarantineReason.REJECTED]
    assert (there.belief, there.status) == (None, AtomStatus.CURRENT)


def test_no_draft_is_compared_with_itself() -> None:
    judge = Scripted()
    there = known(OSLO)
    Firewall(judge, GATE).plan("s", [draft(OSLO)], [[Candidate(there, "nearest", 1.0)]], {})
    assert judge.asked == []
