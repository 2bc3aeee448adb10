"""Which format a file is in, decided by its content."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from mnemosaic.errors import FormatError, InputError
from mnemosaic.readers.source import Line, Source, parse_json

_LOOK = 20
"""Lines, or entries of a JSON list, that are looked at."""
_LINES_NAMES = {".jsonl", ".ndjson"}
_JSON_NAMES = {".json", *_LINES_NAMES}


class Kind(StrEnum):
    """The formats that can be read."""

    TURNS = "turns"
    OPENAI = "openai"
    CHATGPT = "chatgpt"
    LOCOMO = "locomo"
    TEXT = "text"


FORMATS = (
    "turns (JSON lines, each with a text), openai (chat messages as JSON or JSON lines), "
    "chatgpt (an export's conversations.json), locomo (a LoCoMo file), text (Markdown or plain text)"
)
_NO_LINE = "{}: none of its first lines is a turn or a message; the formats are: " + FORMATS


def kind_named(name: str) -> Kind | None:
    """The format called `name`; None for `auto`. Raises `FormatError` for another name."""
    if name == "auto":
        return None
    try:
        return Kind(name)
    except ValueError as error:
        raise FormatError(f"there is no format {name!r}; the formats are: {FORMATS}") from error


def settle(source: Source, told: Kind | None) -> Kind:
    """The format to read `source` in. Raises `FormatError` where it is not the one that was told, or none at all."""
    if not any(line.text.strip() or line.error for line in source.ahead()):
        raise InputError(f"{source.name} is empty; there is nothing to read")
    if told is Kind.TEXT:
        return told
    found = _recognise(source)
    if told is not None and found is not told:
        raise FormatError(f"{source.name} is not in the format {told}: it looks like {found}; read it as that, or auto")
    return found


def shape(value: object) -> Kind | None:
    """The format that a JSON value has the form of."""
    if isinstance(value, list):
        return next((found for entry in value[:_LOOK] if (found := _shape_of_object(entry))), None)
    return _shape_of_object(value)


def _shape_of_object(value: object) -> Kind | None:
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("mapping"), dict):
        return Kind.CHATGPT
    if isinstance(value.get("conversation"), dict) and any(
        re.fullmatch(r"session_\d+", key) for key in value["conversation"]
    ):
        return Kind.LOCOMO
    if isinstance(value.get("messages"), list) or ("role" in value and {"content", "tool_calls"} & value.keys()):
        return Kind.OPENAI
    return Kind.TURNS if "text" in value else None


def _recognise(source: Source) -> Kind:
    first = next(_written(source))
    start = first.text.strip()
    if not start.startswith("[") and not start.endswith(("{", "[", ",")):
        looked_at = zip(range(_LOOK), _written(source), strict=False)
        found = next((kind for _, line in looked_at if (kind := _shape_of_line(line))), None)
        if found:
            return found
    if first.error:
        raise FormatError(f"{source.name} cannot be read: {first.error}; the formats are: {FORMATS}")
    if start.startswith(("{", "[")) or source.suffix == ".json":
        return _document(source, start)
    if source.suffix in _LINES_NAMES:
        raise FormatError(_NO_LINE.format(source.name))
    source.whole()
    return Kind.TEXT


def _written(source: Source) -> Iterator[Line]:
    return (line for line in source.ahead() if line.text.strip() or line.error)


def _shape_of_line(line: Line) -> Kind | None:
    if line.error or not line.text.startswith("{"):
        return None
    try:
        return shape(parse_json(line.text))
    except ValueError:
        return None


def _document(source: Source, first: str) -> Kind:
    try:
        value = source.document()
    except FormatError:
        raise
    except ValueError as error:
        if source.suffix not in _JSON_NAMES and not re.match(r"\{|\[\s*([\[{\"]|$)", first):
            return Kind.TEXT
        if source.suffix in _LINES_NAMES:
            raise FormatError(_NO_LINE.format(source.name)) from error
        raise FormatError(f"{source.name} begins like JSON but is {error}; the formats are: {FORMATS}") from error
    if value in ([], {}):
        raise InputError(f"{source.name} holds an empty {type(value).__name__}; there is nothing to read")
    found = shape(value)
    if found is None:
        raise FormatError(f"{source.name} is JSON of no form that is known; the formats are: {FORMATS}")
    if found is Kind.TURNS:
        raise FormatError(f"{source.name} is one JSON document; turns are read from JSON lines, one object a line")
    return found
