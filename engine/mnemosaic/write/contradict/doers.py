"""Who does what only one does, told of another: an owner, a winner, whoever "it is X who" picks out."""

from __future__ import annotations

import re

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.about import about_one
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Half, Laid, affirms
from mnemosaic.write.contradict.gist import Term, table
from mnemosaic.write.contradict.pointers import name_nothing

_CLEFT = re.compile(
    r"\b(?:it is|it's|it was) (?P<a>[^,.;]{1,40}?)(?:, not [^,]{1,40},)? (?:who|that)\b"
    r"|(?P<b>[A-Z][^,.;]{0,40}?)(?: is|'s| was) the (?:only )?one who\b",
    re.IGNORECASE,
)


def check(laid: Laid) -> Finding | None:
    """Two doers of one deed that has one doer."""
    if laid.says_more() or not affirms(laid.new) or not affirms(laid.old):
        return None
    picked = any(_CLEFT.search(half.reading.text) for half in (laid.new, laid.old))
    deed = next((t for t in laid.new.terms if _one_deed(laid, t)), None)
    if deed is None or not (picked or deed.lemma in table()["sole_deeds"]):
        return None
    mine, theirs = _doers(laid.new), _doers(laid.old)
    if not mine or not theirs or not _others(mine, theirs):
        return None
    if not about_one(laid, mine, theirs, room=2) or laid.new.reading.moment.differs(laid.old.reading.moment):
        return None
    if name_nothing(mine, theirs):
        return None
    return Finding(Dimension.SEMANTIC, "doer", f'"{mine[0].lemma}" here, "{theirs[0].lemma}" there', 0.75)


def _one_deed(laid: Laid, term: Term) -> bool:
    """Whether both do it: as the full verb of either, whatever it is in the other."""
    if laid.new.kind(term) not in ("same", "alike") or not wordnet.is_a(term.lemma, "v"):
        return False
    other = laid.new.found[term.at][0]
    return term.at in laid.new.deeds or other.at in laid.old.deeds or {term.lemma, other.lemma} <= table()["sole_deeds"]


def _others(mine: list[Term], theirs: list[Term]) -> bool:
    return bool({t.key for t in mine}.isdisjoint({t.key for t in theirs}))


def _doers(half: Half) -> list[Term]:
    """Persons that the other lacks: behind "by" where that is, else before the verb."""
    own = [t for t in half.own if _is_doer(t) and not half.reading.tokens[t.at].lower.endswith("'s")]
    behind = [t for t in own if t.prep == "by"]
    place = min(half.deeds, default=99)
    return behind or [t for t in own if t.at < place and not t.prep]


def _is_doer(term: Term) -> bool:
    return term.name or wordnet.is_kind(term.lemma, "person") or wordnet.is_kind(term.lemma, "organization")
