"""Forgetting a turn: the order of time is afterwards the one that there would be if it had never been told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest

from mnemosaic import times
from mnemosaic.asof import AsOf
from mnemosaic.atoms import Claim
from mnemosaic.memory import Memory
from mnemosaic.reports import ForgetReceipt
from mnemosaic.turns import StoredTurn
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.known import Known
from tests.conftest import Server
from tests.live.core.probes import Scripted, claim, query
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import FIRST, Judges, by_slots, said, valued, wrong

pytestmark = pytest.mark.live

CITIES = ("Rome", "Oslo", "Bergen")


class Told(NamedTuple):
    """A home that is told on a day of March, and since when by that telling, if it says so."""

    city: str
    day: int
    since: int | None = None


def _claims(turn: StoredTurn) -> list[Claim]:
    """Every city of the turn is the home, with a day where one is given, and anything else the job."""
    found = []
    for item in turn.turn.text.split(", "):
        city, _, since = item.partition(" since ")
        start = FIRST + timedelta(days=int(since)) if since else None
        found.append(valued(turn, "home" if city in CITIES else "job", city, valid_from=start))
    return found


def _slotless(turn: StoredTurn) -> list[Claim]:
    """A state that gives no slot a value: one that has ended is not among what a new one is compared with."""
    city, _, since = turn.turn.text.partition(" since ")
    start = FIRST + timedelta(days=int(since)) if since else None
    return [claim(turn, f"Ann works in {city}", valid_from=start)]


def _one_place(new: Known, old: Known) -> Judgement:
    if new.statement.details == old.statement.details:
        return Judgement(verdict=Verdict.SAME)
    return Judgement(verdict=Verdict.CHANGES_OVER_TIME, reason="elsewhere", confidence=0.9)


@pytest.fixture
def memory(open_judged: OpenJudged, request: pytest.FixtureRequest) -> Memory:
    """A memory that knows what follows what by slots; or, as "slotless", only by a judge."""
    if getattr(request, "param", None) == "slotless":
        return open_judged(Judges(_one_place), Scripted(_slotless))
    return open_judged(by_slots(), Scripted(_claims))


SLOTLESS = pytest.mark.parametrize("memory", ["slotless"], indirect=True)


def tell(memory: Memory, scope: str, told: Sequence[Told], without: int | None = None) -> None:
    """Tell one after the other; each turn has an id that follows from its place."""
    for place, one in enumerate(told):
        if place != without:
            text = one.city if one.since is None else f"{one.city} since {one.since}"
            memory.remember(said(text, one.day, source_id=str(place)), scope=scope)


def forget(server: Server, memory: Memory, scope: str, place: int) -> ForgetReceipt:
    """Forget the turn of a place."""
    (row,) = query(
        server, "MATCH (t:Turn {scope: $scope, source_id: $id}) RETURN t.id AS id", scope=scope, id=str(place)
    )
    return memory.forget(turn=row["id"])


def order(server: Server, scope: str) -> list[tuple[str, ...]]:
    """What holds when, by which turns, and which changes join it: all of the order of time but ids."""
    rows = query(
        server,
        """MATCH (n:Atom {scope: $scope})
        RETURN n.details AS details, n.status AS status, toString(n.valid_from) AS since,
               toString(n.valid_until) AS until, n.closed_at.year = 9999 AS open,
               COLLECT { MATCH (n)-[:FROM_TURN]->(t) RETURN t.source_id ORDER BY t.source_id } AS turns,
               COLLECT { MATCH (n)-[u:UPDATES]->(o)
                         RETURN o.details + toString(o.valid_from) + toString(u.was_until) + u.was_status AS ended
                         ORDER BY ended } AS ended""",
        scope=scope,
    )
    return sorted(tuple(str(value) for value in row.values()) for row in rows)


def both(server: Server, memory: Memory, scope: str, told: Sequence[Told], gone: int) -> tuple[list[Any], list[Any]]:
    """The order of time once the turn of a place is forgotten, and where it was never told; with what is wrong."""
    one, two = f"{scope}/a{gone}", f"{scope}/b{gone}"
    tell(memory, one, told)
    forget(server, memory, one, gone)
    tell(memory, two, told, without=gone)
    return [order(server, one), wrong(server, one)], [order(server, two), []]


CASES = {
    "the first of two": [Told("Rome", 0), Told("Rome", 2)],
    "what followed it began with it": [Told("Bergen", 0), Told("Rome", 2), Told("Rome", 4)],
    "what came before it ended with it": [Told("Rome", 4), Told("Bergen", 0), Told("Rome", 2)],
    "what cut it in two": [Told("Rome", 0), Told("Rome", 4), Told("Oslo", 2)],
    "what cut it in two, twice told": [Told("Rome", 0), Told("Rome", 4), Told("Oslo", 2), Told("Oslo", 3)],
    "one of three parts": [Told("Rome", 0), Told("Rome", 9), Told("Oslo", 2), Told("Rome", 5), Told("Bergen", 7)],
    "an earlier start by its own words": [Told("Rome", 8, 5), Told("Rome", 9, 2)],
    "an earlier start of what follows": [Told("Oslo", 0), Told("Rome", 8, 5), Told("Rome", 9, 2)],
    "an earlier start, and what was between": [Told("Rome", 8, 6), Told("Oslo", 1), Told("Rome", 9, 3)],
    "twice an earlier start": [Told("Oslo", 0), Told("Rome", 9), Told("Rome", 6), Told("Rome", 3)],
}


@pytest.mark.parametrize("told", CASES.values(), ids=CASES.keys())
def test_each_turn_can_go_as_if_it_had_never_been_told(
    server: Server, memory: Memory, scope: str, told: Sequence[Told]
) -> None:
    for gone in range(len(told)):
        forgotten, never = both(server, memory, scope, told, gone)
        assert forgotten == never, (told, gone)


def _drawn(seed: int) -> tuple[list[Told], int]:
    """Homes told in any order, some with a day since when, and the place of the one to forget."""
    draw = random.Random(seed)
    days = draw.sample(range(12), draw.randint(3, 6))
    told = [Told(draw.choice(CITIES), day, draw.choice([None, None, max(0, day - draw.randint(1, 3))])) for day in days]
    return told, draw.randrange(len(told))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_told_in_whatever_order(server: Server, memory: Memory, scope: str, seed: int) -> None:
    told, gone = _drawn(seed)
    forgotten, never = both(server, memory, scope, told, gone)
    assert forgotten == never, (told, gone)


@SLOTLESS
@pytest.mark.parametrize("told", [[Told("Rome", 0), Told("Oslo", 3), Told("Bergen", 6)], *CASES.values()])
def test_what_only_a_judge_knows_to_follow_is_ended_by_what_comes_next(
    server: Server, memory: Memory, scope: str, told: Sequence[Told]
) -> None:
    for gone in range(len(told)):
        forgotten, never = both(server, memory, scope, told, gone)
        assert forgotten == never, (told, gone)


@SLOTLESS
@pytest.mark.parametrize("seed", range(8))
def test_states_without_a_slot_in_whatever_order(server: Server, memory: Memory, scope: str, seed: int) -> None:
    told, gone = _drawn(seed)
    forgotten, never = both(server, memory, scope, told, gone)
    assert forgotten == never, (told, gone)


def spans(server: Server, scope: str) -> dict[str, tuple[int, int]]:
    """From which day of March until which one each home holds; 0 and 99 where it is open."""
    rows = query(
        server,
        """MATCH (n:Atom {scope: $scope})
        RETURN last(split(n.details, ' ')) AS city, CASE n.valid_from.year WHEN 1 THEN 0 ELSE n.valid_from.day END AS a,
               CASE n.valid_until.year WHEN 9999 THEN 99 ELSE n.valid_until.day END AS b""",
        scope=scope,
    )
    return {row["city"]: (row["a"], row["b"]) for row in rows}


def test_that_a_value_began_earlier_is_a_change_that_can_be_taken_back(
    server: Server, memory: Memory, scope: str
) -> None:
    tell(memory, scope, [Told("Oslo", 0), Told("Rome", 9), Told("Rome", 6)])
    assert spans(server, scope) == {"Oslo": (0, 7), "Rome": (7, 99)}
    rome = memory.atoms(scope=scope)[0].id
    first, moved = memory.history(rome).changes
    assert (first.newer, first.older) == (moved.newer, moved.older)
    assert first.id != moved.id
    memory.undo(moved.id)
    assert spans(server, scope) == {"Oslo": (0, 10), "Rome": (10, 99)}
    assert [change.id for change in memory.history(rome).changes] == [first.id]
    assert wrong(server, scope) == []
    memory.undo(first.id)
    assert spans(server, scope)["Oslo"] == (0, 99)
    assert wrong(server, scope) == []


@pytest.mark.parametrize("chosen", [(0, 1), (1, 0)])
def test_of_two_earlier_starts_each_can_be_taken_back(
    server: Server, memory: Memory, scope: str, chosen: tuple[int, int]
) -> None:
    tell(memory, scope, [Told("Oslo", 0), Told("Rome", 9), Told("Rome", 6), Told("Rome", 3)])
    assert spans(server, scope) == {"Oslo": (0, 4), "Rome": (4, 99)}
    _, *moved = memory.history(memory.atoms(scope=scope)[0].id).changes
    left = {0: (4, 99), 1: (7, 99)}[chosen[0]]
    memory.undo(moved[chosen[0]].id)
    assert spans(server, scope) == {"Oslo": (0, left[0]), "Rome": left}
    memory.undo(moved[chosen[1]].id)
    assert spans(server, scope) == {"Oslo": (0, 10), "Rome": (10, 99)}
    assert wrong(server, scope) == []


def test_a_read_of_the_past_sees_the_end_that_was_known_before_it_was_moved(
    server: Server, memory: Memory, scope: str
) -> None:
    told = [Told("Oslo", 0), Told("Rome", 9)]
    tell(memory, scope, told)
    then = times.now()
    tell(memory, scope, [*told, Told("Rome", 3)])
    assert spans(server, scope) == {"Oslo": (0, 4), "Rome": (4, 99)}

    def oslo(day: int) -> list[datetime]:
        at = AsOf(valid=FIRST + timedelta(days=day), recorded=then)
        return [atom.valid_until for atom in memory.atoms(scope=scope, as_of=at) if "Oslo" in atom.details]

    assert oslo(6) == [FIRST + timedelta(days=9)]
    assert oslo(12) == []
    assert [atom.details for atom in memory.atoms(scope=scope)] == ["Ann's home is Rome"]


def test_what_somebody_decided_stays_when_a_turn_is_forgotten(server: Server, memory: Memory, scope: str) -> None:
    tell(memory, scope, [Told("Oslo", 0), Told("Rome", 6), Told("Rome", 9)])
    (change,) = memory.history(memory.atoms(scope=scope)[0].id).changes
    memory.undo(change.id)
    held = spans(server, scope)
    assert forget(server, memory, scope, 1).unclear == 2
    assert spans(server, scope) == held
    assert wrong(server, scope) == []


def test_one_order_of_time_that_somebody_decided_on_leaves_the_others_of_a_turn_their_times(
    server: Server, memory: Memory, scope: str
) -> None:
    for text, day in (("Oslo, cook", 0), ("Rome, pilot", 6), ("Rome, pilot", 9), ("Rome, pilot", 3)):
        memory.remember(said(text, day, source_id=str(day)), scope=scope)
    pilot = next(atom for atom in memory.atoms(scope=scope) if "pilot" in atom.details)
    for change in memory.history(pilot.id).changes:
        memory.undo(change.id)
    held = spans(server, scope)
    assert (held["cook"], held["Rome"]) == ((0, 99), (4, 99))
    assert forget(server, memory, scope, 3).unclear > 0
    assert spans(server, scope)["Rome"] == (7, 99)
    assert spans(server, scope)["cook"] == (0, 99)
    assert wrong(server, scope) == []


def test_what_was_corrected_twice_in_one_order_of_time_is_looked_at_once(
    server: Server, memory: Memory, scope: str
) -> None:
    tell(memory, scope, [Told("Oslo", 0)])
    for city, day, instead in (("Rome", 2, "Paris"), ("Bergen", 5, "Lyon")):
        memory.remember(said(city, day, source_id=str(day)), scope=scope)
        wrongly = next(atom for atom in memory.atoms(scope=scope) if city in atom.details)
        memory.correct(wrongly.id, f"Ann's home is {instead}.")
    assert forget(server, memory, scope, 0).turns == 1
    assert "Oslo" not in spans(server, scope)


def test_other_atoms_of_the_turn_go_with_it(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(said("Rome", 0, source_id="0"), scope=scope)
    memory.remember(said("Rome", 4, source_id="1"), scope=scope)
    memory.remember(said("Oslo, cook", 2, source_id="2"), scope=scope)
    assert len(spans(server, scope)) == 3
    forget(server, memory, scope, 2)
    ((_, *held, turns, _),) = order(server, scope)
    assert held == ["current", "0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z", "True"]
    assert turns == "['0', '1']"
    assert wrong(server, scope) == []
