"""The third look: two statements laid upon one another whatever their form, and what only one can fill compared."""

from __future__ import annotations

import re

from mnemosaic.write.contradict import (
    amounts_apart,
    doers,
    fillers_apart,
    force,
    given_up,
    set_aside,
    sole,
    times_apart,
)
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import lay, lay_parts
from mnemosaic.write.contradict.reading import Reading

_DOING = re.compile(r"\b(?:is|are|being) (?:\w+ly |not )?\w+ing\b")
_UNNAMED = frozenset("a an some two three four one several someone somebody people there".split())
_KNOWN = frozenset("the this that our my your his her their we i it".split())
_CHECKS = (
    set_aside.check,
    given_up.check,
    sole.check,
    times_apart.check,
    amounts_apart.check,
    doers.check,
    fillers_apart.check,
    force.check,
)


def check(new: Reading, old: Reading) -> Finding | None:
    """The first slot that both fill, and not alike."""
    if new.foreign or old.foreign or not new.parts or not old.parts or (_is_picture(new) and _is_picture(old)):
        return None
    laid = lay(new, old)
    if not laid.new.found:
        return None
    several = len(new.parts) > 1 or len(old.parts) > 1
    for each in (laid, *(lay_parts(new, old) if several else ())):
        for one in _CHECKS:
            finding = one(each)
            if finding is not None:
                return finding
    return None


def _is_picture(reading: Reading) -> bool:
    """Whether it tells what somebody unnamed is doing just now: two such need not be of one man."""
    first = reading.tokens[0].lower
    return (first in _UNNAMED or (reading.tokens[0].name is False and first not in _KNOWN)) and bool(
        _DOING.search(reading.text)
    )
