"""Amounts in one role, however the statements are worded: what something costs, how many there are, how far it is."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.everyday import topics
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link, others_on_both
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.units import TIMES
from mnemosaic.write.contradict.wordnet import is_a

_EACH_WAY = re.compile(r"\b(?:each way|one way|either way|in each direction|every way)\b", re.IGNORECASE)
_ROUND = re.compile(r"\b(?:there and back|round trip|both ways|and back|return trip|in total)\b", re.IGNORECASE)
_RELATIONS = frozenset("before after younger older ago later earlier more less than since".split())
_MEASURES = frozenset("number count".split())
_FORMS = ("year", "grade", "class", "form")
_RISE = frozenset("put go raise rise increase bring push grow add amount come".split())
_ABOUT = frozenset("about around roughly got only nearly almost over exactly at-least".split())
_UNDER = frozenset("under less-than below within".split())
_PIECES = frozenset("people person us member guest child adult student pupil player kid man woman".split())


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Two amounts of one measure that exclude one another, said of one thing."""
    assert new.scene is not None
    assert old.scene is not None
    if _other_time(new, old):
        return None
    mine, theirs = _whole(new), _whole(old)
    for one in mine:
        for other in theirs:
            if not _alike(one, other) or _agrees(one, theirs) or _agrees(other, mine):
                continue
            if one.overlaps(other) or not _one_role(new, old, one, other, by):
                continue
            return Finding(
                Dimension.NUMERICAL, "amount", f"{_text(new, one)} and {_text(old, other)} of one thing", 0.75
            )
    return None


def _other_time(new: Reading, old: Reading) -> bool:
    """Whether they tell of two days, or only the new one of a certain year."""
    mine, theirs = new.moment, old.moment
    if mine.day and theirs.day and (mine.month, mine.day) != (theirs.month, theirs.day):
        return True
    since = new.lemmas & {"since", "from"}
    return bool(mine.year and not (theirs.year or theirs.month) and not since and not new.changes)


def other_way(new: Reading, old: Reading) -> bool:
    """Whether one tells the way there, the other there and back."""
    return bool(_EACH_WAY.search(new.text)) != bool(_EACH_WAY.search(old.text)) and "[length]" in {
        q.dimension for q in new.quantities
    }


def _agrees(one: Quantity, others: list[Quantity]) -> bool:
    return any(one.dimension == other.dimension and one.is_equal(other) for other in others)


def _whole(reading: Reading) -> list[Quantity]:
    """The amounts: what is taken together added up ("1 h 58 min"), ways there doubled, those of relations left out."""
    found: list[Quantity] = []
    never = bool(reading.lemmas & {"never", "not"})
    for one in [*reading.quantities, *_hours(reading)]:
        if one.dimension.startswith("version") and not one.dimension.endswith(_FORMS):
            continue
        if _reached(reading, one):
            one = replace(one, low=one.high, bound="exact")
        if never and any(t.lemma in ("break", "beat") for t in reading.tokens[max(0, one.at - 2) : one.at]):
            one = replace(one, high=math.inf, bound="least")
        if (
            never
            and one.bound == "most"
            and any(t.lower in _UNDER for t in reading.tokens[max(0, one.at - 2) : one.at])
        ):
            one = replace(one, low=one.high, high=math.inf, bound="least")
        after = reading.tokens[one.end : one.end + 2]
        if reading.tokens[one.at - 1].lower == "(" and 1800 < one.low < 2200:
            continue
        if any(token.lower in _RELATIONS for token in after) or (
            one.end - one.at == 1 and reading.tokens[one.at].lower in ("half", "a", "an")
        ):
            continue
        if found and one.dimension == found[-1].dimension == "[time]" and _joins(reading, found[-1], one):
            last = found.pop()
            found.append(replace(last, low=last.low + one.low, high=last.high + one.high, end=one.end))
        else:
            found.append(one)
    factor = 2.0 if _EACH_WAY.search(reading.text) else 1.0
    return [
        replace(one, low=one.low * factor, high=one.high * factor) if one.dimension == "[length]" else one
        for one in found
    ]


def _reached(reading: Reading, one: Quantity) -> bool:
    """Whether "up to" tells what was reached: put up to, now up to."""
    if one.bound != "most" or one.at < 2 or reading.tokens[one.at - 1].lower != "up-to":
        return False
    before = reading.tokens[one.at - 2].lower
    return bool(reading.lemmas & _RISE) or before.endswith(("'re", "'m", "'s")) or before in ("is", "are", "am")


def _hours(reading: Reading) -> list[Quantity]:
    """An hour under a bound, which counts as an amount nowhere else: less than an hour."""
    return [
        Quantity("[time]", -math.inf, 3600.0, at, at + 2, "most")
        for at, token in enumerate(reading.tokens[:-1])
        if token.lower == "an"
        and reading.tokens[at + 1].lower == "hour"
        and at
        and reading.tokens[at - 1].lower in _UNDER
    ]


def _joins(reading: Reading, last: Quantity, one: Quantity) -> bool:
    between = reading.tokens[last.end : one.at]
    return one.high < last.low and all(token.lower in ("and", ",") for token in between)


def _alike(one: Quantity, other: Quantity) -> bool:
    if {one.dimension, other.dimension} == {"count", "money:gbp"} or (
        "count" in (one.dimension, other.dimension) and "money" in one.dimension + other.dimension
    ):
        return bool(one.of.startswith("a ") or other.of.startswith("a "))
    if one.dimension in _MEASURES and other.dimension in _MEASURES:
        return _counts_alike(one, other)
    return one.dimension == other.dimension and one.dimension not in ("frequency",)


def _counts_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two counts count one kind of thing, or people."""
    mine, theirs = (set((q.of or "us").split()[:1]) if q.bound == "exact" or q.of else set() for q in (one, other))
    return bool(mine & theirs) or bool(mine & _PIECES and theirs & _PIECES)


def _one_role(new: Reading, old: Reading, one: Quantity, other: Quantity, by: Link) -> bool:
    """Whether both amounts belong to what the statements share: a word of it stands near each of them."""
    assert new.scene is not None
    assert old.scene is not None
    nouns = {word for word in by.topics if is_a(word, "n")}
    if one.dimension.endswith(_FORMS):
        return by.people == 2
    mine, theirs = _period(new, one), _period(old, other)
    if mine != theirs and "money" in one.dimension and not (new.scene.change or new.changes):
        return False
    if (mine and theirs and mine != theirs) or (_numbered(new) != _numbered(old)):
        return False
    if (
        mine
        and mine == theirs
        and (new.scene.change or new.changes)
        and by.strength
        and one.dimension == other.dimension
    ):
        return True
    if mine and mine == theirs and by.people == 2 and one.of and one.dimension == other.dimension:
        return True
    counted = set(one.of.split()[:1]) & set(other.of.split()[:1])
    if counted and by.people == 2 and _possessed(new) and _possessed(old) and not new.moment.year:
        return True
    if by.people < 2 and not by.special():
        return False
    if by.people < 2 and not (mine and mine == theirs) and others_on_both(new.scene, old.scene, by):
        return False
    if (
        one.dimension == "[length]"
        and bool(_EACH_WAY.search(new.text)) != bool(_ROUND.search(old.text))
        and (bool(_EACH_WAY.search(old.text)) != bool(_ROUND.search(new.text)))
    ):
        return False
    own = {topic for q, r in ((one, new), (other, old)) for topic in _unit_words(r, q)}
    if counted and one.dimension == other.dimension and new.scene.change and by.people == 2:
        return True
    shared = nouns - own - set(one.of.split()[:1])
    if (
        one.dimension == "[time]"
        and one.bound == other.bound == "exact"
        and not new.changes
        and not _lasts(new, old, by)
    ):
        return False
    if not shared and not by.names:
        return by.people == 2 and bool(nouns) and one.dimension not in _MEASURES and len(by.topics) > 1
    if by.people < 2 and len(shared | by.names) + by.one_time + bool(counted) + bool(mine and mine == theirs) < 2:
        return False
    return _near(new, one, shared, by) and _near(old, other, shared, by)


def _numbered(reading: Reading) -> set[tuple[str, float]]:
    """Things told apart by a number: shard 1."""
    return {(q.dimension, q.low) for q in reading.quantities if q.dimension.startswith("version")}


def _period(reading: Reading, one: Quantity) -> str:
    """For how long an amount is: a month, per week, each day."""
    tokens = reading.tokens
    for at in range(one.at, min(one.end + 7, len(tokens) - 1)):
        if tokens[at].kind == "mark":
            break
        if tokens[at].lower in ("a", "an", "per", "each", "every") and tokens[at + 1].lemma in TIMES:
            return tokens[at + 1].lemma
    return ""


def _lasts(new: Reading, old: Reading, by: Link) -> bool:
    """Whether two spans are of one thing: what they are of is shared, or more than a word is."""
    assert new.scene is not None
    assert old.scene is not None
    heads = new.scene.heads & old.scene.heads & by.topics
    of = {
        reading.tokens[q.end + 1].lemma
        for reading in (new, old)
        for q in reading.quantities
        if q.dimension == "[time]" and q.end + 1 < len(reading.tokens) and reading.tokens[q.end].lower == "of"
    }
    if of:
        return any(topics().get(word, word) in by.topics for word in of)
    return bool(heads) or by.strength > 1 or any(q.bound != "exact" for q in new.quantities)


def _possessed(reading: Reading) -> bool:
    """Whether it tells how many of something someone has: the amount stands at once behind "has"."""
    verb = reading.clauses[0].verb if reading.clauses else -1
    if verb < 0 or reading.tokens[verb].lemma not in ("have", "keep", "own"):
        return False
    first = reading.tokens[verb + 1].lower if verb + 1 < len(reading.tokens) else ""
    return any(q.at == verb + 1 or (q.at == verb + 2 and first in _ABOUT) for q in reading.quantities)


def _unit_words(reading: Reading, one: Quantity) -> set[str]:
    return {token.lemma for token in reading.tokens[one.at : one.end]}


def _near(reading: Reading, one: Quantity, shared: set[str], by: Link) -> bool:
    scene = reading.scene
    assert scene is not None
    places = [scene.topics[word] for word in shared if word in scene.topics]
    places += [at for word in shared for at, token in enumerate(reading.tokens) if token.lemma == word]
    places += [at for at, token in enumerate(reading.tokens) if token.lower.removesuffix("'s") in by.names]
    own = next(((start, end) for start, end in scene.parts if start <= one.at < end), (0, 0))
    others = [
        other.at
        for other in reading.quantities
        if not one.at <= other.at < one.end and other.dimension == one.dimension
    ]
    return any(
        own[0] <= at < own[1]
        or (abs(at - one.at) <= 8 and not any(min(at, one.at) < x < max(at, one.at) for x in others))
        for at in places
    ) or (bool(places) and not others)


def _text(reading: Reading, one: Quantity) -> str:
    tokens: tuple[Token, ...] = reading.tokens[one.at : one.end]
    return '"' + " ".join(token.raw for token in tokens) + '"'
