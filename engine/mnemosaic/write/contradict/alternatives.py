"""One word in place of another in the same frame, where only one can be true or one came after the other."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import heavy
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.reading import Item
from mnemosaic.write.contradict.tables import classes, words
from mnemosaic.write.contradict.workplaces import one_is_a_part

_PLACES = frozenset("at in on to with by as under for from".split())


def check(case: Case) -> Finding | None:
    """Two words of one class of exclusive words; or "now" and another thing behind the same preposition."""
    if case.other_subject() or case.new.moment.differs(case.old.moment) or case.mine.sign != case.theirs.sign:
        return None
    return _of_class(case) or _now_elsewhere(case)


def _of_class(case: Case) -> Finding | None:
    mine = [item for item in case.by.new_left if item.lemma in classes() and item.zone != "subject"]
    theirs = [item for item in case.by.old_left if item.lemma in classes() and item.zone != "subject"]
    if len(mine) != 1 or len(theirs) != 1 or classes()[mine[0].lemma] != classes()[theirs[0].lemma]:
        return None
    if (
        mine[0].prep in ("for", "with", "if")
        or max(_rest(case.by.new_left, mine), _rest(case.by.old_left, theirs)) > 0.5
    ):
        return None
    named = f'"{mine[0].lemma}" and "{theirs[0].lemma}" exclude one another'
    return Finding(Dimension.SEMANTIC, "class", named, 0.75)


def _rest(left: tuple[Item, ...], without: list[Item]) -> float:
    return heavy(item for item in left if item not in without)


def _now_elsewhere(case: Case) -> Finding | None:
    """She teaches at one school, and now teaches at another."""
    if not {token.lower for token in case.new.tokens} & words("change") or not case.mine.items or not case.theirs.items:
        return None
    mine, theirs = (frozenset(i.prep for i in left if i.weight > 0.5) for left in (case.by.new_left, case.by.old_left))
    if len(mine) != 1 or mine != theirs or not mine <= _PLACES or "" in mine:
        return None
    if one_is_a_part(case.new.text, case.old.text):
        return None
    if not any(pair.new.at == case.mine.verb or pair.new.zone == "main" for pair in case.by.pairs):
        return None
    return Finding(Dimension.SEMANTIC, "moved", f'behind "{next(iter(mine))}" stands something else now', 0.7)
