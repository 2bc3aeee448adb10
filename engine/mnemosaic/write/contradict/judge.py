"""Comparing two readings: a quick way out, then the checks in order, then the verdict."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from datetime import timedelta

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import CONTRADICTING, Judgement, Verdict
from mnemosaic.write.contradict import (
    alternatives,
    exclusive,
    framed,
    jobs,
    lives,
    logical,
    numerical,
    orders,
    replaced,
    roles,
    semantic,
    wide,
    wordnet,
)
from mnemosaic.write.contradict.align import Alignment, align
from mnemosaic.write.contradict.finding import Case
from mnemosaic.write.contradict.reading import Clause, Reading
from mnemosaic.write.contradict.scene import days
from mnemosaic.write.contradict.settle import UNRELATED, agree, agree_on_equality, is_same, settle

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

_OF_AMOUNTS = frozenset(("amount", "quantity", "days", "clock"))

_OPENING = re.compile(r"(?:(?:at|on|in|for|within|under)\s[^,.;:]{1,40},\s+)+", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z]\w*")
_NO_PLACE = frozenset(
    (*"At On In For Within Under".split(), *month_name, *day_name, *(f"{day}s" for day in day_name), "I")
)

_FAR = UNRELATED.model_copy()
"""Unrelated at first sight: no word is shared."""


def judge(new: Reading, old: Reading) -> Judgement:
    """How the new statement stands to the old one. Pure; the same readings give the same judgement."""
    if new.told_apart != old.told_apart:
        return UNRELATED
    left = jobs.ended(new, old)
    if left is not None:
        return left
    found = _judged(new, old)
    return UNRELATED if _of_another(new, old, found) or jobs.only_names(new, old, found) else found


def _of_another(new: Reading, old: Reading, found: Judgement) -> bool:
    """Whether a finding rests on what is said of somebody or something else."""
    if found.kind == "slot":
        return new.relative or old.relative
    if found.verdict not in CONTRADICTING:
        return False
    if found.kind not in _OF_AMOUNTS:
        return False
    return _other_days(new, old) or _other_is(new, old) or _opens_elsewhere(new, old)


def _other_days(new: Reading, old: Reading) -> bool:
    """Whether both tell an amount of days of their own: 5 km on Mondays and 10 km on Saturdays are two habits."""
    mine, theirs = days(new.tokens), days(old.tokens)
    return bool(mine and theirs and mine.isdisjoint(theirs) and new.quantities and old.quantities)


def _other_is(new: Reading, old: Reading) -> bool:
    """Whether both say how much something is, each of a thing of its own: a salary is no rent."""
    mine, theirs = _measured(new), _measured(old)
    return bool(mine and theirs) and not (mine == theirs or wordnet.same_noun(mine, theirs))


def _opens_elsewhere(new: Reading, old: Reading) -> bool:
    """Whether one is opened by a name that the other lacks: on project Bolt, at Nordhaus, and what holds in general.

    A new statement that says of itself that something changed is no matter of where.
    """
    mine, theirs = _opening_names(new.text), _opening_names(old.text)
    if new.changes or not (mine or theirs):
        return False
    return not (mine <= set(_NAME.findall(old.text)) and theirs <= set(_NAME.findall(new.text)))


def _opening_names(text: str) -> set[str]:
    """The names in the places that a statement begins with, months and days of the week aside."""
    opening = _OPENING.match(text)
    return {name for name in _NAME.findall(opening[0]) if name not in _NO_PLACE} if opening else set()


def _measured(reading: Reading) -> str:
    """The word before "is", where an amount follows at once; empty elsewhere."""
    verb = reading.clauses[0].verb if reading.clauses else -1
    if verb < 1 or reading.tokens[verb].lemma != "be":
        return ""
    return reading.tokens[verb - 1].lemma if any(verb < q.at <= verb + 2 for q in reading.quantities) else ""


def _judged(new: Reading, old: Reading) -> Judgement:
    found = _known(new, old)
    if found.verdict not in (Verdict.UNRELATED, Verdict.REFINES) or found is _FAR or _other_mode(new, old):
        return found
    finding = framed.check(new, old)
    return found if finding is None else settle(new, old, finding)


def _known(new: Reading, old: Reading) -> Judgement:
    found = _compare(new, old)
    if (
        found.verdict in (Verdict.UNRELATED, Verdict.REFINES)
        and found is not _FAR
        and not (new.general and old.general)
    ):
        return lives.check(new, old) or found
    return found


def _personal(one: Reading) -> bool:
    """Whether it tells of people by name, or of "us": there, rooms, dogs and rents are told apart by whose they are."""
    cast = one.scene.cast if one.scene is not None else None
    return cast is not None and bool(cast.every or cast.core or cast.ours) and not one.general


def _compare(new: Reading, old: Reading) -> Judgement:
    if new.foreign or old.foreign or new.statement.details == old.statement.details:
        return agree_on_equality(new, old)
    if _have_nothing_in_common(new, old):
        return _FAR
    by = align(new.items, old.items, new.compounds, old.compounds)
    if _other_mode(new, old):
        return agree(new, old, by)
    if not by.pairs or max(by.new_cover, by.old_cover) < 0.3:
        return _by_slots(new, old, by)
    if _events_apart(new, old):
        finding = numerical.check_date(Case(new, old, _whole(new), _whole(old), by))
        return settle(new, old, finding) if finding else agree(new, old, by)
    for case in _cases(new, old, by):
        for check in _CHECKS:
            finding = check(case)
            if finding is not None and not (finding.kind == "negation" and _other_rule(new, old)):
                return settle(new, old, finding)
    return _by_values(new, old, by)


def _other_rule(new: Reading, old: Reading) -> bool:
    """Whether one forbids one deed and the other asks for another."""
    if not new.parts or not old.parts or {new.parts[0].stand, old.parts[0].stand} != {"forbid", "require"}:
        return False
    mine, theirs = new.parts[0].deed, old.parts[0].deed
    return mine is not None and theirs is not None and mine.key != theirs.key


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
    finding = wide.check(new, old) if not (_personal(new) and _personal(old)) else None
    if finding is not None and not is_same(new, old):
        return settle(new, old, finding)
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
