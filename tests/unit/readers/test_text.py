from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.readers import read
from mnemosaic.readers.blocks import LONGEST, blocks, split
from mnemosaic.turns import Role, Turn

NOTES = """---
title: Deploying
date: 2024-05-01
---
Before the first heading.

# Deploy

Run these steps:

```sh
make backup

# not a heading
make ship
```

## When

Never on
a Friday.

Setext
======

    indented = True

    more = 1

***

Last words.
"""


def turns(tmp_path: Path, content: str, name: str = "notes.md", **options: str) -> list[Turn]:
    path = tmp_path / name
    path.write_bytes(content.encode())
    found = list(read(path, "text", **options))  # type: ignore[arg-type]
    assert all(isinstance(item, Turn) for item in found)
    return found  # type: ignore[return-value]


def test_paragraphs_headings_and_code(tmp_path: Path) -> None:
    found = turns(tmp_path, NOTES)
    assert [(turn.text, turn.metadata.get("heading")) for turn in found[1:]] == [
        ("Before the first heading.", None),
        ("# Deploy\n\nRun these steps:", "Deploy"),
        ("```sh\nmake backup\n\n# not a heading\nmake ship\n```", "Deploy"),
        ("## When\n\nNever on\na Friday.", "Deploy > When"),
        ("Setext\n======\n\n    indented = True\n\n    more = 1", "Setext"),
        ("Last words.", "Setext"),
    ]
    assert {(turn.role, turn.session, str(turn.said_at)) for turn in found} == {
        (Role.DOCUMENT, "Deploying", "2024-05-01 00:00:00+00:00")
    }
    assert [turn.position for turn in found] == list(range(7))
    assert turns(tmp_path, NOTES.replace("\n", "\r\n")) == found


def test_the_session_is_given_or_the_title_or_made_of_the_text_never_the_path(tmp_path: Path) -> None:
    assert turns(tmp_path, NOTES, session="mine")[0].session == "mine"
    assert turns(tmp_path, "## Title\n\ntext")[0].session == "Title"
    unnamed = turns(tmp_path, "text\n\nmore", name="a.txt")
    assert unnamed == turns(tmp_path, "text\n\nmore", name="b.md")
    assert unnamed[0].session.startswith("document-")
    assert unnamed[0].session != turns(tmp_path, "other")[0].session


def test_a_date_that_is_no_date_stays_in_the_text(tmp_path: Path) -> None:
    (front, text) = turns(tmp_path, "---\ndate: one day\n---\ntext")
    assert (front.said_at, text.said_at) == (None, None)
    assert "one day" in front.text


def test_a_long_paragraph_is_split_between_sentences_and_code_is_not(tmp_path: Path) -> None:
    sentence = "The harbour lies behind the second pier, and the ferry leaves at nine. "
    found = turns(tmp_path, sentence * 100)
    assert len(found) > 3
    assert all(len(turn.text) <= LONGEST and turn.text.endswith("nine.") for turn in found[:-1])
    assert " ".join(turn.text.strip() for turn in found) == (sentence * 100).strip()
    code = "```\n" + "x = 1\n" * 1000 + "```"
    assert [turn.text for turn in turns(tmp_path, code)] == [code]
    assert "".join(turn.text for turn in turns(tmp_path, "字" * 5000)) == "字" * 5000


def test_headings_without_text_are_kept(tmp_path: Path) -> None:
    found = turns(tmp_path, "# A\n## B\n## C\ntext\n# D")
    assert [(turn.text, turn.metadata["heading"]) for turn in found] == [
        ("# A\n\n## B", "A > B"),
        ("## C\n\ntext", "A > C"),
        ("# D", "D"),
    ]


def test_a_fence_that_never_ends_runs_to_the_end(tmp_path: Path) -> None:
    assert [turn.text for turn in turns(tmp_path, "a\n~~~\nb\n\n```\nc")] == ["a", "~~~\nb\n\n```\nc"]


PIECES = st.sampled_from(["# h", "```", "~~~", "word", "two words.", "", "    code", "- item", "é🙂", "---", "==="])


@given(st.lists(PIECES, max_size=30))
def test_no_word_is_lost(lines: list[str]) -> None:
    pieces = [piece for block in blocks("\n".join(lines)) for piece in split(block)]
    kept = [word for piece in pieces for word in piece.split() if word != "---"]
    assert kept == [word for line in lines for word in line.split() if word != "---"]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), st.integers(1, 60))
def test_any_text_in_any_length_is_kept(text: str, times: int) -> None:
    whole = text * times
    pieces = [piece for block in blocks(whole) for piece in split(block)]
    assert all(piece.strip() for piece in pieces)
    kept = "".join("".join(pieces).split())
    marks = str.maketrans("", "", "-*_")
    assert kept.translate(marks) == "".join(whole.split()).translate(marks)
