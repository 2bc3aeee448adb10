"""The judge that asks nobody: the rules of `contradict` over what is known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from mnemosaic.verdicts import Dimension, Judgement, Statement, Verdict
from mnemosaic.write import contradict
from mnemosaic.write.contradict import Reading
from mnemosaic.write.identity import signs
from mnemosaic.write.known import Known
from mnemosaic.write.values import same_value

_DAY = timedelta(days=1)
ALARMS = frozenset({Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME})
_NUMBERED = re.compile(r"\b([a-z]+) (?:number|no\.|nr\.?|#) ?(\d+)\b", re.IGNORECASE)
"""A number that names one of several things of a kind."""
_OF_ANOTHER = re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE)
"""What follows is said of somebody else: a friend who works at Globex."""
UNRELATED = Judgement(verdict=Verdict.UNRELATED)
READINGS = 4096
"""Readings that are kept: the same few atoms are the nearest again and again."""


class Rules:
    """A `Judge` by rules; each statement is read once."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        """One judgement a known atom, in order."""
        own = _reading(new) if known else None
        return [_of_slot(new, item) or _of_words(new, item, own) for item in known] if own is not None else []


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


def _of_words(new: Known, old: Known, own: Reading) -> Judgement:
    """What the words mean, of one thing: boat number 7 is not boat number 8.

    The rules do not read symbols, so that a pizza and a sushi may be all the difference.
    """
    mine, theirs = new.statement.details, old.statement.details
    if signs(mine) != signs(theirs) or _NUMBERED.findall(mine) != _NUMBERED.findall(theirs):
        return UNRELATED
    other = _reading(old)
    judged = contradict.judge(own, other)
    if judged.kind == "negation" and judged.verdict in ALARMS and not _share_a_deed(own, other):
        return UNRELATED
    if judged.kind == "slot" and (_OF_ANOTHER.search(mine) or _OF_ANOTHER.search(theirs)):
        return UNRELATED
    return judged


def _share_a_deed(new: Reading, old: Reading) -> bool:
    """Whether more than names is shared: to work at Bolt no longer denies no rule that was put on Bolt."""
    named = {item.lemma for reading in (new, old) for item in reading.items if item.name}
    for statement in (new.statement, old.statement):
        named |= {word for key in (statement.subject, *statement.entities) for word in key.split()}
    return bool((new.content & old.content) - named)


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
