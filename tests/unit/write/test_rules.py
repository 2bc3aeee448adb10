from __future__ import annotations

import pytest

from mnemosaic.verdicts import Verdict
from mnemosaic.write.rules import Rules
from tests.records import known


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Ann keeps the boat number 7 in Bergen.", "Ann keeps the boat number 8 in Bergen."),
        ("Ann loves 🍕.", "Ann hates 🍣."),
        ("Ann met a friend who works at Globex.", "Ann works at Acme."),
        ("Ann no longer works at Bolt.", "Ann put an audit rule on Bolt."),
    ],
)
def test_what_is_said_of_another_thing_contradicts_nothing(new: str, old: str) -> None:
    (judged,) = Rules().judge(known(new), [known(old)])
    assert judged.verdict is Verdict.UNRELATED


def test_what_is_said_of_one_thing_does() -> None:
    (judged,) = Rules().judge(known("Ann is not allergic to nuts."), [known("Ann is allergic to nuts.")])
    assert judged.verdict in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


def test_what_is_known_beside_tells_a_place_of_work_from_others() -> None:
    job, signed = known("Ann works as a cook at Acme."), known("Ann signed with Bolt.")
    new = known("Ann has been at Bolt for two weeks now.")
    assert [one.verdict for one in Rules().judge(new, [job, signed])] == [
        Verdict.CHANGES_OVER_TIME,
        Verdict.UNRELATED,
    ]
    assert [one.verdict for one in Rules().judge(new, [job])] == [Verdict.UNRELATED]
