"""The last day of something, which is no date: "my last day at Acme", "the last week of term"."""

from __future__ import annotations

import re

_OWN = re.compile(r"(?:\b(?:my|your|his|her|its|our|their)|['’]s)\s+(?:very\s+)?$", re.IGNORECASE)
_THE = re.compile(r"\bthe\s+(?:very\s+)?$", re.IGNORECASE)
_OF_WHAT = re.compile(r" (?:of|at|with)\b", re.IGNORECASE)


def is_one_of_several(unit: re.Match[str]) -> bool:
    """Whether "last day", "next week" is one of somebody's or something's days, counted from there and not from now."""
    if _OWN.search(unit.string, 0, unit.start()):
        return True
    return bool(_THE.search(unit.string, 0, unit.start()) and _OF_WHAT.match(unit.string, unit.end()))
