from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.errors import FormatError, InputError
from mnemosaic.evaluate.musique import CORPUS, QUESTIONS, TRIPLES, TripleDecomposer, read
from mnemosaic.turns import Role, StoredTurn, Turn, TurnStatus
from tests.unit.evaluate import musique_data


def stored(source: str, text: str = "Some text.") -> StoredTurn:
    turn = Turn(text=text, speaker="A title", role=Role.DOCUMENT, source_id=source)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return StoredTurn(id=f"t{source}", scope="s", position=0, turn=turn, received_at=now, status=TurnStatus.PENDING)


def test_passages_meet_their_triples_and_questions_the_places_of_what_they_need(tmp_path: Path) -> None:
    musique_data.write(tmp_path)
    found = read(tmp_path)
    assert [passage.title for passage in found.passages] == [title for title, _ in musique_data.PASSAGES]
    assert [len(own) for own in found.triples] == [2, 2, 0, 1]
    assert [(one.category, one.part, one.gold) for one in found.asked] == [
        ("2hop", "even", frozenset({"0", "1"})),
        ("3hop1", "odd", frozenset({"0", "1", "3"})),
    ]


def test_a_triple_is_a_claim_about_both_its_ends() -> None:
    made = TripleDecomposer({"1": [["Ann", "keeps", "bees"], ["Ann", "keeps", "bees"], ["Ann", "in", "Oslo", "?"]]})
    claims = made.decompose([stored("1")]).claims
    assert [claim.details for claim in claims] == ["Ann keeps bees", "Ann in Oslo ?"]
    assert [[mention.key for mention in claim.mentions] for claim in claims] == [["ann", "bees"], ["ann", "?"]]
    assert {claim.type for claim in claims} == {AtomType.SEMANTIC}
    assert claims[0].sources[0].turn_id == "t1"


def test_a_passage_without_triples_states_its_text_about_its_title() -> None:
    (claim,) = TripleDecomposer({"1": []}).decompose([stored("1", "Gulls nest here.")]).claims
    assert (claim.details, [mention.name for mention in claim.mentions]) == ("Gulls nest here.", ["A title"])


@pytest.mark.parametrize("pattern", [CORPUS, TRIPLES, QUESTIONS])
def test_a_missing_file_and_one_of_another_form_are_named(tmp_path: Path, pattern: str) -> None:
    musique_data.write(tmp_path)
    corpus = next(tmp_path.glob(CORPUS))
    path = next(path for path in tmp_path.glob(pattern) if pattern == CORPUS or path != corpus)
    path.write_text("[7]", encoding="utf-8")
    with pytest.raises(FormatError, match=path.name):
        read(tmp_path)
    path.unlink()
    with pytest.raises(InputError, match="one is needed"):
        read(tmp_path)
