"""Markdown or plain text: one turn a paragraph, with the headings that stand above it; or a transcript."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime

from mnemosaic.readers import transcript
from mnemosaic.readers.blocks import Block, blocks, split
from mnemosaic.readers.items import Item, Options, Place, make
from mnemosaic.readers.moments import parse_time
from mnemosaic.readers.source import Source
from mnemosaic.turns import Role

_FRONT = re.compile(r"^(title|date):\s*(.+)$", re.MULTILINE | re.IGNORECASE)


def read(source: Source, options: Options) -> Iterator[Item]:
    """One item a paragraph, list, table or block of code, in the file's order; no word of the file is left out.

    A heading comes with the block below it. Code is kept whole; a paragraph of more than `blocks.LONGEST` characters
    is split between sentences. The session is the one given, or the title in the text, or else `document-` and a hash
    of its first block. Raises `FormatError`, before the first item, where the file is not text.

    A text that is a transcript is read as one: see `transcript`.
    """
    text = source.whole()
    if transcript.is_transcript(text):
        return transcript.turns(text, options)
    found = list(blocks(text))
    front = {key.lower(): value.strip(" \"'") for key, value in _FRONT.findall(_front_matter(found))}
    session = options.session or front.get("title") or _title(found) or f"document-{_digest(found)}"
    return _items(found, session, _date(front.get("date"), options), options)


def _items(found: list[Block], session: str, date: datetime | None, options: Options) -> Iterator[Item]:
    position = 0
    for block in found:
        for piece in split(block):
            fields = {
                "text": piece,
                "role": Role.DOCUMENT,
                "speaker": options.speaker(Role.DOCUMENT),
                "session": session,
                "position": position,
                "said_at": date,
                "metadata": {"heading": " > ".join(block.path)} if block.path else {},
            }
            place = Place(block.line, f"line {block.line}")
            yield make(fields, place, options)
            position += 1


def _date(written: str | None, options: Options) -> datetime | None:
    """The date of the front matter; one that is not understood stays in the text only."""
    try:
        return parse_time(written, options.zone)
    except ValueError:
        return None


def _front_matter(found: list[Block]) -> str:
    return found[0].text if found and found[0].front else ""


def _title(found: list[Block]) -> str | None:
    """The heading that the text begins with."""
    first = next((block for block in found if not block.front), None)
    return first.path[0] if first and first.path else None


def _digest(found: list[Block]) -> str:
    return hashlib.sha256(found[0].text.encode("utf-8", "replace") if found else b"").hexdigest()[:12]
