"""The second look: checks that need no equal frame, for statements that share their topic in other words."""

from __future__ import annotations

from mnemosaic.write.contradict import deontic, onlys, rivals, sequences, thresholds, updates
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.overlap import Side, counterparts
from mnemosaic.write.contradict.reading import Reading

_EACH = (deontic.check, onlys.check, thresholds.check, rivals.check)
_WHOLE = (updates.check, sequences.check)


def check(new: Reading, old: Reading) -> Finding | None:
    """The first finding of the second look, clause by clause."""
    for look in _WHOLE:
        found = look(new, old)
        if found is not None:
            return found
    for mine in new.parts[:3]:
        for theirs in old.parts[:3]:
            there, back = counterparts(mine.terms, theirs.terms), counterparts(theirs.terms, mine.terms)
            if not there:
                continue
            for check_each in _EACH:
                found = check_each(Side(new, mine), Side(old, theirs), there, back)
                if found is not None:
                    return found
    return None
