"""What changes over time: the later value holds, the earlier one keeps its place, whatever the order of arrival."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from mnemosaic import times
from mnemosaic.atoms import AtomStatus, Claim, Slot
from mnemosaic.memory import Memory
from mnemosaic.reports import Outcome
from mnemosaic.turns import StoredTurn
from tests.conftest import Server
from tests.live.core.probes import Scripted, claim
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import by_slots, current, holding, said, spans, valued, wrong

pytestmark = pytest.mark.live

PLAYERS = ("My favourite player is Ronaldo.", "My favourite player is now Messi.", "My favourite player is Mbappe.")
EMPLOYERS = ("I work at Acme.", "I work at Globex.", "I now work at Initech.")
HOMES = ("I live in Rome.", "I live in Oslo.", "I live in Bergen.")
CITIES = ("Rome", "Oslo", "Bergen")
HOME = Scripted(lambda turn: [valued(turn, "home", city) for city in turn.turn.text.split()])


def told(memory: Memory, scope: str, texts: tuple[str, ...]) -> list[str]:
    """Ids of the atoms of statements that are told a month after one another."""
    reports = [memory.remember(said(text, 30 * place), scope=scope) for place, text in enumerate(texts)]
    assert [report.outcomes for report in reports[1:]] == [{Outcome.UPDATE: 1}] * (len(texts) - 1)
    return [report.atoms[0].id for report in reports]


@pytest.mark.parametrize("texts", [PLAYERS, EMPLOYERS, HOMES], ids=["player", "employer", "home"])
def test_a_later_value_ends_the_one_before_it(
    server: Server, memory: Memory, scope: str, texts: tuple[str, ...]
) -> None:
    first, second = told(memory, scope, texts[:2])
    assert [atom.id for atom in memory.atoms(scope=scope)] == [second]
    assert holding(server, scope, "2024-03-15") == [memory.get(first).details]
    assert holding(server, scope, "2024-05-01") == [memory.get(second).details]
    assert memory.get(first).valid_until == memory.get(second).valid_from == datetime(2024, 3, 31, 8, tzinfo=UTC)
    assert [atom.id for atom in memory.history(first).versions] == [first, second]
    assert [(made.newer, made.older) for made in memory.history(second).changes] == [(second, first)]
    assert first not in [entry.atom.id for entry in memory.recall(texts[0], scope=scope).entries]
    assert wrong(server, scope) == []


@pytest.mark.parametrize("texts", [PLAYERS, EMPLOYERS], ids=["player", "employer"])
def test_forgetting_the_later_value_lets_the_earlier_one_hold_again(
    server: Server, memory: Memory, scope: str, texts: tuple[str, ...]
) -> None:
    first, second = told(memory, scope, texts[:2])
    receipt = memory.forget(atom=second)
    assert (receipt.atoms, receipt.turns, receipt.restored) == (1, 1, 1)
    again = memory.get(first)
    assert (again.status, again.valid_until, again.closed_at) == (AtomStatus.CURRENT, times.FOREVER, times.FOREVER)
    assert first in [entry.atom.id for entry in memory.recall(texts[0], scope=scope).entries]
    assert memory.history(first).changes == ()
    assert wrong(server, scope) == []


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1), (2, 0, 1), (1, 0, 2)])
def test_three_values_have_their_places_whatever_the_order_of_arrival(
    server: Server, open_judged: OpenJudged, scope: str, order: tuple[int, ...]
) -> None:
    memory = open_judged(by_slots(), HOME)
    for place in order:
        memory.remember(said(CITIES[place], 30 * place), scope=scope)
    days = ("2024-03-15", "2024-04-15", "2024-06-15")
    assert [holding(server, scope, day) for day in days] == [[f"Ann's home is {city}"] for city in CITIES]
    assert current(server, scope) == ["Ann's home is Bergen"]
    assert wrong(server, scope) == []


@pytest.mark.parametrize("texts", [PLAYERS, EMPLOYERS, HOMES], ids=["player", "employer", "home"])
def test_the_rules_too_take_what_is_told_newest_first_for_a_change(
    memory: Memory, scope: str, texts: tuple[str, ...]
) -> None:
    memory.remember(said(texts[1], 300), scope=scope)
    report = memory.remember(said(texts[0], 3), scope=scope)
    assert report.outcomes == {Outcome.UPDATE: 1}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (0, 2, 1), (2, 0, 1)])
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_of_three_values_any_can_be_forgotten_in_any_order_of_arrival(
    server: Server, open_judged: OpenJudged, scope: str, order: tuple[int, ...], gone: int
) -> None:
    memory = open_judged(by_slots(), HOME)
    ids = {place: memory.remember(said(CITIES[place], 30 * place), scope=scope).atoms[0].id for place in order}
    memory.forget(atom=ids[gone])
    left = [place for place in range(3) if place != gone]
    names = [f"Ann's home is {city}" for city in CITIES]
    assert current(server, scope) == [names[left[1]]]
    ended = memory.get(ids[left[0]])
    assert (ended.status, ended.valid_until) == (AtomStatus.SUPERSEDED, memory.get(ids[left[1]]).valid_from)
    assert wrong(server, scope) == []
    memory.forget(atom=ids[left[1]])
    assert current(server, scope) == [names[left[0]]]
    assert memory.get(ids[left[0]]).valid_until == times.FOREVER
    assert wrong(server, scope) == []


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 0, 1), (1, 2, 0)])
def test_what_is_told_as_past_is_over_whatever_is_told_around_it(
    server: Server, open_judged: OpenJudged, scope: str, order: tuple[int, ...]
) -> None:
    told_ = [("Ann lives in Oslo", 100), ("Ann lived in Rome", 800), ("Ann lives in Bergen", 400)]

    def claims(turn: StoredTurn) -> list[Claim]:
        slot = Slot(entity="ann", attribute="home", value=turn.turn.text[-4:], single=True)
        return [claim(turn, turn.turn.text, slot=slot)]

    memory = open_judged(by_slots(), Scripted(claims))
    for place in order:
        text, day = told_[place]
        memory.remember(said(text, day), scope=scope)
        assert wrong(server, scope) == []
    if order[0] != 1:
        assert current(server, scope) == ["Ann lives in Bergen"]
        assert holding(server, scope, "2024-10-01") == ["Ann lives in Oslo"]


def test_a_state_that_ended_before_the_present_one_began_closes_nothing(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    ended = datetime(2020, 6, 1, tzinfo=UTC)

    def claims(turn: StoredTurn) -> list[Claim]:
        until = {"valid_until": ended} if turn.turn.text == "Rome" else {}
        return [valued(turn, "home", turn.turn.text, **until)]

    memory = open_judged(by_slots(), Scripted(claims))
    memory.remember(said("Oslo", 10), scope=scope)
    memory.remember(said("Rome", 90), scope=scope)
    assert "Ann's home is Oslo" in current(server, scope)
    assert spans(server, scope)["Ann's home is Rome"][0][2] == "2020-06-01"
    assert wrong(server, scope) == []


@pytest.mark.parametrize("texts", [PLAYERS, EMPLOYERS], ids=["player", "employer"])
def test_a_value_that_was_given_up_and_is_stated_again_holds_again(
    server: Server, memory: Memory, scope: str, texts: tuple[str, ...]
) -> None:
    first, other = texts[:2]
    for round_ in range(3):
        a = memory.remember(said(first, 60 * round_), scope=scope)
        assert len(current(server, scope)) == 1
        assert a.atoms[0].outcome in (Outcome.ADD, Outcome.UPDATE)
        assert [atom.id for atom in memory.atoms(scope=scope)] == [a.atoms[0].id]
        b = memory.remember(said(other, 60 * round_ + 30), scope=scope)
        assert [atom.id for atom in memory.atoms(scope=scope)] == [b.atoms[0].id]
    chain = memory.history(b.atoms[0].id).versions
    assert len(chain) == 6
    assert [before.valid_until for before in chain[:-1]] == [after.valid_from for after in chain[1:]]
    assert wrong(server, scope) == []


def test_back_and_forth_inside_one_call_ends_with_the_last_word(server: Server, memory: Memory, scope: str) -> None:
    turns = [said(EMPLOYERS[place % 2], place) for place in range(5)]
    assert memory.remember(turns, scope=scope).ok
    assert current(server, scope) == ["Ann works at Acme."]
    assert len(spans(server, scope)["Ann works at Acme."]) == 3
    assert wrong(server, scope) == []


def test_back_and_forth_inside_one_turn_ends_with_the_last_word(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    memory = open_judged(by_slots(), HOME)
    report = memory.remember(said("Rome Oslo Rome Oslo Rome"), scope=scope)
    assert report.ok
    assert current(server, scope) == ["Ann's home is Rome"]
    assert wrong(server, scope) == []


def test_a_fact_that_was_taken_back_and_is_stated_again_holds_again(server: Server, memory: Memory, scope: str) -> None:
    first = memory.remember(said("I work at Acme."), scope=scope).atoms[0].id
    second = memory.correct(first, "Ann works at Globex.").atoms[0].id
    assert memory.get(first).status is AtomStatus.RETIRED
    assert [atom.id for atom in memory.atoms(scope=scope)] == [second]
    again = memory.remember(said("I work at Acme.", 2000), scope=scope).atoms[0]
    assert again.outcome is Outcome.UPDATE
    assert [atom.id for atom in memory.atoms(scope=scope)] == [again.id]
    assert wrong(server, scope) == []


def test_an_old_fact_told_again_and_again_makes_no_twins(server: Server, open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(by_slots(), HOME)
    memory.remember(said("Oslo", 300), scope=scope)
    reports = [memory.remember(said("Rome", 3, source_id=source), scope=scope) for source in ("a", "b", "c")]
    assert [status for status, _, _ in spans(server, scope)["Ann's home is Rome"]] == ["superseded"]
    assert [report.existing for report in reports] == [0, 1, 1]
    assert len(memory.get(reports[0].atoms[0].id).sources) == 3
    assert wrong(server, scope) == []


NEAR = [
    ("Ann works at Acme and runs compliance.", "Ann put an audit rule on Bolt."),
    ("I work at Acme.", "I met a friend who works at Globex."),
    ("I like running in the morning.", "I like swimming in the evening."),
    ("My favourite colour is blue.", "My favourite player is Messi."),
    ("My brother lives in Oslo.", "I live in Rome."),
    ("I am allergic to penicillin.", "I am allergic to peanuts."),
]


@pytest.mark.parametrize("pair", NEAR, ids=[first[:24] for first, _ in NEAR])
@pytest.mark.parametrize("turned", [False, True])
def test_what_is_merely_similar_stays_side_by_side(
    server: Server, memory: Memory, scope: str, pair: tuple[str, str], turned: bool
) -> None:
    texts = reversed(pair) if turned else pair
    reports = [memory.remember(said(text, 30 * place), scope=scope) for place, text in enumerate(texts)]
    assert [report.outcomes for report in reports] == [{Outcome.ADD: report.added} for report in reports]
    assert memory.conflicts(scope=scope) == []
    assert {status for states in spans(server, scope).values() for status, _, _ in states} == {"current"}


@pytest.mark.parametrize("clock", ["back", "still"])
def test_the_order_of_arrival_stands_whatever_the_clock_says(
    server: Server, open_judged: OpenJudged, scope: str, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """Of messages that bring no time of their own."""
    at = [datetime(2026, 5, 1, 12, tzinfo=UTC)]
    monkeypatch.setattr(times, "now", lambda: at[0])
    memory = open_judged(by_slots(), HOME)
    for place, text in enumerate(CITIES):
        memory.remember({"text": text, "speaker": "Ann", "id": f"m{place}"}, scope=scope)
        at[0] -= timedelta(hours=3 if clock == "back" else 0)
    assert current(server, scope) == ["Ann's home is Bergen"]
    assert [len(states) for states in spans(server, scope).values()] == [1, 1, 1]
    assert wrong(server, scope) == []


def test_a_clock_set_back_between_what_was_said_and_stored_closes_nothing_before_it_opened(
    server: Server, open_judged: OpenJudged, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_judged(by_slots(), HOME)
    memory.remember(said("Rome", 30), scope=scope)
    monkeypatch.setattr(times, "now", lambda: datetime(2001, 1, 1, tzinfo=UTC))
    memory.remember(said("Oslo", 60), scope=scope)
    memory.remember(said("Bergen", 60), scope=scope)
    first = memory.history(memory.atoms(scope=scope)[0].id).versions[0]
    assert first.recorded_at < first.closed_at
    assert current(server, scope) == ["Ann's home is Bergen"]
    assert wrong(server, scope) == []


def test_claims_without_a_slot_are_told_apart_by_what_they_say(
    server: Server, open_judged: OpenJudged, scope: str
) -> None:
    memory = open_judged(by_slots(), Scripted(lambda turn: [claim(turn, turn.turn.text)]))
    for place, text in enumerate(EMPLOYERS):
        memory.remember(said(text, place), scope=scope)
    assert len(current(server, scope)) == 3
