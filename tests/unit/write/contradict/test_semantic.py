from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.atoms import Slot
from mnemosaic.verdicts import Dimension, Judgement, Statement, Verdict
from mnemosaic.write.contradict import judge, read

Compare = Callable[..., Judgement]
OLD, NEW = "2023-01-05", "2023-06-10"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Grapefruit juice is safe with simvastatin.", "Grapefruit juice must be avoided with simvastatin."),
        ("Thiazides are recommended for gout.", "Thiazides are not recommended for gout."),
        ("The soup contains nuts.", "The soup is free of nuts."),
        ("Caching is enabled.", "Caching is disabled."),
        ("Reviews are mandatory.", "Reviews are optional."),
        ("Bo loves olives.", "Bo hates olives."),
        ("Salt raises blood pressure.", "Salt lowers blood pressure."),
        ("The gateway is written in Go.", "The gateway is written in Rust."),
        ("Lithium is the drug of choice for mania.", "Aspirin is the drug of choice for mania."),
    ],
)
def test_what_one_affirms_and_the_other_denies(compare: Compare, old: str, new: str) -> None:
    found = compare(old, new)
    assert (found.verdict, found.dimension) == (Verdict.CONFLICTS, Dimension.SEMANTIC)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Thiazides are recommended for hypertension.", "Thiazides are not recommended in pregnancy."),
        ("Bo is allergic to cats.", "Bo is allergic to dogs."),
        ("Bo eats fish.", "Bo does not eat red meat."),
        ("Bo is allergic to cats.", "Bo's sister is not allergic to cats."),
        ("Put an audit rule on Bolt.", "Put an audit rule on Atlas."),
        ("Bo wants to buy a house.", "Bo does not own a house."),
        ("Bo speaks Spanish.", "Bo speaks German."),
        ("Tests must not depend on each other.", "Tests may depend on fixtures."),
    ],
)
def test_what_only_looks_alike(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict not in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Bo works at Acme.", "Bo works at Globex."),
        ("Bo lives in Leeds.", "Bo moved to York."),
        ("Bo eats meat.", "Bo no longer eats meat."),
        ("The team uses Jenkins.", "The team switched from Jenkins to Buildkite."),
        ("Bo lives in Leeds.", "Bo used to live in Leeds."),
        ("Bo teaches at the Waldorf school.", "Bo teaches at the town school now."),
    ],
)
def test_lives_and_projects_change_over_time(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new, old_said=OLD, new_said=NEW).verdict is Verdict.CHANGES_OVER_TIME


def test_what_cannot_change_conflicts_however_late_it_is_said(compare: Compare) -> None:
    found = compare("Bo was born in Leeds.", "Bo was born in York.", old_said=OLD, new_said=NEW)
    assert found.verdict is Verdict.CONFLICTS


def test_a_correction_conflicts_and_says_so(compare: Compare) -> None:
    found = compare("Bo lives in Leeds.", "Actually, Bo lives in York.", old_said=OLD, new_said=NEW)
    assert (found.verdict, found.kind) == (Verdict.CONFLICTS, "correction")
    assert compare("Bo lives in Leeds.", "Bo lives in York.", corrects=True).kind == "correction"


def test_who_said_it_is_not_what_it_is_about(compare: Compare) -> None:
    found = compare("Bo lives in Leeds.", "Bo: Bo lives in York.", speaker="Bo", old_said=OLD, new_said=NEW)
    assert found.verdict is Verdict.CHANGES_OVER_TIME


def test_slots_given_with_the_statements_decide() -> None:
    def told(text: str, value: str) -> Statement:
        slot = Slot(entity="bo", attribute="home", value=value, single=True)
        return Statement(details=text, type="semantic", slot=slot)

    old, new = told("Bo's place is in Leeds.", "Leeds"), told("Bo has settled near York.", "York")
    assert judge(read(new), read(old)).kind == "slot"
    assert judge(read(told("Bo has a flat in Leeds.", "Leeds city")), read(old)).verdict is not Verdict.CONFLICTS
