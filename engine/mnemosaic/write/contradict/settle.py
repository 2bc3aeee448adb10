"""From a difference to a verdict: a change over time, a conflict, or neither; and from none to same or refines."""

from __future__ import annotations

from datetime import timedelta

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.contradict import taken_back, updates
from mnemosaic.write.contradict.align import Alignment, heavy
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.tables import words

UNRELATED = Judgement(verdict=Verdict.UNRELATED, reason="the statements do not bear on one another", confidence=0.9)
_DIRECTIONS = frozenset(
    "into out onto off from to before after up down over under above below with inside outside toward towards away "
    "behind beside without between through until since by".split()
)
SAME = Judgement(verdict=Verdict.SAME, kind="lemmas", reason="both say the same in other forms", confidence=0.95)
_APART = timedelta(days=1)
_OF_TIMES = frozenset(("date", "days", "clock", "correction"))


def settle(new: Reading, old: Reading, finding: Finding, attribute: str = "") -> Judgement:
    """The verdict for statements that cannot both hold of one time."""
    if finding.kind in _OF_TIMES and taken_back.takes_back(new, old):
        verdict, kind = Verdict.CONFLICTS, taken_back.KIND
    elif new.corrects or finding.kind == "correction":
        verdict, kind = Verdict.CONFLICTS, "correction"
    else:
        verdict = Verdict.CHANGES_OVER_TIME if _changes(new, old, finding, attribute) else Verdict.CONFLICTS
        kind = finding.kind
    return Judgement(
        verdict=verdict, dimension=finding.dimension, kind=kind, reason=finding.reason, confidence=finding.confidence
    )


def _changes(new: Reading, old: Reading, finding: Finding, attribute: str) -> bool:
    if finding.kind in ("update", "ended"):
        return True
    fixed = words("fixed")
    if attribute in fixed or (new.lemmas & old.lemmas & fixed):
        return False
    if (new.changes or new.past or updates.tells(new)) and finding.kind not in ("quantifier", "condition"):
        return True
    if new.statement.type is AtomType.EPISODIC or finding.kind in ("condition", "quantifier", "order", "class"):
        return False
    return _apart(new, old) and not (new.general and old.general)


def _apart(new: Reading, old: Reading) -> bool:
    mine, theirs = new.moment_of_speech, old.moment_of_speech
    if mine is None or theirs is None:
        return False
    try:
        return abs(mine - theirs) >= _APART
    except TypeError:
        return False


def agree(new: Reading, old: Reading, by: Alignment) -> Judgement:
    """Same, refines or unrelated, where nothing contradicts."""
    if is_same(new, old):
        return SAME
    if _adds(new, old, by):
        return Judgement(
            verdict=Verdict.REFINES,
            kind="detail",
            reason="the new statement holds the old one and adds to it",
            confidence=0.75,
        )
    return UNRELATED


def agree_on_equality(new: Reading, old: Reading) -> Judgement:
    """Same or unrelated, for statements that nothing more is asked of."""
    return SAME if is_same(new, old) else UNRELATED


def is_same(new: Reading, old: Reading) -> bool:
    """Whether all words but stop words are equal, with the same signs, amounts, times and speaker."""
    if sorted(item.lemma for item in new.items) != sorted(item.lemma for item in old.items):
        return False
    return _signs(new) == _signs(old) and _frame(new) == _frame(old) and _amounts_equal(new, old)


def _signs(reading: Reading) -> list[tuple[int, str, str, str]]:
    return [(clause.sign, clause.stance, clause.quantifier, clause.link) for clause in reading.clauses]


def _frame(reading: Reading) -> tuple[object, ...]:
    told = reading.statement
    order = tuple(item.lemma for item in reading.items)
    places = _directions(reading)
    mutual = bool(reading.lemmas & words("symmetric"))
    when = told.occurred_from if told.type is AtomType.EPISODIC else None
    return told.speaker, when, () if mutual else order, places, reading.past, reading.unreal, reading.moment


def _amounts_equal(new: Reading, old: Reading) -> bool:
    mine, theirs = new.quantities, old.quantities
    return len(mine) == len(theirs) and all(
        a.dimension == b.dimension and a.is_equal(b) for a, b in zip(mine, theirs, strict=True)
    )


def _directions(reading: Reading) -> list[str]:
    return sorted(token.lower for token in reading.tokens if token.lower in _DIRECTIONS)


def _adds(new: Reading, old: Reading, by: Alignment) -> bool:
    """Whether the new statement says all that the old one says, and more."""
    if not set(_directions(old)) <= set(_directions(new)):
        return False
    if (
        heavy(by.old_left)
        or by.old_cover < 0.7
        or any(pair.how in ("opposite", "over") for pair in by.pairs)
        or not by.pairs
    ):
        return False
    if (
        _signs(new)[:1] != _signs(old)[:1]
        or new.moment.differs(old.moment)
        or new.unreal != old.unreal
        or new.past != old.past
    ):
        return False
    return all(any(a.dimension == b.dimension and a.is_equal(b) for a in new.quantities) for b in old.quantities)
