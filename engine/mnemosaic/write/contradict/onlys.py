"""What only some do or may, against all, or against others that do as well."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import Term
from mnemosaic.write.contradict.overlap import Side, counterparts

_ALSO = frozenset("too also even whatever whichever whoever regardless".split())
_ENDS = frozenset("if when unless , ; .".split())


def check(new: Side, old: Side) -> Finding | None:
    """Only one side limits it; the other says it of all, or of what lies outside of the limit."""
    for narrow, wide in ((new, old), (old, new)):
        if narrow.part.only < 0 or wide.part.only >= 0 or wide.part.stand in ("deny", "forbid", "exempt"):
            continue
        if narrow.part.stand in ("deny", "forbid", "exempt"):
            continue
        kept, kernel = _limit(narrow)
        found = counterparts(narrow.part.terms, wide.part.terms)
        if not kernel or not all(term.at in found and found[term.at][1] != "opposite" for term in kernel):
            continue
        if len(kernel) < 2 or any(found[t.at][1] == "over" for t in kernel if not wide.part.whole):
            continue
        outside = not any(term.at in found for term in kept if term.heavy)
        if outside and (wide.part.whole or wide.part.even or _ALSO & set(wide.lowers) or _other_time(narrow, wide)):
            return Finding(Dimension.LOGICAL, "only", "what one keeps to some the other gives to more", 0.75)
    return None


def _limit(side: Side) -> tuple[list[Term], list[Term]]:
    """The terms that "only" keeps it to, and the other heavy ones."""
    part = side.part
    tokens = side.reading.tokens
    end = part.only + 1
    while end < part.end and tokens[end].lower not in _ENDS and (end < part.only + 2 or end != _verb(side)):
        end += 1
    kept = [term for term in part.terms if part.only < term.at < end]
    return kept, [term for term in part.core if not part.only < term.at < end]


def _verb(side: Side) -> int:
    """Where what is said of the only ones begins: their verb."""
    part = side.part
    clause = next((c for c in side.reading.clauses if c.start == part.start), None)
    if clause is not None and clause.verb > part.only:
        return clause.verb
    return part.deed.at if part.deed is not None else -1


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
