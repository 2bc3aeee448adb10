"""Values that come back, told out of order: event time decides, and what was decided can be taken back."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

import pytest

from mnemosaic.atoms import AtomStatus
from mnemosaic.memory import Memory
from mnemosaic.reports import Outcome
from tests.conftest import Server
from tests.live.core.probes import Scripted, query
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import by_slots, current, holding, said, spans, valued, wrong

pytestmark = pytest.mark.live

HOME = Scripted(lambda turn: [valued(turn, "home", turn.turn.text)])
ROME, OSLO = "Ann's home is Rome", "Ann's home is Oslo"


def days(server: Server, atom: str) -> list[tuple[int, bool]]:
    """The days of March on which an atom was said, and whether that is its main source."""
    rows = query(
        server,
        """MATCH (:Atom {id: $atom})-[f:FROM_TURN]->(t:Turn)
        RETURN t.said_at.day AS day, f.main AS main ORDER BY day""",
        atom=atom,
    )
    return [(row["day"], row["main"]) for row in rows]


@pytest.fixture
def memory(open_judged: OpenJudged) -> Memory:
    return open_judged(by_slots(), HOME)


@pytest.fixture
def between(memory: Memory, scope: str) -> tuple[str, str, str]:
    """Ids of Rome of 1 to 2 March, Oslo, and Rome of 3 March on, where Oslo was told last."""
    rome = memory.remember(said("Rome", 0), scope=scope).atoms[0].id
    memory.remember(said("Rome", 2), scope=scope)
    report = memory.remember(said("Oslo", 1), scope=scope)
    assert report.outcomes == {Outcome.UPDATE: 1}
    oslo = report.atoms[0].id
    first = next(made.older for made in memory.history(oslo).changes if made.newer == oslo)
    return first, oslo, rome


def test_what_was_told_before_and_after_another_value_stands_on_both_sides(
    server: Server, memory: Memory, scope: str, between: tuple[str, str, str]
) -> None:
    first, oslo, rome = (memory.get(id_) for id_ in between)
    assert [holding(server, scope, f"2024-03-0{day}") for day in (1, 2, 3)] == [[ROME], [OSLO], [ROME]]
    assert current(server, scope) == [ROME]
    assert [one.status for one in (first, oslo, rome)] == [*[AtomStatus.SUPERSEDED] * 2, AtomStatus.CURRENT]
    assert [days(server, id_) for id_ in between] == [[(1, True)], [(2, True)], [(3, True)]]
    assert (first.details, first.type, first.entities) == (rome.details, rome.type, rome.entities)
    assert [atom.id for atom in memory.history(rome.id).versions] == list(between)
    assert wrong(server, scope) == []


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_any_of_the_three_can_be_forgotten(
    server: Server, memory: Memory, scope: str, between: tuple[str, str, str], gone: int
) -> None:
    memory.forget(atom=between[gone])
    left = {0: [[], [OSLO], [ROME]], 1: [[ROME], [ROME], [ROME]], 2: [[ROME], [OSLO], [OSLO]]}[gone]
    assert [holding(server, scope, f"2024-03-0{day}") for day in (1, 2, 3)] == left
    assert current(server, scope) == left[-1]
    assert wrong(server, scope) == []
    for other in between:
        if other != between[gone]:
            memory.forget(atom=other)
            assert wrong(server, scope) == []


def test_forgetting_what_ended_the_first_time_gives_it_its_whole_time_again(
    server: Server, memory: Memory, scope: str, between: tuple[str, str, str]
) -> None:
    first, oslo, rome = between
    memory.forget(atom=rome)
    assert memory.get(oslo).status is AtomStatus.CURRENT
    memory.forget(atom=oslo)
    assert (memory.get(first).status, current(server, scope)) == (AtomStatus.CURRENT, [ROME])
    assert wrong(server, scope) == []


def test_each_of_the_changes_can_be_taken_back(
    server: Server, memory: Memory, scope: str, between: tuple[str, str, str]
) -> None:
    rome = between[-1]
    for change in memory.history(rome).changes:
        memory.undo(change.id)
        assert rome in [atom.id for atom in memory.atoms(scope=scope)]
        assert current(server, scope).count(ROME) == 1
        assert wrong(server, scope) == []
    assert memory.history(rome).changes == ()
    assert OSLO in current(server, scope)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_changes_can_be_taken_back_in_any_order(
    server: Server, memory: Memory, scope: str, between: tuple[str, str, str], order: tuple[int, ...]
) -> None:
    first, oslo, rome = between
    made = {(one.newer, one.older): one.id for id_ in between for one in memory.history(id_).changes}
    changes = [made[pair] for pair in ((rome, first), (oslo, first), (rome, oslo))]
    for place in order:
        memory.undo(changes[place])
        assert wrong(server, scope) == []
    assert sorted(current(server, scope)) == [OSLO, ROME]
    assert [memory.get(id_).status for id_ in between] == [AtomStatus.SUPERSEDED, *[AtomStatus.CURRENT] * 2]
    # what was said of Rome on the first holds until it was said again, and Oslo from the second on
    assert memory.get(first).valid_until == memory.get(rome).valid_from == datetime(2024, 3, 3, 8, tzinfo=UTC)
    assert [sorted(holding(server, scope, f"2024-03-0{day}")) for day in (1, 2, 3)] == [[ROME], *[[OSLO, ROME]] * 2]


def test_what_came_before_is_followed_by_the_first_time(server: Server, memory: Memory, scope: str) -> None:
    for text, day in (("Bergen", 0), ("Rome", 3), ("Rome", 8), ("Oslo", 5)):
        memory.remember(said(text, day), scope=scope)
    bergen = memory.atoms(scope=scope)
    assert [atom.details for atom in bergen] == [ROME]
    names = {memory.get(made.newer).details for made in memory.history(bergen[0].id).changes}
    assert names == {ROME, OSLO}
    memory.forget(atom=bergen[0].id)
    assert current(server, scope) == [OSLO]
    assert [holding(server, scope, f"2024-03-0{day}") for day in (2, 5, 9)] == [
        ["Ann's home is Bergen"],
        [ROME],
        [OSLO],
    ]
    assert wrong(server, scope) == []


@pytest.mark.parametrize("order", list(permutations(range(4)))[::3])
def test_four_statements_of_two_values_end_the_same_in_any_order(
    server: Server, memory: Memory, scope: str, order: tuple[int, ...]
) -> None:
    told = ("Rome", "Oslo", "Rome", "Rome")
    for place in order:
        memory.remember(said(told[place], place, source_id=str(place)), scope=scope)
    assert [(status, since, until) for status, since, until in spans(server, scope)[ROME]][-1][::2] == (
        "current",
        "9999-12-31",
    )
    assert [holding(server, scope, f"2024-03-0{day}") for day in (1, 2, 3, 4)] == [[ROME], [OSLO], [ROME], [ROME]]
    (held,) = memory.atoms(scope=scope)
    assert held.valid_from == datetime(2024, 3, 3, 8, tzinfo=UTC)
    assert [day for day, _ in days(server, held.id)] == [3, 4]
    assert wrong(server, scope) == []


def test_all_of_it_inside_one_call(server: Server, memory: Memory, scope: str) -> None:
    turns = [said(text, day) for text, day in (("Rome", 0), ("Rome", 4), ("Oslo", 2), ("Rome", 3), ("Bergen", 1))]
    assert memory.remember(turns, scope=scope).ok
    seen = [holding(server, scope, f"2024-03-0{day}") for day in (1, 2, 3, 4, 5)]
    assert seen == [[ROME], ["Ann's home is Bergen"], [OSLO], [ROME], [ROME]]
    assert current(server, scope) == [ROME]
    assert [day for day, _ in days(server, memory.atoms(scope=scope)[0].id)] == [4, 5]
    assert wrong(server, scope) == []
