import json
import os
from pathlib import Path

import pytest

from mnemosaic.errors import FormatError, InputError
from mnemosaic.readers import Kind, detect, read

TURN = {"text": "hello", "speaker": "Ann"}
MESSAGE = {"role": "user", "content": "hello"}
EXPORT = [{"title": "T", "mapping": {}, "current_node": "x"}]
LOCOMO = [{"sample_id": "c", "qa": [], "conversation": {"session_1": [], "session_1_date_time": ""}}]

FILES: dict[str, tuple[str, Kind]] = {
    "turns": (json.dumps(TURN) + "\n" + json.dumps(TURN), Kind.TURNS),
    "one turn": (json.dumps(TURN), Kind.TURNS),
    "blank lines first": ("\n \n" + json.dumps(TURN), Kind.TURNS),
    "message lines": (json.dumps(MESSAGE) + "\n" + json.dumps(MESSAGE), Kind.OPENAI),
    "message list": (json.dumps([MESSAGE]), Kind.OPENAI),
    "message list by hand": ("[\n" + json.dumps(MESSAGE) + ",\n" + json.dumps(MESSAGE) + "\n]", Kind.OPENAI),
    "messages": (json.dumps({"messages": [MESSAGE]}), Kind.OPENAI),
    "messages, indented": (json.dumps({"model": "x", "messages": [MESSAGE]}, indent=2), Kind.OPENAI),
    "messages, by hand": ('{"messages": [\n' + json.dumps(MESSAGE) + "\n]}", Kind.OPENAI),
    "records": ("\n".join([json.dumps({"messages": [MESSAGE]})] * 2), Kind.OPENAI),
    "export": (json.dumps(EXPORT), Kind.CHATGPT),
    "export, indented": (json.dumps(EXPORT, indent=1), Kind.CHATGPT),
    "one chat of an export": (json.dumps(EXPORT[0]), Kind.CHATGPT),
    "locomo": (json.dumps(LOCOMO), Kind.LOCOMO),
    "one locomo sample": (json.dumps(LOCOMO[0]), Kind.LOCOMO),
    "markdown": ("# Title\n\nText.", Kind.TEXT),
    "plain": ("Just a line.", Kind.TEXT),
    "a link first": ("[home](https://example.org) and more", Kind.TEXT),
    "a task list": ("[ ] buy milk\n[x] buy bread", Kind.TEXT),
    "front matter": ("---\ntitle: A\n---\nText", Kind.TEXT),
    "a number": ("42", Kind.TEXT),
}


@pytest.mark.parametrize("name", FILES)
def test_content_decides(tmp_path: Path, name: str) -> None:
    content, expected = FILES[name]
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    assert detect(path) is expected


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("told", [kind for kind in Kind if kind is not Kind.TEXT])
def test_a_wrong_format_is_refused_at_once_with_both_named(tmp_path: Path, name: str, told: Kind) -> None:
    content, expected = FILES[name]
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    if told is expected:
        read(path, told)
    else:
        with pytest.raises(FormatError, match=f"not in the format {told}: it looks like {expected}"):
            read(path, told)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", '{"foo": 1}', "JSON of no form that is known"),
        ("a.json", "[1, 2, 3]", "JSON of no form that is known"),
        ("a.json", '[{"role": "user", "content": "cut', r"not JSON: Unterminated.*column"),
        ("a.txt", '[{"role": "user", "content": "cut', "begins like JSON"),
        ("a.json", "plain words", "begins like JSON but is not JSON"),
        ("a.jsonl", "plain words", "none of its first lines"),
        ("a.jsonl", '{"foo": 1}\n{"foo": 2}', "none of its first lines"),
        ("a.json", json.dumps([TURN]), "one object a line"),
    ],
)
def test_what_fits_nothing_is_refused_with_the_formats(tmp_path: Path, name: str, content: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(FormatError, match=message) as caught:
        read(path)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"  \n\n \t", b"\xef\xbb\xbf", b"[]", b"{}"])
@pytest.mark.parametrize("kind", ["auto", "turns", "openai"])
def test_an_empty_file_is_refused(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"is empty|holds an empty"):
        read(path, kind)


def test_a_missing_file_a_folder_and_a_closed_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        read(tmp_path / "none")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path)
    closed = tmp_path / "closed"
    closed.write_text("x")
    closed.chmod(0)
    if os.geteuid() != 0:
        with pytest.raises(InputError, match="cannot be read"):
            read(closed)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", r"byte 0 \(0x89\)"),
        (b"text\nand \x00 more", "byte 9 is NUL"),
        ("caf\u00e9 au lait".encode("latin-1"), r"byte 3 \(0xe9\) is not UTF-8"),
        (b"line\n" * 50 + b"\xff", r"line 51: byte 250 \(0xff\)"),
        ("text".encode("utf-16-le"), "NUL"),
        (b"\xff\xfea\x00\x00\xd8b\x00", "byte 4 is not UTF-16"),
    ],
)
@pytest.mark.parametrize("kind", ["auto", "text", "turns"])
def test_what_is_no_text_is_refused_with_the_byte(tmp_path: Path, content: bytes, message: str, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message):
        read(path, kind)


def test_bad_options_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("text")
    with pytest.raises(FormatError, match=r"no format 'pdf'; the formats are: turns.*locomo"):
        read(path, "pdf")
    with pytest.raises(InputError, match="no time zone"):
        read(path, timezone="Mars/Olympus")
    with pytest.raises(InputError, match="no role"):
        read(path, speakers={"boss": "Ann"})
