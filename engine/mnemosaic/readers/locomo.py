"""LoCoMo: conversations of two people over many sessions (Maharana et al., ACL 2024)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from mnemosaic.errors import NotFoundError
from mnemosaic.readers.detect import Kind, settle
from mnemosaic.readers.items import Item, Options, Place, make
from mnemosaic.readers.source import Source
from mnemosaic.turns import Turn

_SESSION = re.compile(r"session_(\d+)")
_KEPT = ("img_url", "query", "re-download")


def conversations(path: str | Path) -> list[str]:
    """The sample ids in the file, in its order. Raises `InputError`, and `FormatError` for another format."""
    return [name for name, _ in _samples(_open(path))]


def read_conversation(path: str | Path, name: str) -> list[Turn]:
    """The turns of the conversation with sample id `name`, as `read` gives them. Raises `NotFoundError`."""
    items = read(_open(path), Options(conversation=name))
    return [item for item in items if isinstance(item, Turn)]


def read(source: Source, options: Options) -> Iterator[Item]:
    """One item a turn, of the conversation that the options name, or else of all.

    Sessions are called `<sample id>/session_<n>` and turns keep their `dia_id`. A session's time is that of all its
    turns; captions of images come along. Raises `NotFoundError` for a conversation that the file does not hold.
    """
    samples = list(_samples(source))
    if options.conversation is not None:
        names = [name for name, _ in samples]
        if options.conversation not in names:
            raise NotFoundError(
                f"{source.name} has no conversation {options.conversation!r}; it has {', '.join(names)}"
            )
        samples = [(name, talk) for name, talk in samples if name == options.conversation]
    return (item for name, talk in samples for item in _conversation(name, talk, options))


def time_of_session(text: str) -> str:
    """A session's time such as `1:56 pm on 8 May, 2023` as ISO 8601 without a zone; other text as it is."""
    for form in ("%I:%M %p on %d %B, %Y", "%I:%M %p on %d %b, %Y", "%H:%M on %d %B, %Y", "%d %B, %Y"):
        try:
            return datetime.strptime(text.strip(), form).isoformat()
        except ValueError:
            continue
    return text


def _open(path: str | Path) -> Source:
    source = Source(Path(path))
    settle(source, Kind.LOCOMO)
    return source


def _samples(source: Source) -> Iterator[tuple[str, object]]:
    document = source.document()
    for number, sample in enumerate(document if isinstance(document, list) else [document], 1):
        held: Mapping[str, Any] = sample if isinstance(sample, Mapping) else {}
        yield str(held.get("sample_id") or f"conversation-{number}"), held.get("conversation")


def _conversation(name: str, talk: object, options: Options) -> Iterator[Item]:
    if not isinstance(talk, Mapping):
        yield Place(0, name).bad("has no conversation", talk)
        return
    numbers = sorted(int(found[1]) for key in talk if (found := _SESSION.fullmatch(key)))
    for number in numbers:
        spoken = talk[f"session_{number}"]
        said_at = time_of_session(str(talk.get(f"session_{number}_date_time") or ""))
        session = f"{name}/session_{number}"
        for position, raw in enumerate(spoken if isinstance(spoken, list) else [spoken]):
            place = Place(0, f"turn {position + 1} of {session}")
            if isinstance(raw, Mapping):
                yield make(_fields(raw, session, position, said_at), place, options)
            else:
                yield place.bad("is no turn", raw)


def _fields(raw: Mapping[str, Any], session: str, position: int, said_at: str) -> dict[str, Any]:
    caption = raw.get("blip_caption")
    return {
        "text": raw.get("text"),
        "speaker": raw.get("speaker"),
        "session": session,
        "position": position,
        "said_at": said_at,
        "source_id": raw.get("dia_id"),
        "caption": caption or None,
        "metadata": {key: raw[key] for key in _KEPT if key in raw},
    }
