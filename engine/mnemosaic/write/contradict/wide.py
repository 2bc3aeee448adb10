"""The second look: checks that need no equal frame, for statements that share their topic in other words."""

from __future__ import annotations

from mnemosaic.write.contradict import deontic
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.overlap import Side
from mnemosaic.write.contradict.reading import Reading

_EACH = (deontic.check,)


def check(new: Reading, old: Reading) -> Finding | None:
    """The first finding of the second look, clause by clause."""
    for mine in new.parts[:3]:
        for theirs in old.parts[:3]:
            sides = Side(new, mine), Side(old, theirs)
            for look in _EACH:
                found = look(*sides)
                if found is not None:
                    return found
    return None
