"""What is told of a place, or of a thing that is moved, and bears on nothing told in general or of somebody."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.verdicts import CONTRADICTING, Judgement

Compare = Callable[..., Judgement]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The canary gets 5% of the traffic for half an hour.", "For Lumen, the canary gets 20% of the traffic."),
        (
            "The canary receives 5% of the traffic for thirty minutes.",
            "At Nordhaus, on project Bolt, the canary receives 20% of the traffic for an hour.",
        ),
        ("At Nordhaus, the probation lasts six months.", "The probation lasts three months."),
        ("In May 2025 Devon moved the search to OpenSearch.", "In 2023, Devon moved the events to Redis."),
        ("Devon lives in Bergen.", "Devon moved the office plants to Oslo."),
        ("In 2021 Devon moved house to Bergen.", "In 2023 Devon moved the archive to Oslo."),
    ],
)
def test_told_of_a_place_or_a_thing_of_its_own(compare: Compare, old: str, new: str) -> None:
    told = {"speaker": "Priti"}
    assert compare(old, new, **told).verdict not in CONTRADICTING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The canary receives 5% of the traffic.", "The canary receives 20% of the traffic."),
        ("At Nordhaus, the canary receives 5% of the traffic.", "At Nordhaus, the canary receives 20% of the traffic."),
        ("At Nordhaus, the canary receives 5% of the traffic.", "The canary at Nordhaus receives 20% of the traffic."),
        ("The rent is 900 pounds.", "In March, the rent is 950 pounds."),
        ("Devon lives in Bergen.", "Devon moved house to Oslo."),
        ("Devon lives in Bergen.", "Devon has moved back to Oslo."),
        ("In 2021 Devon moved to Bergen.", "In 2022 Devon moved to Bergen."),
    ],
)
def test_the_same_place_a_month_and_ones_own_move_are_told_of_one_thing(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict in CONTRADICTING
