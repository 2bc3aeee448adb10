"""What holds of every pair: it never fails, is quick where nothing is shared, and tells same from refines."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import CONTRADICTING, Judgement, Statement, Verdict
from mnemosaic.write.contradict import judge, read
from mnemosaic.write.contradict.tables import DATA
from mnemosaic.write.contradict.wordnet import antonyms, falls_under, net
from tests.counted import calls

Compare = Callable[..., Judgement]
WORDS = st.sampled_from(
    "Bo Al not never no all some only if unless before after than is has lives in at least 5 130/80 mmHg kg % every "
    "two weeks 3 May 2023 9:30 now no longer actually , ; . and the a ' $ € 1/0 12:99 "
    "9999999999999 Monday 不是 нет ∞".split()
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=25).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from(AtomType))
def test_never_fails_and_is_the_same_twice(old: str, new: str, kind: AtomType) -> None:
    first, second = read(Statement(details=old, type=kind)), read(Statement(details=new, type=kind))
    assert judge(second, first) == judge(second, first)
    assert judge(first, first).verdict not in (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("Bo works at Acme.", "Bo works at Acme", Verdict.SAME),
        ("Bo is working for Acme.", "Bo works for Acme.", Verdict.SAME),
        ("Bo plays chess.", "Bo plays chess with Al on Sundays.", Verdict.REFINES),
        ("Bo plays chess.", "Al repairs bicycles.", Verdict.UNRELATED),
        ("Bo jumped into the pool.", "Bo jumped out of the pool.", Verdict.UNRELATED),
        ("", "", Verdict.SAME),
        ("Die Sitzung ist am Montag.", "Die Sitzung ist nicht am Montag.", Verdict.UNRELATED),
    ],
)
def test_same_refines_unrelated(compare: Compare, old: str, new: str, verdict: Verdict) -> None:
    assert compare(old, new).verdict is verdict


def test_another_speaker_or_time_is_not_the_same() -> None:
    def told(speaker: str, day: int) -> Statement:
        when = datetime(2023, 5, day, tzinfo=UTC)
        return Statement(details="Bo went to the dentist.", type=AtomType.EPISODIC, speaker=speaker, occurred_from=when)

    known = read(told("Bo", 3))
    assert judge(read(told("Bo", 3)), known).verdict is Verdict.SAME
    assert judge(read(told("Al", 3)), known).verdict is not Verdict.SAME
    assert judge(read(told("Bo", 4)), known).verdict is not Verdict.SAME


def test_pairs_with_nothing_in_common_cost_next_to_nothing() -> None:
    old = read(Statement(details="The museum shows old maps.", type=AtomType.SEMANTIC))
    new = read(Statement(details="Beta blockers slow the heart.", type=AtomType.SEMANTIC))
    assert calls(lambda: judge(new, old)) < 60


def test_reading_a_statement_without_units_leaves_pint_alone() -> None:
    code = "import sys; from mnemosaic.write.contradict import judge; sys.exit('pint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_table_of_wordnet_comes_with_its_licence() -> None:
    assert "Princeton University" in DATA.joinpath("WORDNET-LICENSE.txt").read_text("utf-8")
    assert falls_under("lisinopril", "ace_inhibitor")
    assert falls_under("steak", "meat")
    assert antonyms("increase", "decrease")


def test_the_rules_go_on_without_wordnet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert gzip.decompress(DATA.joinpath("wordnet.txt.gz").read_bytes())
    full = net()
    for name in ("senses", "above"):
        monkeypatch.setattr(full, name, {})
    monkeypatch.setattr(full, "antonyms", set())
    old = Statement(details="Logging is enabled.", type=AtomType.SEMANTIC)
    new = Statement(details="Logging is disabled.", type=AtomType.SEMANTIC)
    assert judge(read(new), read(old)).verdict is Verdict.CONFLICTS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Mia swims 800 metres on Tuesdays.", "Mia swims 2 km on Sundays."),
        ("Mia takes 4 mg of the syrup on Sundays.", "Mia takes 9 mg of the syrup on Wednesdays."),
        ("Mia's yearly bonus is 2000 euros.", "Mia's yearly insurance is 700 euros."),
        ("Mia works at Initech.", "Mia put a lock rule on Hooli."),
        ("Mia no longer works at Initech.", "Mia put a lock rule on Initech."),
        ("Mia does not work at Initech.", "Mia set a rule on Initech."),
        ("Mia no longer runs Initech.", "Mia cut the lawn at Initech."),
        ("Mia no longer works at Initech.", "Mia painted the gate at Initech."),
    ],
)
@pytest.mark.parametrize("subject", ["", "mia"], ids=["no subject given", "subject given"])
def test_what_is_said_of_another_day_thing_or_deed_stands_beside(
    compare: Compare, old: str, new: str, subject: str
) -> None:
    assert compare(old, new, subject=subject).verdict not in CONTRADICTING
    assert compare(new, old, subject=subject).verdict not in CONTRADICTING


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Mia takes 4 mg of the syrup on Sundays.", "Mia takes 9 mg of the syrup on Sundays."),
        ("Mia's yearly bonus is 2000 euros.", "Mia's yearly bonus is 700 euros."),
        ("Mia never eats fish.", "Mia eats fish at her aunt's house."),
        ("Mia works at Initech.", "Mia no longer works at Initech."),
        ("Mia keeps the lock rule on Hooli.", "Mia no longer keeps the lock rule on Hooli."),
    ],
)
def test_what_is_said_of_the_same_does_not(compare: Compare, old: str, new: str) -> None:
    assert compare(old, new).verdict in CONTRADICTING
