"""A preview says what the write would do, also of what is known by another name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.atoms import Claim, Mention, Slot
from mnemosaic.memory import Memory
from mnemosaic.reports import Outcome
from mnemosaic.turns import StoredTurn
from tests.live.core.probes import Scripted, claim
from tests.live.firewall.conftest import OpenJudged
from tests.live.firewall.looks import by_slots, said

pytestmark = pytest.mark.live


def home(turn: StoredTurn) -> list[Claim]:
    who, city = turn.turn.text.split()
    slot = Slot(entity=who, attribute="home", value=city, single=True)
    about = (Mention(name=who, role="subject"),)
    return [claim(turn, f"{who}'s home is {city}", slot=slot, mentions=about)]


HOME = Scripted(home)


def alias(memory: Memory, scope: str) -> None:
    memory.entities.alias("robert", "Bob", scope=scope)


def merged(memory: Memory, scope: str) -> None:
    memory.remember(said("Bob Cork", 1), scope=scope)
    memory.entities.merge("robert", "bob", scope=scope)


@pytest.mark.parametrize("joined", [alias, merged])
def test_a_preview_knows_an_entity_by_its_other_names(
    open_judged: OpenJudged, scope: str, joined: Callable[[Memory, str], None]
) -> None:
    memory = open_judged(by_slots(), HOME)
    memory.remember(said("Robert Rome", 0), scope=scope)
    joined(memory, scope)
    told = said("Bob Oslo", 5)
    foreseen = memory.preview(told, scope=scope)
    made = memory.remember(told, scope=scope)
    assert foreseen.outcomes == made.outcomes == {Outcome.UPDATE: 1}
    assert [one.against[0].atom for one in foreseen.atoms] == [one.against[0].atom for one in made.atoms]


def test_a_preview_makes_no_entity(open_judged: OpenJudged, scope: str) -> None:
    memory = open_judged(by_slots(), HOME)
    memory.remember(said("Robert Rome", 0), scope=scope)
    before = memory.entities.list(scope=scope)
    memory.preview(said("Bob Oslo", 5), scope=scope)
    assert memory.entities.list(scope=scope) == before
