"""A date that is denied by name takes back what says it, and no other."""

from __future__ import annotations

import pytest

from mnemosaic.verdicts import Verdict
from mnemosaic.write.contradict.taken_back import KIND
from tests.unit.write.contradict.conftest import Compare

PARTY = "Ann's birthday party is on 12 September 2024 (2024-09-12) at the Saltbox Café."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PARTY, "Ann's birthday party is on 14 September 2024 (2024-09-14), not on the 12th: they close on Thursdays."),
        (PARTY, "The party is on 14 September (2024-09-14), not on the 12th."),
        (PARTY, "Ann's birthday party is on 14 September 2024 and not on 12 September 2024."),
        ("Ann's flight leaves at 9:30.", "Ann's flight leaves at 10:15, not at 9:30."),
        (
            "The meeting is on Monday (2024-04-08).",
            "The meeting is on Tuesday (2024-04-09), not on Monday (2024-04-08).",
        ),
        ("The deadline for the report is 3 May (2024-05-03).", "The deadline for the report is 10 May, not 3 May."),
    ],
)
def test_the_denied_time_is_taken_back(compare: Compare, old: str, new: str) -> None:
    found = compare(old, new)
    assert (found.verdict, found.kind) == (Verdict.CONFLICTS, KIND)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # a third date, another month, another person's party, another event, another week
        (PARTY, "Ann's birthday party is on 14 September 2024 (2024-09-14), not on the 20th."),
        (PARTY, "Ann's birthday party is on 14 October 2024 (2024-10-14), not on the 12th."),
        (PARTY, "Tobias's birthday party is on 14 September 2024 (2024-09-14), not on the 12th."),
        (PARTY, "Ann's dentist appointment is on 14 September 2024 (2024-09-14), not on the 12th."),
        (
            "The meeting is on Monday (2024-01-08).",
            "The meeting is on Tuesday (2024-04-09), not on Monday (2024-04-08).",
        ),
        # a plan that moved was right until then
        (PARTY, "Ann's birthday party was moved to 14 September 2024 (2024-09-14), so not on the 12th."),
        (PARTY, "Ann's birthday party is on 14 September 2024 (2024-09-14), not at the café."),
    ],
)
def test_other_times_are_not(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).kind != KIND


def test_somebody_elses_party_is_not_contradicted_at_all(compare: Compare) -> None:
    found = compare(PARTY, "Tobias's birthday party is on 14 September 2024 (2024-09-14), not on the 12th.")
    assert found.verdict is Verdict.UNRELATED
