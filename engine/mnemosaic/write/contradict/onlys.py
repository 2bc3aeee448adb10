"""What only some do or may, against all, or against others that do as well."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import Term
from mnemosaic.write.contradict.overlap import Found, Side

_ALSO = frozenset("too also even whatever whichever whoever regardless".split())


def check(new: Side, old: Side, there: Found, back: Found) -> Finding | None:
    """Only one side limits it; the other says it of all, or of what lies outside of the limit."""
    for narrow, wide, found in ((new, old, there), (old, new, back)):
        if narrow.part.only < 0 or wide.part.only >= 0 or wide.part.stand in ("deny", "forbid", "exempt"):
            continue
        if narrow.part.stand in ("deny", "forbid", "exempt"):
            continue
        kept, kernel = _limit(narrow, found)
        if not kernel or not all(term.at in found and found[term.at][1] != "opposite" for term in kernel):
            continue
        if not _enough(kernel, narrow, wide, found) or any(
            found[t.at][1] == "over" for t in kernel if not wide.part.whole
        ):
            continue
        if _other_object(narrow, kept):
            continue
        wider = wide.part.whole or wide.part.even or bool(_ALSO & set(wide.lowers))
        if (kept and wider) or _other_time(narrow, wide):
            return Finding(Dimension.LOGICAL, "only", "what one keeps to some the other gives to more", 0.75)
    return None


def _other_object(narrow: Side, kept: list[Term]) -> bool:
    """Whether what the only ones do is done to something that the other does not name."""
    deed = narrow.part.deed
    return deed is not None and deed.at > narrow.part.only and any(term.at > deed.at for term in kept)


def _enough(kernel: list[Term], narrow: Side, wide: Side, found: Found) -> bool:
    """Whether the rest says enough: two things, or one with its deed, or all that the other says."""
    deed = narrow.part.deed
    if len(kernel) > 1 or (deed is not None and deed.at in found):
        return True
    return wide.part.whole and wide.part.stand == "permit" and len(wide.part.core) == 1


def _limit(side: Side, found: Found) -> tuple[list[Term], list[Term]]:
    """The terms that "only" keeps it to, which the other lacks, and the other heavy ones."""
    kept = [term for term in side.part.terms if term.at > side.part.only and term.at not in found]
    places = {term.at for term in kept} | {side.part.only}
    return [term for term in kept if term.heavy], [term for term in side.part.core if term.at not in places]


def _other_time(narrow: Side, wide: Side) -> bool:
    """Whether the other names a day that lies outside."""
    mine, theirs = narrow.reading.moment, wide.reading.moment
    return mine.weekday is not None and theirs.weekday is not None and not _within(narrow, theirs.weekday)


def _within(side: Side, day: int) -> bool:
    from mnemosaic.write.contradict.moments import WEEKDAYS

    days = [WEEKDAYS[token.lower] for token in side.reading.tokens if token.lower in WEEKDAYS]
    if len(days) == 2 and {"to", "-", "–"} & {token.lower for token in side.reading.tokens}:
        return days[0] <= day <= days[1] if days[0] <= days[1] else day >= days[0] or day <= days[1]
    return day in days
