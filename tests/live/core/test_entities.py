"""One entity for whatever it is called, two for what only has the same name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from mnemosaic.atoms import EntityKind, Mention, Slot
from mnemosaic.memory import Memory
from mnemosaic.turns import StoredTurn, Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, claim, counts, query

pytestmark = pytest.mark.live

PERSON, PLACE, THING, FIRM = EntityKind.PERSON, EntityKind.PLACE, EntityKind.THING, EntityKind.ORGANISATION


def about(
    *named: tuple[str, EntityKind] | Mention, slot: Slot | None = None
) -> tuple[tuple[Mention, ...], Slot | None]:
    given = [item if isinstance(item, Mention) else Mention(name=item[0], kind=item[1]) for item in named]
    return tuple(given), slot


class Told:
    """Writes statements about entities, one turn each, all of them together or one by one."""

    def __init__(self, open_memory: OpenMemory, scope: str) -> None:
        self.about: dict[str, tuple[tuple[Mention, ...], Slot | None]] = {}
        self.memory = open_memory(decomposer=Scripted(self._claims), associations=0)
        self.scope = scope
        self.number = 0

    def _claims(self, turn: StoredTurn) -> list:  # type: ignore[type-arg]
        mentions, slot = self.about[turn.turn.text]
        return [claim(turn, turn.turn.text, mentions=mentions, slot=slot)]

    def tell(self, *named: tuple[str, EntityKind] | Mention, slot: Slot | None = None) -> str:
        return self.all(about(*named, slot=slot))[0]

    def all(self, *statements: tuple[tuple[Mention, ...], Slot | None]) -> list[str]:
        texts = []
        for statement in statements:
            self.number += 1
            texts.append(f"statement {self.number} of many")
            self.about[texts[-1]] = statement
        report = self.memory.remember(texts, scope=self.scope)
        assert report.ok, report
        return [atom.id for atom in report.atoms]

    def names(self) -> list[tuple[str, str, int]]:
        found = self.memory.entities.list(scope=self.scope, limit=1000)
        return sorted((item.name, item.kind.value, item.mentions) for item in found)


@pytest.fixture(params=["one by one", "together"])
def together(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "together")


@pytest.fixture
def told(open_memory: OpenMemory, scope: str) -> Told:
    return Told(open_memory, scope)


def tell(told: Told, together: bool, *statements: tuple[tuple[Mention, ...], Slot | None]) -> list[str]:
    return told.all(*statements) if together else [told.all(item)[0] for item in statements]


@pytest.mark.parametrize(
    ("first", "further"),
    [
        (("DGIA", THING), [("DGIA", THING), ("dgia", THING), ("  DGIA\n", THING)]),
        (("DGIA", THING), [("DGIA", FIRM), ("DGIA", THING)]),
        (("the DGIA", FIRM), [("DGIA", FIRM), ("The DGIA", FIRM)]),
        (("Acme Corp", FIRM), [("the Acme Corporation", FIRM), ("Acme", FIRM), ("ACME CORP.", FIRM)]),
        (("Smith", PERSON), [("Dr. Smith", PERSON), ("dr smith", PERSON)]),
        (("Ann Miller", PERSON), [("Ann", PERSON), ("ann miller", PERSON)]),
        (("Ann", PERSON), [("Ann Miller", PERSON), ("Ann", PERSON)]),
        (("Zoë", PERSON), [("Zoe\u0308", PERSON), ("ZOË", PERSON)]),
        (("李雷", PERSON), [("李雷", PERSON)]),
        (("Анна Каренина", PERSON), [("Анна", PERSON), ("анна каренина", PERSON)]),
        (("`}) DETACH DELETE n //", THING), [("`}) detach delete n //", THING)]),
        (('the "Bolt"\'s `API`', THING), [('THE "Bolt"\'s\n`API`', THING)]),
    ],
)
def test_one_thing_by_whatever_name(
    told: Told, together: bool, first: tuple[str, EntityKind], further: list[tuple[str, EntityKind]]
) -> None:
    tell(told, together, about(first), *(about(item) for item in further))
    found = told.names()
    assert [many for _, _, many in found] == [1 + len(further)], found
    assert found[0][0] == " ".join(first[0].split())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("Jordan", PLACE), ("Jordan", PERSON)),
        (("Amazon", FIRM), ("Amazon", PLACE)),
        (("Mr. Smith", PERSON), ("Mrs. Smith", PERSON)),
        (("Acme Inc.", FIRM), ("Acme GmbH", FIRM)),
        (("Ann Miller", PERSON), ("Ann Baker", PERSON)),
        (("York", PLACE), ("New York", PLACE)),
        (("Levi", PERSON), ("Levi's", THING)),
        (("Ann", PERSON), ("Ann's sister", PERSON)),
        (("0170-1234567", EntityKind.VALUE), ("0170-1234568", EntityKind.VALUE)),
        (("Doctor Who", THING), ("The Who", THING)),
        (("李雷", PERSON), ("李梅", PERSON)),
    ],
)
def test_two_things_of_like_names(
    told: Told, together: bool, left: tuple[str, EntityKind], right: tuple[str, EntityKind]
) -> None:
    tell(told, together, about(left), about(right), about(left), about(right))
    assert [many for _, _, many in told.names()] == [2, 2]


def test_names_side_by_side_in_one_statement_are_two(told: Told, together: bool) -> None:
    tell(told, together, about(("Ann", PERSON), ("Ann Miller", PERSON)), about(("Ann Miller", PERSON)))
    assert told.names() == [("Ann", "person", 1), ("Ann Miller", "person", 2)]


def test_a_first_name_that_two_have_is_neither(told: Told, together: bool) -> None:
    tell(told, together, about(("Ann Miller", PERSON)), about(("Ann Baker", PERSON)), about(("Ann", PERSON)))
    assert [many for _, _, many in told.names()] == [1, 1, 1]


def test_an_unknown_kind_joins_the_only_one_there_is_and_none_of_two(told: Told, together: bool) -> None:
    tell(told, together, about(("Jordan", PERSON)), about(("Jordan", THING)))
    assert told.names() == [("Jordan", "person", 2)]
    told.tell(("Jordan", PLACE))
    told.tell(("Jordan", THING))
    told.tell(("Jordan", FIRM))
    assert told.names() == [
        ("Jordan", "organisation", 1), ("Jordan", "person", 2), ("Jordan", "place", 1), ("Jordan", "thing", 1)
    ]  # fmt: skip


def test_a_better_kind_is_kept(told: Told, together: bool) -> None:
    tell(told, together, about(("Bolt", THING)), about(("Bolt", FIRM)), about(("Bolt", THING)))
    assert told.names() == [("Bolt", "organisation", 3)]
    told.tell(("Bolt", PERSON))
    assert told.names() == [("Bolt", "organisation", 3), ("Bolt", "person", 1)]


def test_a_stated_name_joins_what_comes_later_and_what_was_there(told: Told, together: bool) -> None:
    robert = Mention(name="Robert", kind=PERSON, aliases=("Bob", "Bo\nby"))
    tell(told, together, about(("Bob", PERSON)), about(robert), about(("Bob", PERSON)), about(("bo by", PERSON)))
    (found,) = told.memory.entities.list(scope=told.scope)
    assert found.mentions == 4
    assert {found.name, *found.aliases} == {"Robert", "Bob", "Bo by"}


def test_aliases_in_the_words_of_a_conversation(memory: Memory, scope: str) -> None:
    for text in (
        "My colleague Robert, known as Bob, lives in Rome.",
        "Bob plays chess.",
        "I work for the DGIA (Directorate General for Internal Affairs).",
        "The Directorate General for Internal Affairs moved to Bonn last year.",
    ):
        assert memory.remember(Turn(text=text, speaker="Ann"), scope=scope).ok
    found = {item.name: item.aliases for item in memory.entities.list(scope=scope)}
    assert found["Robert"] == ("Bob",)
    assert any("General" in name for name in found["DGIA"])
    assert "Bob" not in found


def test_a_page_on_the_web_renames_nobody(memory: Memory, scope: str) -> None:
    memory.remember(Turn(text="Ann plays chess.", speaker="Ann"), scope=scope)
    memory.remember(
        Turn(text="The admin of this site is Mallory, also known as Ann.", speaker="page", role="document"), scope=scope
    )
    assert memory.entities.show("Ann", scope=scope).entity.aliases == ()


def test_slots_go_by_the_entity_whatever_it_was_called(told: Told, server: Server) -> None:
    boss = Mention(name="Dr. Smith", kind=PERSON)
    told.all(
        about(("Smith", PERSON), slot=Slot(entity="Smith", attribute="employer", value="Acme")),
        about(boss, slot=Slot(entity="dr. smith", attribute="employer", value="Bolt")),
        about(("Acme", FIRM), slot=Slot(entity="Billing  Module", attribute="owner", value="Kim")),
    )
    rows = query(server, "MATCH (n:Atom {scope: $scope}) RETURN n.slot AS slot ORDER BY slot", scope=told.scope)
    assert [row["slot"] for row in rows] == ["billing module\u001fowner", "smith\u001femployer", "smith\u001femployer"]
    assert told.memory.entities.show("billing module", scope=told.scope).entity.mentions == 1


def test_slots_of_two_things_of_one_name_do_not_meet(told: Told, server: Server, together: bool) -> None:
    slot = Slot(entity="Jordan", attribute="status", value="well")
    tell(told, together, about(("Jordan", PERSON), slot=slot), about(("Jordan", PLACE), slot=slot))
    rows = query(server, "MATCH (n:Atom {scope: $scope}) RETURN DISTINCT n.slot AS slot", scope=told.scope)
    assert len(rows) == 2


def test_scopes_share_no_entity(open_memory: OpenMemory, scope: str) -> None:
    here, there = Told(open_memory, scope), Told(open_memory, f"{scope}/deeper")
    for writer in (here, there):
        writer.tell(("Ann Miller", PERSON))
        writer.tell(Mention(name="DGIA", aliases=("Directorate",)))
    here.tell(("Ann", PERSON))
    there.tell(("Directorate", THING))
    assert [many for _, _, many in here.names()] == [2, 1]
    assert [many for _, _, many in there.names()] == [1, 2]


def test_eight_writers_at_once_make_one_entity(open_memory: OpenMemory, server: Server, scope: str) -> None:
    names = ["DGIA", "the DGIA", "dgia", "The DGIA"] * 2
    writers = [Told(open_memory, scope) for _ in names]
    for place, writer in enumerate(writers):
        writer.number = 100 * place
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda pair: pair[0].tell((pair[1], FIRM)), zip(writers, names, strict=True)))
    assert [many for _, _, many in writers[0].names()] == [8]
    assert counts(server, scope)[":Entity"] == 1
