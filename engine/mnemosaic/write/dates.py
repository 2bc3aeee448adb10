"""Dates said in words, made absolute by the time at which they were said.

Times of a claim: what the text states becomes `occurred_from` and `occurred_until`. A claim that states no time has
neither; if it turns out to be episodic, `assumed_start` gives its start: the day on which it was said, with an open
end. A day and not a moment, so that one message stated twice on a day is one atom. Where the turn has no time of its
own, it stays unknown: the time of an import is no time of an event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from mnemosaic.turns import StoredTurn
from mnemosaic.write import calendar
from mnemosaic.write.calendar import Period
from mnemosaic.write.date_rules import COUNT, DAY_NAME, MONTH, RULES, UNIT, YEAR, Said
from mnemosaic.write.persons import speaks_in_past

_ANYTIME = re.compile(
    rf"(?<![\w-])(?:(?:{MONTH})(?![\w-])|{DAY_NAME}|yesterday|today|tonight|tomorrow|(?:this|last|next|past|coming|"
    rf"previous|following) [a-z]+|ago\b|{YEAR}\b|weekend|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|(?:in|for) (?:{COUNT}) "
    rf"{UNIT}s?\b)|[年月日天]|(?:gestern|heute|hier|ayer|hoy|вчера|сегодня|завтра|ieri|ontem|oggi|hoje|demain|amanhã|"
    rf"aujourd)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:will|going to|gonna|plan(?:s|ning|ned)? (?:to|on|for)|upcoming|looking forward|hop(?:e|es|ing) to|"
    r"can't wait|"
    r"have to|has to|need to|should|appointment|deadline|due|by|until|before)\b|['’]ll\b",
    re.IGNORECASE,
)
_YEARLY = re.compile(
    r"\b(?:birthday|anniversary|name day)s? (?:is|are|falls) (?!(?:today|tomorrow|next|this|coming)\b)", re.IGNORECASE
)
_EVERY = re.compile(r"\b(?:every|each|most|all|version|v)\s+(?:the\s+|single\s+|other\s+)?$", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?P<bound>by|until|till|before|since|from|after)\s+(?:the\s+|about\s+|around\s+)?$", re.IGNORECASE
)


class Dated(NamedTuple):
    """A time expression: where it stands, the period it means, and the word that makes it a bound, such as *until*."""

    start: int
    end: int
    period: Period
    bound: str = ""


def find(text: str, moment: datetime) -> list[Dated]:
    """The time expressions of a sentence that was said at `moment`, in order, none overlapping another.

    Repeated times ("every Friday", "my birthday is 3 March") and numbers that are no dates are left out.
    """
    if not _ANYTIME.search(text) or _YEARLY.search(text):
        return []
    past = speaks_in_past(text)
    said = Said(moment, past, not past and bool(_FUTURE.search(text)))
    found: list[Dated] = []
    taken: list[tuple[int, int]] = []
    for start, end, period in _all(text, said):
        if any(start < last and first < end for first, last in taken):
            continue
        taken.append((start, end))
        if period is None or _EVERY.search(text, max(0, start - 16), start):
            continue
        found.append(Dated(start, end, period, _bound(text, start)))
    return sorted(found)


def names_time(text: str) -> bool:
    """Whether a text may hold a time expression; quick, and never wrongly False."""
    return bool(_ANYTIME.search(text))


def annotate(text: str, dates: list[Dated]) -> str:
    """`text` with the absolute date in brackets behind each expression that does not name it already."""
    parts: list[str] = []
    at = 0
    for dated in dates:
        parts.append(text[at : dated.end])
        at = dated.end
        name = dated.period.name
        if dated.bound == "for":
            name = f"since {name.partition(' to ')[0]}"
        if name not in text[dated.start : dated.end]:
            parts.append(f" ({name})")
    return "".join(parts) + text[at:]


def assumed_start(turn: StoredTurn) -> datetime | None:
    """When an episodic claim that states no time is taken to have happened: the day of saying, or None if unknown.

    The last day that the calendar has cannot be told either, for its end lies outside.
    """
    if turn.turn.said_at is None:
        return None
    try:
        return calendar.day(turn.turn.said_at).start
    except OverflowError:
        return None


def _bound(text: str, start: int) -> str:
    if text[start : start + 4].lower() == "for ":
        return "for"
    bound = _BOUND.search(text, max(0, start - 18), start)
    return bound["bound"].lower() if bound else ""


def _all(text: str, said: Said) -> Iterator[tuple[int, int, Period | None]]:
    for pattern, rule in RULES:
        for match in pattern.finditer(text):
            try:
                yield match.start(), match.end(), rule(match, said)
            except (OverflowError, ValueError):
                yield match.start(), match.end(), None
