from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension, Judgement, Verdict

Compare = Callable[..., Judgement]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("All modules have an owner.", "Some modules have no owner.", "quantifier"),
        ("Not all diuretics lower potassium.", "All diuretics lower potassium.", "quantifier"),
        ("Most members support the merger.", "Few members support the merger.", "quantifier"),
        ("Only maintainers may create tags.", "Everyone may create tags.", "quantifier"),
        ("Give the vaccine if there is a fever.", "Give the vaccine unless there is a fever.", "condition"),
        ("Publish only if all checks pass.", "Publish even if some checks fail.", "condition"),
        ("Run the linter before the tests.", "Run the tests before the linter.", "order"),
        ("Run the linter before the tests.", "Run the linter after the tests.", "order"),
        ("Bo is older than Al.", "Al is older than Bo.", "order"),
        ("Statins are second-line treatment.", "Statins are first-line treatment.", "rank"),
        ("Bo reports to Al.", "Al reports to Bo.", "roles"),
        ("The letter was written by Bo to Al.", "Al wrote the letter to Bo.", "roles"),
        ("Pregnant women must not take ACE inhibitors.", "Pregnant women may take lisinopril.", "class"),
        ("Bo is a vegetarian.", "Bo eats steak every weekend.", "class"),
    ],
)
def test_forms_that_exclude_one_another(compare: Compare, old: str, new: str, kind: str) -> None:
    found = compare(old, new)
    assert (found.verdict, found.dimension, found.kind) == (Verdict.CONFLICTS, Dimension.LOGICAL, kind)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Bo is older than Al.", "Al is younger than Bo."),
        ("Bo is married to Al.", "Al is married to Bo."),
        ("Run the linter before the tests.", "Run the tests after the linter."),
        ("Check the kidneys before the first dose.", "Check potassium after the first dose."),
        ("Players must never touch the ball.", "Goalkeepers may touch the ball."),
        ("The cat chased the dog.", "The dog was chased by the cat."),
    ],
)
def test_forms_that_agree(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict not in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


@pytest.mark.parametrize(
    ("rule", "steps", "breaks"),
    [
        ("Never deploy on Fridays.", "The release job deploys every Friday.", True),
        ("Never deploy on Fridays.", "Deploy every Tuesday after the standup.", False),
        ("Never push directly to main.", "Push the fix directly to main, then tell the team.", True),
    ],
)
def test_a_procedure_against_a_constraint(compare: Compare, rule: str, steps: str, breaks: bool) -> None:
    found = compare(rule, steps, AtomType.PROCEDURAL, old_type=AtomType.SEMANTIC)
    assert (found.verdict is Verdict.CONFLICTS) == breaks
