"""What terms of one statement have a counterpart in the other; several may share one, unlike in `align`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.align import relation
from mnemosaic.write.contradict.gist import Part, Term, drug_class
from mnemosaic.write.contradict.reading import Reading

Found = dict[int, tuple[Term, str]]
"""Each place of a term with its counterpart and how it stands to that."""


@dataclass(slots=True, frozen=True)
class Side:
    """One clause of a statement, with the whole it stands in."""

    reading: Reading
    part: Part

    def words(self, at: int, end: int) -> list[str]:
        """The lower-case tokens of a stretch."""
        return [token.lower for token in self.reading.tokens[max(0, at) : end]]

    @property
    def lowers(self) -> list[str]:
        """The lower-case tokens of the clause."""
        return self.words(self.part.start, self.part.end)


def how(mine: Term, theirs: Term) -> str:
    """How one term stands to the other: same, alike, under, over, opposite, or empty."""
    if mine.key == theirs.key:
        return "same"
    return _how(mine.key, mine.lemma, mine.name, theirs.key, theirs.lemma, theirs.name)


@lru_cache(maxsize=65536)
def _how(key: str, lemma: str, name: bool, other_key: str, other: str, other_name: bool) -> str:
    if drug_class(lemma) == other:
        return "under"
    if drug_class(other) == lemma:
        return "over"
    if name or other_name:
        if name and other_name and min(len(key), len(other_key)) > 2:
            return "alike" if key.startswith(other_key) or other_key.startswith(key) else ""
        return "under" if wordnet.is_kind(lemma, other) else "over" if wordnet.is_kind(other, lemma) else ""
    kind = relation(lemma, other) or (relation(key, other_key) if (key, other_key) != (lemma, other) else "")
    if kind == "under" and not wordnet.is_kind(lemma, other):
        return ""
    return "" if kind == "over" and not wordnet.is_kind(other, lemma) else kind


def counterparts(mine: Iterable[Term], theirs: Iterable[Term]) -> Found:
    """For each place of mine its nearest counterpart: equal before alike before classes before opposites."""
    found: Found = {}
    others = tuple(theirs)
    keys = {other.key: other for other in others}
    for term in mine:
        if term.key in keys:
            found[term.at] = keys[term.key], "same"
            continue
        best = 9
        for other in others:
            kind = how(term, other)
            rank = _RANKS[kind]
            if rank < best:
                best, found[term.at] = rank, (other, kind)
    return _without_taken(found)


def _without_taken(found: Found) -> Found:
    """Leave out a class whose own word is there as well: a drug is named beside "the drug of choice"."""
    taken = {other.at for other, kind in found.values() if kind in ("same", "alike")}
    return {
        at: (other, kind)
        for at, (other, kind) in found.items()
        if kind not in ("under", "over") or other.at not in taken
    }


_RANKS = {"same": 0, "alike": 1, "under": 2, "over": 3, "opposite": 4, "": 9}


def through_classes(mine: Sequence[Term], theirs: Side) -> frozenset[int]:
    """The places of the other statement's classes of several words that one of mine falls under: ACE inhibitor."""
    compounds = theirs.reading.compounds
    found = _through_stems(mine, theirs)
    for name, places in compounds.items():
        if any(len(term.lemma) > 3 and wordnet.falls_under(term.lemma, name) for term in mine):
            found |= places
    return frozenset(found)


def _through_stems(mine: Sequence[Term], theirs: Side) -> set[int]:
    found: set[int] = set()
    terms = theirs.part.terms
    for name in {drug_class(term.lemma) for term in mine} - {""}:
        words = name.split()
        for at in range(len(terms) - len(words) + 1):
            if [term.lemma for term in terms[at : at + len(words)]] == words:
                found |= {term.at for term in terms[at : at + len(words)]}
    return found
