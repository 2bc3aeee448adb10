"""How far the entries of a recall suffice to answer its question: a score in 0..1 with its parts.

    sufficiency = (nearness + own + person) / 3

- nearness: the highest similarity of an entry, from 0 where the embedder calls two texts unrelated to 1 where it calls
  them duplicates.
- own: (1 + mine - others) / 2, where `mine` is the share of the question's words, weighed by how rare they are, that
  the best entry of the persons asked about covers, and `others` that of the best entry of anybody else. What is asked
  of one person and was told of another is the commonest false premise.
- person: the share of the entries' scores that belongs to the persons asked about.

The persons asked about are the speakers whom the question names, the titles of documents aside; an entry is theirs
where they state it or it names them. Where it names none, every entry counts as theirs. Chosen on two LoCoMo
conversations (`mnemosaic bench locomo`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mnemosaic import lexemes
from mnemosaic.evidence import Entry, Sufficiency
from mnemosaic.models.protocols import Thresholds
from mnemosaic.read.lexical import idf

LOOKED_AT = 20
"""Entries found directly that are looked at, the best first."""


class Asked(NamedTuple):
    """What a question asks with, and of whom.

    `holding` says how many of the `turns` of the reader's scopes hold each of its lexemes; `persons` are speakers.
    """

    question: str
    holding: Mapping[str, int]
    turns: int
    persons: frozenset[str]


def sufficiency(asked: Asked, entries: Sequence[Entry], thresholds: Thresholds) -> Sufficiency:
    """The score of `entries`, best first; 0 where there is none."""
    looked_at = [entry for entry in entries if not entry.path][:LOOKED_AT]
    if not looked_at:
        return Sufficiency(score=0.0, nearness=0.0, own=0.0, person=0.0, similarity=0.0)
    names = {person: frozenset(lexemes.lexemes(person)) for person in asked.persons}
    rarity = _rarity(asked, set().union(*names.values()))
    covered: dict[bool, float] = {True: 0.0, False: 0.0}
    scores: dict[bool, float] = {True: 0.0, False: 0.0}
    for entry in looked_at:
        words = set(lexemes.lexemes(entry.atom.details))
        mine = not names or _is_theirs(entry, words, names)
        covered[mine] = max(covered[mine], _covered(words, rarity))
        scores[mine] += entry.score
    similarity = max(entry.similarity for entry in looked_at)
    nearness = _between(similarity, thresholds.unrelated, thresholds.duplicate)
    own = (1.0 + covered[True] - covered[False]) / 2
    total = sum(scores.values())
    person = scores[True] / total if total else 0.0
    return Sufficiency(
        score=(nearness + own + person) / 3, nearness=nearness, own=own, person=person, similarity=similarity
    )


def _rarity(asked: Asked, names: Iterable[str]) -> dict[str, float]:
    """BM25's idf of the question's words that are no part of a name."""
    words = asked.holding.keys() - set(names)
    total = max(asked.turns, *asked.holding.values(), 1)
    return {word: idf(asked.holding[word], total) for word in sorted(words)}


def _is_theirs(entry: Entry, words: set[str], names: Mapping[str, frozenset[str]]) -> bool:
    stating = {turn.speaker for turn in entry.turns if turn.main}
    return any(person in stating or name <= words for person, name in names.items())


def _covered(words: set[str], rarity: Mapping[str, float]) -> float:
    total = sum(rarity.values())
    return sum(weight for word, weight in rarity.items() if word in words) / total if total else 0.0


def _between(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low))) if high > low else float(value >= high)
