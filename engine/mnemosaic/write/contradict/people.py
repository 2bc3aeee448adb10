"""Whom a statement is about: names, kin by their possessor, "we" by who speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mnemosaic.verdicts import Statement
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.clauses import PREPOSITIONS, finite
from mnemosaic.write.contradict.everyday import kin, listed
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.tokens import Token

_PLACED = frozenset("in at from near on around towards via".split())
_KIDS = frozenset("kids children boys girls twins".split())
_GOING = frozenset(
    "moved move moves going goes went gone travel travelled flew fly drove works worked transferred".split()
)
_OURS = frozenset("we our us ours we're we've we'll ourselves".split())
BARE = frozenset("mother father grandmother grandfather aunt uncle".split())
"""Kin that is named without saying whose."""


@dataclass(slots=True, frozen=True)
class Person:
    """Someone named, by a key such as `ann` or `ann's boss`, with the places of the words that name them.

    `kin` is the other key of someone named by kin and name, as in "Ann's brother Bo".
    """

    key: str
    at: int
    end: int
    kin: str = ""


@dataclass(slots=True, frozen=True)
class Cast:
    """Who appears. `core` are those whom the statement is about; `ours` that it says we, our or us."""

    people: tuple[Person, ...]
    core: frozenset[str]
    every: frozenset[str]
    ours: bool
    crowd: bool
    speaker: str
    places: frozenset[int]
    names: frozenset[int]
    owners: frozenset[str]
    opening: str = ""


def cast(tokens: Sequence[Token], statement: Statement) -> Cast:
    """The people of a statement; `names` are the places of all names, people's and others'."""
    speaker = statement.speaker.split(" ")[0].lower()
    named = frozenset(at for at in range(len(tokens)) if _is_name(tokens, at, speaker))
    people = tuple(_people(tokens, named, speaker))
    verb = finite(tokens, 0, len(tokens))
    core = _keys([one for one in people if one.at < verb and not _aside(tokens, one)]) or (
        _keys([one for one in people if one.at >= verb and not _aside(tokens, one)]) if verb <= 1 else frozenset()
    )
    if tokens[0].lower in _OURS and tokens[0].lower != "our":
        core = frozenset()
    core |= frozenset(_crowd(tokens, max(verb, 0)))
    ours = [at for at, token in enumerate(tokens) if token.lower in _OURS]
    return Cast(
        people,
        core,
        _keys(people),
        bool(ours),
        any(token.lower in listed("crowd") for token in tokens[: max(verb, 8)])
        or any(token.lower == "only" for token in tokens[:2]),
        speaker,
        frozenset(at for one in people for at in range(one.at, one.end)),
        named,
        _owners(tokens, people),
        tokens[0].lower.removesuffix("'s") if 0 not in named and tokens[0].raw[:1].isupper() else "",
    )


def _crowd(tokens: Sequence[Token], verb: int) -> Iterator[str]:
    """Our children or parents, as those of whom it is told."""
    for at, token in enumerate(tokens[:verb]):
        before = tokens[at - 1].lower if at else ""
        if token.lower in _KIDS and (before in ("the", "our", "my", "both") or not at):
            yield "children"
        if token.lower == "parents" and before in ("our", "my"):
            yield "parents"


def _keys(people: Sequence[Person]) -> frozenset[str]:
    return frozenset(key for one in people for key in (one.key, one.kin) if key)


def _owners(tokens: Sequence[Token], people: Sequence[Person]) -> frozenset[str]:
    """Whose things it is about, as far as they stand in front: Ann's dog."""
    first = people[0] if people else None
    if first is None or first.at > 1 or first.end >= len(tokens):
        return frozenset()
    follows = tokens[first.end]
    owns = (
        tokens[first.end - 1].lower.endswith("'s")
        and wordnet.is_a(follows.lemma, "n")
        and follows.lower == follows.lemma
    )
    return frozenset([first.key]) if owns else frozenset()


def _aside(tokens: Sequence[Token], one: Person) -> bool:
    """Whether someone is named behind a preposition, as in "for Ann": not of whom it is told, unless nobody else is."""
    return one.at > 0 and tokens[one.at - 1].lower in PREPOSITIONS | {"when", "if"}


def _is_name(tokens: Sequence[Token], at: int, speaker: str) -> bool:
    token = tokens[at]
    if token.kind != "word" or not token.raw[0].isupper():
        return False
    base = token.lower.removesuffix("'s")
    if base == speaker:
        return True
    if base.removesuffix("s") in listed("not_names") or base in listed("not_names") or "'" in base:
        return False
    if base in listed("spoken_names"):
        return True
    if base in kin() or base in listed("crowd") or base in PREPOSITIONS or base in words("stop"):
        return False
    if base.isalpha() and len(base) > 2 and not any(wordnet.is_a(token.lemma, pos) for pos in "nvar"):
        return True
    if at and tokens[at - 1].lower not in (".", "!", "?", ":"):
        return token.name
    return token.name and not wordnet.is_a(token.lemma, "n")


def _people(tokens: Sequence[Token], named: frozenset[int], speaker: str) -> list[Person]:
    found: list[Person] = []
    at = 0
    while at < len(tokens):
        made = _person(tokens, named, at, speaker)
        if made is None:
            at += 1
            continue
        found.append(made)
        at = made.end
    return found


def _person(tokens: Sequence[Token], named: frozenset[int], at: int, speaker: str) -> Person | None:
    """Someone named from a place on: a name, kin, or whose kin and by what name."""
    before = tokens[at - 1].lower if at else ""
    if tokens[at].lower in ("me", "i") and speaker:
        return Person(speaker, at, at + 1)
    if tokens[at].lower == "my" and speaker:
        return _of_kin(tokens, named, speaker, at, at + 1) or Person(speaker, at, at + 1)
    if (
        at in named
        and not _a_kind(tokens, at)
        and (not _placed(tokens, named, at) or tokens[at].lower in listed("spoken_names"))
    ):
        end = at + 1
        while end < len(tokens) and end in named and not tokens[end - 1].lower.endswith("'s"):
            end += 1
        whose = tokens[at].lower.removesuffix("'s")
        if tokens[end - 1].lower.endswith("'s"):
            return _of_kin(tokens, named, whose, at, end) or Person(whose, at, end)
        return Person(whose, at, end)
    if _kin_at(tokens, at) and (not before or before not in ("the", "a", "an", "her", "his", "their", "as")):
        return _of_kin(tokens, named, "", at, at)
    return None


def _capital(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].raw[:1].isupper() and "'" not in tokens[at].lower


def _a_kind(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name names a make or a kind: a Skoda, a blue Skoda, an old Nokia."""
    place = at - 1
    if place >= 0 and tokens[place].lower == "the" and not tokens[at].lower.endswith("s"):
        return True
    while (
        place > 0
        and tokens[place].kind == "word"
        and (wordnet.is_a(tokens[place].lemma, "a") or _capital(tokens, place))
    ):
        place -= 1
    return place >= 0 and (tokens[place].lower in ("a", "an") or (place < at - 1 and tokens[place].lower == "the"))


def _placed(tokens: Sequence[Token], named: frozenset[int], at: int) -> bool:
    """Whether a name belongs to a place: behind "in", or after a name that stands there."""
    while at > 0 and at - 1 in named:
        at -= 1
    before = [token.lower for token in tokens[max(0, at - 4) : at]]
    return before[-1:] != [] and (before[-1] in _PLACED or (before[-1] in ("to", "for") and bool(_GOING & {*before})))


def _kin_at(tokens: Sequence[Token], at: int) -> str:
    """The relation that a word names, "'s" or not."""
    if at >= len(tokens) or tokens[at].kind != "word":
        return ""
    lower = tokens[at].lower.removesuffix("'s")
    return kin().get(lower, "")


def _of_kin(tokens: Sequence[Token], named: frozenset[int], whose: str, at: int, place: int) -> Person | None:
    """Kin at a place, or behind one adjective or two; by name where the name follows."""
    skip = next((n for n in range(3) if _kin_at(tokens, place + n)), -1)
    if skip < 0 or any(tokens[place + n].lower in ("and", ",", "is", "has") for n in range(skip)):
        return None
    if skip and not whose:
        return None
    end = place + skip + 1
    relation = _kin_at(tokens, end - 1)
    if end in named:
        last = end + 1
        while last in named:
            last += 1
        return Person(tokens[end].lower.removesuffix("'s"), at, last, f"{whose}'s {relation}" if whose else relation)
    if not whose and relation not in BARE:
        return None
    key = f"{whose}'s {relation}" if whose else relation
    if tokens[end - 1].lower.endswith("'s") and _kin_at(tokens, end):
        return Person(f"{key}'s {_kin_at(tokens, end)}", at, end + 1)
    return Person(key, at, end)
