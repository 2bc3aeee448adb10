"""A statement as tokens: words, numbers, marks. Identifiers are kept whole and are never numbers."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from mnemosaic.write.contradict.lemmas import lemma
from mnemosaic.write.contradict.tables import phrases

MAX_TOKENS = 80
"""A longer text is no single statement; what lies beyond is not looked at."""

_UNITS = (
    r"mg|mcg|µg|μg|g|kg|lbs?|oz|mm|cm|km|m|ml|dl|l|ms|s|h|min|mins|hrs?|kb|mb|gb|tb|k|c|f|am|pm|x|kcal|w|kw|v|hz|ghz"
)
_GLUED = re.compile(
    rf"(?<![\w.-])(\d+(?:[.,:]\d+)*)-?({_UNITS}|year|day|week|month|hour|minute|mile|metre|meter)s?\b", re.I
)
_ID = (
    r"\+?\d{2,}(?:[- ]\d{2,}){2,}|\d{3,}-\d{4,}|(?<![\d.,])\d{7,}(?![\d.,])|[A-Za-z]+-?\d[\w-]*[\d_][\w-]*|[A-Z]+-\d+|"
    r"[A-Z]{1,3}\d+\w*|\d+[A-Za-z]\w*\d\w*|\S+@\S+|https?://\S+|#\d+"
)
_TOKEN = re.compile(
    rf"(?P<date>\d{{4}}-\d\d-\d\d)|(?P<id>{_ID})|"
    r"(?P<number>(?:[$€£] ?)?\d+(?:[.,:]\d+)*(?:/\d+(?:\.\d+)?)?(?!\w))|"
    r"(?P<word>[^\W\d_]+(?:['’-][^\W_]+)*|[^\W_]\w*)|(?P<mark>[<>≤≥]=?|°|%|/|[;,.!?()+:–—-])"
)
_JOIN = phrases()
_JOINED = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, _JOIN), key=len, reverse=True))})\b", re.IGNORECASE)
_OPENERS = frozenset(phrase.split()[0] for phrase in _JOIN)
_SHORT = re.compile(r"\b(ca|wo|sha|[a-z]+?)n['’]t\b", re.IGNORECASE)
_HYPHENED = re.compile(
    r"\b(first|second|third|fourth)-(line|hand|class)\b|\b(\w+)-(free|year|day|week|month|old)\b", re.I
)
_SPLIT = re.compile(
    r"\b((?:turn|switch|call)(?:s|ed|es|ing)?) ((?:\w+ ){0,3}?\w+) (down|off|on)\b(?= ?(?:[.,;!]|$))", re.I
)
"""A particle that stands behind the object: turned the offer down."""
_BEFORE_SIDE = frozenset("the his her my your their its our on to upper lower".split())
"""What "left" stands behind as the opposite of right."""
_LONG = {"ca": "can", "wo": "will", "sha": "shall"}


@dataclass(slots=True, frozen=True)
class Token:
    """A piece of a statement: as written, in lower case, its base form, and `kind` word, number, id, date or mark."""

    raw: str
    lower: str
    lemma: str
    kind: str
    name: bool


def tokens(text: str) -> tuple[Token, ...]:
    """The first `MAX_TOKENS` tokens of a text, fixed phrases joined into one token."""
    text = unicodedata.normalize("NFKC", text[:1200]).replace("’", "'")
    if "'" in text:
        text = _SHORT.sub(lambda m: f"{_LONG.get(m[1].lower(), m[1])} not", text)
    if "turn" in text or "switch" in text or "call" in text:
        text = _SPLIT.sub(r"\1 \3 \2", text)
    if not _OPENERS.isdisjoint(text.lower().split()):
        for _ in range(2):
            text = _JOINED.sub(lambda m: _JOIN[m[0].lower()], text)
    text = _HYPHENED.sub(lambda m: f"{m[1] or m[3]} {m[2] or m[4]}", _GLUED.sub(r"\1 \2", text))
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if len(found) == MAX_TOKENS:
            break
        made = _token(match[0], match.lastgroup or "mark", not found)
        if made.lower == "left" and found and (found[-1].lower in _BEFORE_SIDE or found[-1].lower.endswith("'s")):
            made = replace(made, lemma="left")
        found.append(made)
    return tuple(found)


@lru_cache(maxsize=32768)
def _token(raw: str, kind: str, first: bool) -> Token:
    lower = raw.lower()
    if lower.endswith("'s"):
        base = lemma(lower[:-2])
        return Token(raw, lower, base, kind, name=raw[0].isupper() and (not first or not _common(lower[:-2])))
    name = kind == "id" or (kind == "word" and raw[0].isupper() and not (first and _common(lower)))
    return Token(raw, lower, lower if kind != "word" else lemma(lower), kind, name=name)


def _common(word: str) -> bool:
    from mnemosaic.write.contradict import wordnet

    return any(wordnet.is_a(lemma(word), pos) for pos in "nvar") or not word.isalpha() or len(word) < 4
