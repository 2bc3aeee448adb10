"""The numerical check: amounts, thresholds, ranges, counts, dates and clock times that cannot both hold."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import relation
from mnemosaic.write.contradict.figures import other_way
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.lemmas import derived
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.roles import deed
from mnemosaic.write.contradict.tables import words

_BOUNDS = frozenset(["maximum", "minimum"])
_PERIODS = frozenset("annual daily weekly monthly hourly yearly".split())
_RELATIVE = frozenset("yesterday today tomorrow tonight".split())
_BE_AT = frozenset("be move postpone reschedule push bring delay".split())
_UNIT_OF = {"annual": "year", "daily": "day", "weekly": "week", "monthly": "month", "hourly": "hour", "yearly": "year"}
_ONCE = frozenset(
    "birthday bear born deadline due release launch ship wedding wed meet marry married found establish sign schedule "
    "start begin open close end expire meeting appointment exam flight leave depart arrive interview party date die "
    "graduate festival election publish premiere held anniversary ceremony conference sync standup review take".split()
)


def check(case: Case) -> Finding | None:
    """Two amounts of one measure that exclude one another while the rest of both statements agrees."""
    if _names_other_subject(case) or _kept_or_deleted(case) or _only_one_denies(case) or other_way(case.new, case.old):
        return None
    if _only_one_is_an_age(case):
        return None
    if any(p.how in ("under", "over") and p.new.zone == p.old.zone == "subject" for p in case.by.pairs):
        return check_date(case)
    pairs, more = _counterparts(case.new.quantities, case.old.quantities)
    differing = [
        (mine, theirs)
        for mine, theirs in pairs
        if _excludes(case, mine, theirs) and {_before(case.new, mine), _before(case.old, theirs)} != {"for", "within"}
    ]
    if _one_sided_group(case) or (
        len(pairs) > 1 and any(is_group(case.new, a) or is_group(case.old, b) for a, b in differing)
    ):
        return None
    if differing and _same_measure(case, len(differing), len(pairs) - len(differing), more):
        mine, theirs = differing[0]
        reason = f'"{_text(case.new, mine)}" and "{_text(case.old, theirs)}" are different amounts of the same'
        return Finding(Dimension.NUMERICAL, "quantity", reason, 0.85)
    return check_date(case)


def _only_one_is_an_age(case: Case) -> bool:
    slots = [reading.statement.slot for reading in (case.new, case.old)]
    ages = [slot is not None and slot.attribute == "age" for slot in slots]
    return ages[0] != ages[1]


def _before(reading: Reading, quantity: Quantity) -> str:
    return reading.tokens[quantity.at - 1].lower if quantity.at else ""


def _only_one_denies(case: Case) -> bool:
    """Whether one says what does not follow and the other what does: their amounts then need not be equal."""
    mine, theirs = ({part.stand in ("deny", "forbid") for part in r.parts} for r in (case.new, case.old))
    bounded = any(q.bound != "exact" for q in (*case.new.quantities, *case.old.quantities))
    return bounded and mine != theirs and len(mine) == len(theirs) == 1


def _kept_or_deleted(case: Case) -> bool:
    """Whether one is kept for a time and the other deleted after one."""
    mine, theirs = ({term.key for part in r.parts for term in part.terms} for r in (case.new, case.old))
    return bool({"retain", "keep"} & (mine ^ theirs) and {"delete", "shred"} & (mine ^ theirs))


def _counterparts(mine: Sequence[Quantity], theirs: Sequence[Quantity]) -> tuple[list[tuple[Quantity, Quantity]], bool]:
    """Each new quantity with the old one of its kind, and whether some could not be told apart."""
    found, unclear = [], False
    for dimension in dict.fromkeys(_kind(q) for q in mine):
        ours = [q for q in mine if _kind(q) == dimension]
        others = [q for q in theirs if _alike(dimension, _kind(q))]
        if len(ours) == len(others):
            found += [(a, b) for a, b in zip(ours, others, strict=True) if _counts_same(a, b)]
        elif others and not any(a.is_equal(b) or a.overlaps(b) for a in ours for b in others):
            found.append((ours[0], others[0]))
            unclear = True
    return found, unclear


def _kind(quantity: Quantity) -> str:
    return quantity.dimension


def _alike(a: str, b: str) -> bool:
    return a == b or {a, b} <= {"count", "number"} or {a, b} <= {"age", "number"} or {a, b} <= {"age", "[time]"}


def _counts_same(a: Quantity, b: Quantity) -> bool:
    """Whether two counts count the same thing."""
    mine, theirs = a.of.split(), b.of.split()
    if not mine or not theirs:
        return True
    return any(x == y or derived(x, y) for x in mine[:2] for y in theirs[:2])


def _excludes(case: Case, mine: Quantity, theirs: Quantity) -> bool:
    if mine.is_equal(theirs):
        return False
    if not mine.overlaps(theirs):
        return True
    same_way = mine.bound == theirs.bound and mine.bound in ("least", "most")
    return same_way and not case.episodic


def _same_measure(case: Case, differing: int, agreeing: int, unclear: bool) -> bool:
    new_left, old_left = case.left()
    if (
        case.other_subject()
        or _other_time(case)
        or (differing > 1 and not agreeing and not _is_pair(case) and not _same_words(case))
    ):
        return False
    if _other_share(case) or (differing > 1 and _names_other(case)):
        return False
    if not case.general and any(q.dimension == "count" for q in case.new.quantities) and _other_deed(case):
        return False
    if case.narrower() or not case.by.pairs or _other_measure(case):
        return False
    smaller, larger = sorted((new_left, old_left))
    if unclear and larger:
        return False
    return (smaller < 0.5 and larger <= 2.4 and case.by.cover >= 0.4) or (
        larger <= 1.2 and case.by.cover >= 0.6 and not _replaced(case)
    )


def _other_measure(case: Case) -> bool:
    """Whether one names a kind of measure that the other does not: a starting dose, the idle timeout."""
    mine, theirs = (reading.lemmas & words("measures") for reading in (case.new, case.old))
    loose = _BOUNDS | _PERIODS
    if (mine ^ theirs) - loose or _of_period(case.new, case.old) != _of_period(case.old, case.new):
        return True
    return any(mine & kind and theirs & kind and mine & kind != theirs & kind for kind in (_BOUNDS, _PERIODS))


def _other_deed(case: Case) -> bool:
    """Whether the verbs say different things: has read thirty books, owns five hundred."""
    left = {item.at for item in case.by.new_left}, {item.at for item in case.by.old_left}
    mine, theirs = deed(case.mine, case.new), deed(case.theirs, case.old)
    if mine < 0 or theirs < 0 or (mine not in left[0] and theirs not in left[1]):
        return False
    verbs = case.new.tokens[mine].lemma, case.old.tokens[theirs].lemma
    heavies = [
        item for item in (*case.by.new_left, *case.by.old_left) if item.weight > 0.5 and item.at in (mine, theirs)
    ]
    return bool(heavies) and not set(verbs) & {"be", "have", "need"} and not relation(*verbs) and verbs[0] != verbs[1]


def _other_share(case: Case) -> bool:
    """Whether one is said of some, the other of most or all."""
    mine, theirs = case.mine.quantifier, case.theirs.quantifier
    return bool(mine and theirs and mine != theirs and "some" in (mine, theirs))


def _names_other(case: Case) -> bool:
    """Whether a number that names a thing differs, as in stage 1 and stage 2."""
    if (case.new.lemmas & case.old.lemmas) & {"minimum", "maximum", "version", "require", "late", "current", "support"}:
        return False
    mine, theirs = (
        {(q.dimension, q.low) for q in r.quantities if q.dimension.startswith("version")} for r in (case.new, case.old)
    )
    return mine != theirs


def _names_other_subject(case: Case) -> bool:
    """Whether the subjects are told apart by a number, as in release 3.0 and release 3.1."""
    mine, theirs = (
        {
            (q.dimension, q.low)
            for q in r.quantities
            if q.dimension.startswith("version") and q.bound == "exact" and q.at < c.verb
        }
        for r, c in ((case.new, case.mine), (case.old, case.theirs))
    )
    return bool(mine and theirs and mine != theirs)


def _replaced(case: Case) -> bool:
    """Whether a thing stands where the other names another."""
    mine, theirs = ({i.zone for i in left if i.weight > 0.5} for left in (case.by.new_left, case.by.old_left))
    return bool(mine & theirs)


def _of_period(reading: Reading, other: Reading) -> set[str]:
    """The periods that tell things apart, as in weekly backups; not those of a measure, as in the daily dose.

    Nor that for which the other says "a day".
    """
    places = {item.at for item in reading.items if item.weight > 0.5}
    return {
        t.lower
        for at, t in enumerate(reading.tokens)
        if t.lower in _PERIODS and at + 1 in places and _UNIT_OF[t.lower] not in other.lemmas
    }


def _one_sided_group(case: Case) -> bool:
    """Whether one side names an age group or the like that the other does not, besides other amounts."""
    mine, theirs = ([q for q in r.quantities if is_group(r, q)] for r in (case.new, case.old))
    if mine and theirs and not any(_years(a) == _years(b) for a in mine for b in theirs):
        return True
    return (
        len(mine) != len(theirs)
        and min(len(case.new.quantities), len(case.old.quantities)) > 0
        and (len(case.new.quantities) > len(mine) and len(case.old.quantities) > len(theirs))
    )


def _years(quantity: Quantity) -> tuple[int, ...]:
    year = 31557600.0 if quantity.dimension in ("[time]", "age") else 1.0
    return tuple(round(value / year) for value in (quantity.low, quantity.high) if abs(value) < 1e12)


def is_group(reading: Reading, quantity: Quantity) -> bool:
    """Whether an amount tells which people are meant: adults over 80, children aged 6."""
    before = {token.lemma for token in reading.tokens[max(0, quantity.at - 4) : quantity.at]}
    return bool(before & (words("people") | {"aged", "age", "group"}))


def _same_words(case: Case) -> bool:
    """Whether nothing but the amounts differs in what is no event, and none of them is a bound."""
    exact = all(q.bound == "exact" for q in (*case.new.quantities, *case.old.quantities))
    return exact and not case.episodic and not case.by.new_left and not case.by.old_left


def _is_pair(case: Case) -> bool:
    return any("#" in quantity.dimension for quantity in case.new.quantities)


def _other_time(case: Case) -> bool:
    mine, theirs = (reading.lemmas & _RELATIVE for reading in (case.new, case.old))
    if mine and theirs and mine != theirs:
        return True
    return bool(case.new.moment.differs(case.old.moment)) and not _asserts_time(case)


def _asserts_time(case: Case) -> bool:
    """Whether the time is what both statements are about: a birthday, a deadline, something that happens once."""
    return bool(case.new.lemmas & case.old.lemmas & _ONCE) or (_states_time(case.new) and _states_time(case.old))


def _states_time(reading: Reading) -> bool:
    """Whether the statement is that something is at a time, or was moved to it."""
    for at in reading.timed:
        before = reading.tokens[max(0, at - 3) : at]
        if any(token.lemma in _BE_AT for token in before):
            return True
    return False


def check_date(case: Case) -> Finding | None:
    """Two times of one thing that has one: a birthday, a deadline, something that happens once."""
    part = case.new.moment.differs(case.old.moment)
    new_left, old_left = case.left()
    day_too = part != "clock" and None not in (case.new.moment.clock, case.old.moment.clock)
    if day_too and case.new.moment.clock != case.old.moment.clock:
        return None
    if not part or not _asserts_time(case) or case.other_subject():
        return None
    if min(new_left, old_left) >= 0.5 or max(new_left, old_left) > 1.3 or case.by.cover < 0.5:
        return None
    return Finding(Dimension.NUMERICAL, "date", f"the {part} of the same event differs", 0.8)


def _text(reading: Reading, quantity: Quantity) -> str:
    return " ".join(token.raw.strip() for token in reading.tokens[quantity.at : quantity.end])
