"""Orders told in other words, and contrasts changed over: first A and afterwards B; A here but B there."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import key
from mnemosaic.write.contradict.reading import Reading

_LATER = re.compile(
    r"(?<!\S)(?:and |but )?(?:only |not )?(?:then|afterwards?|subsequently|thereafter|later|"
    r"(?:only )?after that|next|followed by|first(?= and | , ))(?!\S)"
)
_BEFORE, _AFTER = (
    frozenset(["before", "precede", "precedes"]),
    frozenset(["after", "once", "follow", "follows", "until"]),
)
_NOT = frozenset(["not", "never"])

Chunk = frozenset[str]


def check(new: Reading, old: Reading) -> Finding | None:
    """Two things in one order here and in the other there, or two contrasts whose ends are changed over."""
    for a, b in _orders(new):
        for c, d in _orders(old):
            if _crossed(a, b, c, d):
                return Finding(Dimension.LOGICAL, "order", "the order of the two is turned round", 0.75)
    if _changed_over(new, old):
        return Finding(Dimension.LOGICAL, "roles", "what holds of each of the two is changed over", 0.75)
    return None


def _crossed(a: Chunk, b: Chunk, c: Chunk, d: Chunk) -> bool:
    """Whether what comes first here comes second there, and the other way round."""
    a, b, c, d = a - b, b - a, c - d, d - c
    a, c = a - c, c - a
    b, d = b - d, d - b
    return _are_one(a, d) and _are_one(b, c)


def _are_one(a: Chunk, b: Chunk) -> bool:
    """Whether both share a word, and not each has one of its own beside it."""
    alike = {(x, y) for x in a for y in b if x == y or (len(x) > 5 and len(y) > 5 and x[:6] == y[:6])}
    return bool(alike) and not (a - {x for x, _ in alike} and b - {y for _, y in alike})


def _orders(reading: Reading) -> Iterator[tuple[Chunk, Chunk]]:
    """Pairs of what comes first and what comes second, each as the keys of its words."""
    lowers = [token.lower for token in reading.tokens]
    cuts = _laters(lowers)
    if cuts:
        edges = [
            (0, cuts[0][0]),
            *((end, nxt) for (_, end), (nxt, _) in zip(cuts, [*cuts[1:], (len(lowers), 0)], strict=True)),
        ]
        chunks = [_chunk(reading, start, end) for start, end in edges]
        yield from itertools.pairwise(chunks)
        return
    at = next((at for at, word in enumerate(lowers) if word in _BEFORE or word in _AFTER), -1)
    if at < 0:
        return
    if at <= 1:
        comma = next((place for place in range(at, len(lowers)) if lowers[place] == ","), len(lowers))
        left, right = _chunk(reading, comma, len(lowers)), _chunk(reading, at, comma)
    else:
        left, right = _chunk(reading, 0, at), _chunk(reading, at + 1, len(lowers))
    turned = (lowers[at] in _AFTER) != (lowers[at - 1] in _NOT)
    yield (right, left) if turned else (left, right)


def _laters(lowers: list[str]) -> list[tuple[int, int]]:
    """Where "and then" and the like stand, in tokens; only in texts that also have something before it."""
    text = " ".join(lowers)
    found: list[tuple[int, int]] = []
    for match in _LATER.finditer(text):
        at = text.count(" ", 0, match.start())
        end = at + match[0].count(" ") + 1
        if at > 2 or found:
            start = at
            if end >= len(lowers) - 1:
                start = next((p for p in range(at - 1, 0, -1) if lowers[p] in ("and", ",", ";", "but")), at)
                end = start + 1
            found.append((start, end))
    return found[1:] if len(found) > 1 and lowers[found[0][0]] == "first" else found


def _chunk(reading: Reading, start: int, end: int) -> Chunk:
    places = range(start, end)
    return frozenset(term.key for part in reading.parts for term in part.terms if term.at in places and term.heavy)


def _changed_over(new: Reading, old: Reading) -> bool:
    """Whether two chunks of one hold what the two of the other hold, but for words that have changed places."""
    mine, theirs = _contrast(new), _contrast(old)
    if mine is None or theirs is None:
        return False
    (a, b), (c, d) = mine, theirs
    if a | b != c | d and len((a | b) ^ (c | d)) > 1:
        return False
    moved = (a - c) & (d - b), (b - d) & (c - a)
    stayed = a & c - b, b & d - a
    return bool(all(moved) and all(stayed))


def _contrast(reading: Reading) -> tuple[Chunk, Chunk] | None:
    """The two halves on both sides of the one "but" or "and"."""
    joints = [at for at, token in enumerate(reading.tokens) if token.lower in ("but", "whereas", "while")]
    joints = joints or [at for at, token in enumerate(reading.tokens) if token.lower == "and"]
    if len(joints) != 1:
        return None
    at = joints[0]
    halves = _all(reading, 0, at), _all(reading, at, len(reading.tokens))
    return halves if all(len(half) >= 2 for half in halves) else None


def _all(reading: Reading, start: int, end: int) -> Chunk:
    return frozenset(key(item.lemma) for item in reading.items if start <= item.at < end and item.weight > 0.2)
