"""A day of the month that corrects another one: "the 14th, not the 12th". The month is that of what is corrected."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemosaic.turns import StoredTurn
from mnemosaic.write import calendar, dates
from mnemosaic.write.calendar import Grain
from mnemosaic.write.more_named import names_more
from mnemosaic.write.sentences import sentences

_NTH = r"(?:st|nd|rd|th)"
_SAID = re.compile(
    rf"\bthe (?P<day>\d{{1,2}}){_NTH},? (?:and )?not (?:on )?the (?P<was>\d{{1,2}}){_NTH}(?=[.!;,]|$)|"
    rf"\bnot (?:on )?the (?P<was2>\d{{1,2}}){_NTH},? but (?:on )?the (?P<day2>\d{{1,2}}){_NTH}(?=[.!;,]|$)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_EMPTY = frozenset(
    """sorry actually wait correction mistake meant said date that this with will have been it's they them then
    there should must right wrong after before until from really rather instead please""".split()
)
_LOOKED_AT = 40
"""Turns before that are looked at."""
_NEAR = 10
"""Days between a day and the one that it corrects, at most: the 1st instead of the 31st is one of the next month."""


def carried(sentence: str, turn: StoredTurn, before: Sequence[StoredTurn]) -> list[dates.Dated]:
    """The date that a correcting sentence of `turn` means, by the date that it corrects; none where that is not sure.

    `before` are turns before it. What is corrected is the last date of that day that was named of the same thing, or
    named last at all where the sentence names nothing; and no other known date of that day may be meant.
    """
    said = _SAID.search(sentence)
    if said is None:
        return []
    day, was = int(said["day"] or said["day2"]), int(said["was"] or said["was2"])
    if abs(day - was) > _NEAR:
        return []
    about = _about(sentence)
    named = [*_named(turn, said.group()), *(one for other in reversed(before[-_LOOKED_AT:]) for one in _named(other))]
    meant = [
        period
        for told, period in named
        if (not about or about & _about(told)) and not names_more(sentence.replace(said.group(), " "), told)
    ]
    if not meant or not _is_day(meant[0], was):
        return []
    if any(_is_day(other, was) and other.start != meant[0].start for other in meant):
        return []
    corrected = calendar.date(meant[0].start.year, meant[0].start.month, day)
    start = said.start("day" if said["day"] else "day2")
    return [dates.Dated(start, start + len(str(day)) + 2, corrected)] if corrected is not None else []


def _is_day(period: calendar.Period, day: int) -> bool:
    return period.grain is Grain.DAY and period.start.day == day


def _named(turn: StoredTurn, until: str = "") -> list[tuple[str, calendar.Period]]:
    """The sentences of a turn that name a date, and the dates, the last ones first; those that come before `until`."""
    content = turn.turn.content
    end = content.find(until) if until else len(content)
    spans = sentences(content, 0, max(0, end))
    return [
        (span.of(content), dated.period)
        for span in reversed(spans)
        for dated in reversed(dates.find(span.of(content), turn.time))
    ]


def _about(sentence: str) -> set[str]:
    return {word for word in (found.lower() for found in _WORD.findall(sentence)) if word not in _EMPTY}
