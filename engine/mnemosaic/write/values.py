"""Whether two values of an attribute are one: to the letter where letters count, else as people name things."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from mnemosaic.write.attributes import canonical
from mnemosaic.write.calendar import MONTHS
from mnemosaic.write.names import form_of

_DIALLED = frozenset({"phone", "iban", "social security number"})
_EXACT = frozenset({"email", "version", "blood type"})
_PLACES = frozenset({"home", "home region", "birthplace", "place of origin", "visited", "capital"})
_DIGIT = re.compile(r"\d")
_SEPARATORS = re.compile(r"[\s()/\-\u2010-\u2015]+")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_FRONT = re.compile(
    r"^(?:the|an?|on|in|at|to|by|as|with|about|around|his|her|their|its|my|our|now|currently) ", re.IGNORECASE
)
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_NO_DATE = frozenset("of the on in at".split())
_COUNTRIES = {
    **dict.fromkeys(("usa", "us", "u.s", "u.s.a", "america", "united states of america"), "united states"),
    **dict.fromkeys(("uk", "u.k", "great britain", "britain"), "united kingdom"),
}


class _Date(NamedTuple):
    year: int | None = None
    month: int | None = None
    day: int | None = None


def same_value(attribute: str, left: str | None, right: str | None) -> bool:
    """Whether two values mean the same. Unknown values are never the same as anything.

    Numbers, phones and account numbers are exact to the last digit, passwords to the letter; a date may be written in
    several ways and leave out its year. "Acme" is "the Acme Inc.", "Oslo" is "Oslo, Norway"; a part of a longer name is
    not that name: "York" is not "New York".
    """
    if left is None or right is None or not left.strip() or not right.strip():
        return False
    name = canonical(attribute)
    if name == "password":
        return left.strip() == right.strip()
    one, other = _plain(left), _plain(right)
    if one == other:
        return bool(one)
    if name in _EXACT:
        return False
    if name in _DIALLED:
        return _SEPARATORS.sub("", one) == _SEPARATORS.sub("", other)
    if _DIGIT.search(one) or _DIGIT.search(other):
        return _dates_meet(_date(one), _date(other)) or one.replace(",", "").split() == other.replace(",", "").split()
    if name == "occupation" and _narrower(one, other):
        return True
    return _names_meet(one, other) or _in_place(one, other, name in _PLACES)


def _plain(value: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", value).casefold().split()).strip(" .,;!?\"'“”‘’")
    text = _HYPHEN.sub(" ", text) if "@" not in text else text
    while (shorter := _FRONT.sub("", text)) != text and shorter:
        text = shorter
    return text


def _date(text: str) -> _Date | None:
    """The date that a text is and nothing else, else None."""
    iso = _ISO.fullmatch(text)
    if iso is not None:
        return _Date(int(iso[1]), int(iso[2]), int(iso[3]))
    found: dict[str, int] = {}
    for word in re.split(r"[\s,.]+", _ORDINAL.sub(r"\1", text)):
        part = _part_of_date(word)
        if part is None or part[0] in found:
            return None
        if part[0]:
            found[part[0]] = part[1]
    return _Date(**found) if "month" in found else None


def _part_of_date(word: str) -> tuple[str, int] | None:
    if not word or word in _NO_DATE:
        return "", 0
    if word in MONTHS:
        return "month", MONTHS[word]
    if not word.isdecimal():
        return None
    return ("year", int(word)) if len(word) == 4 else ("day", int(word)) if len(word) < 3 else None


def _dates_meet(left: _Date | None, right: _Date | None) -> bool:
    if left is None or right is None or left.month != right.month:
        return False
    years = left.year is not None and right.year is not None
    days = left.day is not None and right.day is not None
    agree = (not years or left.year == right.year) and (not days or left.day == right.day)
    return agree and (years or days)


def _narrower(one: str, other: str) -> bool:
    """Whether one names a kind of the other: "paediatric nurse" is a "nurse"."""
    shorter, longer = sorted((one.split(), other.split()), key=len)
    return longer[-len(shorter) :] == shorter


def _names_meet(one: str, other: str) -> bool:
    left, right = form_of(one), form_of(other)
    return (
        left.bare == right.bare
        and (not left.title or not right.title or left.title == right.title)
        and (not left.legal or not right.legal or left.legal == right.legal)
    )


def _in_place(one: str, other: str, place: bool) -> bool:
    """Whether one names the other and where that lies: "Oslo" and "Oslo, Norway"."""
    left, right = (_parts(text, place) for text in (one, other))
    shorter, longer = sorted((left, right), key=len)
    return longer[: len(shorter)] == shorter and (place or "," in one + other)


def _parts(text: str, place: bool) -> list[str]:
    parts = [part.strip(" .") for part in text.split(",")]
    if place:
        parts = [_COUNTRIES.get(part, part.removesuffix(" city") or part) for part in parts]
    return parts
