"""The judge that asks nobody: the rules of `contradict` over what is known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from mnemosaic.verdicts import CONTRADICTING, Dimension, Judgement, Statement, Verdict
from mnemosaic.write import contradict
from mnemosaic.write.contradict import Reading
from mnemosaic.write.known import Known
from mnemosaic.write.values import same_value

_DAY = timedelta(days=1)
READINGS = 4096
"""Readings that are kept: the same few atoms are the nearest again and again."""


class Rules:
    """A `Judge` by rules; each statement is read once."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        """One judgement a known atom, in order."""
        mine, others = _reading(new), [_reading(item) for item in known]
        ruled = [
            _of_slot(new, item) or contradict.judge(mine, other) for item, other in zip(known, others, strict=True)
        ]
        return [
            found if found.verdict in CONTRADICTING else contradict.moved_on(mine, other, others) or found
            for found, other in zip(ruled, others, strict=True)
        ]


def _of_slot(new: Known, old: Known) -> Judgement | None:
    """What two values of one slot mean that holds one at a time; None where the words have to decide.

    Of a fixed attribute the second value is a conflict. Otherwise one that is told as past, that says since when it
    holds, or that was said on another day has its own time.
    """
    mine, theirs = new.slot, old.slot
    if mine is None or theirs is None or mine.key != theirs.key or not (mine.single and theirs.single):
        return None
    if same_value(mine.attribute, mine.value or "", theirs.value or ""):
        return None
    reason = f'{mine.attribute} is "{mine.value}" here and "{theirs.value}" there'
    if mine.fixed or new.statement.corrects:
        verdict, kind = Verdict.CONFLICTS, "correction" if new.statement.corrects else "slot"
    elif mine.past or theirs.past or new.statement.valid_from is not None or _another_day(new, old):
        verdict, kind = Verdict.CHANGES_OVER_TIME, "slot"
    else:
        return None
    return Judgement(verdict=verdict, dimension=Dimension.SEMANTIC, kind=kind, reason=reason, confidence=0.9)


def _another_day(new: Known, old: Known) -> bool:
    return abs(new.starts - old.starts) >= _DAY


@lru_cache(maxsize=READINGS)
def _read(statement: Statement) -> Reading:
    return contradict.read(statement)


def _reading(known: Known) -> Reading:
    if known.reading is None:
        known.reading = _read(known.statement)
    reading: Reading = known.reading
    return reading
