"""What terms of one statement have a counterpart in the other; several may share one, unlike in `align`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.align import relation
from mnemosaic.write.contradict.gist import Part, Term
from mnemosaic.write.contradict.reading import Reading


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
    kind = _related(mine, theirs)
    if kind == "under" and not wordnet.is_kind(mine.lemma, theirs.lemma):
        return ""
    return "" if kind == "over" and not wordnet.is_kind(theirs.lemma, mine.lemma) else kind


def _related(mine: Term, theirs: Term) -> str:
    if mine.name or theirs.name:
        if mine.name and theirs.name and min(len(mine.key), len(theirs.key)) > 2:
            return "alike" if mine.key.startswith(theirs.key) or theirs.key.startswith(mine.key) else ""
        return "under" if wordnet.falls_under(mine.lemma, theirs.lemma) else ""
    kind = relation(mine.lemma, theirs.lemma)
    return kind or (relation(mine.key, theirs.key) if (mine.key, theirs.key) != (mine.lemma, theirs.lemma) else "")


def counterparts(mine: Iterable[Term], theirs: Iterable[Term]) -> dict[int, tuple[Term, str]]:
    """For each place of mine its nearest counterpart: equal before alike before classes before opposites."""
    found: dict[int, tuple[Term, str]] = {}
    others = tuple(theirs)
    for term in mine:
        best = 9
        for other in others:
            kind = how(term, other)
            rank = _RANKS[kind]
            if rank < best:
                best, found[term.at] = rank, (other, kind)
    return _without_taken(found)


def _without_taken(found: dict[int, tuple[Term, str]]) -> dict[int, tuple[Term, str]]:
    """Leave out a class whose own word is there as well: a drug is named beside "the drug of choice"."""
    taken = {other.at for other, kind in found.values() if kind in ("same", "alike")}
    return {
        at: (other, kind) for at, (other, kind) in found.items() if kind not in ("under", "over") or other.at not in taken
    }


_RANKS = {"same": 0, "alike": 1, "under": 2, "over": 3, "opposite": 4, "": 9}


def through_classes(mine: Iterable[Term], compounds: Mapping[str, frozenset[int]]) -> frozenset[int]:
    """The places of the other statement's classes of several words that one of mine falls under: ACE inhibitor."""
    found: set[int] = set()
    for name, places in compounds.items():
        if any(len(term.lemma) > 3 and wordnet.falls_under(term.lemma, name) for term in mine):
            found |= places
    return frozenset(found)
