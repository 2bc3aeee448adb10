"""Another value where only one can be: in one role, of one kind, of what is the only one, or instead of it."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.apart import apart
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import Term, contrasted, table
from mnemosaic.write.contradict.overlap import Found, Side
from mnemosaic.write.contradict.pointers import name_nothing
from mnemosaic.write.contradict.tables import classes, words

_ROLES = {
    prep: role
    for role, preps in {
        "in": "in into", "by": "by with via using through over", "on": "on onto under", "against": "against",
        "as": "as", "at": "at", "from": "from", "to": "to",
    }.items()
    for prep in preps.split()
}  # fmt: skip
_NO = frozenset(["deny", "forbid", "exempt"])
_MORE = frozenset("also too besides another additionally second other".split())
_COPULAS = frozenset("is are was were remains".split())
_MAX = 5


def check(new: Side, old: Side, found: Found, _back: Found) -> Finding | None:
    """Two values of one role."""
    if old.part.stand in _NO or new.reading.moment.differs(old.reading.moment):
        return None
    if new.reading.statement.type is AtomType.EPISODIC or _MORE & set(new.lowers) - {"other"}:
        return None
    if any(kind == "opposite" for _, kind in found.values()):
        return None
    if _instead(new, old, found) or _only_one(new, old) or _only_one(old, new):
        return Finding(Dimension.SEMANTIC, "rival", "one stands where the other has something else", 0.75)
    if new.part.stand in _NO and not _sole(new):
        return None
    mine, theirs = _left(new, found), _left_old(old, found)
    if not (0 < len(mine) <= _MAX and 0 < len(theirs) <= _MAX) or apart(new, old, {}):
        return None
    if not _one_topic(new, old, found) or _lone_deed(new, old, found) or not _rivals(new, old, mine, theirs):
        return None
    if name_nothing(mine, theirs):
        return None
    reason = f'"{mine[0].lemma}" stands here where "{theirs[0].lemma}" stands there'
    return Finding(Dimension.SEMANTIC, "rival", reason, 0.7)


def _left(new: Side, found: Found) -> list[Term]:
    aside = contrasted(new.reading.tokens, new.part.start, new.part.end)
    return [t for t in new.part.core if t.at not in found and t.at not in aside and not _is_deed(new, t)]


def _left_old(old: Side, found: Found) -> list[Term]:
    told = {other.at for other, _ in found.values()}
    aside = contrasted(old.reading.tokens, old.part.start, old.part.end)
    return [t for t in old.part.core if t.at not in told and t.at not in aside and not _is_deed(old, t)]


def _is_deed(side: Side, term: Term) -> bool:
    return side.part.deed is not None and side.part.deed.at == term.at


def _sole(side: Side) -> bool:
    """Whether it says that nothing else is meant: all, only, no other, at all."""
    lowers = side.words(side.part.start, len(side.reading.tokens))
    text = " ".join(lowers)
    return (
        bool(table()["sole"] & set(lowers))
        or "no other" in text
        or "at all" in text
        or "without any" in text
        or " else " in f"{text} "
    )


def _instead(new: Side, old: Side, found: Found) -> bool:
    """Whether the new statement sets aside, for something else, what the old one holds."""
    tokens, part = new.reading.tokens, new.part
    aside = set(contrasted(tokens, part.start, part.end))
    for at in range(part.start + 1, part.end):
        if tokens[at].lower in ("to", "over") and tokens[at - 1].lemma in ("prefer", "preferred"):
            aside |= set(range(at, next((p for p in range(at, part.end) if tokens[p].kind == "mark"), part.end)))
    named = [term for term in part.core if term.at in aside]
    kept = [term for term in part.core if term.at not in aside and term.at in found]
    if not named or not kept or not all(t.at in found and found[t.at][1] in ("same", "alike") for t in named):
        return False
    known = {at for at, (_, kind) in found.items() if kind in ("same", "alike")}
    fresh = [term for term in part.core if term.at not in aside and term.at not in known]
    return bool(fresh) and len(kept) + len(named) >= 0.6 * len(old.part.core)


def _only_one(sole: Side, other: Side) -> bool:
    """Ours is the only database, and another name stands before the same noun."""
    part = sole.part
    if (
        part.only < 0
        or sole.reading.tokens[part.only].lower != "only"
        or not _COPULAS & set(sole.words(part.only - 5, part.only))
    ):
        return False
    heads = [term for term in part.core if term.at > part.only and not term.name]
    names = {term.key for term in part.core if term.name or term.zone == "subject"}
    if not heads or not names or names & {term.key for term in other.part.terms}:
        return False
    before = {term.at: term for term in other.part.terms}
    head = (
        heads[-1].key if not any(h.prep for h in heads) else next(h.key for h in heads if not h.prep or h is heads[0])
    )
    return any(t.key == head and _named_before(t.at, before) for t in other.part.terms)


def _named_before(at: int, terms: dict[int, Term]) -> bool:
    """Whether a name stands before a noun, perhaps with other words between."""
    while at - 1 in terms and not terms[at - 1].name:
        at -= 1
    return at - 1 in terms


def _lone_deed(new: Side, old: Side, found: Found) -> bool:
    """Whether one does what the other names and the other does something else."""
    told = {other.at for other, _ in found.values()}
    mine, theirs = new.part.deed, old.part.deed
    if mine is None or theirs is None or not (mine.heavy and theirs.heavy):
        return False
    return (mine.at in found) != (theirs.at in told)


def _one_topic(new: Side, old: Side, found: Found) -> bool:
    """Whether what is said beside the values is the same."""
    shared = [term for term in new.part.core if term.at in found]
    strong = _sole(new) or _sole(old)
    if len(shared) < (1 if strong and _role_of(new) & _role_of(old) else 2):
        return False
    if not strong and len(shared) < 0.4 * min(len(new.part.core), len(old.part.core)):
        return False
    told = {other.at for other, _ in found.values()}
    subjects = [
        _without_names([t for t in side.part.core if t.zone == "subject" and t.at not in places])
        for side, places in ((new, set(found)), (old, told))
    ]
    return not (subjects[0] or subjects[1]) or (_unique(new) and _unique(old))


def _without_names(left: list[Term]) -> list[Term]:
    """What is left of a subject; nothing where a name is in it, which may be the value."""
    return [] if any(term.name for term in left) else left


def _role_of(side: Side) -> set[str]:
    return {_ROLES[term.prep] for term in side.part.terms if term.prep in _ROLES}


def _unique(side: Side) -> bool:
    """Whether it says what the one is: the preferred drug, the first step, the only way."""
    lowers = side.lowers
    return any(
        lowers[at] in ("the", "our", "its")
        and (set(lowers[at + 1 : at + 3]) & table()["unique"] or set(lowers[at + 1 : at + 2]) & words("exclusive"))
        for at in range(len(lowers))
    )


def _rivals(new: Side, old: Side, mine: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Whether the values exclude one another."""
    if _of_class(new, old):
        return True
    subject = [[t for t in side if t.zone == "subject"] for side in (mine, theirs)]
    if _unique(new) and _unique(old) and len(mine) == len(theirs) == 1:
        return True
    if subject[0] and subject[1]:
        return _unique(new) and _unique(old) and len(subject[0]) == len(mine) and len(subject[1]) == len(theirs)
    strong = _sole(new) or _sole(old)
    named = any(t.name for t in mine) and any(t.name for t in theirs)
    roles = {_ROLES.get(t.prep, "") for t in mine} & {_ROLES.get(t.prep, "") for t in theirs} - {""}
    if named and (strong or (roles and _fixed(new) and _fixed(old))):
        return bool(roles) or strong
    if roles == {"by"} and strong and _both_deeds(new, old) and max(len(mine), len(theirs)) <= 2:
        return True
    if roles & {"as", "against"} and (strong or new.part.deed == old.part.deed):
        return True
    return bool(roles and strong and _fixed(new) and _fixed(old)) and _siblings(mine, theirs)


def _both_deeds(new: Side, old: Side) -> bool:
    mine, theirs = new.part.deed, old.part.deed
    return mine is not None and theirs is not None and mine.key == theirs.key


def _fixed(side: Side) -> bool:
    """Whether its verb takes one value: is written in, runs on, is carried by."""
    deed = side.part.deed
    return deed is None or deed.lemma in table()["values"]


def _of_class(new: Side, old: Side) -> bool:
    mine, theirs = ({t.lemma for t in side.part.terms if t.zone != "condition"} for side in (new, old))
    ours = {classes()[w]: w for w in mine - theirs if w in classes()}
    others = {classes()[w]: w for w in theirs - mine if w in classes()}
    return bool(ours.keys() & others.keys())


def _siblings(mine: Sequence[Term], theirs: Sequence[Term]) -> bool:
    return any(wordnet.siblings(a.lemma, b.lemma) for a in mine for b in theirs if a.prep == b.prep)
