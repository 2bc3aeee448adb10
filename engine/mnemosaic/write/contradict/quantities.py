"""Quantities of a statement: amounts with units, counts, percentages, prices, frequencies, as intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mnemosaic.write.contradict import numerals
from mnemosaic.write.contradict.comparators import after, before, is_approximate
from mnemosaic.write.contradict.moments import WEEKDAYS
from mnemosaic.write.contradict.parts_of_units import PARTS, is_unit, part_of_unit
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.units import MONEY, SURFACE, TIMES, conversion
from mnemosaic.write.contradict.wordnet import is_a

_PER = frozenset(["a", "an", "per", "each", "every", "/"])
_VAGUE = frozenset("day time thing of way more another night side hand person".split())
_LASTING = frozenset(
    "for within after in last lasts lasting take takes than about least at-least most at-most up-to under over".split()
)
_DEGREES = frozenset("cf")


@dataclass(slots=True, frozen=True)
class Quantity:
    """An interval of amounts in base units, `low` to `high`; `at` and `end` are token places, `of` is what is counted.

    `bound` is exact, least, most or range; `dimension` is what only like quantities share."""

    dimension: str
    low: float
    high: float
    at: int
    end: int
    bound: str = "exact"
    approximate: bool = False
    of: str = ""

    def is_equal(self, other: Quantity) -> bool:
        """Whether both say the same amount, within half a percent, or a tenth where either is approximate."""
        slack = 0.1 if self.approximate or other.approximate else 0.006
        ends = (self.low, other.low), (self.high, other.high)
        return all(a == b or math.isclose(a, b, rel_tol=slack) for a, b in ends)

    def overlaps(self, other: Quantity) -> bool:
        """Whether some amount lies in both."""
        if self.bound != "exact" and other.bound != "exact":
            return self.low < other.high and other.low < self.high
        return self.low <= other.high and other.low <= self.high


def quantities(tokens: Sequence[Token], taken: frozenset[int] = frozenset()) -> tuple[Quantity, ...]:
    """The quantities in order, without dates, clock times and identifiers; `taken` are the places that name a time."""
    found: list[Quantity] = []
    at = 0
    while at < len(tokens):
        made = [] if at in taken else _at(tokens, at)
        found += made
        at = max(made[-1].end, at + 1) if made else at + 1
    return tuple(found)


def _at(tokens: Sequence[Token], at: int) -> list[Quantity]:
    token = tokens[at]
    if token.lower in numerals.FREQUENCIES and not _is_attribute(tokens, at):
        return [_interval("frequency", numerals.FREQUENCIES[token.lower], at, at + 1)]
    if token.lower in numerals.TIMES:
        return _times(tokens, at, numerals.TIMES[token.lower], at + 1)
    if token.lower == "every" or (token.lower == "each" and is_unit(tokens, at + 1)):
        return _every(tokens, at)
    if token.kind == "number" and "/" in token.raw:
        return _pair(tokens, at)
    value = _value(tokens, at)
    return _measured(tokens, at, *value) if value else []


def _is_attribute(tokens: Sequence[Token], at: int) -> bool:
    """Whether "daily" belongs to the noun after it, as in a daily backup."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return (
        following is not None
        and following.kind == "word"
        and is_a(following.lemma, "n")
        and not is_a(following.lower, "r")
    )


def _value(tokens: Sequence[Token], at: int) -> tuple[float, int] | None:
    """The number that begins at a place and where it ends; None for a one that counts nothing."""
    token = tokens[at]
    if token.kind not in ("number", "word"):
        return None
    value = numerals.amount(token.lower)
    if token.lower in ("a", "an") and (_is_lone_unit(tokens, at) or _is_part(tokens, at)):
        return 1.0, at + 1
    if token.lower == "single" and at and tokens[at - 1].lower in ("a", "one"):
        return 1.0, at + 1
    if token.lower == "a" and at + 1 < len(tokens) and tokens[at + 1].lower in ("hundred", "thousand", "million"):
        return numerals.SCALES[tokens[at + 1].lower], at + 2
    if value is None or (token.lower == "one" and not _counts(tokens, at)):
        return None
    end = at + 1
    while end < len(tokens) and (scale := numerals.SCALES.get(tokens[end].lower)):
        value, end = value * scale, end + 1
    if [word.lower for word in tokens[end : end + 3]] == ["and", "a", "half"]:
        return value + 0.5, end + 3
    return value, end


def _is_lone_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether "an hour" is an amount, as in "for an hour", rather than what something is per."""
    before = tokens[at - 1].lower if at else ""
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    later = tokens[at + 2].lower if at + 2 < len(tokens) else ""
    return SURFACE.get(following) in TIMES and (before in _LASTING or later in ("after", "before", "apart", "later"))


def _is_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether "a third of" begins here."""
    following = [t.lower for t in tokens[at + 1 : at + 3]]
    if following[1:] == ["of"]:
        return following[0] in PARTS
    return bool(following) and following[0] in PARTS and not (following[1:] and is_a(following[1], "n"))


def _counts(tokens: Sequence[Token], at: int) -> bool:
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    known = following in SURFACE or following in numerals.SCALES or following in ("in", "out")
    return known or (is_a(tokens[at + 1].lemma if following else "", "n") and following not in _VAGUE)


def _measured(tokens: Sequence[Token], at: int, value: float, end: int) -> list[Quantity]:
    low, high, bound = value, value, "exact"
    part = part_of_unit(tokens, at, value, end)
    if part is not None:
        return [_bounded(tokens, Quantity(part.dimension, part.amount, part.amount, part.at, part.end))]
    share = _share(tokens, value, end)
    if share is not None:
        return [replace(share, at=at, approximate=is_approximate(tokens, at))]
    upper = _upper(tokens, at, end)
    if upper is not None:
        high, end, bound = upper[0], upper[1], "range"
    if end < len(tokens) and tokens[end].lower in ("times", "x") and bound == "exact":
        return _times(tokens, at, value, end + 1)
    dimension, factor, offset, end, of = _unit(tokens, at, end)
    if not dimension:
        return []
    if end < len(tokens) and tokens[end].lower == "apart":
        dimension = "frequency"
    made = Quantity(dimension, low * factor + offset, high * factor + offset, at, end, bound, of=of)
    return [_bounded(tokens, made)]


def _share(tokens: Sequence[Token], value: float, end: int) -> Quantity | None:
    """One in three, two out of five, half of, three quarters of, as a percentage."""
    of = [t.lower for t in tokens[end : end + 2]]
    part = PARTS.get(of[0]) if of else None
    if part:
        return Quantity("percent", 100 * value * part, 100 * value * part, end, end + 1)
    if value == 0.5 and of[:1] in (["of"], ["the"], ["all"]):
        return Quantity("percent", 50.0, 50.0, end, end)
    skip = 2 if [t.lower for t in tokens[end : end + 2]] == ["out", "of"] else 1
    if end + skip >= len(tokens) or tokens[end].lower not in ("in", "out") or tokens[end + skip].kind == "date":
        return None
    whole = numerals.amount(tokens[end + skip].lower)
    if whole is None or not 1 <= value < whole <= 1000:
        return None
    return Quantity("percent", 100 * value / whole, 100 * value / whole, end, end + skip + 1)


def _bounded(tokens: Sequence[Token], made: Quantity) -> Quantity:
    made = replace(made, approximate=is_approximate(tokens, made.at))
    bound = before(tokens, made.at) or after(tokens, made.end)
    if made.bound == "range" or not bound:
        return made
    if bound == "least":
        return replace(made, high=math.inf, bound=bound)
    return replace(made, low=-math.inf, bound=bound)


def _upper(tokens: Sequence[Token], at: int, end: int) -> tuple[float, int] | None:
    """The second number of a range such as 60 to 100, 5-7, between 110 and 150."""
    if end + 1 >= len(tokens):
        return None
    between = at > 0 and tokens[at - 1].lower == "between"
    if tokens[end].lower not in ("to", "-", "–") and not (between and tokens[end].lower == "and"):
        return None
    return _value(tokens, end + 1)


def _unit(tokens: Sequence[Token], at: int, end: int) -> tuple[str, float, float, int, str]:
    """Dimension, factor, offset, end and the thing counted."""
    word = tokens[end].lower if end < len(tokens) else ""
    sign = tokens[at].raw[:1]
    code = MONEY.get(sign) or MONEY.get(word)
    if code:
        return f"money:{code}", 1.0, 0.0, end + (sign not in MONEY), ""
    if word in ("%", "percent", "per-cent") or word == "pct":
        return "percent", 1.0, 0.0, end + 1, ""
    if word == "°" and end + 1 < len(tokens) and tokens[end + 1].lower in _DEGREES:
        return *conversion(SURFACE[tokens[end + 1].lower]), end + 2, ""
    unit = SURFACE.get(word)
    if unit and not (word in _DEGREES and tokens[end].raw.islower()):
        return _compound(tokens, unit, end + 1)
    return _count(tokens, at, end)


def _compound(tokens: Sequence[Token], unit: str, end: int) -> tuple[str, float, float, int, str]:
    """A unit with what it is per, as in mg/dL, km per hour; a rate of time is left aside: 4 g a day is 4 g."""
    if end + 1 < len(tokens) and tokens[end].lower in ("/", "per", "a", "an"):
        per = SURFACE.get(tokens[end + 1].lower)
        if (
            per
            and unit not in TIMES
            and not (per in TIMES and tokens[end].lower != "/" and per not in ("hour", "second"))
        ):
            return *conversion(f"{unit}/{per}"), end + 2, ""
    if unit in TIMES and end < len(tokens) and tokens[end].lower == "old":
        return "age", conversion(unit)[1], 0.0, end + 1, ""
    return *conversion(unit), end, ""


def _count(tokens: Sequence[Token], at: int, end: int) -> tuple[str, float, float, int, str]:
    previous = tokens[at - 1] if at else None
    if (
        previous is not None
        and (previous.name or (previous.raw[0].isupper() and not is_a(previous.lemma, "v")))
        and previous.kind == "word"
        and tokens[at].kind == "number"
    ):
        return f"version:{previous.lemma}", 1.0, 0.0, end, ""
    if previous is not None and previous.lemma in (
        "version",
        "release",
        "port",
        "chapter",
        "room",
        "page",
        "level",
        "stage",
        "grade",
        "type",
        "phase",
    ):
        return f"version:{previous.lemma}", 1.0, 0.0, end, ""
    nouns = [token.lemma for token in tokens[end : end + 3] if token.kind == "word"]
    per = next((place for place in range(end, min(end + 3, len(tokens) - 1)) if tokens[place].lower in _PER), -1)
    if per >= 0 and (unit := SURFACE.get(tokens[per + 1].lower)) in TIMES and unit:
        return "rate", 1.0 / conversion(unit)[1], 0.0, per + 2, " ".join(t.lemma for t in tokens[end:per])
    head = tokens[end] if end < len(tokens) else None
    if head is None or head.kind != "word" or head.lower in ("of", "in", "is", "and", "or", "at", "on", "for"):
        return "number", 1.0, 0.0, end, ""
    return "count", 1.0, 0.0, end, " ".join(nouns)


def _times(tokens: Sequence[Token], at: int, value: float, end: int) -> list[Quantity]:
    """Twice a day is a frequency; twice alone is a count of times."""
    if end < len(tokens) and (every := numerals.FREQUENCIES.get(tokens[end].lower)):
        return [_interval("frequency", every / (value or 1.0), at, end + 1)]
    if end + 1 < len(tokens) and tokens[end].lower in _PER and (unit := SURFACE.get(tokens[end + 1].lower)) in TIMES:
        return [_interval("frequency", conversion(str(unit))[1] / (value or 1.0), at, end + 2)]
    if value == 1.0:
        return []
    return [_bounded(tokens, Quantity("count", value, value, at, end, of="time"))]


def _every(tokens: Sequence[Token], at: int) -> list[Quantity]:
    """Every two weeks, every day."""
    value = _value(tokens, at + 1) if at + 1 < len(tokens) else None
    amount, end = value or (
        2.0 if at + 1 < len(tokens) and tokens[at + 1].lower in ("other", "second") else 1.0,
        at + 1,
    )
    end += amount == 2.0 and value is None
    if end < len(tokens) and tokens[end].lower in WEEKDAYS:
        return [_interval("frequency", amount * 604800.0, at, end)]
    unit = SURFACE.get(tokens[end].lower) if end < len(tokens) else None
    return [_interval("frequency", amount * conversion(unit)[1], at, end + 1)] if unit in TIMES and unit else []


def _interval(dimension: str, value: float, at: int, end: int) -> Quantity:
    return Quantity(dimension, value, value, at, end)


def _pair(tokens: Sequence[Token], at: int) -> list[Quantity]:
    """Both amounts of 130/80 mmHg, each a dimension of its own; a fraction such as 1/2 is none."""
    first, second = (numerals.amount(part) for part in tokens[at].raw.split("/", 1))
    unit = SURFACE.get(tokens[at + 1].lower) if at + 1 < len(tokens) else None
    if first is None or second is None or not (unit or second > 20):
        return []
    dimension, factor, offset = conversion(unit or "mmHg")
    end = at + 1 + bool(unit)
    made = [
        Quantity(f"{dimension}#{i}", v * factor + offset, v * factor + offset, at, end)
        for i, v in enumerate((first, second))
    ]
    return [_bounded(tokens, one) for one in made]
