from __future__ import annotations

import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.lexemes import MAX_LENGTH, clause, content_length, inside, lexemes, query_lexemes

AWKWARD = st.sampled_from(
    ['"', "\\", "'", "’", ":", "/", "*", "?", "(", "AND", "OR", "NOT", "TO", " ", "ß", "ﬁ", "\ud83d"]
)
ANYTHING = st.lists(AWKWARD | st.text(st.characters(), max_size=8), max_size=8).map("".join)
_CLAUSE = re.compile(r'lexemes:\["[^"\\]+" TO "[^"\\]+"\]')


@given(ANYTHING)
def test_no_text_raises_and_no_lexeme_can_leave_its_quotes(text: str) -> None:
    for word in lexemes(text):
        assert word
        assert not set(word) & {'"', "\\"}
        assert word.split() == [word]
        word.encode("utf-8")


@given(ANYTHING)
def test_a_clause_holds_one_quoted_word_and_nothing_else(text: str) -> None:
    for word in query_lexemes(text):
        assert _CLAUSE.fullmatch(clause(word))
        assert clause(word).count(word) >= 2


def test_a_query_is_kept_inside_the_scopes() -> None:
    assert inside(["k1", "k22"]) == "+scope_key:(k1 k22)^0"


@given(ANYTHING)
def test_composed_and_decomposed_forms_have_the_same_lexemes(text: str) -> None:
    assert lexemes(unicodedata.normalize("NFC", text)) == lexemes(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        (r"the file is C:\a\b/c", r"C:\a\b/c"),
        ("see node:x for it", "node:x"),
        ("the prefix is tb-", "tb-"),
        ('he said "unclosed', '"unclosed'),
        ("a gate is AND OR", "AND OR"),
        ('what? "is (this', 'what? "is (this'),
        ("mum's number is 0170-1234567", "0170-1234567"),
        ("我住在北京市朝阳区", "朝阳"),
        ("東京タワーに行った", "タワー"),
        ("서울에서 살아요", "서울"),
        ("Я живу в Москве", "МОСКВЕ"),
        ("أعيش في القاهرة", "القاهرة"),
        ("le CAFÉ crème", "cafe\u0301"),
        ("I felt 🙂 today", "🙂"),
        ("Straße", "STRASSE"),
        ("ﬁsh", "fish"),
    ],
)
def test_what_is_asked_is_among_what_is_stored(stored: str, asked: str) -> None:
    words = query_lexemes(asked)
    assert words
    assert set(words) <= set(lexemes(stored))


def test_words_of_one_stem_are_one_lexeme_and_possessives_are_dropped() -> None:
    assert lexemes("Ann's boats sailed") == lexemes("Ann boat sailing")


def test_stop_words_are_left_out_of_a_question_unless_there_is_nothing_else() -> None:
    assert query_lexemes("What is the boat?") == ["boat"]
    assert query_lexemes("To be or not to be") == ["to", "be", "or", "not"]
    assert content_length(lexemes("What is the boat?")) == 1


@pytest.mark.parametrize("text", ["", "  \n", "?!...", '"', "\\", "-- ; --"])
def test_punctuation_alone_holds_no_word(text: str) -> None:
    assert query_lexemes(text) == []


def test_a_word_without_end_is_cut_the_same_way_on_both_sides() -> None:
    word = "x" * 100_000
    assert lexemes(word) == query_lexemes(word)
    assert len(lexemes(word)[0].encode()) <= 4 * MAX_LENGTH


def test_a_long_question_stays_within_what_lucene_takes() -> None:
    words = query_lexemes(" ".join(f"word{number}" for number in range(5_000)))
    assert 200 < len(words) < 1000


def test_threads_stem_alike() -> None:
    texts = [f"running boats number {number} sailing quickly" for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lexemes, texts)) == [lexemes(text) for text in texts]
