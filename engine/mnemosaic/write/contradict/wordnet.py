"""What the rules ask of WordNet: base forms, antonyms, classes, near synonyms. Read at the first question, once."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from mnemosaic.write.contradict.tables import DATA

MAX_DEPTH = 12


@dataclass(slots=True)
class Net:
    """The table of `data/wordnet.txt.gz`. A sense is a part of speech and a number, such as `n14263`."""

    senses: dict[str, list[str]] = field(default_factory=dict)
    above: dict[str, str] = field(default_factory=dict)
    antonyms: set[tuple[str, str]] = field(default_factory=set)
    irregular: dict[str, dict[str, str]] = field(default_factory=dict)
    heads: set[str] = field(default_factory=set)
    known: dict[str, set[str]] = field(default_factory=lambda: {pos: set() for pos in "nvar"})

    def add(self, line: str) -> None:
        """Take in one line of the table."""
        kind, pos, *rest = line.split()
        if kind == "a":
            self.antonyms |= {(rest[0], rest[1]), (rest[1], rest[0])}
        elif kind == "x":
            self.irregular.setdefault(rest[0], {})[pos] = rest[1]
        else:
            self._synset(pos, rest)

    def _synset(self, pos: str, rest: list[str]) -> None:
        number, above, *words = rest
        if above != "-":
            self.above[pos + number] = pos + above
        for word in words:
            word, second, _ = word.partition(":")
            word = word.replace("-", "_") if "_" in word else word
            self.known[pos].add(word)
            if pos == "n" and "_" in word:
                self.heads.add(word.partition("_")[0])
            senses = self.senses.setdefault(word, [])
            senses.append(pos + number) if second else senses.insert(0, pos + number)


@cache
def net() -> Net:
    """The whole table; empty where the file is missing, so that the rules go on with their own lists."""
    found = Net()
    path = DATA / "wordnet.txt.gz"
    if path.is_file():
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            found.add(line)
    return found


def is_a(word: str, pos: str) -> bool:
    """Whether a base form is known as noun `n`, verb `v`, adjective `a` or adverb `r`."""
    return word in net().known[pos]


def antonyms(a: str, b: str) -> bool:
    """Whether two base forms are antonyms in a common sense of both."""
    return (a, b) in net().antonyms


def _chain(sense: str) -> Iterator[str]:
    for _ in range(MAX_DEPTH):
        if sense not in net().above:
            return
        sense = net().above[sense]
        yield sense


@lru_cache(maxsize=16384)
def classes(word: str, pos: str = "n") -> frozenset[str]:
    """The senses above the two commonest senses of a word."""
    return frozenset(up for sense in net().senses.get(word, ()) if sense[0] == pos for up in _chain(sense))


@lru_cache(maxsize=16384)
def falls_under(word: str, name: str) -> bool:
    """Whether `name` is the name of a class of `word`: lisinopril falls under ACE inhibitor, steak under meat."""
    named = _senses(name)
    word = word.replace(" ", "_")
    return any(sense in classes(word, "n") or sense in classes(word, "v") for sense in named)


@lru_cache(maxsize=16384)
def is_kind(word: str, name: str) -> bool:
    """Whether `name` is the name of a class of things that `word` names; verbs are left aside."""
    return any(sense in classes(word.replace(" ", "_"), "n") for sense in _senses(name))


def _senses(name: str) -> list[str]:
    """The senses of a name in whichever way it is joined: beta-blocker, beta blocker."""
    senses = net().senses
    return senses.get(name.replace(" ", "_")) or senses.get(name.replace("-", "_")) or []


@lru_cache(maxsize=16384)
def synonyms(a: str, b: str) -> bool:
    """Whether two words share their commonest sense, or one's commonest with the other's second."""
    first, second = net().senses.get(a), net().senses.get(b)
    return bool(first and second and (first[0] in second or second[0] in first))


@lru_cache(maxsize=16384)
def siblings(a: str, b: str) -> bool:
    """Whether two nouns are of one near kind: a class at most two above the commonest sense of each is the same."""
    a, b = a.replace(" ", "_"), b.replace(" ", "_")
    near = [[up for _, up in zip(range(2), _chain(s[0]), strict=False)] for s in (_nouns(a), _nouns(b)) if s]
    return len(near) == 2 and bool(set(near[0]) & set(near[1]))


def first_sense(name: str) -> tuple[str, ...]:
    """The commonest sense of a noun as a tuple, empty where it is unknown."""
    return tuple(_nouns(name)[:1])


def are_people(a: str, b: str) -> bool:
    """Whether both are nouns for people, such as man and woman: others, not opposites."""
    return falls_under(a, "person") and falls_under(b, "person")


@lru_cache(maxsize=16384)
def same_noun(a: str, b: str) -> bool:
    """Whether two nouns share their commonest sense, or one's commonest with the other's second."""
    first, second = _nouns(a), _nouns(b)
    return bool(first and second and (first[0] in second or second[0] in first))


def _nouns(word: str) -> list[str]:
    return [sense for sense in net().senses.get(word, ()) if sense[0] == "n"]
