"""Periods of the calendar: days, weeks, months, seasons, years, as half-open spans in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""First month of each season, as in the northern half of the world."""


class Grain(StrEnum):
    """How exact a period is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"


class Period(NamedTuple):
    """A half-open span of time, and how it was named."""

    start: datetime
    end: datetime
    grain: Grain

    @property
    def name(self) -> str:
        """ISO 8601 where it has a form: 2023-05-07, 2023-05, 2023; else first and last day."""
        if self.grain is Grain.YEAR:
            return f"{self.start.year:04}"
        if self.grain is Grain.MONTH:
            return f"{self.start.year:04}-{self.start.month:02}"
        last = self.end - timedelta(days=1)
        first = self.start.date().isoformat()
        return first if last <= self.start else f"{first} to {last.date().isoformat()}"


def day(moment: datetime, shift: int = 0) -> Period:
    """The day of `moment`, `shift` days on."""
    start = _midnight(moment) + timedelta(days=shift)
    return Period(start, start + timedelta(days=1), Grain.DAY)


def days(moment: datetime, first: int, last: int) -> Period:
    """From `first` to `last` days after `moment`, both included."""
    start = _midnight(moment)
    return Period(start + timedelta(days=first), start + timedelta(days=last + 1), Grain.WEEK)


def week(moment: datetime, shift: int = 0) -> Period:
    """The week of `moment`, Monday to Sunday, `shift` weeks on."""
    start = _midnight(moment) + timedelta(days=7 * shift - moment.weekday())
    return Period(start, start + timedelta(days=7), Grain.WEEK)


def weekend(moment: datetime, shift: int = 0) -> Period:
    """Saturday and Sunday of the week of `moment`, `shift` weeks on."""
    start = week(moment, shift).start + timedelta(days=5)
    return Period(start, start + timedelta(days=2), Grain.WEEK)


def month(year: int, number: int) -> Period:
    """A month; `number` may lie outside 1..12 and then counts into other years."""
    start = _first(year, number)
    return Period(start, _first(year, number + 1), Grain.MONTH)


def year(number: int, count: int = 1) -> Period:
    """A year, or `count` of them."""
    return Period(_first(number, 1), _first(number + count, 1), Grain.YEAR)


def season(number: int, name: str) -> Period:
    """A season by the year it begins in."""
    first = SEASONS[name]
    return Period(_first(number, first), _first(number, first + 3), Grain.SEASON)


def date(number: int, month_number: int, day_number: int) -> Period | None:
    """A day of the calendar, or None where there is no such day."""
    try:
        return day(datetime(number, month_number, day_number, tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def weekday(moment: datetime, number: int, shift: int) -> Period:
    """The weekday `number` (Monday 0) before (`shift` -1) or after (1) `moment`, never its own day."""
    distance = (number - moment.weekday()) % 7 or 7
    return day(moment, distance if shift > 0 else distance - 7 if distance < 7 else -7)


def _midnight(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _first(year_number: int, month_number: int) -> datetime:
    years, index = divmod(month_number - 1, 12)
    return datetime(year_number + years, index + 1, 1, tzinfo=UTC)
