from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.write.sentences import LONGEST, sentences


def split(text: str) -> list[str]:
    return [span.of(text) for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I met Dr. Smith. He is kind.", ["I met Dr. Smith.", "He is kind."]),
        ("It weighs 3.5 kg. Fine.", ["It weighs 3.5 kg.", "Fine."]),
        ("See https://a.b.org/x.html. Then stop.", ["See https://a.b.org/x.html.", "Then stop."]),
        ("Wait... no. Yes!", ["Wait... no.", "Yes!"]),
        ('"Really?" she asked. Yes.', ['"Really?" she asked.', "Yes."]),
        ("I take vitamin C. Good for me.", ["I take vitamin C.", "Good for me."]),
        ("John F. Kennedy spoke. We listened.", ["John F. Kennedy spoke.", "We listened."]),
        ("e.g. apples, i.e. fruit. Done.", ["e.g. apples, i.e. fruit.", "Done."]),
        ("我去了北京。很好！真的？", ["我去了北京。", "很好！", "真的？"]),
        ("- milk\n- two eggs\n1. Run it.\n2. Stop it.", ["- milk", "- two eggs", "1. Run it.", "2. Stop it."]),
        ("Call os.path.join(a, b) first", ["Call os.path.join(a, b) first"]),
        ("one\n\ntwo", ["one", "two"]),
    ],
)
def test_sentences_end_where_they_end(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_long_line_without_an_end_goes_on() -> None:
    text = "This line of a document is broken by its editor at about eighty characters and then\ngoes on in the next."
    assert split(text) == [text]


def test_a_fenced_block_is_one_piece() -> None:
    text = "Run this:\n```sh\nmake all. \nmake test\n```\nThen rest."
    assert split(text) == ["Run this:", "```sh\nmake all. \nmake test\n```", "Then rest."]


def test_what_is_too_long_is_cut_and_nothing_is_lost() -> None:
    text = "word, " * 1000
    found = split(text)
    assert max(map(len, found)) <= LONGEST
    assert "".join(found).replace(" ", "") == text.replace(" ", "")


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_every_character_lies_in_one_sentence(text: str) -> None:
    spans = sentences(text)
    covered = "".join(span.of(text) for span in spans)
    assert [c for c in covered if not c.isspace()] == [c for c in text if not c.isspace()]
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
