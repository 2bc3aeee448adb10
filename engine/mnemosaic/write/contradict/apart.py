"""Whether two clauses are about the same thing, group, case and place."""

from __future__ import annotations

from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.numerical import is_group
from mnemosaic.write.contradict.overlap import Found, Side
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.updates import tells

_GROUPING = frozenset("in for with among during under".split())
_WHERE = frozenset("in at on for with".split())
_GROUPS = words("people") - frozenset("person people patient driver guest member user employee".split())


def shares(new: Side, old: Side, found: Found, least: int = 2, most: int = 1) -> bool:
    """Whether both are about the same: most of the shorter one's terms, and none of both subjects apart."""
    kept = {at: other for at, (other, kind) in found.items() if kind}
    if most == 2 and len(new.part.core) + len(old.part.core) < 2 and kept:
        return True
    ours = [term for term in new.part.core if term.at in kept]
    told = {other.at for other in kept.values()}
    others = [term for term in old.part.core if term.at in told]
    matched = min(len(ours), len(others))
    size = min(len(new.part.core), len(old.part.core))
    binding = {new.part.stand, old.part.stand} == {"permit", "forbid"}
    if matched and least == 1 and binding and _same_subject(new, old, found):
        return True
    if matched < least or matched < 0.5 * size or (matched == 1 and size > most):
        return False
    mine = [term for term in new.part.terms if term.at not in kept]
    theirs = [term for term in old.part.terms if term.at not in told]
    if any(t.name for t in mine) and any(t.name for t in theirs):
        return False
    return not (_subject_apart(mine) and _subject_apart(theirs))


def apart(new: Side, old: Side, found: Found) -> bool:
    """Whether one speaks of another group, place or time than the other: men and women, before and after it."""
    groups = [{q.low for q in _groups(side)} for side in (new, old)]
    if groups[0] != groups[1] or _lone_people(new, old):
        return True
    by_place = {term.at: term for term in new.part.terms}
    return any(
        {by_place[at].prep, other.prep}
        in ({"before", "after"}, {"without", by_place[at].prep if other.prep == "without" else other.prep})
        and by_place[at].prep != other.prep
        for at, (other, kind) in found.items()
        if kind != "opposite"
    )


def _groups(side: Side) -> list[Quantity]:
    return [q for q in side.reading.quantities if is_group(side.reading, q)]


def _lone_people(new: Side, old: Side) -> bool:
    """Whether the people that each names differ: women, children; patients and users are anyone."""
    mine, theirs = ({t.lemma for t in side.reading.tokens} & _GROUPS for side in (new, old))
    return mine != theirs


def placed(side: Side, other: Side) -> bool:
    """Whether a name says where or for whom it holds, and the other has none of it."""
    keys = {term.key for term in other.part.terms}
    return any(
        term.name and term.prep in _WHERE and term.key not in keys and term.at < side.part.start + 8
        for term in side.part.terms
        if term.zone != "subject"
    )


def elsewhere(new: Side, old: Side, found: Found) -> bool:
    """Whether one is about another deed, group, case or thing than the other."""
    told = {other.at for other, _ in found.values()}
    mine = [term for term in new.part.core if term.at not in found]
    theirs = [term for term in old.part.core if term.at not in told]
    if any(term.prep in _GROUPING or term.zone == "condition" for term in (*mine, *theirs)):
        return True
    if any(
        term.at in found and found[term.at][1] in ("under", "over") for term in new.part.terms if term.zone == "subject"
    ):
        return True
    if any(kind == "opposite" for _, kind in found.values()) or _other_deed(new, old, found):
        return True
    places = {(term.zone, term.prep) for term in mine} & {(term.zone, term.prep) for term in theirs}
    return bool(places) or _possessed(new, mine) or _possessed(old, theirs) or _other_case(new, old)


def _possessed(side: Side, left: list[Term]) -> bool:
    """Whether something of the subject's is meant rather than the subject: Ann's brother."""
    return any(term.at and side.reading.tokens[term.at - 1].lower.endswith("'s") for term in left)


def _other_case(new: Side, old: Side) -> bool:
    """Whether numbers that name things, or amounts in conditions, differ."""
    named, given = [], []
    for side in (new, old):
        inside = [q for q in side.reading.quantities if side.part.start <= q.at < side.part.end]
        verb = side.part.deed.at if side.part.deed is not None else side.part.start
        named.append({(q.dimension, q.low) for q in inside if q.dimension.startswith("version") and q.at < verb})
        links = [at for at in range(side.part.start, side.part.end) if side.reading.tokens[at].lower in ("if", "when")]
        given.append({(q.low, q.high) for q in inside if links and len(inside) > 1 and q.at > links[0]})
    return (bool(named[0] and named[1]) and named[0] != named[1]) or (
        bool(given[0] and given[1]) and given[0] != given[1]
    )


def _other_deed(new: Side, old: Side, found: Found) -> bool:
    """Whether each says that another thing is done."""
    mine, theirs = new.part.deed, old.part.deed
    told = {other.at for other, _ in found.values()}
    if mine is not None and mine.lemma in table()["change_verbs"] and tells(new.reading):
        return False
    if (mine is None) != (theirs is None):
        lone = mine or theirs
        counted = any(q.dimension == "count" for q in new.reading.quantities)
        return bool(counted and lone and lone.heavy and lone.at not in (found if lone is mine else told))
    if mine is None or theirs is None or mine.at in found or theirs.at in told:
        return False
    acts = table()["acts"]
    return (mine.heavy or theirs.heavy) and mine.lemma not in acts and theirs.lemma not in acts


def _same_subject(new: Side, old: Side, found: Found) -> bool:
    """Whether both subjects are the same and nothing else."""
    told = {other.at for other, _ in found.values()}
    mine = [term for term in new.part.core if term.zone == "subject"]
    theirs = [term for term in old.part.core if term.zone == "subject"]
    return bool(mine and theirs) and all(t.at in found for t in mine) and all(t.at in told for t in theirs)


def _subject_apart(left: list[Term]) -> bool:
    return any(
        term.zone == "subject" and term.lemma not in words("people") and not term.lemma.endswith("ly") for term in left
    )
