"""What is read of a statement once, so that many comparisons can use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mnemosaic.verdicts import Statement
from mnemosaic.write.contradict.gist import Part
from mnemosaic.write.contradict.limits import reaches
from mnemosaic.write.contradict.moments import Moment
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.scene import Scene
from mnemosaic.write.contradict.tokens import Token


@dataclass(slots=True, frozen=True)
class Item:
    """A word that says what a statement is about. `zone` is subject, main, prep (behind a preposition) or condition.

    `weight` is what the word counts: little for words such as "take" or "patient", more for names. `prep` is the
    preposition that it stands behind.
    """

    lemma: str
    at: int
    zone: str
    weight: float
    name: bool
    prep: str = ""


@dataclass(slots=True, frozen=True)
class Clause:
    """One assertion: what it is about, and how it says so.

    `sign` is 1 where it affirms, -1 where it denies or forbids, 0 where it leaves free. `denied` are the places that
    the denial covers, with the subject's; `local` says that it covers a part only ("without nuts").
    `within` are the places and occasions that a denial is kept to ("at work"), each by its words.
    `quantifier` is all, most, some, few, none, not-all, only or empty; `link` what joins the condition, such as unless.
    """

    items: tuple[Item, ...]
    sign: int = 1
    stance: str = ""
    denied: frozenset[int] = frozenset()
    local: bool = False
    quantifier: str = ""
    link: str = ""
    verb: int = -1
    start: int = 0
    end: int = 0
    within: tuple[frozenset[str], ...] = ()


def unique(clauses: Sequence[Clause]) -> tuple[Item, ...]:
    """The items of all clauses, each once, though clauses may share a subject."""
    if len(clauses) == 1:
        return clauses[0].items
    return tuple({item.at: item for clause in clauses for item in clause.items}.values())


@dataclass(slots=True, frozen=True)
class Reading:
    """A statement as the checks see it: see `read`. `text` is what was said, without who said it; `scene`
    what it tells of people.

    `told_apart` are symbols and numbers that name one of several things: where they differ, so does the thing.
    `relative` says that a part is told of somebody else ("a friend who works at Globex").
    """

    statement: Statement
    tokens: tuple[Token, ...]
    clauses: tuple[Clause, ...]
    quantities: tuple[Quantity, ...]
    moment: Moment
    timed: frozenset[int]
    screen: frozenset[str]
    content: frozenset[str]
    lemmas: frozenset[str]
    compounds: dict[str, frozenset[int]] = field(default_factory=dict)
    told_apart: tuple[str | tuple[str, str], ...] = ()
    relative: bool = False
    changes: bool = False
    corrects: bool = False
    unreal: bool = False
    past: bool = False
    general: bool = False
    foreign: bool = False
    text: str = ""
    parts: tuple[Part, ...] = ()
    scene: Scene | None = None

    @property
    def cast(self) -> frozenset[str]:
        """The people that the statement is told of, by their keys."""
        return self.scene.cast.core if self.scene is not None else frozenset()

    @property
    def moment_of_speech(self) -> datetime | None:
        """When the statement was made, or from when it holds."""
        return self.statement.valid_from or self.statement.said_at

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of all clauses, each once."""
        return unique(self.clauses)

    def reaches(self, other: Reading) -> bool:
        """Whether what this denies is told in the other of the same places and occasions, if it is kept to some."""
        return all(reaches(clause.within, other.lemmas) for clause in self.clauses)


def people_named(*readings: Reading) -> set[str]:
    """The words that name people in any of some statements: that all tell of Ann makes no two things one."""
    scenes = [one.scene for one in readings if one.scene is not None]
    return {word for scene in scenes for key in scene.cast.every for word in key.split()}
