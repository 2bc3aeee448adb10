"""A file as lines of text: decoded strictly, read lazily, looked at before it is read."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple, NoReturn

from mnemosaic.errors import FormatError, InputError

_CHUNK = 1 << 16
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Line(NamedTuple):
    """One line without its end. `error` says why it could not be decoded."""

    number: int
    text: str
    error: str | None = None


class Source:
    """One file, read once from front to back; what was looked at is read again. Pipes work too."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.suffix = path.suffix.lower()
        self._head: list[Line] = []
        self._rest = _lines(path)
        self._document: object = None

    def ahead(self) -> Iterator[Line]:
        """The lines, from the first on, without using them up."""
        yield from self._head
        for line in self._rest:
            self._head.append(line)
            yield line

    def lines(self) -> Iterator[Line]:
        """The lines, each once."""
        head, self._head = self._head, []
        return chain(head, self._rest)

    def whole(self) -> str:
        """All text, with `\\n` at the ends of lines. Raises `FormatError` where it is not text."""
        for line in self.ahead():
            if line.error:
                raise FormatError(f"{self.name} cannot be read as text: line {line.number}: {line.error}")
        return "\n".join(line.text for line in self._head)

    def document(self) -> object:
        """The one JSON document that the file is; parsed once. Raises `ValueError` with a one-line reason."""
        if self._document is None:
            self._document = parse_json(self.whole())
            self._head = []
        return self._document

    @property
    def is_document(self) -> bool:
        """Whether the file was already understood as one JSON document."""
        return self._document is not None


def parse_json(text: str) -> object:
    """Strict JSON: no NaN, no Infinity. Raises `ValueError` with a one-line reason."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno} " if "\n" in text else ""
        raise ValueError(f"not JSON: {error.msg} ({line}column {error.colno})") from error
    except RecursionError as error:
        raise ValueError("JSON is nested too deeply") from error


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"not JSON: {constant} is no JSON number")


def _lines(path: Path) -> Iterator[Line]:
    try:
        with path.open("rb") as stream:
            start = stream.peek(4)[:4]
            encoding = next((name for mark, name in _MARKS if start.startswith(mark)), None)
            yield from _wide_lines(stream, encoding, path) if encoding else _utf8_lines(stream)
    except FileNotFoundError as error:
        raise InputError(f"there is no file {path}; check the name") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error


def _utf8_lines(stream: BinaryIO) -> Iterator[Line]:
    offset = 0
    for number, raw in enumerate(stream, 1):
        mark = len(codecs.BOM_UTF8) if number == 1 and raw.startswith(codecs.BOM_UTF8) else 0
        yield _utf8_line(number, raw[mark:], offset + mark)
        offset += len(raw)


def _utf8_line(number: int, raw: bytes, offset: int) -> Line:
    try:
        text, error = raw.decode("utf-8"), None
    except UnicodeDecodeError as wrong:
        text = raw.decode("utf-8", "replace")
        error = f"byte {offset + wrong.start} (0x{raw[wrong.start]:02x}) is not UTF-8; save the file as UTF-8"
    if error is None and b"\0" in raw:
        error = f"byte {offset + raw.index(0)} is NUL: a binary file, or UTF-16 without its mark"
    return Line(number, text.removesuffix("\n").removesuffix("\r"), error)


def _wide_lines(stream: BinaryIO, encoding: str, path: Path) -> Iterator[Line]:
    decoder = codecs.getincrementaldecoder(encoding)()
    offset, number, pending, chunk = 0, 0, "", b"."
    while chunk:
        chunk = stream.read(_CHUNK)
        held = len(decoder.getstate()[0])
        try:
            pending += decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as wrong:
            at = offset - held + wrong.start
            raise FormatError(f"{path} cannot be read as text: byte {at} is not {encoding.upper()}") from wrong
        offset += len(chunk)
        *whole, pending = pending.split("\n")
        for text in whole:
            number += 1
            yield Line(number, text.removesuffix("\r"))
    if pending:
        yield Line(number + 1, pending.removesuffix("\r"))
