"""What two clauses share and where they differ: each item of one beside its counterpart in the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.lemmas import derived, lemma
from mnemosaic.write.contradict.reading import Item
from mnemosaic.write.contradict.tables import groups, opposites, words

_MAX_LEFT = 12


@dataclass(slots=True, frozen=True)
class Pair:
    """Two counterparts. `how` is same, alike, under (new falls under old), over, or opposite."""

    new: Item
    old: Item
    how: str


@dataclass(slots=True, frozen=True)
class Alignment:
    """Pairs, and what is left on either side. Covers are the matched share of a side's weight, in 0..1."""

    pairs: tuple[Pair, ...]
    new_left: tuple[Item, ...]
    old_left: tuple[Item, ...]
    new_cover: float
    old_cover: float

    @property
    def cover(self) -> float:
        """The smaller of both covers."""
        return min(self.new_cover, self.old_cover)

    @property
    def opposed(self) -> tuple[Pair, ...]:
        """The pairs of opposites."""
        return tuple(pair for pair in self.pairs if pair.how == "opposite")


def heavy(items: Iterable[Item]) -> float:
    """The weight of items that say something."""
    return sum(item.weight for item in items if item.weight > 0.5)


@lru_cache(maxsize=65536)
def relation(new: str, old: str) -> str:
    """How two different lemmas stand to one another; empty where they have nothing to do with each other."""
    if (
        (new, old) in opposites()
        or (wordnet.antonyms(new, old) and not wordnet.are_people(new, old))
        or _negated(new, old)
        or _negated(old, new)
    ):
        return "opposite"
    first, second = groups().get(new, new), groups().get(old, old)
    if first == second or derived(new, old):
        return "alike"
    if (first, second) in opposites():
        return "opposite"
    if len(new) > 3 and len(old) > 3 and wordnet.synonyms(new, old):
        return "alike"
    if new in words("light") or old in words("light"):
        return ""
    if wordnet.falls_under(new, old):
        return "under"
    return "over" if wordnet.falls_under(old, new) else ""


def _negated(word: str, base: str) -> bool:
    """Whether a word is another with a prefix that turns it round: unsafe, nonfatal, disallow."""
    if len(base) > 3 and word[:2] == "un" and lemma(word[2:]) == base:
        return True
    return len(base) > 3 and word in (
        f"un{base}",
        f"in{base}",
        f"im{base}",
        f"ir{base}",
        f"il{base}",
        f"non-{base}",
        f"non{base}",
        f"dis{base}",
        f"mis{base}",
    )


def align(
    new: Sequence[Item],
    old: Sequence[Item],
    new_compounds: dict[str, frozenset[int]] | None = None,
    old_compounds: dict[str, frozenset[int]] | None = None,
) -> Alignment:
    """Pair equal lemmas first, in order; then words that are alike, classes or opposites, among what is left."""
    pairs: list[Pair] = []
    waiting: dict[str, list[Item]] = {}
    for item in old:
        waiting.setdefault(item.lemma, []).append(item)
    new_left: list[Item] = []
    for item in new:
        others = waiting.get(item.lemma)
        if others:
            pairs.append(Pair(item, others.pop(0), "same"))
        else:
            new_left.append(item)
    old_left = [item for others in waiting.values() for item in others]
    _pair_classes(new_left, old_left, new_compounds or {}, old_compounds or {}, pairs)
    _pair_left(new_left, old_left, pairs)
    return Alignment(tuple(pairs), tuple(new_left), tuple(old_left), _cover(new, new_left), _cover(old, old_left))


def _pair_left(new_left: list[Item], old_left: list[Item], pairs: list[Pair]) -> None:
    if len(new_left) > _MAX_LEFT or len(old_left) > _MAX_LEFT:
        return
    for item in tuple(new_left):
        for other in old_left:
            how = (
                relation(item.lemma, other.lemma)
                if not (item.name or other.name) or item.lemma[:4] == other.lemma[:4]
                else ""
            )
            if how:
                pairs.append(Pair(item, other, how))
                new_left.remove(item)
                old_left.remove(other)
                break


def _pair_classes(
    new_left: list[Item],
    old_left: list[Item],
    new_compounds: dict[str, frozenset[int]],
    old_compounds: dict[str, frozenset[int]],
    pairs: list[Pair],
) -> None:
    """A word against a class of several words: lisinopril and ACE inhibitor."""
    for left, others, compounds, how in (
        (new_left, old_left, old_compounds, "under"),
        (old_left, new_left, new_compounds, "over"),
    ):
        for item in tuple(left):
            for name, places in compounds.items():
                members = [other for other in others if other.at in places]
                if members and wordnet.falls_under(item.lemma, name):
                    pairs += [Pair(item, m, how) if how == "under" else Pair(m, item, how) for m in members]
                    left.remove(item)
                    for member in members:
                        others.remove(member)
                    break


def _cover(items: Sequence[Item], left: Sequence[Item]) -> float:
    total = sum(item.weight for item in items)
    return 1.0 if not total else 1.0 - sum(item.weight for item in left) / total
