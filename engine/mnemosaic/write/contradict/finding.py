"""What a check finds, and the pair of readings that it looks at."""

from __future__ import annotations

from dataclasses import dataclass

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import Alignment, heavy
from mnemosaic.write.contradict.reading import Clause, Item, Reading, people_named
from mnemosaic.write.contradict.tables import words

_GROUPING = frozenset("in for with among during under over if when unless without on at to between like".split())


def _is_subject(item: Item) -> bool:
    return item.zone == "subject" and (item.weight > 0.5 or item.lemma in words("people"))


def _other_entity(new: Reading, old: Reading) -> bool:
    """Whether the callers name different subjects, neither of which the other statement mentions."""
    mine, theirs = new.statement.subject, old.statement.subject
    if not mine or not theirs or mine == theirs:
        return False
    return mine not in old.statement.details.casefold() and theirs not in new.statement.details.casefold()


@dataclass(slots=True, frozen=True)
class Finding:
    """A difference that keeps both statements from being true together."""

    dimension: Dimension
    kind: str
    reason: str
    confidence: float = 0.8


@dataclass(slots=True, frozen=True)
class Case:
    """One clause of the new statement beside one of the old, aligned."""

    new: Reading
    old: Reading
    mine: Clause
    theirs: Clause
    by: Alignment

    @property
    def general(self) -> bool:
        """Whether this is about rules or general truths rather than about one thing's state."""
        return self.new.general or self.old.general

    @property
    def episodic(self) -> bool:
        """Whether both tell of something that happened."""
        return self.new.statement.type is AtomType.EPISODIC

    def other_subject(self) -> bool:
        """Whether the clauses are about different things: a subject unmatched on both sides, or of opposite kinds."""
        if _other_entity(self.new, self.old):
            return True
        mine = [item for item in self.by.new_left if _is_subject(item) and item.lemma not in self.old.content]
        theirs = [item for item in self.by.old_left if _is_subject(item) and item.lemma not in self.new.content]
        if any(pair.new.zone == pair.old.zone == "subject" for pair in self.by.opposed):
            return True
        if mine and theirs:
            return True
        mine, theirs = ([item for item in side if item.weight > 0.5] for side in (mine, theirs))
        named = any(item.name for item in mine) or any(item.name for item in theirs)
        return (
            named
            or self._part_of_subject(self.mine, self.theirs, mine)
            or self._part_of_subject(self.theirs, self.mine, theirs)
        )

    def _part_of_subject(self, clause: Clause, other: Clause, left: list[Item]) -> bool:
        """Whether one's subject adds a thing to the other's whole subject, as "Ann's brother" to "Ann"."""
        if not left or other.quantifier in ("all", "none", "only"):
            return False
        matched = {id(pair.new) for pair in self.by.pairs} | {id(pair.old) for pair in self.by.pairs}
        shared = [item for item in clause.items if item.zone == "subject" and id(item) in matched]
        theirs = [item for item in other.items if item.zone == "subject"]
        return bool(shared and theirs)

    def shares_words(self) -> bool:
        """Whether more than names is matched: to work at Bolt no longer denies no rule that was put on Bolt."""
        people = people_named(self.new, self.old)
        return any(not (pair.new.name or pair.old.name or pair.new.lemma in people) for pair in self.by.pairs)

    def narrower(self) -> bool:
        """Whether one side speaks of a group, a case or a condition that the other does not name."""
        return any(self._restricts(item) for item in (*self.by.new_left, *self.by.old_left))

    def _restricts(self, item: Item) -> bool:
        if item.zone == "condition":
            return item.weight > 0.5 or item.lemma in words("people")
        return item.zone == "prep" and item.prep in _GROUPING and item.weight > 0.5

    def left(self) -> tuple[float, float]:
        """The weights left unmatched on the new and on the old side."""
        return heavy(self.by.new_left), heavy(self.by.old_left)
