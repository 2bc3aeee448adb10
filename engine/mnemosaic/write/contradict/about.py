"""Whether two statements laid upon one another speak of one thing, one group, one case and one time."""

from __future__ import annotations

from collections.abc import Iterable

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.clauses import PREPOSITIONS
from mnemosaic.write.contradict.frame import MATCHED, Half, Laid, is_plain, is_plain_deed
from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.tables import words

_GIVEN = frozenset("if unless when whenever without".split())
_APART = frozenset("spare oral write first second third last next old former other upper lower junior senior".split())
_ASIDE = frozenset("since because following despite".split())
_GROUPING = frozenset("in on for with among at".split())
_GROUPS = words("people") - frozenset("person people patient driver guest member user employee pregnant".split())
_ANYONE = frozenset("person people everyone everybody anyone anybody one somebody someone nobody customer user".split())
_CASES = frozenset("weekend weekday summer winter spring autumn morning afternoon evening night day".split())
_DAYS = frozenset("weekend weekday summer winter".split())


def about_one(
    laid: Laid,
    new_value: Iterable[Term] = (),
    old_value: Iterable[Term] = (),
    *,
    room: int = 1,
    verbs: frozenset[str] = frozenset(),
    names: bool = False,
    timed: bool = False,
) -> bool:
    """Whether, but for a value that each gives, both speak of one thing.

    The one that says less must say nothing that the other lacks; the other may say `room` things more. `verbs` are
    those that say nothing here; `names` says that a name may be of what the other tells of all; `timed` that the time
    of day is what both give.
    """
    values = {t.at for t in new_value}, {t.at for t in old_value}
    if (
        not _anchored(laid, values[0])
        or _other_things(laid, values)
        or _other_people(laid, values)
        or _other_case(laid, timed)
    ):
        return False
    mine, theirs = _rest(laid.new, values[0], verbs), _rest(laid.old, values[1], verbs)
    if any((t.name and not names) or t.zone == "condition" or t.prep in _GIVEN for t in (*mine, *theirs)):
        return False
    if any(_is_scope(half, t) for half, rest in ((laid.new, mine), (laid.old, theirs)) for t in rest):
        return False
    shared = len([t for t in laid.new.shared if t.at not in values[0]])
    if mine and theirs:
        placed = any(t.prep in _GROUPING for t in (*mine, *theirs))
        return shared > 2 and len(mine) == len(theirs) == 1 and mine[0].zone != theirs[0].zone and not placed
    return len(_joined(mine)) + len(_joined(theirs)) <= room + (shared > 2)


def _rest(half: Half, value: set[int], verbs: frozenset[str]) -> list[Term]:
    """What one says beside the value: neither people in general nor a verb that says little."""
    return [
        t
        for t in half.own
        if t.at not in value
        and not is_plain(t)
        and t.prep not in _ASIDE
        and not (t.at in half.deeds and (is_plain_deed(t) or t.lemma in table()["change_verbs"]))
        and t.lemma not in verbs
    ]


def _anchored(laid: Laid, value: set[int]) -> bool:
    """Whether a thing is shared, or a person and what they do."""
    anchors = [t for t in laid.new.shared if t.at not in value]
    deeds = laid.new.deeds, laid.old.deeds
    things = [t for t in anchors if t.at not in deeds[0] and laid.new.found[t.at][0].at not in deeds[1] and not t.name]
    return bool(things) or len({t.key for t in anchors}) > 1


def _other_things(laid: Laid, values: tuple[set[int], set[int]]) -> bool:
    """Whether what is shared is another thing in each: described otherwise, part of a thing, someone's, or numbered."""
    numbered = [
        {(q.dimension, q.low) for q in half.quantities if q.dimension.startswith("version") and q.bound == "exact"}
        for half in (laid.new, laid.old)
    ]
    if numbered[0] and numbered[1] and numbered[0] != numbered[1]:
        return True
    for term in laid.new.shared:
        other = laid.new.found[term.at][0]
        mine, theirs = _beside(laid.new, term, values[0]), _beside(laid.old, other, values[1])
        if (mine[0] and theirs[0]) or any(t.name or t.lemma in _APART for t in (*mine[0], *theirs[0])):
            return True
        if bool(mine[1]) != bool(theirs[1]) or (mine[1] and theirs[1]):
            return True
    return False


def _beside(half: Half, term: Term, value: set[int]) -> tuple[list[Term], list[Term]]:
    """The unmatched words of a term's phrase: those that describe it, and those for what it describes or owns."""
    own = [t for t in half.phrase(term) if half.kind(t) not in MATCHED and t.at not in value and not is_plain(t)]
    before = [
        t for t in half.phrase(term) if t.at < term.at and t.heavy and half.kind(t) not in MATCHED and t.at not in value
    ]
    after = [t for t in own if t.at > term.at and not (t.at in half.deeds or t.at == _verb(half))]
    owns = half.reading.tokens[term.at].lower.endswith("'s")
    behind = (
        [t for t in after if t.heavy or owns] if owns or (after and after[-1].at == half.phrase(term)[-1].at) else []
    )
    return before, [t for t in behind if owns or (t.prep == term.prep and not t.lemma.endswith("ly"))]


def _verb(half: Half) -> int:
    """The place of the finite verb of what is looked at."""
    start = half.parts[0].start
    return next((clause.verb for clause in half.reading.clauses if clause.start == start), -1)


def _other_people(laid: Laid, values: tuple[set[int], set[int]]) -> bool:
    """Whether they speak of different people: women, children, teachers; guests and patients are anyone."""
    mine, theirs = ({token.lemma for token in half.tokens} & _GROUPS for half in (laid.new, laid.old))
    if mine != theirs:
        return True
    named = [
        {t.lemma for t in half.own if t.at not in value and not t.name and wordnet.is_kind(t.lemma, "person")} - _ANYONE
        for half, value in ((laid.new, values[0]), (laid.old, values[1]))
    ]
    return bool(named[0] and named[1])


def _other_case(laid: Laid, timed: bool) -> bool:
    """Whether each is of another season, or another part of the day or the week."""
    mine, theirs = (
        {t.lemma for t in half.reading.tokens} & (_DAYS if timed else _CASES) for half in (laid.new, laid.old)
    )
    return bool(mine and theirs and not mine & theirs)


def _joined(rest: list[Term]) -> list[Term]:
    """The terms, those left out that another follows at once: two words for one thing."""
    places = {t.at for t in rest}
    return [t for t in rest if t.at + 1 not in places]


def _is_scope(half: Half, term: Term) -> bool:
    """Whether a word says for what it holds, in front of all: on staging, for new code."""
    first = half.tokens[0].lower if half.tokens else ""
    verb = min((place for place in (*half.deeds, _verb(half)) if place >= 0), default=9)
    return term.prep in _GROUPING and first in PREPOSITIONS and term.at < verb
