from __future__ import annotations

import json

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.models.protocols import Usage
from mnemosaic.reports import LeftOut, Outcome, Problem, TurnCounts, WriteReport, WrittenAtom

ATOM = WrittenAtom(id="a", outcome=Outcome.ADD, type=AtomType.SEMANTIC, title="t", turn="x")
LEFT = LeftOut(turn="x", text="hi", reason="greeting")
WAITS = Problem(reason="the model is down", turn="x")


def report(**given: object) -> WriteReport:
    return WriteReport.model_validate({"scope": "s", **given})


def test_two_reports_add_up() -> None:
    one = report(
        turns=TurnCounts(stored=2, done=2),
        added=3,
        existing=1,
        edges=4,
        atoms=(ATOM,),
        left_out=(LEFT,),
        seconds={"store": 1.0},
        usage={"embed": Usage(calls=1, prompt_tokens=10)},
    )
    other = report(
        turns=TurnCounts(existing=5, pending=1),
        added=1,
        problems=(WAITS,),
        seconds={"store": 0.5, "commit": 2.0},
        usage={"embed": Usage(calls=2, prompt_tokens=5), "decompose": Usage(calls=1)},
    )
    both = one.merged(other)
    assert both.turns == TurnCounts(stored=2, existing=5, done=2, pending=1)
    assert (both.added, both.existing, both.edges) == (4, 1, 4)
    assert (both.atoms, both.left_out, both.problems) == ((ATOM,), (LEFT,), (WAITS,))
    assert both.seconds == {"store": 1.5, "commit": 2.0}
    assert both.usage == {"embed": Usage(calls=3, prompt_tokens=15), "decompose": Usage(calls=1)}


def test_a_long_import_keeps_counts_and_problems_only() -> None:
    total = report().merged(report(added=1, atoms=(ATOM,), left_out=(LEFT,), problems=(WAITS,)), keep=False)
    assert (total.added, total.atoms, total.left_out, total.problems) == (1, (), (), (WAITS,))


@pytest.mark.parametrize(
    ("given", "ok"),
    [
        ({}, True),
        ({"turns": TurnCounts(no_atoms=3)}, True),
        ({"turns": TurnCounts(pending=1)}, False),
        ({"turns": TurnCounts(failed=1)}, False),
        ({"problems": (WAITS,)}, False),
    ],
)
def test_it_is_not_ok_while_anything_waits_or_could_not_be_read(given: dict[str, object], ok: bool) -> None:
    assert report(**given).ok is ok


def test_as_json_it_says_its_schema_and_whether_it_is_ok() -> None:
    printed = json.loads(report(turns=TurnCounts(pending=1)).model_dump_json(by_alias=True))
    assert (printed["schema"], printed["ok"], printed["turns"]["pending"]) == (1, False, 1)
