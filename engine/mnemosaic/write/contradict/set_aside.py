"""The new statement names what the old one says only to put something else in its place: not A but B."""

from __future__ import annotations

import re

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Laid, is_plain, of_others, people
from mnemosaic.write.contradict.moments import WEEKDAYS
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.more_named import names_more

_CUE = re.compile(r"\b(?:not|wrong|no-longer|instead|meant|i-meant|mistake|mistaken|anymore|rather|said|but)\b")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)$")


def check(laid: Laid) -> Finding | None:
    """A value of the old statement is there, another of its kind, and a word that gives the first up.

    The day of the dentist for the dog gives up no day of the dentist.
    """
    new, old = laid.new.reading, laid.old.reading
    said = " ".join(token.lower for token in new.tokens)
    if not _CUE.search(said) or not [t for t in laid.new.shared if not t.name and t.lemma not in people(laid)]:
        return None
    more = names_more(new.text, f"{old.text} {new.statement.speaker or ''}")
    days = (set[object](), set[object]()) if more else (_days(new.tokens), _days(old.tokens))
    for mine, theirs in ((_amounts(laid, True), _amounts(laid, False)), days):
        if len(mine) > 1 and len(theirs) == 1 and theirs < mine and not of_others(laid):
            kind = "correction" if not new.changes else "update"
            return Finding(Dimension.NUMERICAL, kind, "the new statement gives up what the old one says", 0.75)
    return _named(laid)


def _named(laid: Laid) -> Finding | None:
    """Somebody named only to say that it is not they, and the old statement says that it is."""
    aside = [t for t in laid.new.terms if t.at in laid.new.aside and t.name]
    fresh = [t for t in laid.new.own if t.name and t.at not in laid.new.aside]
    shared = [t for t in laid.new.shared if not t.name and t.at not in laid.new.aside]
    if not aside or not fresh or not shared or any(laid.new.kind(t) != "same" for t in aside):
        return None
    if len(shared) < 2 and len([t for t in laid.old.own if not is_plain(t)]) > 1:
        return None
    return Finding(Dimension.SEMANTIC, "rival", f'"{fresh[0].lemma}" is said to stand for "{aside[0].lemma}"', 0.75)


def _amounts(laid: Laid, new: bool) -> set[object]:
    half = laid.new if new else laid.old
    kinds = {q.dimension for q in laid.old.quantities}
    return {(q.dimension, round(q.low, 6), round(q.high, 6)) for q in half.quantities if q.dimension in kinds}


def _days(tokens: tuple[Token, ...]) -> set[object]:
    """Weekdays, or else the days of a month."""
    named: set[object] = {WEEKDAYS[t.lower] for t in tokens if t.lower in WEEKDAYS}
    if named:
        return named
    days = {int(match[1]) for t in tokens if (match := _DAY.match(t.lower))}
    months = [n for n, t in enumerate(tokens) if t.kind == "number" and t.raw.isdigit() and int(t.raw) < 32]
    return {*days, *(int(tokens[n].raw) for n in months if _before_month(tokens, n))}


def _before_month(tokens: tuple[Token, ...], at: int) -> bool:
    from mnemosaic.write.contradict.moments import MONTHS

    return any(0 <= n < len(tokens) and tokens[n].lower in MONTHS for n in (at - 1, at + 1))
