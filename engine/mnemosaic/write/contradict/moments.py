"""Dates, weekdays and clock times that a statement names, as far as it names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mnemosaic.write.contradict.numerals import ORDINALS
from mnemosaic.write.contradict.tokens import Token

_MONTHS = "january february march april may june july august september october november december".split()
MONTHS = (
    {name: i + 1 for i, name in enumerate(_MONTHS)} | {name[:3]: i + 1 for i, name in enumerate(_MONTHS)} | {"sept": 9}
)
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEKDAYS = {name: i for i, name in enumerate(_DAYS)} | {f"{name}s": i for i, name in enumerate(_DAYS)}
_NAMED_CLOCK = {"noon": 720, "midday": 720, "midnight": 0}


@dataclass(slots=True)
class Moment:
    """What is named of a time; parts not named are None. `clock` is in minutes since midnight."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    clock: int | None = None

    def differs(self, other: Moment) -> str:
        """The first part that both name and that differs, such as `year`; else an empty string."""
        for part in ("year", "month", "day", "weekday", "clock"):
            mine, theirs = getattr(self, part), getattr(other, part)
            if mine is not None and theirs is not None and mine != theirs:
                return part
        return ""

    def __bool__(self) -> bool:
        return any(value is not None for value in (self.year, self.month, self.day, self.weekday, self.clock))


def moment(tokens: Sequence[Token]) -> tuple[Moment, frozenset[int]]:
    """What is named of a time, the first of each part, and the places of the tokens that name it."""
    found, used = Moment(), set[int]()
    for at, token in enumerate(tokens):
        if token.kind == "date":
            found.year, found.month, found.day = (int(part) for part in token.raw.split("-"))
            used.add(at)
        elif token.lower in WEEKDAYS and found.weekday is None:
            found.weekday = WEEKDAYS[token.lower]
            used.add(at)
        elif token.lower in MONTHS and token.raw[0].isupper() and found.month is None and _is_month(tokens, at):
            found.month = MONTHS[token.lower]
            used |= {at, *_day(tokens, at, found)}
        elif _is_year(tokens, at) and found.year is None:
            found.year = int(token.raw)
            used.add(at)
        elif found.clock is None and (clock := _clock(tokens, at)):
            found.clock = clock[0]
            used |= set(range(at, clock[1]))
    return found, frozenset(used)


def _is_month(tokens: Sequence[Token], at: int) -> bool:
    """Whether "May" or "March" is the month: not as the first word, unless a day follows."""
    return at > 0 or (at + 1 < len(tokens) and tokens[at + 1].kind == "number")


def _day(tokens: Sequence[Token], at: int, found: Moment) -> list[int]:
    for place in (at - 1, at + 1, at - 2):
        if 0 <= place < len(tokens) and (value := day_number(tokens[place])):
            if place == at - 2 and tokens[at - 1].lower != "of":
                continue
            found.day = value
            return [place]
    return []


def day_number(token: Token) -> int | None:
    """The day of a month that a token names, such as 12 or 12th."""
    digits = token.raw[:-2] if token.raw[-2:].lower() in ("st", "nd", "rd", "th") else token.raw
    if digits.isascii() and digits.isdigit() and 1 <= int(digits) <= 31:
        return int(digits)
    return ORDINALS.get(token.lower)


def _is_year(tokens: Sequence[Token], at: int) -> bool:
    raw = tokens[at].raw
    if not (len(raw) == 4 and raw.isascii() and raw.isdigit() and 1800 <= int(raw) <= 2199):
        return False
    before = tokens[at - 1] if at else None
    after = tokens[at + 1].lower if at + 1 < len(tokens) else "."
    told = before is not None and (
        before.lower in ("in", "since", "of", "by", "(", "until", "before", "after", "from", "during", ",")
        or before.lower in MONTHS
    )
    return told or (after in (".", ",") and before is not None and before.kind == "number")


def _clock(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Minutes since midnight and the end of a clock time such as 6 am, 9:30, noon."""
    token = tokens[at]
    if token.lower in _NAMED_CLOCK:
        return _NAMED_CLOCK[token.lower], at + 1
    half = tokens[at + 1].lower.replace(".", "") if at + 1 < len(tokens) else ""
    hour, _, minute = token.raw.partition(":")
    if (
        token.kind != "number"
        or not (hour.isascii() and hour.isdigit() and int(hour) < 25)
        or not (minute or half in ("am", "pm"))
    ):
        return None
    if not (minute or "0").isdigit():
        return None
    hours = int(hour) % 12 + 12 * (half == "pm") if half in ("am", "pm") else int(hour)
    return 60 * hours + int(minute or 0), at + 1 + (half in ("am", "pm"))
