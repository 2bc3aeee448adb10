"""Forgetting a turn: the order of time is afterwards the one that there would be if it had never been told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

import pytest

from mnemosaic.atoms import Claim
from mnemosaic.memory import Memory
from mnemosaic.turns import StoredTurn
from tests.conftest import Server
from tests.live.core.probes import Scripted, query
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import FIRST, by_slots, said, valued, wrong

pytestmark = pytest.mark.live

CITIES = ("Rome", "Oslo", "Bergen")


class Told(NamedTuple):
    """A home that is told on a day of March, and since when by that telling, if it says so."""

    city: str
    day: int
    since: int | None = None


def _claims(turn: StoredTurn) -> list[Claim]:
    """Every city of the turn is the home; with a day where one is given."""
    found = []
    for item in turn.turn.text.split(", "):
        city, _, since = item.partition(" since ")
        start = FIRST + timedelta(days=int(since)) if since else None
        found.append(valued(turn, "home", city, valid_from=start))
    return found


@pytest.fixture
def memory(open_judged: OpenJudged) -> Memory:
    return open_judged(by_slots(), Scripted(_claims))


def tell(memory: Memory, scope: str, told: Sequence[Told], without: int | None = None) -> None:
    """Tell one after the other; each turn has an id that follows from its place."""
    for place, one in enumerate(told):
        if place != without:
            text = one.city if one.since is None else f"{one.city} since {one.since}"
            memory.remember(said(text, one.day, source_id=str(place)), scope=scope)


def forget(server: Server, memory: Memory, scope: str, place: int) -> None:
    """Forget the turn of a place."""
    (row,) = query(
        server, "MATCH (t:Turn {scope: $scope, source_id: $id}) RETURN t.id AS id", scope=scope, id=str(place)
    )
    memory.forget(turn=row["id"])


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


def same(server: Server, memory: Memory, scope: str, told: Sequence[Told], gone: int) -> None:
    one, two = f"{scope}/a{gone}", f"{scope}/b{gone}"
    tell(memory, one, told)
    forget(server, memory, one, gone)
    tell(memory, two, told, without=gone)
    assert order(server, one) == order(server, two), (told, gone)
    assert wrong(server, one) == []


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
        same(server, memory, scope, told, gone)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_told_in_whatever_order(server: Server, memory: Memory, scope: str, seed: int) -> None:
    draw = random.Random(seed)
    days = draw.sample(range(12), draw.randint(3, 6))
    told = [Told(draw.choice(CITIES), day, draw.choice([None, None, max(0, day - draw.randint(1, 3))])) for day in days]
    same(server, memory, scope, told, draw.randrange(len(told)))
