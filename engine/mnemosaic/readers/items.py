"""What every reader yields and is told: turns, lines that could not become turns, and the options."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from mnemosaic.readers.moments import parse_time
from mnemosaic.turns import Role, Turn

EXCERPT = 120
"""Characters of a bad line that are shown."""


class BadLine(BaseModel):
    """A line or message that makes no turn. Reading goes on after it.

    `line` counts from 1 and is 0 where the format is one JSON document; `where` names the place in every format.
    `reason` is one line; `text` is an excerpt of what stood there.
    """

    model_config = ConfigDict(frozen=True)

    line: int
    where: str
    reason: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


Item: TypeAlias = Turn | BadLine


@dataclass(frozen=True, slots=True)
class Options:
    """How to read what the source leaves open: names that it lacks, and the zone of times that have none."""

    session: str | None = None
    zone: tzinfo = UTC
    speakers: Mapping[Role, str] = field(default_factory=dict)
    conversation: str | None = None

    def speaker(self, role: Role) -> str:
        """The name of whoever speaks in `role` and is not named by the source."""
        return self.speakers.get(role, role.value)


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its source a turn stands."""

    line: int
    where: str

    def bad(self, reason: str, text: object) -> BadLine:
        """The bad line at this place."""
        return BadLine(line=self.line, where=self.where, reason=_one_line(reason), text=excerpt(text))


class Positions:
    """Counts the places of each session from 0. What makes no turn takes a place too.

    So a line that was mended later finds its place free, and the turns after it keep their ids.
    """

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def take(self, session: str) -> int:
        """The next free place of `session`."""
        place = self._taken[session]
        self._taken[session] += 1
        return place


def make(fields: Mapping[str, Any], place: Place, options: Options) -> Item:
    """A turn from `fields`, which are named as in `Turn`, with `said_at` in any form that `parse_time` reads."""
    try:
        said_at = parse_time(fields.get("said_at"), options.zone)
        turn = Turn.model_validate({**fields, "said_at": said_at})
        _storable(turn)
    except ValidationError as error:
        return place.bad(_first(error), fields.get("text"))
    except (ValueError, RecursionError) as error:
        return place.bad(str(error) or type(error).__name__, fields.get("text"))
    return turn


def merge_parts(parts: Iterable[str]) -> str:
    """The parts of one message as one text."""
    return "\n".join(part for part in parts if part)


def excerpt(value: object) -> str:
    """The beginning of `value` on one line, in characters that can be printed."""
    text = value if isinstance(value, str) else "" if value is None else repr(value)
    shown = _one_line(text[: EXCERPT + 1])
    return shown if len(text) <= EXCERPT else shown[:EXCERPT] + "…"


def _one_line(text: str) -> str:
    return " ".join(text.encode("utf-8", "backslashreplace").decode("utf-8").split())


def _storable(turn: Turn) -> None:
    if not turn.text.strip():
        raise ValueError("has no text")
    try:
        for name in ("text", "speaker", "session", "source_id", "caption"):
            (getattr(turn, name) or "").encode("utf-8")
        if turn.metadata:
            name = "metadata"
            json.dumps(turn.metadata, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        raise ValueError(f"{name} holds half of a surrogate pair (U+{code:04X}), which UTF-8 cannot store") from error


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "turn"
    known = {"missing": "is missing", "extra_forbidden": "is not a key of a turn"}
    if first["type"] == "string_unicode":
        return f"{where} holds half of a surrogate pair, which UTF-8 cannot store"
    return f"{where} {known.get(first['type'], 'is invalid: ' + first['msg'])}"
