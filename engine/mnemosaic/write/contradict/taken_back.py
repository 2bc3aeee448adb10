"""A time that the new statement names and denies: "it is on the 14th, not on the 12th", beside what says the 12th.

Such a statement takes back the one that it denies, and no other: not a third date, and nothing where a plan moved.
"""

from __future__ import annotations

from itertools import takewhile

from mnemosaic.write.contradict.moments import Moment, day_number, moment
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.tokens import Token

KIND = "taken_back"
_ON = frozenset("on at in until till for the of".split())
_MOVED = frozenset("now moved postponed rescheduled instead changed pushed brought".split())
_PARTS = ("year", "month", "day", "weekday", "clock")


def takes_back(new: Reading, old: Reading) -> bool:
    """Whether the old statement's time is one that the new one denies, while it names another."""
    if _MOVED & {token.lower for token in new.tokens}:
        return False
    wrong, right = _denied(new.tokens)
    if not wrong or not right:
        return False
    if wrong.day is not None and wrong.month is None:
        # "the 12th" is of the month that the statement names
        wrong.month = right.month
    named = [part for part in _PARTS if getattr(wrong, part) is not None]
    return all(getattr(old.moment, part) == getattr(wrong, part) for part in named)


def _denied(tokens: tuple[Token, ...]) -> tuple[Moment, Moment]:
    """The time that follows at once behind "not", empty where none does; and the one that is named elsewhere."""
    for at, token in enumerate(tokens):
        if token.lower != "not":
            continue
        start = at + 1 + len(list(takewhile(lambda one: one.lower in _ON, tokens[at + 1 :])))
        piece = list(takewhile(_goes_on, tokens[start:]))
        found, used = moment(piece)
        if piece and found.day is None and (day := day_number(piece[0])) and not piece[0].raw.isdigit():
            found.day, used = day, used | {0}
        if 0 in used:
            return found, moment([*tokens[:at], *tokens[start + len(piece) :]])[0]
    return Moment(), Moment()


def _goes_on(token: Token) -> bool:
    """Whether a time may go on here; the date that is added behind it in brackets belongs to it."""
    return token.lower != "but" and (token.kind != "mark" or token.lower == "(")
