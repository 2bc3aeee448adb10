"""What one forbids or asks for, the other permits, leaves free or does: a rule against its instance or its denial."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.gist import Term, contrasted, table
from mnemosaic.write.contradict.overlap import Found, Side, how, through_classes
from mnemosaic.write.contradict.wordnet import is_kind

_CONFLICTING = {
    "forbid": frozenset(["permit", "require", "recommend", "affirm"]),
    "require": frozenset(["exempt", "forbid"]),
    "recommend": frozenset(["exempt", "forbid"]),
    "affirm": frozenset(["exempt", "forbid"]),
}
_NEVER = frozenset(["permit", "affirm", "recommend", "require"])
_TURNED = {"forbid": "require", "require": "forbid", "recommend": "forbid", "permit": "exempt", "exempt": "permit"}
_GROUPING = frozenset("in for with among during under if when without".split())
_EXCEPTING = frozenset("unless except apart only-if until".split())


def check(new: Side, old: Side, there: Found, back: Found) -> Finding | None:
    """Either may be the one that binds."""
    for strict, lenient, found in ((old, new, back), (new, old, there)):
        stand = strict.part.stand
        if stand not in ("deny", *_CONFLICTING) or not strict.part.core:
            continue
        turned = _turned(strict, lenient, found)
        stand = _TURNED.get(stand, stand) if turned else stand
        if lenient.part.stand not in (_NEVER if stand == "deny" else _CONFLICTING.get(stand, ())):
            continue
        if stand == "deny" and not lenient.part.even:
            continue
        if _holds(strict, lenient, found) and _about_same(strict, lenient, found):
            reason = f'one says "{strict.part.stand}" of what the other says "{lenient.part.stand}"'
            return Finding(Dimension.LOGICAL if _by_rule(found) else Dimension.SEMANTIC, "stance", reason, 0.75)
    return None


def _by_rule(found: Found) -> bool:
    return any(kind in ("under", "over") for _, kind in found.values())


def _turned(strict: Side, lenient: Side, found: Found) -> bool:
    """Whether the deeds are opposites, or one of them undoes what the other does."""
    opposed = sum(kind == "opposite" and other.zone != "condition" for other, kind in found.values())
    undoing = table()["undoing"]
    matched = {other.at for other, kind in found.values() if kind != "opposite"}
    lone = [
        term for term in strict.part.terms if term.lemma in undoing and term.zone == "main" and term.at not in found
    ] + [
        term
        for term in lenient.part.terms
        if term.lemma in undoing
        and term.zone == "main"
        and term.at not in matched
        and not any(other.at == term.at for other, _ in found.values())
    ]
    return (opposed + len(lone)) % 2 == 1


def _holds(strict: Side, lenient: Side, found: Found) -> bool:
    """Whether all that the binding clause names is named by the other too, or is a class of it."""
    part = strict.part
    if part.only >= 0 or _limited(strict, lenient) or (part.link in _EXCEPTING and not lenient.part.even):
        return False
    classed = through_classes(lenient.part.terms, strict)
    excepted = part.link in _EXCEPTING
    undoing = table()["undoing"]
    held = missing = 0
    small = [term for term in part.terms if not term.heavy]
    for term in part.core:
        if excepted and term.zone == "condition":
            continue
        kind = found[term.at][1] if term.at in found else ""
        if (
            kind in ("same", "alike", "over", "opposite")
            or term.at in classed
            or (kind == "under" and part.stand in ("require", "recommend"))
        ):
            held += 1
        elif term.lemma not in undoing and not _spared(term, lenient, found):
            missing += 1
    alone = len(part.core) == held == 1 and lenient.part.even
    enough = alone or held >= 2 or (held == 1 and any(term.at in found for term in small))
    return enough and missing == 0


def _spared(term: Term, lenient: Side, found: Found) -> bool:
    """Whether a missing word only describes the next, which the other names without describing it otherwise."""
    after = found.get(term.at + 1)
    if after is None or after[1] not in ("same", "alike") or term.name or term.zone == "condition":
        return False
    return not any(other.at == after[0].at - 1 and other.heavy for other in lenient.part.terms)


def _limited(strict: Side, lenient: Side) -> bool:
    """Whether the rule is about an amount that the other does not speak of."""
    mine, theirs = (
        [q for q in side.reading.quantities if side.part.start <= q.at < side.part.end] for side in (strict, lenient)
    )
    if lenient.part.stand == "exempt" or lenient.part.even:
        mine = [q for q in mine if q.dimension == "number" or q.dimension.startswith("version")]
    return not all(any(a.dimension == b.dimension and a.overlaps(b) for b in theirs) for a in mine)


def _about_same(strict: Side, lenient: Side, found: Found) -> bool:
    """Whether the other clause's subject is named in the rule, the deed fits, and no limit differs."""
    told = {other.at for other, _ in found.values()}
    classed = through_classes(lenient.part.terms, strict)
    subject = [
        t for t in lenient.part.terms if t.zone == "subject" and t.heavy and (t.name or not is_kind(t.lemma, "person"))
    ]
    if subject and not classed and not any(term.at in told for term in subject):
        return False
    aside = contrasted(lenient.reading.tokens, lenient.part.start, lenient.part.end)
    if any(other.at in aside for other, _ in found.values()):
        return False
    if lenient.part.link in _EXCEPTING or (
        lenient.part.stand == "affirm" and not lenient.part.even and not _instance(strict, lenient, told)
    ):
        return False
    if {strict.part.stand, lenient.part.stand} == {"forbid", "require"} and _other_deed(strict, lenient):
        return False
    if strict.part.stand != "forbid" and not (strict.part.whole or lenient.part.even) and _adds_limit(lenient, told):
        return False
    return not strict.reading.moment.differs(lenient.reading.moment)


def _other_deed(strict: Side, lenient: Side) -> bool:
    mine, theirs = strict.part.deed, lenient.part.deed
    return mine is not None and theirs is not None and mine.heavy and theirs.heavy and how(mine, theirs) == ""


def _instance(strict: Side, lenient: Side, told: set[int]) -> bool:
    """Whether what is merely told does what the rule is about."""
    deed, rule = lenient.part.deed, strict.part.deed
    if deed is None or (deed.heavy and deed.at not in told):
        return False
    return rule is None or deed.heavy or not rule.heavy


def _adds_limit(lenient: Side, told: set[int]) -> bool:
    """Whether it speaks of a group or a case that the rule does not name."""
    return any(
        term.heavy and term.at not in told and (term.zone == "condition" or term.prep in _GROUPING)
        for term in lenient.part.terms
    )
