import json
import os
import threading
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.readers import BadLine, read
from mnemosaic.turns import Role, Turn


def write(path: Path, *lines: object) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8", newline="")
    return path


def turns(path: Path, **options: object) -> list[Turn]:
    items = list(read(path, **options))  # type: ignore[arg-type]
    assert all(isinstance(item, Turn) for item in items), items
    return items  # type: ignore[return-value]


def only_bad(path: Path, line: object) -> BadLine:
    """The bad line that `line` becomes between two good ones."""
    items = list(read(write(path, {"text": "before"}, line, {"text": "after"})))
    assert [getattr(item, "text", None) for item in items][::2] == ["before", "after"]
    assert isinstance(items[1], BadLine)
    assert items[1].line == 2
    assert "\n" not in items[1].reason
    return items[1]


def test_every_key(tmp_path: Path) -> None:
    line = {
        "id": "D1:3",
        "session": "s",
        "speaker": "Ann",
        "role": "assistant",
        "text": "  kept  as it is\n",
        "said_at": "2023-05-24T10:00:00+09:00",
        "caption": "a cat",
        "metadata": {"a": {"b": [1, {"c": 2}]}, "n": None},
    }
    (turn,) = turns(write(tmp_path / "t.jsonl", line))
    assert turn == Turn(
        source_id="D1:3",
        session="s",
        speaker="Ann",
        role=Role.ASSISTANT,
        text="  kept  as it is\n",
        said_at=datetime(2023, 5, 24, 1, tzinfo=UTC),
        caption="a cat",
        metadata={"a": {"b": [1, {"c": 2}]}, "n": None},
        position=0,
    )


def test_defaults_come_from_the_options(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", {"text": "a"}, {"text": "b", "role": "assistant", "session": None})
    first, second = turns(path, session="trip", speakers={"user": "Ann"})
    assert (first.session, first.speaker, first.role) == ("trip", "Ann", Role.USER)
    assert (second.session, second.speaker) == ("trip", "assistant")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"text": "cut', "not JSON: Unterminated string"),
        ("[1, 2]", "is not a JSON object"),
        ({"text": ""}, "has no text"),
        ({"text": " \n "}, "has no text"),
        ({"session": "s"}, "text is missing"),
        ({"text": 3}, "text is invalid: Input should be a valid string"),
        ({"text": "a", "txet": "b"}, "txet is not a key of a turn"),
        ({"text": "a", "role": "ghost"}, "role is invalid"),
        ({"text": "a", "role": ["user"]}, "role is invalid"),
        ({"text": "a", "metadata": [1]}, "metadata is invalid"),
        ({"text": "a", "said_at": "next week"}, "said_at is no time: 'next week'"),
        ({"text": "a", "said_at": True}, "said_at is no time: True"),
        ('{"text": "a", "said_at": 1e999}', "said_at is no time: inf"),
        ({"text": "a", "said_at": "0001-01-01T00:00:00+09:00"}, "said_at is no time"),
        ('{"text": "\\ud800"}', "text holds half of a surrogate pair"),
        ('{"text": "a", "metadata": {"k": ["\\udfff"]}}', "metadata holds half of a surrogate pair (U+DFFF)"),
        ('{"text": "a", "metadata": {"k": NaN}}', "NaN is no JSON number"),
        ('{"text": "a", "metadata": ' + "[" * 100_000, "nested too deeply"),
    ],
)
def test_a_broken_line_in_the_middle_is_named_and_the_others_go_in(tmp_path: Path, line: object, reason: str) -> None:
    assert reason in only_bad(tmp_path / "t.jsonl", line).reason


def test_a_line_that_is_no_utf8_is_named_with_its_byte(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b'{"text": "a"}\n{"text": "\xff"}\n{"text": "b"}\n')
    first, bad, last = read(path)
    assert isinstance(bad, BadLine)
    assert bad.reason.startswith("byte 24 (0xff) is not UTF-8")
    assert [first.text, last.text] == ["a", "b"]


def test_a_broken_first_line_does_not_hide_the_format(tmp_path: Path) -> None:
    bad, good = read(write(tmp_path / "t.jsonl", '{"text": "cut', {"text": "b"}))
    assert isinstance(bad, BadLine)
    assert good.text == "b"


def test_mending_a_line_leaves_the_ids_of_the_others(tmp_path: Path) -> None:
    lines: list[object] = [{"session": f"s{n // 4}", "text": f"{n}"} for n in range(12)]
    whole = turns(write(tmp_path / "whole.jsonl", *lines))
    for broken in range(12):
        for damage in (json.dumps(lines[broken])[:-3], {**lines[broken], "said_at": "?"}):  # type: ignore[dict-item]
            path = write(tmp_path / "broken.jsonl", *lines[:broken], damage, *lines[broken + 1 :])
            rest = [item for item in read(path) if isinstance(item, Turn)]
            assert rest == whole[:broken] + whole[broken + 1 :]


def test_positions_count_within_sessions(tmp_path: Path) -> None:
    path = write(tmp_path / "t.jsonl", *({"session": session, "text": "x"} for session in "abbab"))
    assert [(turn.session, turn.position) for turn in turns(path)] == [
        ("a", 0),
        ("b", 0),
        ("b", 1),
        ("a", 1),
        ("b", 2),
    ]


def test_the_same_file_gives_the_same_ids_wherever_it_lies(tmp_path: Path) -> None:
    lines = [{"session": f"s{n % 3}", "text": f"turn {n}"} for n in range(30)]
    (tmp_path / "sub").mkdir()
    ids = [
        [turn.id_in("acme/ann", index) for index, turn in enumerate(turns(write(path, *lines)))]
        for path in (tmp_path / "a.jsonl", tmp_path / "sub" / "b.txt")
    ]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 30


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(text=TEXT, speaker=TEXT, caption=TEXT, key=TEXT, escape=st.booleans())
def test_any_text_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, text: str, speaker: str, caption: str, key: str, escape: bool
) -> None:
    written = Turn(text=text, speaker=speaker, caption=caption, metadata={key: [text, None, 1.5]}, position=0)
    path = tmp_path_factory.mktemp("unicode") / "t.jsonl"
    fields = written.model_dump(mode="json", by_alias=True)
    path.write_bytes(json.dumps(fields, ensure_ascii=escape).encode())
    assert list(read(path)) == [written]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_marks_of_encodings_are_understood(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "t.jsonl"
    mark = "\ufeff" if encoding.endswith("e") else ""
    texts = ["日本語", "naïve 🙂", "x" * 100_000]
    path.write_bytes((mark + "\r\n".join(json.dumps({"text": t}, ensure_ascii=False) for t in texts)).encode(encoding))
    assert [turn.text for turn in turns(path)] == texts


def test_lines_end_at_line_feeds_only(tmp_path: Path) -> None:
    text = "one\u2028two\u0085three\u000bfour"
    assert [turn.text for turn in turns(write(tmp_path / "t.jsonl", {"text": text}))] == [text]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_the_first_turn_comes_before_the_last_is_written(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    seen = threading.Event()
    in_time: list[bool] = []

    def feed() -> None:
        with pipe.open("w") as out:
            out.write('{"text": "first"}\n')
            out.flush()
            in_time.append(seen.wait(20))
            out.write('{"text": "last"}\n')

    writer = threading.Thread(target=feed)
    writer.start()
    items = read(pipe)
    assert next(items).text == "first"
    seen.set()
    assert [item.text for item in items] == ["last"]
    writer.join(20)
    assert in_time == [True]


def test_a_hundred_thousand_turns_need_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with path.open("w") as out:
        for number in range(100_000):
            out.write(f'{{"session": "s{number % 50}", "text": "I walked {number} steps."}}\n')
    tracemalloc.start()
    try:
        count = sum(1 for _ in zip(range(20_000), read(path), strict=False))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000
    assert count == 20_000
    assert sum(1 for _ in read(path)) == 100_000
