"""Comparing two readings: a quick way out, then the checks in order, then the verdict."""

from __future__ import annotations

from datetime import timedelta

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Judgement
from mnemosaic.write.contradict import alternatives, exclusive, logical, numerical, orders, replaced, roles, semantic
from mnemosaic.write.contradict.align import Alignment, align
from mnemosaic.write.contradict.finding import Case
from mnemosaic.write.contradict.reading import Clause, Reading
from mnemosaic.write.contradict.settle import UNRELATED, agree, agree_on_equality, settle

_CHECKS = (
    logical.check_quantifiers,
    logical.check_only,
    logical.check_conditions,
    orders.check_order,
    roles.check_roles,
    orders.check_rank,
    semantic.check,
    semantic.check_implied,
    replaced.check,
    alternatives.check,
)


def judge(new: Reading, old: Reading) -> Judgement:
    """How the new statement stands to the old one. Pure; the same readings give the same judgement."""
    if new.foreign or old.foreign or new.statement.details == old.statement.details:
        return agree_on_equality(new, old)
    if _have_nothing_in_common(new, old):
        return UNRELATED
    by = align(new.items, old.items, new.compounds, old.compounds)
    if not by.pairs or _other_mode(new, old):
        return agree(new, old, by)
    if max(by.new_cover, by.old_cover) < 0.3:
        return _by_slots(new, old, by)
    if _events_apart(new, old):
        finding = numerical.check_date(Case(new, old, _whole(new), _whole(old), by))
        return settle(new, old, finding) if finding else agree(new, old, by)
    for case in _cases(new, old, by):
        for check in _CHECKS:
            finding = check(case)
            if finding is not None:
                return settle(new, old, finding)
    return _by_values(new, old, by)


def _by_values(new: Reading, old: Reading, by: Alignment) -> Judgement:
    whole = Case(new, old, _whole(new), _whole(old), by)
    finding = numerical.check(whole)
    if finding is not None:
        return settle(new, old, finding)
    return _by_slots(new, old, by)


def _by_slots(new: Reading, old: Reading, by: Alignment) -> Judgement:
    values = None if new.moment.differs(old.moment) else exclusive.check(new, old)
    if values is not None:
        return settle(new, old, *values)
    return agree(new, old, by)


def _have_nothing_in_common(new: Reading, old: Reading) -> bool:
    if new.screen & old.screen:
        return False
    return bool(new.screen and old.screen) or not new.clauses or not old.clauses


def _other_mode(new: Reading, old: Reading) -> bool:
    """Whether one is a plan, wish or memory and the other a fact."""
    if new.past != old.past:
        return old.past
    return new.unreal != old.unreal and not (new.changes and old.unreal)


def _events_apart(new: Reading, old: Reading) -> bool:
    """Whether both tell of events that happened a day or more apart."""
    mine, theirs = new.statement.occurred_from, old.statement.occurred_from
    if mine is None or theirs is None or new.statement.type is not AtomType.EPISODIC:
        return False
    return (mine.tzinfo is None) == (theirs.tzinfo is None) and abs(mine - theirs) >= timedelta(days=1)


def _cases(new: Reading, old: Reading, by: Alignment) -> list[Case]:
    if len(new.clauses) == 1 and len(old.clauses) == 1:
        return [Case(new, old, new.clauses[0], old.clauses[0], by)]
    return [
        Case(new, old, mine, theirs, align(mine.items, theirs.items, new.compounds, old.compounds))
        for mine in new.clauses[:3]
        for theirs in old.clauses[:3]
        if max(by.new_cover, by.old_cover) >= 0.5
    ] + [Case(new, old, _whole(new), _whole(old), by)]


def _whole(reading: Reading) -> Clause:
    """All clauses as one, with the first one's form."""
    first = reading.clauses[0]
    if len(reading.clauses) == 1:
        return first
    return Clause(
        reading.items, 1, first.stance, frozenset(), False, "", first.link, first.verb, 0, len(reading.tokens)
    )
