"""Which of the statements of one order of time exclude one another: one ends where the other begins.

Known from the changes that join them and from slots of one value. Where nothing joins two, for the first had ended
before the second came, a judge is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mnemosaic.graph import Row
from mnemosaic.verdicts import UNRELATED, Judgement, Verdict
from mnemosaic.write.firewall import Judge
from mnemosaic.write.known import Known
from mnemosaic.write.resolve import SURE
from mnemosaic.write.values import same_value

SAME = Judgement(verdict=Verdict.SAME, by="user")
AFTER = Judgement(verdict=Verdict.CHANGES_OVER_TIME, by="user")
"""That it was decided before stands for a decision."""


class Exclusions:
    """Which two statements, by live key, exclude one another: one ends where the other begins."""

    def __init__(self, rows: Sequence[Row], judge: Judge | None) -> None:
        self._judge = judge
        keys = {row["id"]: live_key(row) for row in rows}
        self._joined = {
            frozenset((keys[change["newer"]], keys[change["older"]]))
            for row in rows
            for change in row["changes"]
            if change["newer"] in keys and change["older"] in keys
        }
        self._against = {
            frozenset((keys[row["id"]], keys[other])) for row in rows for other in row["against"] if other in keys
        }
        self._ruled: dict[frozenset[str], bool] = {}

    def seen(self, new: Known, old: Known, received: datetime, ended: datetime | None) -> bool:
        """Whether a commit looked at what was known: not at what had ended before, but for a value of its slot."""
        stands = old.current and old.live_key == new.live_key
        return stands or old.valid_until > received or ended == received or _of_one_slot(new, old)

    def judged(self, new: Known, old: Known) -> Judgement:
        """What was decided on a statement beside another, or would have been."""
        if new.live_key == old.live_key:
            return SAME
        return AFTER if self._exclude(new, old) else UNRELATED

    def _exclude(self, new: Known, old: Known) -> bool:
        pair = frozenset((new.live_key, old.live_key))
        if pair in self._against:
            return False
        if pair in self._joined or _values_apart(new, old):
            return True
        if self._judge is None or new.type is not old.type:
            return False
        if pair not in self._ruled:
            (ruled,) = self._judge.judge(new, [old])
            self._ruled[pair] = ruled.verdict is Verdict.CHANGES_OVER_TIME and ruled.confidence >= SURE
        return self._ruled[pair]


def _of_one_slot(new: Known, old: Known) -> bool:
    """Whether each gives a slot that holds one value at a time a value."""
    mine, theirs = new.slot, old.slot
    if mine is None or theirs is None or new.type is not old.type:
        return False
    return mine.key == theirs.key and all(slot.single and not slot.fixed for slot in (mine, theirs))


def _values_apart(new: Known, old: Known) -> bool:
    mine, theirs = new.slot, old.slot
    if mine is None or theirs is None:
        return False
    return _of_one_slot(new, old) and not same_value(mine.attribute, mine.value or "", theirs.value or "")


def live_key(row: Row) -> str:
    """What an atom states, whether it holds or has ended."""
    return row["atom"]["live_key"] or row["atom"]["held_key"] or ""
