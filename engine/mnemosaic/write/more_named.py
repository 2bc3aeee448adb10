"""Whether a statement names somebody or something that another one lacks: the dentist, and the dentist for my dog."""

from __future__ import annotations

import re

from mnemosaic.write.calendar import MONTHS, WEEKDAYS
from mnemosaic.write.mentions import KIN

_WORD = re.compile(r"[^\W\d_]+")
_FOR = re.compile(
    r"\b(?:for|of|with|about|between) (?P<what>[^,;.!?]+?)(?= (?:is|was|are|were|will|on|has|have)\b|[,;.!?]|$)"
)
_OWNER = re.compile(r"\b(?!(?:it|that|there|here|what|he|she|who)['’])([^\W\d_]+)['’]s\b", re.IGNORECASE)
_KIN = re.compile(rf"\b{KIN}\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[^.!?:] )[A-Z][^\W\d_]*|^[A-Z][^\W\d_]*(?= (?:has|is|was|will|and|goes|sees|meets|needs)\b)")
_THEIRS = frozenset("his her hers their theirs".split())
_NOBODY = frozenset(
    """a an the my our your his her their its this that these those it he she we they i you on at in is was are were
    be been has have had will not no so oh ah ok okay now again too also as and or but by to of for with about sure
    course sorry actually real once all both today time date day""".split()
) | frozenset((*MONTHS, *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS)))


def names_more(sentence: str, told: str) -> bool:
    """Whether a sentence names whom or what something is for, of or with, or somebody, where `told` does not.

    "Her" may be anybody that `told` names.
    """
    known = {word.lower() for word in _WORD.findall(told)}
    named = [word for phrase in _FOR.finditer(sentence) for word in _WORD.findall(phrase["what"])]
    named += [*_OWNER.findall(sentence), *_KIN.findall(sentence), *_NAME.findall(sentence)]
    if {word.lower() for word in named} - known - _NOBODY:
        return True
    theirs = {word.lower() for word in _WORD.findall(sentence)} & _THEIRS
    return bool(theirs) and not (known & _THEIRS or _names_somebody(told))


def _names_somebody(text: str) -> bool:
    found = [*_OWNER.findall(text), *_KIN.findall(text), *_NAME.findall(text)]
    return any(word.lower() not in _NOBODY for word in found)
