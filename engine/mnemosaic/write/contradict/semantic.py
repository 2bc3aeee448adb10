"""The semantic check: one statement affirms what the other denies, by negation, stance or opposites."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import heavy
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.limits import reaches
from mnemosaic.write.contradict.orders import orders
from mnemosaic.write.contradict.reading import Clause, Item
from mnemosaic.write.contradict.tables import implied, words

_ASIDE = frozenset("since because after following despite until from-now-on".split())
"""Prepositions of what gives a reason or a time rather than a limit."""
_CONVERSE = frozenset(map(frozenset, [("lend", "borrow"), ("buy", "sell"), ("give", "receive"), ("teach", "learn")]))
_SUBGROUP = frozenset("in for with if among".split())


def check(case: Case) -> Finding | None:
    """A denial of what the other says, an opposite in its place, or a duty against a choice."""
    if case.other_subject() or _other_moment(case):
        return None
    if 0 in (case.mine.sign, case.theirs.sign) and case.mine.sign != case.theirs.sign:
        return _optional(case)
    opposed = _main_opposites(case)
    if opposed is None:
        return None
    if case.mine.sign * case.theirs.sign == (1 if len(opposed) % 2 == 0 else -1):
        return None
    if opposed:
        return None if orders(case) else _opposites(case, opposed)
    return _denial(case)


def _other_moment(case: Case) -> bool:
    return bool(case.new.moment.differs(case.old.moment))


def _main_opposites(case: Case) -> list[tuple[str, str]] | None:
    """The opposites outside of conditions and groups; None where groups or conditions are opposite."""
    found = []
    for pair in case.by.opposed:
        if "condition" in (pair.new.zone, pair.old.zone) or (_is_group(pair.new) and _is_group(pair.old)):
            return None
        found.append((pair.new.lemma, pair.old.lemma))
    return found


def _is_group(item: Item) -> bool:
    return item.zone == "prep" and item.prep in _SUBGROUP and item.weight > 0.2


def _opposites(case: Case, opposed: list[tuple[str, str]]) -> Finding | None:
    new_left, old_left = case.left()
    if min(new_left, old_left) >= 0.5 or max(new_left, old_left) > 1.3 or case.by.cover < 0.6:
        return None
    if (case.new.moment.weekday is None) != (case.old.moment.weekday is None) and not case.new.changes:
        return None
    if (case.general and case.narrower()) or _crossed(case):
        return None
    mine, theirs = opposed[0]
    if frozenset((mine, theirs)) in _CONVERSE:
        return None
    return Finding(Dimension.SEMANTIC, "antonym", f'"{mine}" and "{theirs}" are opposites said of the same', 0.8)


def _crossed(case: Case) -> bool:
    """Whether what acts in one is acted on in the other: exercise lowers pressure, pressure rises in exercise."""
    sides = {
        (pair.new.zone == "subject", pair.old.zone == "subject") for pair in case.by.pairs if pair.new.weight > 0.5
    }
    return {(True, False), (False, True)} <= sides and "by" not in case.new.lemmas | case.old.lemmas


def _optional(case: Case) -> Finding | None:
    binding = case.theirs if case.mine.sign == 0 else case.mine
    new_left, old_left = case.left()
    if binding.stance == "allowed" or case.by.cover < 0.6 or min(new_left, old_left) >= 0.5:
        return None
    if case.narrower() and binding.quantifier not in ("all", "none"):
        return None
    return Finding(Dimension.SEMANTIC, "stance", "one binds where the other leaves free", 0.75)


def _denial(case: Case) -> Finding | None:
    """The denied words must all be affirmed by the other; what the other adds beside them matters for rules only."""
    denying = case.mine if case.mine.sign < 0 else case.theirs
    left = case.by.new_left if denying is case.mine else case.by.old_left
    others = case.by.old_left if denying is case.mine else case.by.new_left
    if not any(item.zone == "subject" for item in denying.items):
        others = tuple(item for item in others if item.zone != "subject")
    if not _covers(denying, left) or not _direction(case, denying) or not _reaches(case, denying, left, others):
        return None
    if not case.shares_words():
        return None
    affirming = case.theirs if denying is case.mine else case.mine
    if _has_own_limits(case, denying) or (others and any(item.lemma in words("people") for item in left)):
        return None
    if case.general and affirming.stance and any(_limits(item) for item in others) and not _whole(denying):
        return None
    if not case.general or not affirming.stance:
        others = tuple(item for item in others if item.zone != "prep")
    if heavy(others) > _room(case) or (denying.local and case.by.cover < 0.5):
        return None
    quantified = "none" in (case.mine.quantifier, case.theirs.quantifier) and _is_rule(case)
    return Finding(
        Dimension.LOGICAL if quantified or _by_class(case) else Dimension.SEMANTIC,
        "class" if _by_class(case) else "negation",
        "one affirms what the other denies",
        0.8,
    )


def _reaches(case: Case, denying: Clause, left: tuple[Item, ...], others: tuple[Item, ...]) -> bool:
    """Whether the denial names what the other affirms: an object or deed that is matched, or nothing that it adds.

    The other's deed must not be a further one.
    """
    affirming = case.theirs if denying is case.mine else case.mine
    deeds = [item for item in others if item.at == affirming.verb and item.weight > 0.5]
    if any(case.general or item.lemma in words("attitudes") for item in deeds):
        return False
    named = [
        item
        for item in denying.items
        if item.at in denying.denied and item.zone != "subject" and item.prep not in _ASIDE
    ]
    if any(item.weight > 0.5 for item in named):
        return True
    if any(item in left for item in named) and deeds:
        return False
    rest = heavy(item for item in others if item.zone != "subject" and item not in deeds)
    return (bool(named) and not any(item in left for item in named)) or rest < 0.5


def _limits(item: Item) -> bool:
    return item.weight > 0.5 and item.zone in ("prep", "condition") and item.prep not in _ASIDE


def _has_own_limits(case: Case, denying: Clause) -> bool:
    """Whether the denial is of a place, time or amount that the other does not speak of: not at work, not under six."""
    mine, theirs = (case.new, case.old) if denying is case.mine else (case.old, case.new)
    if not reaches(denying.within, theirs.lemmas):
        return True
    if mine.quantities and theirs.quantities:
        return not any(a.dimension == b.dimension and a.overlaps(b) for a in mine.quantities for b in theirs.quantities)
    return bool(mine.moment and not theirs.moment) or bool(mine.quantities and not theirs.quantities)


def _room(case: Case) -> float:
    """How much more than what is denied the other may say: of a life more than in a rule, its subject for an order."""
    denying = case.mine if case.mine.sign < 0 else case.theirs
    reading = case.new if case.mine.sign < 0 else case.old
    points = any(token.lower in ("it", "them", "so") for token in reading.tokens[denying.start : denying.end])
    return (1.3 if case.general else 2.2) + 2 * points


def _is_rule(case: Case) -> bool:
    return {case.mine.quantifier, case.theirs.quantifier} & {"all", "most", "some", "few", "only"} != set()


def _covers(denying: Clause, left: tuple[Item, ...]) -> bool:
    """Whether all of the denied words, and nearly all of the clause, are matched."""
    outside = [item for item in left if item.weight > 0.5 and item.prep not in _ASIDE]
    if any(item.at in denying.denied or item.zone == "condition" for item in outside):
        return False
    return bool(denying.denied) and heavy(outside) <= 1.3


def _whole(denying: Clause) -> bool:
    return denying.quantifier in ("none", "all")


def _by_class(case: Case) -> bool:
    return any(pair.how in ("under", "over") for pair in case.by.pairs)


def _direction(case: Case, denying: Clause) -> bool:
    """What is affirmed may be a kind of what is denied: salmon where fish is denied, not fish where salmon is."""
    wrong = "over" if denying is case.theirs else "under"
    for pair in case.by.pairs:
        if pair.how == wrong and not (pair.new.zone == pair.old.zone == "subject" and case.general):
            return False
    return True


def check_implied(case: Case) -> Finding | None:
    """What someone is rules out what they do: a vegetarian and steak."""
    if case.other_subject():
        return None
    for whole, other, clause in ((case.mine, case.theirs, case.new), (case.theirs, case.mine, case.old)):
        for item in whole.items:
            known = implied(item.lemma)
            if known is None or item.zone == "subject" or whole.sign < 0 or other.sign < 0:
                continue
            lemmas = {
                token.lemma for token in (case.old if clause is case.new else case.new).tokens[other.start : other.end]
            }
            if (lemmas & known[0] and lemmas & known[1]) or lemmas & known[1] & words("people"):
                return Finding(Dimension.LOGICAL, "class", f'being "{item.lemma}" rules out what the other says', 0.75)
    return None
