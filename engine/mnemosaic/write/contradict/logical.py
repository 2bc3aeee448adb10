"""The logical check: quantifiers, conditions turned round, orders and roles swapped."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import heavy
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.numerals import ORDINALS
from mnemosaic.write.contradict.reading import Clause, Item, Reading
from mnemosaic.write.contradict.tables import words

_ORDERS = {
    "before": 1,
    "after": -1,
    "precede": 1,
    "follow": -1,
    "until": 1,
    "then": 1,
    "above": 2,
    "below": -2,
    "prior": 1,
}
_COMPARES = frozenset(["than"])
_OPPOSED_LINKS = frozenset(
    [frozenset(pair) for pair in (("if", "unless"), ("when", "unless"), ("only-if", "unless"), ("only-if", "even-if"),
     ("if", "even-if"), ("before", "after"))]
)  # fmt: skip
_AGAINST = frozenset(
    [frozenset(pair) for pair in (("all", "not-all"), ("all", "none"), ("most", "few"), ("some", "none"), ("most", "none"),
     ("all", "few"), ("only", "all"))]
)  # fmt: skip


def check_quantifiers(case: Case) -> Finding | None:
    """All against not all or none, most against few, only one against any."""
    mine, theirs = case.mine.quantifier, case.theirs.quantifier
    if not mine or not theirs or max(case.left()) > 1.3 or case.by.cover < 0.6:
        return None
    if _other_things(case) and "only" not in (mine, theirs):
        return None
    denied = case.mine.sign * case.theirs.sign < 0
    against = frozenset((mine, theirs)) in _AGAINST
    universal = "all" in (mine, theirs)
    if (against and (not denied or "none" in (mine, theirs))) or (denied and universal):
        return Finding(Dimension.LOGICAL, "quantifier", f'"{mine}" and "{theirs}" cannot both be', 0.85)
    return None


def _other_things(case: Case) -> bool:
    return case.other_subject()


def check_only(case: Case) -> Finding | None:
    """What only some may or do, everyone may or does."""
    for narrow, wide, reading, left, others in (
        (case.mine, case.theirs, case.new, case.by.new_left, case.by.old_left),
        (case.theirs, case.mine, case.old, case.by.old_left, case.by.new_left),
    ):
        only = next((at for at in range(narrow.start, narrow.end) if reading.tokens[at].lower == "only"), -1)
        if only < 0 or wide.quantifier != "all" or narrow.sign * wide.sign < 0 or not case.by.pairs:
            continue
        zone = next((item.zone for item in narrow.items if item.at > only), "")
        rest = [item for item in left if item.at < only or item.zone != zone]
        wider = [item for item in others if item.zone not in ("subject", zone)]
        if heavy([*rest, *wider]) < 0.5 and any(pair.new.zone not in ("subject", zone) for pair in case.by.pairs):
            return Finding(Dimension.LOGICAL, "only", "what is kept to some is said of all", 0.8)
    return None


def check_conditions(case: Case) -> Finding | None:
    """The same is said under the opposite condition: if against unless, only if against even if."""
    links = frozenset((case.mine.link, case.theirs.link))
    if links not in _OPPOSED_LINKS or max(case.left()) > 1.3 or case.by.cover < 0.6:
        return None
    flipped = sum(1 for pair in case.by.opposed if pair.new.zone == "condition") % 2 == 1
    if flipped and "unless" in links:
        return None
    if links == {"if", "even-if"} and case.mine.sign == case.theirs.sign:
        return None
    return Finding(
        Dimension.LOGICAL, "condition", f'"{case.mine.link}" against "{case.theirs.link}" of one condition', 0.8
    )


def check_order(case: Case) -> Finding | None:
    """The same two things in the other order: before and after, more than, then."""
    if max(case.left()) > 1.0 or min(case.left()) > 0.5 or case.by.cover < 0.6:
        return None
    for finder in (_sequence, _comparison, _preference):
        mine, theirs = finder(case.new), finder(case.old)
        if mine is None or theirs is None:
            continue
        swapped = _swapped(case, mine[1], theirs[1])
        if swapped is None:
            continue
        if swapped == (mine[0] * theirs[0] > 0):
            return Finding(Dimension.LOGICAL, "order", "the order of the two is turned round", 0.8)
    return None


def _sequence(reading: Reading) -> tuple[int, int] | None:
    """The sign and place of a word that puts two things in an order."""
    for at, token in enumerate(reading.tokens):
        if token.lower in ("afterwards", "afterward", "next", "subsequently"):
            joint = next((place for place in range(at, 0, -1) if reading.tokens[place].lower in ("and", ";", ".")), 0)
            return (1, joint) if joint else None
        sign = _ORDERS.get(token.lower) or _ORDERS.get(token.lemma)
        if sign and at > 0 and (token.lower != "then" or at > 2):
            return sign, at
    return None


def _comparison(reading: Reading) -> tuple[int, int] | None:
    """The sign of a comparison and the place of "than": less and the second of two opposites count as -1."""
    for at, token in enumerate(reading.tokens):
        if token.lower in ("than", "more-than", "less-than") and at > 0:
            before = [word.lower for word in reading.tokens[max(0, at - 4) : at + 1]]
            return (-1 if "less" in before or "less-than" in before or "fewer" in before else 1), at
    return None


def _preference(reading: Reading) -> tuple[int, int] | None:
    """The place of "to" or "over" in "prefers tea to coffee"."""
    if "prefer" not in reading.lemmas:
        return None
    return next(((1, at) for at, token in enumerate(reading.tokens) if at > 2 and token.lower in ("to", "over")), None)


def _swapped(case: Case, mine: int, theirs: int) -> bool | None:
    """Whether the counterparts stand on the other side of the word of order; None where only some do, or none does."""
    sides = [
        (pair.new.at < mine, pair.old.at < theirs)
        for pair in case.by.pairs
        if pair.how != "opposite" and (pair.new.weight > 0.5 or pair.new.name)
    ]
    opposed = any(pair.how == "opposite" for pair in case.by.pairs)
    if (True, False) in sides and (False, True) in sides:
        return not opposed
    if (True, True) in sides and (False, False) in sides and not {(True, False), (False, True)} & set(sides):
        return opposed
    return None


def check_roles(case: Case) -> Finding | None:
    """The same deed with doer and receiver changed over; the passive is seen through, and mutual relations are left."""
    if max(case.left()) > 0.5 or case.mine.sign != case.theirs.sign:
        return None
    if (case.new.lemmas | case.old.lemmas) & words("symmetric") or case.mine.link or case.theirs.link:
        return None
    verb = _shared_verb(case)
    if not verb:
        return None
    crossed = [
        _agent(pair.new, case.new, case.mine) != _agent(pair.old, case.old, case.theirs)
        for pair in case.by.pairs
        if pair.new.at != verb[0]
    ]
    if crossed.count(True) >= 2 and crossed.count(False) <= 1:
        return Finding(Dimension.LOGICAL, "roles", "who does it and to whom are changed over", 0.8)
    return None


def _shared_verb(case: Case) -> tuple[int, int] | None:
    for pair in case.by.pairs:
        mine, theirs = _deed(case.mine, case.new), _deed(case.theirs, case.old)
        if pair.how in ("same", "alike") and pair.new.at == mine and pair.old.at == theirs:
            return mine, theirs
    return None


def _deed(clause: Clause, reading: Reading) -> int:
    """The place of the full verb: the finite one, or the participle behind an auxiliary."""
    at = clause.verb
    while 0 <= at < len(reading.tokens) - 1 and reading.tokens[at].lower in (
        "is",
        "was",
        "are",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "must",
        "may",
        "can",
        "will",
        "should",
        "not",
    ):
        at += 1
    return at


def _agent(item: Item, reading: Reading, clause: Clause) -> bool:
    """Whether an item is on the doer's side of its verb."""
    deed = _deed(clause, reading)
    passive = deed > clause.verb and any(t.lower == "by" for t in reading.tokens[deed : clause.end])
    return (item.prep == "by") if passive else item.at < deed


def orders(case: Case) -> bool:
    """Whether both put the same two things into an order, so that opposites in it are no contradiction by themselves."""
    for finder in (_sequence, _comparison, _preference):
        mine, theirs = finder(case.new), finder(case.old)
        if mine and theirs and _swapped(case, mine[1], theirs[1]) is not None:
            return True
    return False


def check_rank(case: Case) -> Finding | None:
    """First against second of the same."""
    mine = [item for item in case.by.new_left if item.lemma in ORDINALS]
    theirs = [item for item in case.by.old_left if item.lemma in ORDINALS]
    if len(mine) != 1 or len(theirs) != 1 or mine[0].lemma == theirs[0].lemma or mine[0].zone == "subject":
        return None
    if max(case.left()) > 1.0 or case.other_subject() or case.new.moment.differs(case.old.moment):
        return None
    return Finding(Dimension.LOGICAL, "rank", f'"{mine[0].lemma}" against "{theirs[0].lemma}" of the same', 0.8)
