"""OpenAI chat messages: a JSON list, `{"messages": [...]}`, or JSON lines of messages or of such records."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeAlias

from mnemosaic.readers.chat import text_of, turn_of
from mnemosaic.readers.items import BadLine, Item, Options, Place
from mnemosaic.readers.source import Source, parse_json

Entry: TypeAlias = tuple[Place, object] | BadLine
_NAMES = ("session", "conversation_id", "thread_id", "id", "title")


def read(source: Source, options: Options) -> Iterator[Item]:
    """One item a message. Messages that stand alone are one session, every record with `messages` is another.

    A session is called what its record calls it, or else as the options say, or else `chat-` and a hash of its first
    message that is not the system's: the same chat is the same session wherever its file lies.
    """
    names = _Names(options)
    entries = _of_document(source.document()) if source.is_document else _of_lines(source)
    for first in entries:
        if not isinstance(first, BadLine) and _record(first[1]) is not None:
            yield from _read_record(first, names, options)
        else:
            yield from _chat(chain([first], entries), names, options)


class _Names:
    """Names the sessions of one file, no two alike."""

    def __init__(self, options: Options) -> None:
        self._given = options.session
        self._used: Counter[str] = Counter()

    def name(self, record: Mapping[str, object], messages: Iterable[object]) -> str:
        own = next((str(record[key]) for key in _NAMES if isinstance(record.get(key), str | int)), None)
        if own is None and isinstance(record.get("metadata"), Mapping):
            return self.name(record["metadata"], messages)  # type: ignore[arg-type]
        base = own or self._given or f"chat-{_digest(messages)}"
        self._used[base] += 1
        return base if self._used[base] == 1 else f"{base}-{self._used[base]}"


def _digest(messages: Iterable[object]) -> str:
    spoken = [message for message in messages if isinstance(message, Mapping) and not _is_system(message)]
    first = f"{spoken[0].get('role')}\u001f{text_of(spoken[0].get('content'))}" if spoken else ""
    return hashlib.sha256(first.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _is_system(message: object) -> bool:
    return isinstance(message, Mapping) and message.get("role") in ("system", "developer")


def _record(value: object) -> list[object] | None:
    messages = value.get("messages") if isinstance(value, Mapping) else None
    return messages if isinstance(messages, list) else None


def _of_document(document: object) -> Iterator[Entry]:
    single = not isinstance(document, list)
    for number, value in enumerate(document if isinstance(document, list) else [document], 1):
        kind = "conversation" if _record(value) is not None else "message"
        yield Place(0, "the conversation" if single else f"{kind} {number}"), value


def _of_lines(source: Source) -> Iterator[Entry]:
    for line in source.lines():
        if not line.text.strip() and not line.error:
            continue
        place = Place(line.number, f"line {line.number}")
        try:
            yield place.bad(line.error, line.text) if line.error else (place, parse_json(line.text))
        except ValueError as error:
            yield place.bad(str(error), line.text)


def _read_record(entry: tuple[Place, object], names: _Names, options: Options) -> Iterator[Item]:
    outer, record = entry
    messages = _record(record) or []
    session = names.name(record if isinstance(record, Mapping) else {}, messages)
    tools: dict[str, str] = {}
    for position, message in enumerate(messages):
        place = Place(outer.line, f"message {position + 1} of {outer.where}")
        yield turn_of(message, place, session=session, position=position, options=options, tools=tools)


def _chat(entries: Iterator[Entry], names: _Names, options: Options) -> Iterator[Item]:
    lead = list(_lead(entries))
    session = names.name({}, [entry[1] for entry in lead if not isinstance(entry, BadLine)])
    tools: dict[str, str] = {}
    position = -1
    for entry in chain(lead, entries):
        if isinstance(entry, BadLine):
            position += 1
            yield entry
        elif _record(entry[1]) is not None:
            yield from _read_record(entry, names, options)
        else:
            position += 1
            yield turn_of(entry[1], entry[0], session=session, position=position, options=options, tools=tools)


def _lead(entries: Iterator[Entry]) -> Iterator[Entry]:
    """The entries up to the first message that is spoken, which names the session."""
    for entry in entries:
        yield entry
        if not isinstance(entry, BadLine) and not _is_system(entry[1]):
            return
