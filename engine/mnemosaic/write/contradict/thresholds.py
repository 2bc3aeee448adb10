"""Amounts by their role: a limit, a dose, a time before or after, what is enough, from when something follows."""

from __future__ import annotations

import math
from dataclasses import replace

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.lemmas import derived
from mnemosaic.write.contradict.numerical import _is_group
from mnemosaic.write.contradict.overlap import Found, Side
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.updates import tells
from mnemosaic.write.contradict.wordnet import is_a

_BEFORE = frozenset("before ahead prior beforehand earlier advance".split())
_AFTER = frozenset("after later within once following".split())
_ENOUGH = frozenset("enough sufficient suffice suffices adequate sufficiently".split())
_TARGETS = frozenset("target goal objective requirement".split())
_LOOSE = frozenset("maximum minimum annual daily weekly monthly hourly yearly start starting typical usual".split())
_GROUPING = frozenset("in for with among during under".split())
_WHERE = frozenset("in at on for with".split())
_GROUPS = words("people") - frozenset("person people patient driver guest member user employee".split())
_DENYING = frozenset(["forbid", "deny"])
_KEEP, _DELETE = (
    frozenset("retain keep continue last live".split()),
    frozenset("delete anonymise shred end stop finish expire".split()),
)


def check(new: Side, old: Side, found: Found, _back: Found) -> Finding | None:
    """Two amounts in one role of one thing that exclude one another."""
    mine, theirs = _amounts(new), _amounts(old)
    part = new.reading.moment.differs(old.reading.moment)
    if part == "clock":
        return _clock(new, old, found)
    if not mine or not theirs or part or _other_kind(new, old):
        return None
    opposite = _opposite(new, old, found)
    counted = any(_counts_same(a, b) for a in mine for b in theirs)
    lasting = bool((_keys(new) ^ _keys(old)) & _KEEP and (_keys(new) ^ _keys(old)) & _DELETE)
    opposite = opposite or lasting
    if not shares(new, old, found, 1 if counted or opposite else 2, 2 if counted or lasting else 1):
        return None
    if (
        apart(new, old, found)
        or _placed(new, old)
        or _placed(old, new)
        or (not opposite and _elsewhere(new, old, found))
    ):
        return None
    for a in mine:
        for b in theirs:
            if _comparable(new, old, a, b) and _excludes(_read(new, a, b), _read(old, b, a), opposite, new, old):
                reason = f'"{_text(new, a)}" and "{_text(old, b)}" cannot both be right of the same'
                return Finding(Dimension.NUMERICAL, "quantity", reason, 0.75)
    return None


def _clock(new: Side, old: Side, found: Found) -> Finding | None:
    """Two times of day of what is done regularly."""
    if AtomType.EPISODIC in (new.reading.statement.type, old.reading.statement.type):
        return None
    if not shares(new, old, found) or apart(new, old, found) or _elsewhere(new, old, found):
        return None
    if not _told_clock(new) or not _told_clock(old):
        return None
    return Finding(Dimension.NUMERICAL, "date", "the time of day of the same differs", 0.75)


def _told_clock(side: Side) -> bool:
    """Whether the time of day is what the clause says last, behind "at"."""
    timed = [at for at in side.reading.timed if side.part.start <= at < side.part.end]
    return any(side.reading.tokens[at - 1].lower == "at" and ":" in side.reading.tokens[at].raw for at in timed if at)


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
    return not (_subject_apart(new, mine) and _subject_apart(old, theirs))


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
    return [q for q in side.reading.quantities if _is_group(side.reading, q)]


def _lone_people(new: Side, old: Side) -> bool:
    """Whether the people that each names differ: women, children; patients and users are anyone."""
    mine, theirs = ({t.lemma for t in side.reading.tokens} & _GROUPS for side in (new, old))
    return mine != theirs


def _placed(side: Side, other: Side) -> bool:
    """Whether a name says where or for whom it holds, and the other has none of it."""
    keys = {term.key for term in other.part.terms}
    return any(
        term.name and term.prep in _WHERE and term.key not in keys and term.at < side.part.start + 8
        for term in side.part.terms
        if term.zone != "subject"
    )


def _elsewhere(new: Side, old: Side, found: Found) -> bool:
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


def _subject_apart(side: Side, left: list[Term]) -> bool:
    return any(
        term.zone == "subject" and term.lemma not in words("people") and not term.lemma.endswith("ly") for term in left
    )


def _amounts(side: Side) -> list[Quantity]:
    """The amounts of the clause that tell nobody's group."""
    part = side.part
    return [
        q
        for q in side.reading.quantities
        if part.start <= q.at < part.end and not _is_group(side.reading, q) and not _labels(side, q)
    ]


def _labels(side: Side, quantity: Quantity) -> bool:
    """Whether a number names something: status 413, version 2."""
    if quantity.dimension.startswith("version"):
        return True
    before = side.reading.tokens[quantity.at - 1] if quantity.at else None
    return (
        quantity.dimension == "number"
        and before is not None
        and is_a(before.lemma, "n")
        and before.lower == before.lemma
    )


def _other_kind(new: Side, old: Side) -> bool:
    mine, theirs = ({*side.reading.lemmas} & words("measures") for side in (new, old))
    return bool((mine ^ theirs) - _LOOSE)


def _opposite(new: Side, old: Side, found: Found) -> bool:
    """Whether what follows in one is the opposite of what follows in the other."""
    turns = sum(side.part.stand in _DENYING for side in (new, old))
    turns += sum(kind == "opposite" for _, kind in found.values())
    told = {other.at for other, _ in found.values()}
    undoing = table()["undoing"]
    turns += sum(term.lemma in undoing and term.at not in found for term in new.part.terms)
    turns += sum(term.lemma in undoing and term.at not in told for term in old.part.terms)
    return turns % 2 == 1


def _comparable(new: Side, old: Side, a: Quantity, b: Quantity) -> bool:
    if a.dimension != b.dimension and {a.dimension, b.dimension} != {"age", "[time]"}:
        return False
    if a.is_equal(b):
        return False
    if a.dimension in ("count", "rate") and a.of and b.of and not _counts_same(a, b):
        return False
    if {"end", "delete", "stop"} & (_keys(new) ^ _keys(old)):
        return True
    mine_role, their_role = _role(new, a), _role(old, b)
    return mine_role == their_role or "" in (mine_role, their_role) or "age" in (a.dimension, b.dimension)


def _counts_same(a: Quantity, b: Quantity) -> bool:
    if a.dimension != b.dimension or not a.of or not b.of:
        return False
    return any(x == y or derived(x, y) for x in a.of.split()[:2] for y in b.of.split()[:2])


def _role(side: Side, quantity: Quantity) -> str:
    after = side.words(quantity.end, quantity.end + 2)
    before = side.words(quantity.at - 3, quantity.at)
    if _BEFORE & set(after):
        return "before"
    if _AFTER & set(after) or _AFTER & set(before):
        return "after"
    return "for" if before[-1:] == ["for"] else ""


def _read(side: Side, quantity: Quantity, other: Quantity) -> Quantity:
    """An amount as what it means: enough is a minimum, and so is what is needed."""
    if quantity.bound != "exact":
        return quantity
    if _TARGETS & set(side.words(quantity.at - 7, quantity.at)) and other.bound in ("least", "most"):
        infinite = {"least": {"high": math.inf}, "most": {"low": -math.inf}}[other.bound]
        return replace(quantity, bound=other.bound, **infinite)  # type: ignore[arg-type]
    if _ENOUGH & set(side.lowers) or (side.part.stand == "require" and quantity.dimension == "count"):
        return replace(quantity, high=math.inf, bound="least")
    return quantity


def _excludes(a: Quantity, b: Quantity, opposite: bool, new: Side, old: Side) -> bool:
    if a.is_equal(b):
        return False
    lasting = _lasting(a, b, new, old)
    if lasting is not None:
        return lasting
    if a.bound == b.bound == "range" and tells(new.reading):
        return True
    if opposite:
        return a.overlaps(b) and (a.bound != "exact" or b.bound != "exact")
    if not a.overlaps(b):
        return True
    return a.bound == b.bound and a.bound in ("least", "most")


def _lasting(a: Quantity, b: Quantity, new: Side, old: Side) -> bool | None:
    """Whether something is deleted before it may be: None where neither is kept."""
    for keep, kept, other, gone in ((new, a, old, b), (old, b, new, a)):
        if _keys(keep) & _KEEP and _keys(other) & _DELETE:
            if "most" in (kept.bound, gone.bound):
                return kept.bound == gone.bound or (gone.bound == "most" and kept.low > 1.01 * gone.high)
            return gone.low < 0.99 * kept.low
    return None


def _keys(side: Side) -> set[str]:
    return {term.key for term in side.part.terms}


def _text(side: Side, quantity: Quantity) -> str:
    return " ".join(token.raw.strip() for token in side.reading.tokens[quantity.at : quantity.end])
