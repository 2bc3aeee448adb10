"""What a statement tells of people's lives: whom, of what, on which days; and how two such statements hang together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mnemosaic.verdicts import Statement
from mnemosaic.write.contradict import polarity, wordnet
from mnemosaic.write.contradict.clauses import LINKS, finite
from mnemosaic.write.contradict.everyday import listed, topics
from mnemosaic.write.contradict.moments import MONTHS, WEEKDAYS
from mnemosaic.write.contradict.numerals import WORDS
from mnemosaic.write.contradict.people import Cast, cast
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.units import MONEY, SURFACE

_CALENDAR = frozenset(MONTHS) | frozenset(WEEKDAYS) | frozenset(
    "weekday weekend morning evening afternoon night noon midnight today yesterday tomorrow week month year day hour "
    "minute term season end start beginning fortnight last next previous later earlier ago once twice half".split()
)  # fmt: skip
_EMPTY = frozenset(
    "just only also too again still already ever even good great nice big little lot bit really thing news way kind "
    "sort course fact rule thanks sorry please well own hold go come get be have do say tell mean time new old same "
    "first second third other another back away more less no not number up out off over down time best most least "
    "whole full new busy sure settle morning everything hope finally call name years-old turn become bring look "
    "we're touch life him whom himself herself themselves anything past instead believe happen decide part person "
    "people".split()
)
_OPENERS = frozenset(
    "now since it's he she they we it that then my our is has he's she's we've they've these-days lives works".split()
)
_FOLLOW = frozenset("has is was will lives had".split())
_MARKS = frozenset([",", ";", ".", ":", "—", "–", "!", "?", "("])


@dataclass(slots=True, frozen=True)
class Scene:
    """`topics` are the words that say what it is about, each by its topic's first word, with their places.

    `heads` are those of them that stand before the verb; `names` all names but people's; `parts` the places of pieces.
    """

    cast: Cast
    topics: dict[str, int]
    heads: frozenset[str]
    names: frozenset[str]
    days: frozenset[int]
    parts: tuple[tuple[int, int], ...]
    change: bool


def scene(tokens: Sequence[Token], statement: Statement) -> Scene:
    """The scene of a statement."""
    who = cast(tokens, statement)
    found: dict[str, int] = {}
    for at, word in _topics(tokens, who):
        found.setdefault(word, at)
    verb = finite(tokens, 0, len(tokens))
    return Scene(
        who,
        found,
        frozenset(word for word, at in found.items() if at < verb),
        frozenset(tokens[at].lower.removesuffix("'s") for at in who.names - who.places),
        days(tokens),
        tuple(parts(tokens)),
        any(token.lower in listed("change") for token in tokens) or _since(tokens),
    )


def _since(tokens: Sequence[Token]) -> bool:
    """Whether it says from when something holds: since last month, from 1 March on."""
    for at, token in enumerate(tokens):
        following = tokens[at + 1 : at + 4]
        if token.lower in ("since", "from") and any(
            t.kind == "date" or t.lower in MONTHS or t.lower in ("last", "next", "new", "this", "now")
            for t in following
        ):
            return True
        if token.lower == "this" and following and following[0].lower in ("term", "season", "school", "year"):
            return True
    return False


def _topics(tokens: Sequence[Token], who: Cast) -> Iterator[tuple[int, str]]:
    for at, token in enumerate(tokens):
        if token.kind != "word" or at in who.names or at in who.places:
            continue
        word = topic(token)
        if word:
            yield at, word


def topic(token: Token) -> str:
    """The word that a token stands for if it says what something is about, else nothing."""
    word = token.lemma
    if word in topics() and word not in ("work", "run", "play"):
        return topics()[word]
    if (
        len(word) < 3
        or "'" in word
        or word in ("mrs", "miss", "prof")
        or word in WORDS
        or not {word, token.lower}.isdisjoint(SURFACE)
        or not {word, token.lower}.isdisjoint(MONEY)
        or word in _CALENDAR
        or word in _EMPTY
        or word in words("stop")
        or word in words("light")
        or token.lower in words("stop")
        or polarity.is_mark(word, token.lower)
        or word in LINKS
    ):
        return ""
    return word if any(wordnet.is_a(word, pos) for pos in "nva") or not token.lower.endswith("ly") else ""


def days(tokens: Sequence[Token]) -> frozenset[int]:
    """The weekdays that are named; "every weekday" are five."""
    found = {WEEKDAYS[token.lower] for token in tokens if token.lower in WEEKDAYS}
    lowers = [token.lower for token in tokens]
    for at, token in enumerate(tokens):
        if (
            token.lower == "to"
            and 0 < at < len(tokens) - 1
            and lowers[at - 1] in WEEKDAYS
            and lowers[at + 1] in WEEKDAYS
        ):
            found |= set(range(WEEKDAYS[lowers[at - 1]], WEEKDAYS[lowers[at + 1]] + 1))
    return frozenset(found)


def parts(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The pieces between marks and conjunctions that begin something new."""
    start = 0
    for at, token in enumerate(tokens):
        ends = token.kind == "mark" and token.lower in _MARKS
        opens = token.lower in ("but", "so", "because", "though", "although", "whereas") or (
            token.lower == "and" and _opens(tokens, at + 1)
        )
        if (ends or opens) and at > start:
            yield start, at
        if ends or opens:
            start = at + 1
    if start < len(tokens):
        yield start, len(tokens)


def _opens(tokens: Sequence[Token], at: int) -> bool:
    following = tokens[at].lower if at < len(tokens) else ""
    if following in _OPENERS:
        return True
    return at + 1 < len(tokens) and tokens[at].name and tokens[at + 1].lower in _FOLLOW
