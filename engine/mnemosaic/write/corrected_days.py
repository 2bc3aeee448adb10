"""A day of the month that corrects another one: "the 14th, not the 12th". The month is that of what is corrected."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemosaic.turns import StoredTurn
from mnemosaic.write import calendar, dates
from mnemosaic.write.calendar import Grain
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


def carried(sentence: str, turn: StoredTurn, before: Sequence[StoredTurn]) -> list[dates.Dated]:
    """The date that a correcting sentence of `turn` means, by the date that it corrects; none where that is not sure.

    `before` are turns before it. What is corrected is the last date of that day that was named of the same thing, or
    named last at all where the sentence names nothing.
    """
    said = _SAID.search(sentence)
    if said is None:
        return []
    day, was = int(said["day"] or said["day2"]), int(said["was"] or said["was2"])
    about = _about(sentence)
    named = [*_named(turn, said.group()), *(one for other in reversed(before[-_LOOKED_AT:]) for one in _named(other))]
    for told, period in named:
        if (about and about & _about(told)) or not about:
            if period.grain is not Grain.DAY or period.start.day != was:
                return []
            meant = calendar.date(period.start.year, period.start.month, day)
            start = said.start("day" if said["day"] else "day2")
            return [dates.Dated(start, start + len(str(day)) + 2, meant)] if meant is not None else []
    return []


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
