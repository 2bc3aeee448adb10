"""The new statement says itself that what the old one holds was given up for something else."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import heavy
from mnemosaic.write.contradict.finding import Case, Finding
from mnemosaic.write.contradict.reading import Item

_MOVES = frozenset(
    "switch move migrate change convert swap go transition relocate trade upgrade downgrade port update rename replace "
    "supersede succeed shift".split()
)
_REPLACED = frozenset(["replace", "supersede", "succeed"])


def check(case: Case) -> Finding | None:
    """From A to B, A was replaced by B, replaced A with B: where the old statement holds A."""
    if case.new.past and not case.old.past:
        return _over(case)
    if case.theirs.sign < 0 or not case.new.lemmas & _MOVES or max(case.left()[1], 0.0) > 1.3:
        return None
    if case.other_subject():
        return None
    given_up = _given_up(case)
    known = {
        pair.new.at
        for pair in case.by.pairs
        if pair.old.zone != "subject" and pair.old.prep != "from" and pair.how in ("same", "alike")
    }
    if not given_up or not all(item.at in known for item in given_up):
        return None
    names = " ".join(item.lemma for item in given_up)
    return Finding(Dimension.SEMANTIC, "replacement", f'"{names}" was given up for something else', 0.8)


def _over(case: Case) -> Finding | None:
    """What used to be is what the old statement says."""
    if not any(pair.old.weight > 0.5 and pair.old.zone != "subject" for pair in case.by.pairs):
        return None
    if case.by.old_cover < 0.8 or heavy(case.by.old_left) > 0.5 or case.by.opposed or case.other_subject():
        return None
    return Finding(Dimension.SEMANTIC, "past", "what the old statement says used to be", 0.8)


def _given_up(case: Case) -> list[Item]:
    items = [item for item in case.mine.items if item.weight > 0.5]
    source = [item for item in items if item.prep == "from"]
    if source or not case.new.lemmas & _REPLACED:
        return source
    tokens = case.new.tokens[case.mine.start : case.mine.end]
    if any(token.lower == "by" for token in tokens):
        return [item for item in items if item.zone == "subject"]
    return [item for item in items if item.zone == "main" and item.lemma not in _REPLACED]
