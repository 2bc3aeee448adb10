"""Who does what to whom, what comes first, and where a thing is: turned round, or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link
from mnemosaic.write.contradict.moments import MONTHS, WEEKDAYS
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.tokens import Token

_TRANSFERS = {
    "give": 1, "lend": 1, "sell": 1, "send": 1, "teach": 1, "show": 1, "hire": 1, "invite": 1, "owe": -1, "borrow": -1,
    "inherit": -1, "buy": -1, "beat": 1, "introduce": 1, "help": 1, "interview": 1, "train": 1, "pay": 1, "hand": 1,
}  # fmt: skip
_SORTS = {
    "give": "give",
    "lend": "lend",
    "owe": "lend",
    "borrow": "lend",
    "sell": "sell",
    "buy": "sell",
    "hand": "give",
}
_IN_ORDER = frozenset("then afterwards afterward".split())
_PLACED = frozenset(
    "meet rehearse gather happen train have marry married take sit hold get be keep store live hang stand stay park "
    "lie hide leave".split()
)
_TIMES = frozenset("morning evening afternoon end moment time weekend night summer winter year week".split())
_EVENTS = frozenset("wedding birth christen funeral concert party".split())
_WITH = frozenset(["with", "at", "in", "under", "on"])


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """The checks of this module in order."""
    return _swapped(new, old, by) or _order(new, old, by) or _elsewhere(new, old, by)


def _swapped(new: Reading, old: Reading, by: Link) -> Finding | None:
    mine, theirs = _transfer(new), _transfer(old)
    if mine is None or theirs is None or mine[0] != theirs[0] or mine[1] == mine[2]:
        return None
    if (mine[1], mine[2]) != (theirs[2], theirs[1]) or not (by.topics or _amounts_meet(new, old)):
        return None
    return Finding(Dimension.LOGICAL, "roles", f"{mine[1]} and {mine[2]} have changed places", 0.75)


def _amounts_meet(new: Reading, old: Reading) -> bool:
    return any(a.dimension == b.dimension and a.is_equal(b) for a in new.quantities for b in old.quantities)


def _transfer(reading: Reading) -> tuple[str, str, str] | None:
    """The sort of transfer, who gives, and who gets."""
    scene = reading.scene
    assert scene is not None
    for at, token in enumerate(reading.tokens):
        sign = _TRANSFERS.get(token.lemma)
        if sign is None or token.kind != "word" or (at and reading.tokens[at - 1].lower == "by"):
            continue
        before = [one.key for one in scene.cast.people if one.end <= at and at - one.at < 6]
        behind = [one.key for one in scene.cast.people if one.at > at and one.at - at < 10 and "'s" not in one.key]
        before = before or [
            scene.cast.speaker for t in reading.tokens[max(0, at - 3) : at] if t.lower in ("we", "we've")
        ]
        if any(t.lower == "us" for t in reading.tokens[at + 1 : at + 3]):
            behind = [scene.cast.speaker]
        if before and behind:
            pair = (before[-1], behind[0]) if sign > 0 else (behind[0], before[-1])
            return (_SORTS.get(token.lemma, token.lemma), *pair)
    return None


def _order(new: Reading, old: Reading, by: Link) -> Finding | None:
    """The same two things the other way round."""
    mine, theirs = _split(new.tokens), _split(old.tokens)
    if mine is None or theirs is None or not by.people:
        return None
    sides = []
    for word in _shared_words(new, old):
        ours, others = _side(new, word, mine), _side(old, word, theirs)
        if ours is not None and others is not None:
            sides.append(ours != others)
    first = {_side(new, word, mine) for word in _shared_words(new, old)}
    if len(sides) < 2 or not all(sides) or not {True, False} <= first:
        return None
    return Finding(Dimension.LOGICAL, "order", "the order of the two is turned round", 0.75)


def _shared_words(new: Reading, old: Reading) -> set[str]:
    assert new.scene is not None
    assert old.scene is not None
    mine, theirs = (
        {t.lemma for at, t in enumerate(r.tokens) if (r.scene and at in r.scene.cast.names) and t.kind == "word"}
        for r in (new, old)
    )
    every = set(new.scene.topics) & set(old.scene.topics) | (mine & theirs)
    return every - {new.scene.cast.speaker, old.scene.cast.speaker}


def _side(reading: Reading, word: str, split: tuple[int, bool]) -> bool | None:
    """Whether a word is of what comes first; None where it stands on both sides."""
    assert reading.scene is not None
    places = [
        at for at, token in enumerate(reading.tokens) if token.lemma == word or reading.scene.topics.get(word) == at
    ]
    sides = {(at < split[0]) == split[1] for at in places}
    return sides.pop() if len(sides) == 1 else None


def _split(tokens: Sequence[Token]) -> tuple[int, bool] | None:
    """The place that parts what comes first from what comes next, and whether the first stands first."""
    firstly = any(token.lower == "first" for token in tokens)
    for at, token in enumerate(tokens):
        if at < 2:
            continue
        if firstly and token.lower in ("then", "once", "next", "afterwards", "second", "after"):
            return at, True
        if token.lower in _IN_ORDER:
            return at, True
        if token.lower in ("before", "until") and at + 1 < len(tokens) and tokens[at + 1].kind == "word":
            return at, True
        if token.lower in ("after", "once"):
            return at, False
    return None


def _elsewhere(new: Reading, old: Reading, by: Link) -> Finding | None:
    """One thing in two places, or with two people."""
    assert new.scene is not None
    assert old.scene is not None
    if by.people == 2 and by.topics and _one_day(new, old):
        return _two_places(new, old, ("at", "in") if by.topics & _EVENTS or len(by.topics) > 1 else ("at",))
    shared = by.topics & new.scene.heads & (old.scene.heads | set(old.scene.topics))
    if not shared or by.people < 1 or (by.people < 2 and len(shared) < 2) or not old.scene.heads & by.topics:
        return None
    if not (new.scene.heads & old.scene.heads) or {t.lower for t in new.tokens} & {
        "also",
        "too",
        "was",
        "were",
        "last",
    }:
        return None
    return _two_places(new, old, tuple(_WITH))


def _one_day(new: Reading, old: Reading) -> bool:
    """Whether both name one month and day, or one month and year."""
    mine, theirs = new.moment, old.moment
    if not mine.month or mine.month != theirs.month or mine.day != theirs.day:
        return False
    return bool(mine.day) or bool(mine.year and mine.year == theirs.year)


def _two_places(new: Reading, old: Reading, preps: Sequence[str]) -> Finding | None:
    mine, theirs = _place(new), _place(old)
    for prep in sorted(mine.keys() & theirs.keys() & set(preps)):
        if mine[prep].isdisjoint(theirs[prep]):
            where = f"{' '.join(sorted(mine[prep]))} here and {' '.join(sorted(theirs[prep]))} there"
            return Finding(Dimension.SEMANTIC, "place", where, 0.7)
    return None


def _place(reading: Reading) -> dict[str, frozenset[str]]:
    """What stands behind "at", "in" or "with" after a verb of being somewhere, if a name or a definite thing."""
    assert reading.scene is not None
    found: dict[str, frozenset[str]] = {}
    verb = next((at for at, token in enumerate(reading.tokens) if _is_placed(token)), -1)
    for at in range(verb + 1, len(reading.tokens) - 1 if verb >= 0 else 0):
        prep = reading.tokens[at].lower
        if prep not in _WITH or prep in found:
            continue
        words = set()
        for token in reading.tokens[at + 1 : at + 6]:
            if token.lower in ("the", "mrs", "mr", "ms", "dr", "st", "my", "our", "a"):
                continue
            if token.kind != "word" or token.lower in _WITH | {"and", "on", "from", "of", "since", "for", "now"}:
                break
            words.add(token.lemma)
        if words and any(t.name or t.lower == "the" for t in reading.tokens[at + 1 : at + 3]) and not _is_time(words):
            found[prep] = frozenset(words)
    return found


def _is_placed(token: Token) -> bool:
    return token.lemma in _PLACED or (token.lower.endswith("'s") and token.lower in ("it's", "that's", "there's"))


def _is_time(words: set[str]) -> bool:
    return bool(words & (set(MONTHS) | set(WEEKDAYS) | _TIMES))
