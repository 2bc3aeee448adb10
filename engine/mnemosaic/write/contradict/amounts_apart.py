"""How long, how many, how much: two amounts of one measure of one thing that exclude one another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.about import about_one
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Half, Laid, is_plain, is_plain_deed
from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.lemmas import derived
from mnemosaic.write.contradict.numerical import is_group
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.tables import words

_CLOCK = re.compile(r"(\d{1,2}):(\d\d)$")
_FREE = re.compile(r"\b(?:for nothing|without paying|at no (?:cost|charge)|gratis|costs nothing|no charge)\b")
_BEFORE = frozenset("before ahead prior beforehand earlier ago old".split())
_WAYS = frozenset("way back return round".split())
_LOOSE = frozenset("total maximum minimum typical usual".split())


def check(laid: Laid) -> Finding | None:
    """The amounts that each side has one of, and that cannot both be."""
    new, old = laid.new, laid.old
    if laid.says_more() or new.reading.moment.differs(old.reading.moment) or _denied(new) != _denied(old):
        return None
    said = {t.lemma for t in new.tokens} ^ {t.lemma for t in old.tokens}
    if said & (_WAYS | (words("measures") - _LOOSE)):
        return None
    if not about_one(laid, _counted(new), _counted(old), verbs=table()["measuring"], room=1):
        return None
    if any(t.prep in ("of", "for") and not is_plain(t) for half in (new, old) for t in half.own):
        return None
    if any(_does_more(half) for half in (new, old)):
        return None
    apart = [pair for pair in _pairs(new, old) if _excludes(laid, *pair)]
    if len(apart) != 1:
        return None
    return Finding(Dimension.NUMERICAL, "quantity", "two amounts of one measure of the same", 0.75)


def _does_more(half: Half) -> bool:
    """Whether it tells of a deed that the other lacks and that measures nothing."""
    known = table()["measuring"] | table()["change_verbs"] | {"free"}
    return any(t.at in half.deeds and not is_plain_deed(t) and t.lemma not in known for t in half.own)


def _excludes(laid: Laid, mine: Quantity, theirs: Quantity) -> bool:
    """Whether no amount is in both; two limits of one kind differ as soon as they are not equal."""
    if mine.is_equal(theirs):
        return False
    if mine.bound == theirs.bound and mine.bound in ("least", "most"):
        return laid.new.reading.statement.type is not AtomType.EPISODIC
    return not mine.overlaps(theirs)


def _denied(half: Half) -> bool:
    return any(part.stand in ("deny", "forbid", "exempt") for part in half.parts)


def _counted(half: Half) -> list[Term]:
    """The terms that name what is counted."""
    places = {at for q in half.quantities for at in range(q.at, q.end + 3) if q.dimension == "count"}
    return [t for t in half.own if t.at in places or (t.lemma == "free" and half.is_head(t))]


def _pairs(new: Half, old: Half) -> list[tuple[Quantity, Quantity]]:
    mine, theirs = _amounts(new), _amounts(old)
    found = []
    for one in mine:
        others = [q for q in theirs if _comparable(new, old, one, q)]
        alone = [q for q in mine if q.dimension == one.dimension]
        if len(others) == len(alone) == 1:
            found.append((one, others[0]))
    return found


def _amounts(half: Half) -> list[Quantity]:
    """What is measured, the time between two clock times, and nothing paid for what is free."""
    return [*_said(half), *_between(half), *_nothing(half)]


def _between(half: Half) -> Iterator[Quantity]:
    """The time between two times of day of one clause: issued at 10:00, used at 10:45."""
    clocks = [(at, *_CLOCK.match(t.raw).groups()) for at, t in enumerate(half.tokens) if _CLOCK.match(t.raw)]  # type: ignore[union-attr]
    if len(clocks) == 2:
        (_, hour, minute), (at, later, late) = clocks
        minutes = 60 * (int(later) - int(hour)) + int(late) - int(minute)
        if minutes > 0:
            yield Quantity("[time]", 60.0 * minutes, 60.0 * minutes, at, at + 1)


def _nothing(half: Half) -> Iterator[Quantity]:
    """No money, of what is free, for nothing, at no cost."""
    lowers = [t.lower for t in half.tokens]
    text = " ".join(lowers)
    at = next(
        (
            n
            for n, word in enumerate(lowers)
            if word == "free" and (lowers[n + 1 : n + 2] or ["."])[0] in (".", ",", "for", "of", "on", "in", "and")
        ),
        -1,
    )
    if at >= 0 or _FREE.search(text):
        yield Quantity("money", 0.0, 0.0, max(at, 0), max(at, 0) + 1)


def _said(half: Half) -> list[Quantity]:
    return [
        q
        for q in half.quantities
        if not is_group(half.reading, q) and not q.dimension.startswith("version") and q.dimension != "number"
    ]


def _comparable(new: Half, old: Half, a: Quantity, b: Quantity) -> bool:
    money = all(q.dimension.startswith("money") for q in (a, b)) and "money" in (a.dimension, b.dimension)
    if (a.dimension != b.dimension and not money) or _side(new, a) != _side(old, b):
        return False
    if a.dimension in ("count", "rate"):
        return _counts_same(a, b)
    return True


def _counts_same(a: Quantity, b: Quantity) -> bool:
    mine, theirs = a.of.split()[:1], b.of.split()[:1]
    return any(
        x == y
        or derived(x, y)
        or ("people" in (x, y) and all(w == "people" or wordnet.is_kind(w, "person") for w in (x, y)))
        for x in mine
        for y in theirs
    )


def _side(half: Half, quantity: Quantity) -> bool:
    """Whether it is a time before something."""
    return any(t.lower in _BEFORE for t in half.reading.tokens[quantity.end : quantity.end + 2])
