"""Reads of the past on both clocks: a home that changed twice, and when that was learnt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from mnemosaic import times
from mnemosaic.asof import AsOf
from mnemosaic.atoms import AtomStatus
from mnemosaic.errors import InputError
from mnemosaic.evidence import Why
from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.live.core.probes import query

pytestmark = pytest.mark.live

QUESTION = "Where does Ann live?"
ROME, PARIS, OSLO = (datetime(year, 1, 10, tzinfo=UTC) for year in (2020, 2022, 2024))


class Told(NamedTuple):
    """Moments of the recorded clock: before anything, and after each statement."""

    scope: str
    before: datetime
    rome: datetime
    oslo: datetime
    paris: datetime


@pytest.fixture(scope="module")
def told(memory: Memory) -> Told:
    """Rome is told first, then Oslo, and only then that Paris was in between."""
    scope = "as-of-tests/ann"
    memory.drop_scope(scope=scope)

    def tell(city: str, said_at: datetime) -> datetime:
        memory.remember(Turn(text=f"I live in {city}.", speaker="Ann", said_at=said_at), scope=scope)
        return times.now()

    before = times.now()
    return Told(scope, before, tell("Rome", ROME), tell("Oslo", OSLO), tell("Paris", PARIS))


def homes(memory: Memory, scope: str, as_of: AsOf | datetime | None = None) -> set[str]:
    """What a recall and a listing say of the home; they agree."""
    found = memory.recall(QUESTION, scope=scope, as_of=as_of)
    told = {entry.atom.details.rstrip(".").split()[-1] for entry in found.entries}
    assert told == {atom.details.rstrip(".").split()[-1] for atom in memory.atoms(scope=scope, as_of=as_of)}
    return told


@pytest.mark.parametrize(
    ("moment", "home"),
    [
        (ROME, "Rome"),
        (PARIS - timedelta(days=1), "Rome"),
        (PARIS, "Paris"),
        (OSLO - timedelta(microseconds=1), "Paris"),
        (OSLO, "Oslo"),
    ],
)
def test_the_valid_clock_says_what_held_then_as_is_known_now(
    memory: Memory, told: Told, moment: datetime, home: str
) -> None:
    assert homes(memory, told.scope) == {"Oslo"}
    assert homes(memory, told.scope, moment) == {home}
    assert homes(memory, told.scope, AsOf(valid=moment)) == {home}


def test_the_recorded_clock_says_what_was_believed_then(memory: Memory, told: Told) -> None:
    assert homes(memory, told.scope, AsOf(recorded=told.rome)) == {"Rome"}
    assert homes(memory, told.scope, AsOf(recorded=told.oslo)) == {"Oslo"}
    assert homes(memory, told.scope, AsOf(recorded=told.paris)) == {"Oslo"}


@pytest.mark.parametrize(
    ("known", "held", "home"),
    [
        ("rome", OSLO, "Rome"),
        ("oslo", PARIS, "Rome"),
        ("oslo", OSLO - timedelta(days=1), "Rome"),
        ("oslo", OSLO, "Oslo"),
        ("paris", PARIS, "Paris"),
        ("paris", ROME, "Rome"),
    ],
)
def test_both_clocks_say_what_was_believed_then_of_another_time(
    memory: Memory, told: Told, known: str, held: datetime, home: str
) -> None:
    """Before Paris was told, Rome was believed to have ended where Oslo began."""
    assert homes(memory, told.scope, AsOf(valid=held, recorded=getattr(told, known))) == {home}


def test_what_is_shown_of_the_past_is_what_was_known_of_it(memory: Memory, told: Told) -> None:
    def rome(as_of: AsOf) -> tuple[datetime, AtomStatus]:
        atom = memory.recall(QUESTION, scope=told.scope, as_of=as_of).entries[0].atom
        assert "Rome" in atom.details
        return atom.valid_until, atom.status

    assert rome(AsOf(recorded=told.rome)) == (times.FOREVER, AtomStatus.CURRENT)
    assert rome(AsOf(valid=ROME, recorded=told.oslo))[0] == OSLO
    assert rome(AsOf(valid=ROME, recorded=told.paris)) == (PARIS, AtomStatus.SUPERSEDED)


def test_before_anything_was_known_says_so(memory: Memory, told: Told, scope: str) -> None:
    found = memory.recall(QUESTION, scope=told.scope, as_of=AsOf(recorded=told.before))
    assert (found.entries, found.abstained, found.why) == ((), True, Why.NOTHING_KNOWN_THEN)
    assert memory.atoms(scope=told.scope, as_of=AsOf(recorded=told.before)) == []
    memory.remember(Turn(text="I moved to Oslo in May 2025.", speaker="Ann", said_at=datetime(2025, 6, 1)), scope=scope)
    assert memory.recall(QUESTION, scope=scope, as_of=datetime(2000, 1, 1)).why is Why.NOTHING_CURRENT


def test_the_history_shows_the_versions_that_were_known(memory: Memory, told: Told) -> None:
    oslo = memory.atoms(scope=told.scope)[0].id
    known = {name: memory.history(oslo, as_of=AsOf(recorded=getattr(told, name))) for name in ("oslo", "paris")}
    assert len(memory.history(oslo).versions) == 3
    assert [atom.details.split()[-1] for atom in known["oslo"].versions] == ["Rome.", "Oslo."]
    assert [atom.status for atom in known["oslo"].versions] == [AtomStatus.SUPERSEDED, AtomStatus.CURRENT]
    assert len(known["oslo"].changes) == 1
    assert len(known["paris"].changes) == len(memory.history(oslo).changes)
    then = memory.history(oslo, as_of=AsOf(valid=ROME)).versions
    assert [atom.details.split()[-1] for atom in then] == ["Rome."]


def test_a_conflict_was_open_until_it_was_decided(memory: Memory, scope: str) -> None:
    before = times.now()
    for text in ("Bob must take aspirin.", "Bob must not take aspirin."):
        memory.remember(Turn(text=text, speaker="Eve"), scope=scope)
    (conflict,) = memory.conflicts(scope=scope)
    waiting = times.now()
    decided = memory.resolve(conflict.id, keep=conflict.newer.atom_id)
    assert memory.conflicts(scope=scope) == []
    assert memory.conflicts(scope=scope, as_of=AsOf(recorded=before)) == []
    (then,) = memory.conflicts(scope=scope, as_of=AsOf(recorded=waiting))
    assert (then.id, then.status, then.kept) == (decided.id, "open", None)
    sides = memory.recall("Bob aspirin", scope=scope, as_of=AsOf(recorded=waiting)).entries
    assert {entry.atom.id for entry in sides} == {decided.newer.atom_id, decided.older.atom_id}
    assert all(entry.conflicts for entry in sides)
    assert len(memory.recall("Bob aspirin", scope=scope).entries) == 1


def test_a_past_read_is_not_starved_by_what_came_later(server: Server, memory: Memory, scope: str) -> None:
    """A hundred later statements are nearer to the question; three were known then, of which one has ended."""
    for text in ("I keep bees.", "I keep geese.", "I live in Rome."):
        memory.remember(Turn(text=text, speaker="Ann", said_at=ROME), scope=scope)
    then = times.now()
    memory.remember(Turn(text="I live in Oslo.", speaker="Ann", said_at=OSLO), scope=scope)
    later = [Turn(text=f"Ann does live where tent {number} is.", speaker="Bob") for number in range(100)]
    memory.remember(later, scope=scope)
    found = memory.recall(QUESTION, scope=scope, k=5, as_of=AsOf(recorded=then))
    assert {entry.atom.details.split()[-1] for entry in found.entries} == {"bees.", "geese.", "Rome."}
    assert all(turn.received_at <= then for entry in found.entries for turn in entry.turns)
    # and a hundred that ended do not hide the one that held
    query(
        server,
        "MATCH (n:Atom {scope: $scope}) WHERE n.details CONTAINS 'tent' SET n.valid_until = $until",
        scope=scope,
        until=ROME,
    )
    held = memory.recall(QUESTION, scope=scope, k=5, as_of=datetime(2021, 1, 1)).entries
    assert any("Rome" in entry.atom.details for entry in held)
    assert not any("tent" in entry.atom.details for entry in held)


def test_what_is_no_time_is_refused(memory: Memory, told: Told) -> None:
    with pytest.raises(InputError, match="as_of"):
        memory.recall(QUESTION, scope=told.scope, as_of="yesterday")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="valid, recorded, or both"):
        AsOf()


def test_a_past_read_costs_two_round_trips(memory: Memory, told: Told) -> None:
    for moment in (AsOf(recorded=told.before), AsOf(valid=PARIS, recorded=told.oslo)):
        before = memory.graph.round_trips
        memory.recall(QUESTION, scope=told.scope, as_of=moment)
        assert memory.graph.round_trips - before <= 2
