"""What a question's own words say: the time it names, whether it asks for what is not so, and for several things."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

MONTHS = "january february march april may june july august september october november december".split()
_MONTH_YEAR = re.compile(rf"\b({'|'.join(MONTHS)})(?:,? of)?,? (\d{{4}})\b", re.IGNORECASE)
_MONTH = re.compile(rf"\b(?:in|during|since|last) ({'|'.join(MONTHS)})\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:in|during|of|since) ((?:19|20)\d{2})\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:(today|yesterday)|(last|this) (week|month|year))\b", re.IGNORECASE)
_DENYING = r"\b(?:not|never|no longer|nobody|nothing|none|without|except)\b|n['’]t\b"
_SINCE = re.compile(r"\bsince\b", re.IGNORECASE)
_NEGATION = re.compile(_DENYING, re.IGNORECASE)
DENIES = rf"(?is).*(?:{_DENYING}).*"
"""A regular expression of the database for a text that denies something."""
_SEVERAL = re.compile(
    r"\b(?:(?:which|what) (?:\w+ ){0,2}?\w+(?<![sui])s"
    r" (?:are|were|have|has|had|do|does|did|can|could|will|would|should|must)"
    r"|(?:which|what) (?:\w+ )?(?:people|children) |how many|list|all (?:the|of)|names of|both|in what ways|what are"
    r"|what (?:kinds?|types?|else))\b",
    re.IGNORECASE,
)


class Period(NamedTuple):
    """A half-open stretch of time in UTC."""

    start: datetime
    end: datetime


def period(question: str, now: datetime) -> Period | None:
    """The time that a question names, seen from `now`; None where it names none. English only.

    What it names with "since" goes on until the end of today.
    """
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        named = _named(question, today)
    except (OverflowError, ValueError):
        # before the first year of the calendar, or after the last
        return None
    if named is None or not _SINCE.search(question):
        return named
    return Period(named.start, max(named.end, today + timedelta(days=1)))


def _named(question: str, today: datetime) -> Period | None:
    if found := _MONTH_YEAR.search(question):
        return _month(int(found[2]), MONTHS.index(found[1].casefold()) + 1)
    if found := _RELATIVE.search(question):
        return _relative(found[1], found[2], found[3], today)
    if found := _MONTH.search(question):
        month = MONTHS.index(found[1].casefold()) + 1
        return _month(today.year - (month > today.month), month)
    if found := _YEAR.search(question):
        return Period(datetime(int(found[1]), 1, 1, tzinfo=UTC), datetime(int(found[1]) + 1, 1, 1, tzinfo=UTC))
    return None


def negated(question: str) -> bool:
    """Whether a question asks for what is not so."""
    return _NEGATION.search(question) is not None


def several(question: str) -> bool:
    """Whether a question asks for several things: "which books", "how many times", "what are". English only."""
    return _SEVERAL.search(question) is not None


def _month(year: int, month: int) -> Period | None:
    if not 1 <= year < 9999:
        return None
    return Period(datetime(year, month, 1, tzinfo=UTC), datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC))


def _relative(day: str | None, which: str | None, unit: str | None, today: datetime) -> Period | None:
    if day is not None:
        start = today - timedelta(days=day.casefold() == "yesterday")
        return Period(start, start + timedelta(days=1))
    back = (which or "").casefold() == "last"
    unit = (unit or "").casefold()
    if unit == "week":
        start = today - timedelta(days=today.weekday() + 7 * back)
        return Period(start, start + timedelta(days=7))
    if unit == "month":
        before = today.replace(day=1) - timedelta(days=back)
        return _month(before.year, before.month)
    year = today.year - back
    return Period(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
