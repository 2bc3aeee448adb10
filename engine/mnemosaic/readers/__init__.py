"""Readers: files of conversations and documents as a stream of turns.

`read` opens a file and yields a `Turn` for what can be used and a `BadLine` for what cannot, in the file's order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo
from pathlib import Path

from mnemosaic.errors import InputError
from mnemosaic.readers import chatgpt_export, locomo, openai_chat, text, turns_jsonl
from mnemosaic.readers.detect import FORMATS, Kind, kind_named, settle
from mnemosaic.readers.items import BadLine, Item, Options
from mnemosaic.readers.moments import zone_named
from mnemosaic.readers.source import Source
from mnemosaic.turns import Role

__all__ = ["FORMATS", "BadLine", "Item", "Kind", "detect", "read"]

_READERS: Mapping[Kind, Callable[[Source, Options], Iterator[Item]]] = {
    Kind.TURNS: turns_jsonl.read,
    Kind.OPENAI: openai_chat.read,
    Kind.CHATGPT: chatgpt_export.read,
    Kind.LOCOMO: locomo.read,
    Kind.TEXT: text.read,
}


def read(
    path: str | Path,
    kind: str = "auto",
    *,
    session: str | None = None,
    timezone: str | tzinfo = "UTC",
    speakers: Mapping[str, str] | None = None,
    conversation: str | None = None,
) -> Iterator[Item]:
    """The turns of a file, and a `BadLine` for each line or message that makes none; the others still come.

    `kind` is a `Kind`, or `auto`: by content. `session` names what the source leaves without a name, `timezone` (an
    IANA name) holds for times without a zone, `speakers` maps roles to names, as in `{"user": "Ann"}`, for messages
    without a name, and `conversation` picks one of a LoCoMo file.

    JSON lines are read as they are asked for, in bounded memory, from a pipe too; other formats are read whole.
    Every turn has its position, counted from 0 within its session, so the same file always gives the same turn ids.

    Raises at once, not at the first item: `InputError` for a file that is missing or empty and for bad options,
    `FormatError` for one that is in no known format, or not in the one that was told, or is not text.
    """
    told = kind_named(kind)
    options = Options(session or None, zone_named(timezone), _roles(speakers or {}), conversation)
    source = Source(Path(path))
    return _READERS[settle(source, told)](source, options)


def detect(path: str | Path) -> Kind:
    """The format of a file, decided by its content. Raises as `read` does."""
    return settle(Source(Path(path)), None)


def _roles(speakers: Mapping[str, str]) -> dict[Role, str]:
    unknown = [role for role in speakers if role not in set(Role)]
    if unknown:
        raise InputError(f"{unknown[0]!r} is no role; the roles are {', '.join(Role)}")
    return {Role(role): name for role, name in speakers.items()}
