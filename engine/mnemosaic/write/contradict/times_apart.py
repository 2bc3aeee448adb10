"""The days and the times of day of one regular thing, told otherwise."""

from __future__ import annotations

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.about import about_one
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Half, Laid, affirms, is_plain
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.scene import days
from mnemosaic.write.contradict.whens import clock_time

_ENDING = frozenset("close shut end finish until stop till over".split())
_STARTING = frozenset("open start begin serve commence".split())


def check(laid: Laid) -> Finding | None:
    """Other days, or another hour, of the same."""
    new, old = laid.new.reading, laid.old.reading
    if laid.says_more() or not affirms(laid.new) or not affirms(laid.old) or AtomType.EPISODIC in (new.statement.type,):
        return None
    if any(new.moment.differs(old.moment) == part for part in ("year", "month", "day")) or not _alone(laid):
        return None
    mine, theirs = days(laid.new.tokens), days(laid.old.tokens)
    if mine and theirs:
        apart = mine.isdisjoint(theirs)
        return Finding(Dimension.NUMERICAL, "days", "the days of one thing differ", 0.75) if apart else None
    if bool(mine) == bool(theirs) and _hours_apart(new, old) and _one_end(laid):
        return Finding(Dimension.NUMERICAL, "clock", "the times of one thing differ", 0.7)
    return None


def _alone(laid: Laid) -> bool:
    values = [[t for t in half.own if t.lemma in _ENDING | _STARTING] for half in (laid.new, laid.old)]
    if not about_one(laid, *values, room=1, timed=True):
        return False
    left = [t for half in (laid.new, laid.old) for t in half.own if t.zone == "subject" and not is_plain(t)]
    return not any(t.at not in {v.at for v in (*values[0], *values[1])} for t in left)


def _hours_apart(new: Reading, old: Reading) -> bool:
    mine, theirs = clock_time(new.tokens), clock_time(old.tokens)
    if mine is None or theirs is None:
        return False
    if 720 not in {abs(mine - theirs)} and mine % 720 == theirs % 720:
        return False
    return mine != theirs and mine % 720 != theirs % 720


def _one_end(laid: Laid) -> bool:
    """Whether neither tells of the beginning what the other tells of the end."""
    ends = [_end(half) for half in (laid.new, laid.old)]
    return "" in ends or ends[0] == ends[1]


def _end(half: Half) -> str:
    said = {token.lemma for token in half.tokens} | {token.lower for token in half.tokens}
    return "end" if said & _ENDING else "start" if said & _STARTING else ""
