"""Amounts by their role: a limit, a dose, a time before or after, what is enough, from when something follows."""

from __future__ import annotations

import math
from dataclasses import replace

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.apart import apart, elsewhere, placed, shares
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import table
from mnemosaic.write.contradict.lemmas import derived
from mnemosaic.write.contradict.numerical import is_group
from mnemosaic.write.contradict.overlap import Found, Side
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.updates import tells
from mnemosaic.write.contradict.wordnet import is_a

_BEFORE = frozenset("before ahead prior beforehand earlier advance".split())
_AFTER = frozenset("after later within once following".split())
_ENOUGH = frozenset("enough sufficient suffice suffices adequate sufficiently".split())
_TARGETS = frozenset("target goal objective requirement".split())
_LOOSE = frozenset("maximum minimum annual daily weekly monthly hourly yearly start starting typical usual".split())
_DENYING = frozenset(["forbid", "deny"])
_KEEP, _DELETE = (
    frozenset("retain keep continue last live".split()),
    frozenset("delete anonymise shred end stop finish expire".split()),
)


def check(new: Side, old: Side, found: Found, _back: Found) -> Finding | None:
    """Two amounts in one role of one thing that exclude one another."""
    mine, theirs = _amounts(new), _amounts(old)
    part = new.reading.moment.differs(old.reading.moment)
    if part == "clock":
        return _clock(new, old, found)
    if not mine or not theirs or part or _other_kind(new, old):
        return None
    opposite = _opposite(new, old, found)
    counted = any(_counts_same(a, b) for a in mine for b in theirs)
    lasting = bool((_keys(new) ^ _keys(old)) & _KEEP and (_keys(new) ^ _keys(old)) & _DELETE)
    opposite = opposite or lasting
    if not shares(new, old, found, 1 if counted or opposite else 2, 2 if counted or lasting else 1):
        return None
    if apart(new, old, found) or placed(new, old) or placed(old, new) or (not opposite and elsewhere(new, old, found)):
        return None
    for a in mine:
        for b in theirs:
            if _comparable(new, old, a, b) and _excludes(_read(new, a, b), _read(old, b, a), opposite, new, old):
                reason = f'"{_text(new, a)}" and "{_text(old, b)}" cannot both be right of the same'
                return Finding(Dimension.NUMERICAL, "quantity", reason, 0.75)
    return None


def _clock(new: Side, old: Side, found: Found) -> Finding | None:
    """Two times of day of what is done regularly."""
    if AtomType.EPISODIC in (new.reading.statement.type, old.reading.statement.type):
        return None
    if not shares(new, old, found) or apart(new, old, found) or elsewhere(new, old, found):
        return None
    if not _told_clock(new) or not _told_clock(old):
        return None
    return Finding(Dimension.NUMERICAL, "date", "the time of day of the same differs", 0.75)


def _told_clock(side: Side) -> bool:
    """Whether the time of day is what the clause says last, behind "at"."""
    timed = [at for at in side.reading.timed if side.part.start <= at < side.part.end]
    return any(side.reading.tokens[at - 1].lower == "at" and ":" in side.reading.tokens[at].raw for at in timed if at)


def _amounts(side: Side) -> list[Quantity]:
    """The amounts of the clause that tell nobody's group."""
    part = side.part
    return [
        q
        for q in side.reading.quantities
        if part.start <= q.at < part.end and not is_group(side.reading, q) and not _labels(side, q)
    ]


def _labels(side: Side, quantity: Quantity) -> bool:
    """Whether a number names something: status 413, version 2."""
    if quantity.dimension.startswith("version"):
        return True
    before = side.reading.tokens[quantity.at - 1] if quantity.at else None
    return (
        quantity.dimension == "number"
        and before is not None
        and is_a(before.lemma, "n")
        and before.lower == before.lemma
    )


def _other_kind(new: Side, old: Side) -> bool:
    mine, theirs = ({*side.reading.lemmas} & words("measures") for side in (new, old))
    return bool((mine ^ theirs) - _LOOSE)


def _opposite(new: Side, old: Side, found: Found) -> bool:
    """Whether what follows in one is the opposite of what follows in the other."""
    turns = sum(side.part.stand in _DENYING for side in (new, old))
    turns += sum(kind == "opposite" for _, kind in found.values())
    told = {other.at for other, _ in found.values()}
    undoing = table()["undoing"]
    turns += sum(term.lemma in undoing and term.at not in found for term in new.part.terms)
    turns += sum(term.lemma in undoing and term.at not in told for term in old.part.terms)
    return turns % 2 == 1


def _comparable(new: Side, old: Side, a: Quantity, b: Quantity) -> bool:
    if a.dimension != b.dimension and {a.dimension, b.dimension} != {"age", "[time]"}:
        return False
    if a.is_equal(b):
        return False
    if a.dimension in ("count", "rate") and a.of and b.of and not _counts_same(a, b):
        return False
    if {"end", "delete", "stop"} & (_keys(new) ^ _keys(old)):
        return True
    mine_role, their_role = _role(new, a), _role(old, b)
    return mine_role == their_role or "" in (mine_role, their_role) or "age" in (a.dimension, b.dimension)


def _counts_same(a: Quantity, b: Quantity) -> bool:
    if a.dimension != b.dimension or not a.of or not b.of:
        return False
    return any(x == y or derived(x, y) for x in a.of.split()[:2] for y in b.of.split()[:2])


def _role(side: Side, quantity: Quantity) -> str:
    after = side.words(quantity.end, quantity.end + 2)
    before = side.words(quantity.at - 3, quantity.at)
    if _BEFORE & set(after):
        return "before"
    if _AFTER & set(after) or _AFTER & set(before):
        return "after"
    return "for" if before[-1:] == ["for"] else ""


def _read(side: Side, quantity: Quantity, other: Quantity) -> Quantity:
    """An amount as what it means: enough is a minimum, and so is what is needed."""
    if quantity.bound != "exact":
        return quantity
    if _TARGETS & set(side.words(quantity.at - 7, quantity.at)) and other.bound in ("least", "most"):
        infinite = {"least": {"high": math.inf}, "most": {"low": -math.inf}}[other.bound]
        return replace(quantity, bound=other.bound, **infinite)  # type: ignore[arg-type]
    if _ENOUGH & set(side.lowers) or (side.part.stand == "require" and quantity.dimension == "count"):
        return replace(quantity, high=math.inf, bound="least")
    return quantity


def _excludes(a: Quantity, b: Quantity, opposite: bool, new: Side, old: Side) -> bool:
    if a.is_equal(b):
        return False
    lasting = _lasting(a, b, new, old)
    if lasting is not None:
        return lasting
    if a.bound == b.bound == "range" and tells(new.reading):
        return True
    if opposite:
        return a.overlaps(b) and (a.bound != "exact" or b.bound != "exact")
    if not a.overlaps(b):
        return True
    return a.bound == b.bound and a.bound in ("least", "most")


def _lasting(a: Quantity, b: Quantity, new: Side, old: Side) -> bool | None:
    """Whether something is deleted before it may be: None where neither is kept."""
    for keep, kept, other, gone in ((new, a, old, b), (old, b, new, a)):
        if _keys(keep) & _KEEP and _keys(other) & _DELETE:
            if "most" in (kept.bound, gone.bound):
                return kept.bound == gone.bound or (gone.bound == "most" and kept.low > 1.01 * gone.high)
            return gone.low < 0.99 * kept.low
    return None


def _keys(side: Side) -> set[str]:
    return {term.key for term in side.part.terms}


def _text(side: Side, quantity: Quantity) -> str:
    return " ".join(token.raw.strip() for token in side.reading.tokens[quantity.at : quantity.end])
