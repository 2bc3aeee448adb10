"""Orders turned round: before and after, more than, first and second."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.numerals import ORDINALS
from mnemosaic.write.contradict.reading import Reading

_ORDERS = {
    "before": 1,
    "after": -1,
    "precede": 1,
    "follow": -1,
    "until": 1,
    "then": 1,
    "above": 2,
    "below": -2,
    "prior": 1,
}


def check_order(case: Case) -> Finding | None:
    """The same two things in the other order: before and after, more than, then."""
    if max(case.left()) > 1.0 or min(case.left()) > 0.5 or case.by.cover < 0.6:
        return None
    for finder in (_sequence, _comparison, _preference):
        mine, theirs = finder(case.new), finder(case.old)
        if mine is None or theirs is None:
            continue
        swapped = _swapped(case, mine[1], theirs[1])
        if swapped is None:
            continue
        if swapped == (mine[0] * theirs[0] > 0):
            return Finding(Dimension.LOGICAL, "order", "the order of the two is turned round", 0.8)
    return None


def orders(case: Case) -> bool:
    """Whether both put the same two things into an order: opposites in it are then no contradiction by themselves."""
    for finder in (_sequence, _comparison, _preference):
        mine, theirs = finder(case.new), finder(case.old)
        if mine and theirs and _swapped(case, mine[1], theirs[1]) is not None:
            return True
    return False


def _sequence(reading: Reading) -> tuple[int, int] | None:
    """The sign and place of a word that puts two things in an order."""
    for at, token in enumerate(reading.tokens):
        if token.lower in ("afterwards", "afterward", "next", "subsequently"):
            joint = next((place for place in range(at, 0, -1) if reading.tokens[place].lower in ("and", ";", ".")), 0)
            return (1, joint) if joint else None
        sign = _ORDERS.get(token.lower) or _ORDERS.get(token.lemma)
        if sign and at > 0 and (token.lower != "then" or at > 2):
            return sign, at
    return None


def _comparison(reading: Reading) -> tuple[int, int] | None:
    """The sign of a comparison and the place of "than": less and the second of two opposites count as -1."""
    for at, token in enumerate(reading.tokens):
        if token.lower in ("than", "more-than", "less-than") and at > 0:
            before = [word.lower for word in reading.tokens[max(0, at - 4) : at + 1]]
            return (-1 if "less" in before or "less-than" in before or "fewer" in before else 1), at
    return None


def _preference(reading: Reading) -> tuple[int, int] | None:
    """The place of "to" or "over" in "prefers tea to coffee"."""
    if "prefer" not in reading.lemmas:
        return None
    return next(((1, at) for at, token in enumerate(reading.tokens) if at > 2 and token.lower in ("to", "over")), None)


def _swapped(case: Case, mine: int, theirs: int) -> bool | None:
    """Whether the counterparts stand on the other side of the word of order; None where only some do, or none does."""
    sides = [
        (pair.new.at < mine, pair.old.at < theirs)
        for pair in case.by.pairs
        if pair.how != "opposite" and (pair.new.weight > 0.5 or pair.new.name)
    ]
    opposed = any(pair.how == "opposite" for pair in case.by.pairs)
    if (True, False) in sides and (False, True) in sides:
        return not opposed
    if (True, True) in sides and (False, False) in sides and not {(True, False), (False, True)} & set(sides):
        return opposed
    return None


def check_rank(case: Case) -> Finding | None:
    """First against second of the same."""
    mine = [item for item in case.by.new_left if item.lemma in ORDINALS]
    theirs = [item for item in case.by.old_left if item.lemma in ORDINALS]
    if len(mine) != 1 or len(theirs) != 1 or mine[0].lemma == theirs[0].lemma or mine[0].zone == "subject":
        return None
    if max(case.left()) > 1.0 or case.other_subject() or case.new.moment.differs(case.old.moment):
        return None
    return Finding(Dimension.LOGICAL, "rank", f'"{mine[0].lemma}" against "{theirs[0].lemma}" of the same', 0.8)
