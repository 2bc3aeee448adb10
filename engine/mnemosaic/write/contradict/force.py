"""One affirms, asks for or permits what the other denies, forbids or waives, or says the opposite of."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.about import about_one
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Half, Laid, is_plain, is_plain_deed, people
from mnemosaic.write.contradict.gist import Part, Term, table

_AGAINST = {
    "forbid": frozenset(["permit", "require", "recommend", "affirm"]),
    "deny": frozenset(["affirm"]),
    "require": frozenset(["exempt"]),
    "recommend": frozenset(["exempt"]),
}
_TURN = {"forbid": "permit", "permit": "forbid", "deny": "affirm", "affirm": "deny", "require": "forbid",
         "recommend": "forbid", "exempt": "require"}  # fmt: skip
_STRICT = frozenset(["forbid", "deny", "require", "recommend"])
_CONVERSE = [{"lend", "borrow"}, {"buy", "sell"}, {"give", "receive"}, {"teach", "learn"}]
_LIMITS = frozenset("unless except only-if until without apart".split())


def check(laid: Laid) -> Finding | None:
    """Either may be the strict one."""
    if any(len(_main(half)) > 1 for half in (laid.new, laid.old)):
        return None
    mine, theirs = laid.new.parts[0], laid.old.parts[0]
    if (
        mine.only >= 0
        or theirs.only >= 0
        or _limited(mine, theirs)
        or laid.new.reading.moment.differs(laid.old.reading.moment)
    ):
        return None
    turned = _turned(laid)
    if any(
        {t.lemma, laid.new.found[t.at][0].lemma} in _CONVERSE for t in laid.new.terms if laid.new.kind(t) == "opposite"
    ):
        return None
    opposed = [t for t in laid.new.terms if laid.new.kind(t) == "opposite"]
    stands = _TURN[mine.stand] if turned else mine.stand, theirs.stand
    if not _exclude(stands) and not (turned and mine.stand == theirs.stand == "affirm"):
        return None
    if not about_one(
        laid,
        [*opposed, *_undoing(laid.new)],
        [*_opposed_in_old(laid), *_undoing(laid.old)],
        names=mine.whole or theirs.whole,
    ):
        return None
    if not _covered(laid):
        return None
    if not _enough(laid) or not _within(laid):
        return None
    strict, other = (laid.new, laid.old) if mine.stand in _STRICT else (laid.old, laid.new)
    if not _classes_fit(strict) or not strict.reading.reaches(other.reading):
        return None
    return Finding(Dimension.SEMANTIC, "force", f'one says "{mine.stand}" of what the other says "{theirs.stand}"', 0.7)


def _main(half: Half) -> list[Part]:
    """The clauses but those that only say during what it holds."""
    return [p for p in half.parts if p.start == half.parts[0].start or half.reading.tokens[p.start].lower != "while"]


def _sides(laid: Laid) -> tuple[Half, Half]:
    """The one that binds, denies or undoes, and the other."""
    mine, theirs = laid.new.parts[0], laid.old.parts[0]
    if mine.stand == theirs.stand == "affirm":
        return (laid.new, laid.old) if _undoing(laid.new) else (laid.old, laid.new)
    return (laid.new, laid.old) if mine.stand in _STRICT else (laid.old, laid.new)


def _covered(laid: Laid) -> bool:
    """Whether all that the strict one names, but for its verb, is in the other."""
    strict, other = _sides(laid)
    rest = [
        t for t in strict.own if not is_plain(t) and t.lemma not in table()["undoing"] and strict.kind(t) != "opposite"
    ]
    lone = [t for t in other.own if not is_plain(t) and not (t.at in other.deeds and is_plain_deed(t))]
    return not rest or (len(rest) == 1 and rest[0].at in strict.deeds and not lone)


def _within(laid: Laid) -> bool:
    """Whether an amount that only is meant is one that the other speaks of."""
    strict, lenient = _sides(laid)
    if (
        strict.parts[0].stand in _STRICT
        and lenient.parts[0].stand in _STRICT
        and (strict.quantities or lenient.quantities)
    ):
        return False
    return all(any(a.dimension == b.dimension and a.overlaps(b) for b in lenient.quantities) for a in strict.quantities)


def _limited(mine: Part, theirs: Part) -> bool:
    return any(part.link in _LIMITS and not other.even for part, other in ((mine, theirs), (theirs, mine)))


def _exclude(stands: tuple[str, str]) -> bool:
    a, b = stands
    return b in _AGAINST.get(a, ()) or a in _AGAINST.get(b, ())


def _turned(laid: Laid) -> bool:
    opposed = sum(kind == "opposite" for _, kind in laid.new.found.values())
    return (opposed + len(_undoing(laid.new)) + len(_undoing(laid.old))) % 2 == 1


def _undoing(half: Half) -> list[Term]:
    return [t for t in half.terms if t.lemma in table()["undoing"] and t.at not in half.found]


def _opposed_in_old(laid: Laid) -> list[Term]:
    return [other for other, kind in laid.new.found.values() if kind == "opposite"]


def _enough(laid: Laid) -> bool:
    """Whether two things are shared, and not by their names alone."""
    named = people(laid)
    return (
        len(laid.new.shared) >= 2
        and len(laid.old.shared) >= 2
        and any(not t.name and t.lemma not in named for t in laid.new.shared)
    )


def _classes_fit(strict: Half) -> bool:
    """Whether what is denied is no narrower than what is affirmed: fish is denied and salmon eaten."""
    return not any(strict.kind(t) == "under" for t in strict.shared)
