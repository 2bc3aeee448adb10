"""Parts of a unit of time: a quarter of an hour, three quarters of an hour, half an hour, an hour and a half."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.units import SURFACE, TIMES, conversion

PARTS = {"third": 1 / 3, "thirds": 1 / 3, "quarter": 0.25, "quarters": 0.25, "fifth": 0.2, "fifths": 0.2, "tenth": 0.1}


class PartOfUnit(NamedTuple):
    """An amount in base units of its dimension, with the places of its tokens."""

    dimension: str
    amount: float
    at: int
    end: int


def part_of_unit(tokens: Sequence[Token], at: int, value: float, end: int) -> PartOfUnit | None:
    """The part that begins with the number `value` at `at`, which ends at `end`; None where it is none."""
    said = [token.lower for token in tokens[end : end + 4]]
    if said and said[0] in PARTS and said[1:2] == ["of"]:
        value, said, end = value * PARTS[said[0]], said[2:], end + 2
    elif value != 0.5:
        return None
    elif at > 2 and [token.lower for token in tokens[at - 2 : at]] == ["and", "a"] and is_unit(tokens, at - 3):
        return _part(tokens[at - 3], 1.5, at - 3, end)
    if said[:1] not in (["a"], ["an"]) or not is_unit(tokens, end + 1):
        return None
    return _part(tokens[end + 1], value, at, end + 2)


def _part(unit: Token, value: float, at: int, end: int) -> PartOfUnit:
    dimension, factor, offset = conversion(SURFACE[unit.lower])
    return PartOfUnit(dimension, value * factor + offset, at, end)


def is_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit of time stands at a place."""
    return at < len(tokens) and SURFACE.get(tokens[at].lower) in TIMES
