"""What is too unsure is kept apart: no recall finds it, it is asked about once, and the answer decides."""

from __future__ import annotations

import pytest

from mnemosaic.errors import InputError
from mnemosaic.reports import Outcome
from mnemosaic.turns import StoredTurn
from mnemosaic.verdicts import Verdict
from tests.conftest import Server
from tests.live.core.probes import Scripted, claim, query
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import always, current, said, wrong

pytestmark = pytest.mark.live

NEVER = always(Verdict.UNRELATED)
UNSURE = {"directness": 0.2, "specificity": 0.2}


def _said(turn: StoredTurn) -> list:
    parts = turn.turn.text.split(" / ")
    return [claim(turn, part.removesuffix(" (?)"), **(UNSURE if part.endswith("(?)") else {})) for part in parts]


SAID = Scripted(_said)


def test_what_is_unsure_is_asked_about_and_found_by_nobody(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(NEVER, SAID)
    report = memory.remember(said("The cellar is flooded (?)"), scope=scope)
    assert (report.ok, report.outcomes) == (True, {Outcome.QUARANTINE: 1})
    assert [item.details for item in memory.clarifications(scope=scope)] == ["The cellar is flooded"]
    assert memory.atoms(scope=scope) == []
    assert memory.recall("The cellar is flooded", scope=scope).entries == ()
    assert wrong(server, scope) == []


@pytest.mark.parametrize("where", ["later", "same call", "same turn"])
def test_said_again_as_unsurely_it_is_asked_once(
    server: Server, open_judged: OpenJudged, scope: str, where: str
) -> None:
    memory = open_judged(NEVER, SAID)
    text = "The cellar is flooded (?)"
    calls = {
        "later": [[said(text, 0)], [said(text, 1)]],
        "same call": [[said(text, 0), said(text, 1)]],
        "same turn": [[said(f"{text} / {text}")]],
    }[where]
    for turns in calls:
        assert memory.remember(turns, scope=scope).ok
    assert len(memory.clarifications(scope=scope)) == 1
    assert wrong(server, scope) == []


@pytest.mark.parametrize("where", ["later", "same call", "same turn"])
def test_said_again_for_sure_it_is_stored_and_asked_no_more(
    server: Server, open_judged: OpenJudged, scope: str, where: str
) -> None:
    memory = open_judged(NEVER, SAID)
    sure = "The cellar is flooded"
    calls = {
        "later": [[said(f"{sure} (?)", 0)], [said(f"{sure} (?)", 1), said(sure, 2)]],
        "same call": [[said(f"{sure} (?)", 0), said(f"{sure} (?)", 1), said(sure, 2)]],
        "same turn": [[said(f"{sure} (?) / {sure} (?) / {sure}")]],
    }[where]
    for turns in calls:
        assert memory.remember(turns, scope=scope).ok
    assert memory.clarifications(scope=scope) == []
    assert current(server, scope) == [sure]
    turns_of = query(
        server, "MATCH (n:Atom {scope: $scope}) RETURN COUNT { (n)-[:FROM_TURN]->() } AS many", scope=scope
    )
    assert [row["many"] for row in turns_of] == [1 if where == "same turn" else 3]
    assert wrong(server, scope) == []


@pytest.mark.parametrize("answer", [True, False, "The cellar is dry"])
def test_the_answer_decides(server: Server, open_judged: OpenJudged, scope: str, answer: bool | str) -> None:
    memory = open_judged(NEVER, SAID)
    memory.remember(said("The cellar of Berit is flooded (?)"), scope=scope)
    asked = memory.clarifications(scope=scope)[0].atom_id
    report = memory.clarify(asked, answer)
    expected = {True: ["The cellar of Berit is flooded"], False: []}.get(answer, [str(answer)])
    assert (report.added, current(server, scope)) == (len(expected), expected)
    assert memory.clarifications(scope=scope) == []
    assert wrong(server, scope) == []
    if answer is True:
        assert len(memory.atoms(scope=scope)[0].sources) == 2
        with pytest.raises(InputError, match="not kept apart"):
            memory.clarify(memory.atoms(scope=scope)[0].id, True)
    assert memory.remember(said("The stove is off", 3), scope=scope).added == 1


def test_what_is_kept_apart_is_forgotten_with_its_turn(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(NEVER, SAID)
    report = memory.remember(said("The cellar is flooded (?) / The stove is off"), scope=scope)
    receipt = memory.forget(turn=report.atoms[0].turn)
    assert (receipt.atoms, receipt.kept_apart, receipt.turns) == (2, 1, 1)
    assert memory.clarifications(scope=scope) == []
    assert wrong(server, scope) == []
