"""An event ends a fact of another type by what it leaves behind, and only while it stands."""

from __future__ import annotations

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.memory import Memory
from mnemosaic.reports import Outcome
from mnemosaic.turns import Turn
from mnemosaic.verdicts import Verdict
from mnemosaic.write.decompose import LocalDecomposer
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import query
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import always, wrong

pytestmark = pytest.mark.live

JOB, LEFT, GONE = "I work at Acme.", "I quit my job at Acme yesterday.", "Ann no longer works at Acme."
DOSE = "I take metformin twice a day."


@pytest.fixture
def memory(open_memory: OpenMemory, open_judged: OpenJudged, request: pytest.FixtureRequest) -> Memory:
    """The whole local pipeline; or, as "model", with a model that takes all for a change."""
    if getattr(request, "param", None) == "model":
        return open_judged(always(Verdict.CHANGES_OVER_TIME, by="model"), LocalDecomposer())
    return open_memory()


def told(text: str, day: str, speaker: str = "Ann") -> Turn:
    return Turn(speaker=speaker, text=text, said_at=f"2024-{day}T09:00:00Z", source_id=f"{speaker} {day}")


def facts(memory: Memory, scope: str) -> list[str]:
    """What holds now and is no event."""
    return sorted(
        atom.details for atom in memory.atoms(scope=scope) if atom.type is not None and atom.type.value != "episodic"
    )


def turn_of(server: Server, scope: str, name: str) -> str:
    (row,) = query(server, "MATCH (t:Turn {scope: $scope, source_id: $id}) RETURN t.id AS id", scope=scope, id=name)
    return str(row["id"])


@pytest.mark.parametrize(
    ("fact", "event", "left"),
    [
        (JOB, LEFT, [GONE]),
        (JOB, "I was laid off from Acme last week.", [GONE]),
        (JOB, "I started at Globex last week.", ["Ann works at Globex."]),
        (DOSE, "I stopped taking metformin last week.", ["Ann no longer takes metformin twice a day."]),
        ("I'm dating Tom.", "Tom and I broke up last month.", ["Ann is no longer dating Tom."]),
        ("I drive a Volvo.", "I sold my Volvo last week.", ["Ann no longer drives a Volvo."]),
        # what ends nothing
        (JOB, "I visited Acme in May.", ["Ann works at Acme."]),
        (DOSE, "I forgot to take metformin yesterday.", ["Ann takes metformin twice a day."]),
        ("I'm allergic to nuts.", "I ate nuts yesterday and nothing happened.", ["Ann is allergic to nuts."]),
    ],
)  # fmt: skip
def test_what_an_event_ends(server: Server, memory: Memory, scope: str, fact: str, event: str, left: list[str]) -> None:
    assert memory.remember(told(fact, "01-05"), scope=scope).ok
    report = memory.remember(told(event, "06-03"), scope=scope)
    assert facts(memory, scope) == left
    named = {atom.details for atom in memory.atoms(scope=scope)}
    assert len(report.atoms) >= len(named) - 1
    assert wrong(server, scope) == []


def test_what_was_left_behind_has_the_start_of_the_event_and_its_story(
    server: Server, memory: Memory, scope: str
) -> None:
    memory.remember(told(JOB, "01-05"), scope=scope)
    report = memory.remember(told(LEFT, "06-03"), scope=scope)
    assert [made.outcome for made in report.atoms if made.title == GONE] == [Outcome.UPDATE]
    gone = next(atom for atom in memory.atoms(scope=scope) if atom.details == GONE)
    assert gone.valid_from.date().isoformat() == "2024-06-02"
    assert [source.turn_id for source in gone.sources] == [turn_of(server, scope, "Ann 06-03")]
    (change,) = memory.history(gone.id).changes
    assert change.newer == gone.id
    memory.undo(change.id)
    assert "Ann works at Acme." in facts(memory, scope)
    assert wrong(server, scope) == []


def test_forgetting_the_event_lets_the_fact_hold_again(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(told(JOB, "01-05"), scope=scope)
    memory.remember(told(LEFT, "06-03"), scope=scope)
    assert memory.forget(turn=turn_of(server, scope, "Ann 06-03")).restored == 1
    assert facts(memory, scope) == ["Ann works at Acme."]
    assert wrong(server, scope) == []


def test_an_event_that_is_told_twice_stands_when_one_telling_is_forgotten(
    server: Server, memory: Memory, scope: str
) -> None:
    left = "I quit my job at Acme on 2 June 2024."
    for text, day in ((JOB, "01-05"), (left, "06-03"), (left, "06-20")):
        memory.remember(told(text, day), scope=scope)
    memory.forget(turn=turn_of(server, scope, "Ann 06-03"))
    assert facts(memory, scope) == [GONE]
    memory.forget(turn=turn_of(server, scope, "Ann 06-20"))
    assert facts(memory, scope) == ["Ann works at Acme."]
    assert wrong(server, scope) == []


def test_an_event_that_is_told_twice_at_once_rests_on_both_turns(server: Server, memory: Memory, scope: str) -> None:
    left = "I quit my job at Acme on 2 June 2024."
    memory.remember(told(JOB, "01-05"), scope=scope)
    memory.remember([told(left, "06-03"), told(left, "06-20")], scope=scope)
    memory.forget(turn=turn_of(server, scope, "Ann 06-03"))
    assert facts(memory, scope) == [GONE]
    assert wrong(server, scope) == []


def test_what_an_event_left_behind_is_forgotten_with_it(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(told(JOB, "01-05"), scope=scope)
    memory.remember(told(LEFT, "06-03"), scope=scope)
    event = next(atom for atom in memory.atoms(scope=scope) if atom.type is AtomType.EPISODIC)
    receipt = memory.forget(atom=event.id)
    assert (receipt.atoms, receipt.turns, receipt.restored) == (2, 1, 1)
    assert facts(memory, scope) == ["Ann works at Acme."]
    assert wrong(server, scope) == []


@pytest.mark.parametrize("memory", ["model"], indirect=True)
def test_what_a_model_says_of_an_event_counts_as_it_is(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(told(JOB, "01-05"), scope=scope)
    memory.remember(told("They showed me the door at Acme yesterday.", "06-03"), scope=scope)
    assert facts(memory, scope) == [GONE]
    assert wrong(server, scope) == []


def test_a_name_that_is_shared_ends_nothing(server: Server, memory: Memory, scope: str) -> None:
    others = ["I am allergic to metformin.", "My mother takes metformin.", "I keep metformin in the drawer."]
    memory.remember([told(text, f"01-0{day}") for day, text in enumerate([DOSE, *others], 1)], scope=scope)
    before = facts(memory, scope)
    memory.remember(told("I stopped taking metformin last week.", "06-03"), scope=scope)
    assert set(before) ^ set(facts(memory, scope)) == {
        "Ann takes metformin twice a day.",
        "Ann no longer takes metformin twice a day.",
    }
    assert wrong(server, scope) == []


def test_a_fact_that_is_told_after_the_event_stands(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(told(LEFT, "06-03"), scope=scope)
    memory.remember(told("I work at Acme.", "09-01"), scope=scope)
    assert facts(memory, scope) == ["Ann works at Acme."]
    assert wrong(server, scope) == []


def test_a_fact_that_comes_back_ends_that_it_was_over(server: Server, memory: Memory, scope: str) -> None:
    for text, day in (("I smoke.", "01-05"), ("I quit smoking in May.", "06-03"), ("I smoke.", "09-01")):
        memory.remember(told(text, day), scope=scope)
    assert facts(memory, scope) == ["Ann smokes."]
    memory.remember(told("I quit smoking last week.", "11-04"), scope=scope)
    assert facts(memory, scope) == ["Ann no longer smokes."]
    assert wrong(server, scope) == []


def test_what_somebody_else_tells_ends_nothing(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(told(JOB, "01-05"), scope=scope)
    memory.remember(told("Ann quit her job at Acme yesterday.", "06-03", "Tom"), scope=scope)
    assert "Ann works at Acme." in facts(memory, scope)
    assert wrong(server, scope) == []


def test_telling_all_of_it_again_adds_nothing(memory: Memory, scope: str) -> None:
    turns = [told(JOB, "01-05"), told(LEFT, "06-03")]
    memory.remember(turns, scope=scope)
    before = facts(memory, scope)
    again = memory.remember(turns, scope=scope)
    assert (again.added, facts(memory, scope)) == (0, before)
    assert before == [GONE]
