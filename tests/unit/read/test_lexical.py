from __future__ import annotations

import math

import pytest

from mnemosaic.read.lexical import K1, B, bm25


def test_the_formula_on_a_small_example() -> None:
    documents = {"one": ("blue boat boat", 3), "two": ("red boat", 2)}
    scores = bm25(["boat", "blue"], documents, turns=10, lexemes=40)

    def part(holding: int, count: int, length: int) -> float:
        idf = math.log(1 + (10 - holding + 0.5) / (holding + 0.5))
        return idf * count * (K1 + 1) / (count + K1 * (1 - B + B * length / 4))

    assert scores["one"] == pytest.approx(part(2, 2, 3) + part(1, 1, 3))
    assert scores["two"] == pytest.approx(part(2, 1, 2))


def test_a_rare_word_counts_more_and_a_long_turn_less() -> None:
    documents = {
        "rare": ("violin x", 2),
        "long": ("violin x", 50),
        "common": ("boat x", 2),
        "other": ("boat y", 2),
        "third": ("boat z", 2),
    }
    scores = bm25(["violin", "boat"], documents, turns=100, lexemes=300)
    assert scores["rare"] > scores["common"] == scores["other"]
    assert scores["rare"] > scores["long"] > 0


def test_scores_are_never_negative_and_other_documents_score_nothing() -> None:
    documents = {str(number): ("boat", 1) for number in range(10)} | {"none": ("lamp", 1), "empty": ("", 0)}
    scores = bm25(["boat"], documents, turns=10, lexemes=10)
    assert all(score > 0 for name, score in scores.items() if name.isdigit())
    assert scores["none"] == scores["empty"] == 0


@pytest.mark.parametrize("turns", [0, 1])
def test_counts_that_lag_behind_do_no_harm(turns: int) -> None:
    assert bm25(["boat"], {"a": ("boat", 1), "b": ("boat", 1)}, turns=turns, lexemes=0)["a"] > 0
    assert bm25([], {}, turns=0, lexemes=0) == {}


def test_how_many_turns_hold_a_word_is_taken_as_counted_where_it_is() -> None:
    documents = {"a": ("boat", 1), "b": ("lamp", 1)}
    scores = bm25(["boat", "lamp"], documents, turns=100, lexemes=100, holding={"boat": 90, "lamp": 2})
    assert scores["b"] > scores["a"] > 0
    assert bm25(["boat"], documents, turns=1, lexemes=1, holding={"boat": 90})["a"] > 0
