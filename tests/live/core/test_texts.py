"""Any text is data: kept as it was, found again, never part of a query."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta, timezone

import pytest

from mnemosaic.atoms import AtomType, EntityKind, Facet, Mention
from mnemosaic.errors import InputError
from mnemosaic.memory import Memory
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, claim, counts, query, verbatim

pytestmark = pytest.mark.live

CYPHER = "`'\"}) DETACH DELETE n //"

# what is stored, and the questions that must find it by their words alone
TEXTS = [
    (r"The file is C:\a\b/c", (r"C:\a\b/c", r"where is C:\a\b/c?", r"\b/c")),
    ("It is in node:x today", ("node:x", "node:x AND scope_key:*")),
    ("Names begin with tb- here", ("tb-", "tb- OR -tb")),
    ('He said "unclosed and left', ('"unclosed', 'said "unclosed')),
    ("The gate is AND OR NOT", ("AND OR", "AND OR NOT gate")),
    ('Write what? "is (this', ('what? "is (this', "(this")),
    ("The set is {a} [b] ^2 ~3 && || !x", ("{a} [b] ^2", "~3 && || !x")),
    ("住在北京市朝阳区的王小明", ("朝阳区", "北京")),
    ("Живу в Санкт-Петербурге", ("Санкт-Петербурге", "САНКТ-ПЕТЕРБУРГЕ")),
    ("أسكن في القاهرة", ("القاهرة",)),
    ("The café crème is dear", ("café", "CAFE\u0301 CRE\u0300ME")),
    ("Feeling 🙂 and 👩‍🚀 now", ("🙂", "👩‍🚀")),
    ("mum's number is 0170-1234567", ("0170-1234567",)),
    ("my IBAN is DE89 3704 0044 0532 0130 00", ("DE89 3704 0044 0532 0130 00",)),
    (f"The name is {CYPHER}", (CYPHER, "DETACH DELETE")),
]


@pytest.fixture(scope="module")
def written(memory: Memory) -> str:
    scope = "texts-of-all-kinds/ann"
    memory.drop_scope(scope=scope)
    report = memory.remember([text for text, _ in TEXTS], scope=scope)
    assert report.ok
    return scope


@pytest.mark.parametrize(("text", "question"), [(text, ask) for text, asked in TEXTS for ask in asked])
def test_it_is_kept_and_found_by_its_words(
    server: Server, memory: Memory, written: str, text: str, question: str
) -> None:
    found = memory.recall(question, scope=written, k=3, explain=True)
    assert found.explanation is not None
    assert found.explanation["hits"]["texts"] >= 1, "the full-text leg found nothing"
    assert text in {row["text"] for row in _turns(server, {turn.turn_id for turn in found.evidence.turns})}
    assert any("text" in entry.signals for entry in found.entries)


def _turns(server: Server, ids: set[str]) -> list[dict[str, str]]:
    return query(server, "MATCH (t:Turn) WHERE t.id IN $ids RETURN t.text AS text", ids=sorted(ids))


@pytest.mark.parametrize("question", ["", " \n\t", "\ud800", "x" * 20_001, None])
def test_what_is_no_question_gets_a_clear_error(memory: Memory, written: str, question: str) -> None:
    with pytest.raises(InputError, match="the question"):
        memory.recall(question, scope=written)


@pytest.mark.parametrize("question", ["?!...", '"', "\\", "🙂" * 300, " ".join(f"w{n}" for n in range(3000)), "a\x00b"])
def test_an_odd_question_raises_nothing(memory: Memory, written: str, question: str) -> None:
    assert memory.recall(question, scope=written, k=3).question == question


@pytest.mark.parametrize("scope", [f"{CYPHER.rstrip('/ ')}", "a`b/c'd", '"/"', "東京/太郎", "x--/*y*--"])
def test_a_scope_may_have_any_name(server: Server, memory: Memory, scope: str) -> None:
    before = query(server, "MATCH (n) RETURN count(n) AS many")[0]["many"]
    memory.remember("Ann keeps bees.", scope=scope)
    assert [entry.atom.scope for entry in memory.recall("Who keeps bees?", scope=scope).entries] == [scope]
    memory.drop_scope(scope=scope)
    assert query(server, "MATCH (n) RETURN count(n) AS many")[0]["many"] == before


def test_names_and_roles_are_data(server: Server, open_memory: OpenMemory, scope: str) -> None:
    mention = Mention(name=CYPHER, kind=EntityKind.PERSON, role=f"subject {CYPHER}")
    memory = open_memory(
        decomposer=Scripted(lambda turn: [claim(turn, CYPHER, mentions=(mention,), facet=Facet.EVENT)])
    )
    turn = Turn(text=CYPHER, speaker=CYPHER, session=CYPHER, source_id=CYPHER, metadata={CYPHER: CYPHER})
    report = memory.remember(turn, scope=scope)
    assert report.ok
    atom = memory.get(report.atoms[0].id)
    assert (atom.details, atom.entities) == (CYPHER, (CYPHER,))
    entry = memory.recall(CYPHER, scope=scope).entries[0]
    assert (entry.turns[0].session, entry.turns[0].source_id, entry.turns[0].speaker) == (CYPHER,) * 3
    assert counts(server, scope) == {":Turn": 1, ":Atom:Semantic": 1, ":Entity": 1, "FROM_TURN": 1, "ABOUT": 1}


def test_a_word_or_name_without_end_is_no_obstacle(memory: Memory, scope: str) -> None:
    """Longer than any index takes."""
    for text in ("A" * 40_000, f"My friend X{'y' * 40_000} lives in Z{'z' * 40_000}.", "é" * 9_000):
        report = memory.remember(text, scope=scope)
        assert report.ok


def test_a_name_that_no_index_takes_is_no_entity(server: Server, open_memory: OpenMemory, scope: str) -> None:
    mentions = (Mention(name="é" * 20_000), Mention(name="Ann"))
    memory = open_memory(decomposer=Scripted(lambda turn: [claim(turn, "Ann keeps bees", mentions=mentions)]))
    assert memory.remember("anything", scope=scope).ok
    assert [atom.entities for atom in memory.atoms(scope=scope)] == [("Ann",)]


def test_composed_and_decomposed_forms_match(memory: Memory, open_memory: OpenMemory, scope: str) -> None:
    writer = open_memory(decomposer=verbatim())
    text = "Zoë drinks café crème in Ångström Straße"
    first = writer.remember(Turn(text=unicodedata.normalize("NFC", text), source_id="1"), scope=scope)
    second = writer.remember(Turn(text=unicodedata.normalize("NFD", text), source_id="2"), scope=scope)
    assert (first.added, second.added, second.existing) == (1, 0, 1)
    with_accents = f"{scope}/zoé"
    writer.remember(Turn(text="Zoë keeps bees"), scope=unicodedata.normalize("NFD", with_accents))
    below = memory.recall("bees", scope=unicodedata.normalize("NFD", with_accents))
    assert below.scope == below.entries[0].atom.scope == unicodedata.normalize("NFC", with_accents)
    found = memory.recall(unicodedata.normalize("NFD", "Zoë café"), scope=scope, explain=True)
    assert found.entries[0].signals["text"] > 0


@pytest.mark.parametrize("kind", AtomType)
def test_numbers_are_kept_to_the_last_digit(open_memory: OpenMemory, scope: str, kind: AtomType) -> None:
    memory = open_memory(decomposer=verbatim(kind))
    texts = ["mum's number is 0170-1234567", "mum's number is 0170-1234568", "mum's number is 01701234567"]
    report = memory.remember(texts, scope=scope)
    assert (report.added, report.existing) == (3, 0)
    assert sorted(atom.details for atom in memory.atoms(scope=scope)) == sorted(texts)


def test_times_are_kept_in_utc_and_yesterday_is_the_day_before_it_was_said(memory: Memory, scope: str) -> None:
    tokyo = timezone(timedelta(hours=9))
    said = [
        datetime(2023, 5, 24, 12),
        datetime(2023, 5, 24, 12, tzinfo=UTC),
        datetime(2023, 5, 24, 21, tzinfo=tokyo),
        "2023-05-24T21:00:00+09:00",
        "2023-05-24 12:00",
    ]
    turns = [
        {"text": f"Yesterday I planted {tree} trees.", "speaker": "Ann", "said_at": moment, "id": str(tree)}
        for tree, moment in enumerate(said, start=2)
    ]
    report = memory.remember(turns, scope=scope)
    assert report.added == len(said)
    noon = datetime(2023, 5, 24, 12, tzinfo=UTC)
    for entry in memory.recall("How many trees were planted?", scope=scope).entries:
        assert entry.turns[0].said_at == noon
        assert entry.turns[0].received_at > noon
        assert entry.atom.occurred_from is not None
        assert f"{entry.atom.occurred_from:%Y-%m-%d}" == "2023-05-23"
        assert entry.atom.recorded_at > noon
