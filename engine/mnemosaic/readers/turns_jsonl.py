"""The project's own format: JSON lines, each one turn, with the keys of `Turn`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mnemosaic.readers.items import BadLine, Item, Options, Place, Positions, make
from mnemosaic.readers.source import Line, Source, parse_json
from mnemosaic.turns import Role

_SESSION = re.compile(r'"session"\s*:\s*"([^"\\]*)"')


def read(source: Source, options: Options) -> Iterator[Item]:
    """One item a line that is not blank, in bounded memory; positions count within each session.

    A line that makes no turn takes its place in the session that it names, or else in that of the line before.
    """
    positions = Positions()
    session = options.session or "default"
    for line in source.lines():
        if not line.text.strip() and not line.error:
            continue
        place = Place(line.number, f"line {line.number}")
        fields = _fields(line, place, options)
        if isinstance(fields, BadLine):
            named = _SESSION.search(line.text)
            session = named[1] if named else session
            positions.take(session)
            yield fields
            continue
        session = str(fields["session"])
        yield make({"position": positions.take(session), **fields}, place, options)


def _fields(line: Line, place: Place, options: Options) -> dict[str, Any] | BadLine:
    if line.error:
        return place.bad(line.error, line.text)
    try:
        value = parse_json(line.text)
    except ValueError as error:
        return place.bad(str(error), line.text)
    if not isinstance(value, dict):
        return place.bad("is not a JSON object", line.text)
    given = {key: entry for key, entry in value.items() if entry is not None}
    role = next((role for role in Role if role == given.get("role")), Role.USER)
    return {"session": options.session or "default", "speaker": options.speaker(role), **given}
