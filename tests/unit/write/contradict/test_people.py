"""Whom two statements are about: kin of one kind under two names are two, and one under one name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.verdicts import CONTRADICTING, Judgement

Compare = Callable[..., Judgement]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Ann's brother Theo lives in Oslo.", "Ann's brother Karl lives in Molde.", id="two brothers"),
        pytest.param("Ann's friend Mia works at Acme.", "Ann's friend Nora works at Globex.", id="two friends"),
        pytest.param("Ann's daughter Ida is 9.", "Ann's daughter Tuva is 12.", id="two daughters"),
    ],
)
def test_kin_of_other_names_are_others(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict not in CONTRADICTING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("Ann's brother Theo lives in Oslo.", "Ann's brother Theo lives in Molde.", id="by both"),
        pytest.param("Ann's brother Theo lives in Oslo.", "Theo lives in Molde.", id="by name"),
        pytest.param("Ann's brother Theo lives in Oslo.", "Ann's brother lives in Molde.", id="by kin"),
    ],
)
def test_one_who_is_named_alike_is_one(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict in CONTRADICTING
