"""The logical check of quantifiers and conditions: all against not all, only against any, if against unless."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import heavy
from mnemosaic.write.contradict.finding import Case, Finding

_OPPOSED_LINKS = frozenset(
    [frozenset(pair) for pair in (("if", "unless"), ("when", "unless"), ("only-if", "unless"), ("only-if", "even-if"),
     ("if", "even-if"), ("before", "after"))]
)  # fmt: skip
_AGAINST = frozenset(
    [frozenset(pair) for pair in (("all", "not-all"), ("all", "none"), ("most", "few"), ("some", "none"),
     ("most", "none"), ("all", "few"), ("only", "all"))]
)  # fmt: skip


def check_quantifiers(case: Case) -> Finding | None:
    """All against not all or none, most against few, only one against any."""
    mine, theirs = case.mine.quantifier, case.theirs.quantifier
    if not mine or not theirs or max(case.left()) > 1.3 or case.by.cover < 0.6:
        return None
    if _other_things(case) and "only" not in (mine, theirs):
        return None
    denied = case.mine.sign * case.theirs.sign < 0
    against = frozenset((mine, theirs)) in _AGAINST
    universal = "all" in (mine, theirs)
    if (against and (not denied or "none" in (mine, theirs))) or (denied and universal):
        return Finding(Dimension.LOGICAL, "quantifier", f'"{mine}" and "{theirs}" cannot both be', 0.85)
    return None


def _other_things(case: Case) -> bool:
    return case.other_subject()


def check_only(case: Case) -> Finding | None:
    """What only some may or do, everyone may or does."""
    for narrow, wide, reading, left, others in (
        (case.mine, case.theirs, case.new, case.by.new_left, case.by.old_left),
        (case.theirs, case.mine, case.old, case.by.old_left, case.by.new_left),
    ):
        only = next((at for at in range(narrow.start, narrow.end) if reading.tokens[at].lower == "only"), -1)
        if only < 0 or wide.quantifier != "all" or narrow.sign * wide.sign < 0 or not case.by.pairs:
            continue
        zone = next((item.zone for item in narrow.items if item.at > only), "")
        rest = [item for item in left if item.at < only or item.zone != zone]
        wider = [item for item in others if item.zone not in ("subject", zone)]
        if heavy([*rest, *wider]) < 0.5 and any(pair.new.zone not in ("subject", zone) for pair in case.by.pairs):
            return Finding(Dimension.LOGICAL, "only", "what is kept to some is said of all", 0.8)
    return None


def check_conditions(case: Case) -> Finding | None:
    """The same is said under the opposite condition: if against unless, only if against even if."""
    links = frozenset((case.mine.link, case.theirs.link))
    if links not in _OPPOSED_LINKS or max(case.left()) > 1.3 or case.by.cover < 0.6:
        return None
    flipped = sum(1 for pair in case.by.opposed if pair.new.zone == "condition") % 2 == 1
    if flipped and "unless" in links:
        return None
    if links == {"if", "even-if"} and case.mine.sign == case.theirs.sign:
        return None
    return Finding(
        Dimension.LOGICAL, "condition", f'"{case.mine.link}" against "{case.theirs.link}" of one condition', 0.8
    )
