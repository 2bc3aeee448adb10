"""How two scenes hang together: by people, by words of one topic, by names."""

from __future__ import annotations

from dataclasses import dataclass

from mnemosaic.write.contradict.align import relation
from mnemosaic.write.contradict.everyday import listed
from mnemosaic.write.contradict.same_people import together
from mnemosaic.write.contradict.scene import Scene

_MODIFIED = frozenset("summer winter spring autumn left right upper lower spare".split())


@dataclass(slots=True, frozen=True)
class Link:
    """What two scenes share. `people` is 2 where they are surely about the same people, 1 where perhaps."""

    people: int
    topics: frozenset[str]
    names: frozenset[str]
    one_time: bool = False

    @property
    def strength(self) -> int:
        """How many words both hold, names counted as one, and one for a month of a year that both name."""
        return len(self.topics) + bool(self.names) + self.one_time

    def holds(self) -> bool:
        """Whether they can be taken to speak of one thing: one word where the people are sure, else two."""
        return self.strength >= (1 if self.people == 2 else 2) and (self.people == 2 or self.special())

    def special(self) -> bool:
        """Whether something is shared that is not in every household."""
        return bool(self.names or self.one_time or self.topics - listed("common"))


def link(new: Scene, old: Scene, one_time: bool = False) -> Link:
    """What two scenes share; words of one root or sense count as one.

    `one_time` says that both name one month of one year.
    """
    people = together(new.cast, old.cast)
    if not people:
        return Link(0, frozenset(), frozenset())
    shared = set(new.topics) & set(old.topics)
    mine, theirs = [list(set(one.topics) - shared)[:14] for one in (new, old)]
    for word in mine:
        shared |= {word for other in theirs if word[:3] == other[:3] and relation(word, other) == "alike"}
    return Link(people, frozenset(shared), _names(new, old), one_time)


def others_on_both(new: Scene, old: Scene, by: Link) -> bool:
    """Whether either speaks of things that the other does not, and hardly anything is shared."""
    mine, theirs = (set(one.topics) - by.topics - listed("moves") for one in (new, old))
    return by.strength < 2 and bool(mine) and bool(theirs)


def _names(new: Scene, old: Scene) -> frozenset[str]:
    mine, theirs = new.names | new.cast.every, old.names | old.cast.every
    every = (mine & theirs) | (mine & old.topics.keys()) | (theirs & new.topics.keys())
    return frozenset(every - (new.cast.core & old.cast.core) - {new.cast.speaker, old.cast.speaker})


def other_thing(new: Scene, old: Scene, by: Link) -> bool:
    """Whether the things that they are about differ: both name one that the other does not, or it is described."""
    mine, theirs = new.heads - by.topics, old.heads - by.topics
    for one, other in ((new, old), (old, new)):
        lone = one.cast.core and not other.cast.core and not (other.cast.ours or other.cast.crowd)
        if lone and other.heads and not other.heads & (one.topics.keys() | one.cast.every | by.topics):
            return True
    if mine and theirs and not (new.heads | old.heads) & by.topics:
        return True
    if any(relation(a, b) == "opposite" for a in set(new.topics) - by.topics for b in set(old.topics) - by.topics):
        return True
    told = [frozenset(word for word in _MODIFIED if word in one.topics) for one in (new, old)]
    return bool(told[0] and told[1] and told[0] != told[1])
