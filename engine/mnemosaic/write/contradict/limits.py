"""How far a denial reaches: "never eats fish at work" says nothing of the fish that is eaten elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.tokens import Token

_WHERE = frozenset("at in on during before after inside outside within over".split())
_PASSED = frozenset(
    "a an the his her its their our my your this that these those any every all most no own such of s".split()
)
_NO_LIMIT = frozenset(
    "all general fact total case moment time present own any way principle least once place favour favor "
    "anymore".split()
)


def limits(tokens: Sequence[Token], start: int, end: int) -> tuple[frozenset[str], ...]:
    """The places and occasions that a denial from `start` on is kept to, each by its words; people limit none."""
    found = (frozenset(phrase) for phrase in _phrases(tokens, start, end))
    return tuple(one for one in found if one and not one & (words("people") | _NO_LIMIT))


def reaches(within: Sequence[frozenset[str]], other: Collection[str]) -> bool:
    """Whether a denial kept to places and occasions reaches what tells these words: it names all of them."""
    return all(any(word in other for word in one) for one in within)


def _phrases(tokens: Sequence[Token], start: int, end: int) -> Iterator[list[str]]:
    """The words behind each preposition of place or time, up to the next one, a mark or a verb's particle."""
    at = start
    while at < end:
        opened = tokens[at].lower in _WHERE
        at += 1
        if not opened:
            continue
        phrase = []
        while at < end and tokens[at].kind in ("word", "id") and tokens[at].lower not in _WHERE | _STOPS:
            if tokens[at].lower not in _PASSED and not tokens[at].lower.endswith("'s"):
                phrase.append(tokens[at].lemma)
            at += 1
        yield phrase


_STOPS = frozenset("with for to from by and or but if when unless because since until than as who which".split())
