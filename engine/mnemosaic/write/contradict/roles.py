"""Roles changed over: who does it, and to whom."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.reading import Clause, Item, Reading
from mnemosaic.write.contradict.tables import words

_AUXILIARIES = frozenset("is was are were be been has have had must may can will should not".split())


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
        mine, theirs = deed(case.mine, case.new), deed(case.theirs, case.old)
        if pair.how in ("same", "alike") and pair.new.at == mine and pair.old.at == theirs:
            return mine, theirs
    return None


def deed(clause: Clause, reading: Reading) -> int:
    """The place of the full verb: the finite one, or the participle behind an auxiliary."""
    at = clause.verb
    while 0 <= at < len(reading.tokens) - 1 and reading.tokens[at].lower in _AUXILIARIES:
        at += 1
    return at


def _agent(item: Item, reading: Reading, clause: Clause) -> bool:
    """Whether an item is on the doer's side of its verb."""
    place = deed(clause, reading)
    passive = place > clause.verb and any(t.lower == "by" for t in reading.tokens[place : clause.end])
    return (item.prep == "by") if passive else item.at < place
