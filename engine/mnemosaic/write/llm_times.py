"""Times as a language model writes them, read leniently into half-open spans."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from mnemosaic.times import as_utc
from mnemosaic.write import calendar, dates

_PARTIAL = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


class Moment(NamedTuple):
    """What a time means: a span where it is a day or coarser; `end` equals `start` for a moment."""

    start: datetime
    end: datetime


def read_moment(text: str | None, said: datetime) -> Moment | None:
    """The time that `text` names: "2023", "2023-05", a date, a date and time, or words as said at `said`.

    None where it names none. A time without a zone is UTC.
    """
    if text is None:
        return None
    words = text.strip()
    try:
        partial = _PARTIAL.fullmatch(words)
        period = _period(partial) if partial else None
        if period is None and not partial and "T" in words.upper():
            instant = as_utc(datetime.fromisoformat(words))
            return Moment(instant, instant)
    except (ValueError, OverflowError):
        period = None
    if period is None:
        found = dates.find(words, said)
        period = found[0].period if found else None
    return Moment(period.start, period.end) if period else None


def read_span(
    start: str | None, end: str | None, said: datetime, *, closed: bool
) -> tuple[datetime | None, datetime | None]:
    """From and until, half-open. A day, month or year as end is included in it.

    `closed`: where only the start is given, as a day or coarser, it ends with that day, month or year. An end that is
    not after the start is left out.
    """
    first, last = read_moment(start, said), read_moment(end, said)
    until = last.end if last else first.end if first and closed and first.end > first.start else None
    if first and until and until <= first.start:
        until = None
    return (first.start if first else None), until


def _period(partial: re.Match[str]) -> calendar.Period | None:
    year, month, day = (int(part) if part else None for part in partial.groups())
    if year is None or not 1 <= (month or 1) <= 12:
        return None
    if month is None:
        return calendar.year(year)
    return calendar.month(year, month) if day is None else calendar.date(year, month, day)
