"""Slots that a statement fills, by the forms "the X of Y is Z", "Z is the X of Y", "Y lives in Z"."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache

from mnemosaic.write.contradict.lemmas import lemma
from mnemosaic.write.contradict.tables import DATA, words

_COPULA = r"^(?P<key>.+?) (?:is|are|was|were|remains?|became) ADV(?P<value>.+)$"
_AT_FRONT = re.compile(
    r"^(?:actually|these days|nowadays|sorry|i meant?(?: that)?|i-mean(?: that)?|correction|now|currently|today|no|well"
    r"|so|ok|okay),? |,? (?:these days|right now|at the moment|as of (?:now|today)|at present|nowadays)\b",
    re.IGNORECASE,
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_AT_END = re.compile(
    r"[.!]+$|,.*$|;.*$|"
    r" (?:since|because|as of|from now|these days|any more|anymore|for now|at the moment|until|by default)\b.*$|"
    rf" (?:now|currently|today|again|too|instead)$| (?:in|on) (?:\d{{4}}|{_MONTHS})\b.*$",
    re.IGNORECASE,
)
_THEIR = re.compile(r"^(?:his|her|their|its)\b", re.IGNORECASE)
_DEFINITE = re.compile(r"^(?:the|our|my|its|their|his|her)\b|['’]s\b", re.IGNORECASE)
_SKIP = frozenset(
    "a an the of for to in on at s and our my its their his her new current currently now is are this that".split()
)


@dataclass(slots=True, frozen=True)
class Held:
    """An attribute of something, named by all words that name both, and its value."""

    key: frozenset[str]
    attribute: str
    value: tuple[str, ...]
    named: bool
    definite: bool
    article: str = ""


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The forms of `data/slots.toml`, each with its attribute."""
    table = tomllib.loads(DATA.joinpath("slots.toml").read_text("utf-8"))
    adverbs = table["adverbs"]
    found = [
        (
            re.compile(rf"^(?P<key>.+?) {adverbs}(?:{verb})(?: {adverbs.strip()})? (?P<value>.+)$", re.IGNORECASE),
            attribute,
        )
        for attribute, verbs in table["verbs"].items()
        for verb in verbs
    ]
    for attribute, sentences in table["sentences"].items():
        every = [sentences] if isinstance(sentences, str) else sentences
        found += [(re.compile(one.replace("ADV", adverbs)), attribute) for one in every]
    return (*found, (re.compile(_COPULA.replace("ADV", adverbs), re.IGNORECASE), ""))


@lru_cache(maxsize=8192)
def held(details: str) -> tuple[Held, ...]:
    """The slots that a statement fills."""
    whole = details[:300].strip()
    owner = whole.split(" ")[0].removesuffix("'s")
    pieces = [_THEIR.sub(f"{owner}'s", piece.strip()) for piece in whole.split(";")[:3]]
    return tuple(one for piece in pieces for one in _of_piece(piece))


def _of_piece(piece: str) -> tuple[Held, ...]:
    text = _AT_FRONT.sub("", _AT_FRONT.sub("", piece))
    for _ in range(3):
        text = _AT_END.sub("", text).strip()
    found: list[Held] = []
    for form, attribute in _forms():
        match = form.match(text)
        if match is not None:
            found += (
                [_held(match["key"], match["value"], attribute)]
                if attribute
                else _copular(match["key"], match["value"])
            )
    return tuple(one for one in found if one.value and one.key)


def _copular(key: str, value: str) -> list[Held]:
    found: list[Held] = []
    if re.match(r"\w{3,}(?:ing|ed)\b", value):
        return found
    if _DEFINITE.search(key):
        found.append(_held(key, value, ""))
    if _DEFINITE.match(value) or re.search(r"['’]s\b", value):
        found.append(_held(value, key, ""))
    elif not found and (value.startswith(("a ", "an ")) or key.endswith("s")):
        found.append(_held(key, value, "kind"))
    return found


def _held(key: str, value: str, attribute: str) -> Held:
    words_of_key = frozenset(words_of(key))
    if not attribute:
        attribute = next((word for word in words_of(key) if word in words("exclusive")), "")
    raw = re.sub(r"^(?:the|a|an) ", "", value.strip(), flags=re.I)
    return Held(
        words_of_key | {attribute} - {"", "kind"},
        attribute,
        tuple(words_of(raw)),
        raw[:1].isupper() or raw[:1].isdigit(),
        bool(_DEFINITE.search(key)),
        key.split(" ", 1)[0].lower(),
    )


def words_of(text: str) -> list[str]:
    """The lemmas of a piece of text, articles and the like left out."""
    found = [word.lower().removesuffix("'s").removesuffix("’s") for word in re.findall(r"[^\W_][\w'’-]*", text)]
    return [lemma(word) for word in found if word not in _SKIP]
