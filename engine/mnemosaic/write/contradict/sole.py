"""What only one does or may, told of another: only the owner, nobody but the owner, the owner alone."""

from __future__ import annotations

import re

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import Half, Laid, is_plain, is_plain_deed
from mnemosaic.write.contradict.gist import Term

_BUT = re.compile(
    r"\b(?:nobody|no one|no-one|none|not anyone|no other \w+) (?:but|except|other than|besides|apart from)\b"
)
_ALONE = re.compile(r"\b(?:alone|solely|exclusively|nobody else|no one else)\b")
_MAY = frozenset(["affirm", "permit", "require", "recommend"])


def check(laid: Laid) -> Finding | None:
    """Either may be the one that keeps it to some."""
    if laid.new.reading.moment.differs(laid.old.reading.moment):
        return None
    for narrow, wide in ((laid.new, laid.old), (laid.old, laid.new)):
        if len(narrow.parts) > 1 or len(wide.parts) > 1 or wide.parts[0].stand not in _MAY:
            continue
        kept = _kept(narrow)
        if not kept or wide.parts[0].only >= 0:
            continue
        others = _doers(wide)
        if others and _outside(narrow, wide, kept, others) and _one_deed(narrow, wide, kept, others):
            return Finding(Dimension.LOGICAL, "only", f'what only "{kept[-1].lemma}" does is told of others', 0.75)
    return None


def _kept(half: Half) -> list[Term]:
    """The words for those that it is kept to."""
    part = half.parts[0]
    text = " ".join(token.lower for token in half.tokens)
    but = _BUT.search(text)
    verb = min(half.deeds, default=part.end)
    if but:
        at = part.start + text.count(" ", 0, but.end())
        return [t for t in half.terms if at < t.at < verb]
    if part.only >= 0 and part.only < verb:
        before = [t for t in half.terms if part.only < t.at < verb and not t.prep]
        if before and (part.only <= part.start + 1 or half.reading.tokens[part.only - 1].lower in (",", ":")):
            return before
    if part.only >= 0 or _ALONE.search(text):
        by = [t for t in half.terms if t.prep == "by"]
        return by or ([t for t in half.terms if t.at < verb and not t.prep] if _ALONE.search(text) else [])
    return []


def _doers(half: Half) -> list[Term]:
    verb = min(half.deeds, default=half.parts[0].end)
    by = [t for t in half.terms if t.prep == "by" and t.heavy]
    return by or [t for t in half.terms if t.at < verb and not t.prep and (t.heavy or is_plain(t))]


def _outside(narrow: Half, wide: Half, kept: list[Term], others: list[Term]) -> bool:
    """Whether those that the other tells of are not the ones meant, nor of their kind."""
    if any(wide.kind(t) == "under" for t in others):
        return False
    return (
        any(t.heavy and narrow.kind(t) not in ("same", "alike") for t in kept)
        and any(wide.kind(t) not in ("same", "alike") for t in others)
        and not (others[-1].name and not kept[-1].name and not wordnet.is_kind(others[-1].lemma, "person"))
    )


def _one_deed(narrow: Half, wide: Half, kept: list[Term], others: list[Term]) -> bool:
    """Whether all else that the narrow one says is in the other, and is a deed or a thing at least."""
    places = {t.at for t in (*kept, *others)}
    rest = [t for t in narrow.terms if t.heavy and t.at not in places]
    left = [t for t in rest if narrow.kind(t) not in ("same", "alike", "over") and not is_plain(t)]
    done = [t for t in rest if t not in left]
    deeds = [t for t in narrow.terms if t.at in narrow.deeds]
    if len(left) > 1 or not done or (left and left[0].at not in narrow.deeds):
        return False
    if left and any(t.at in wide.deeds and not is_plain_deed(t) for t in wide.own):
        return False
    return len(done) > 1 or any(narrow.kind(t) in ("same", "alike") for t in deeds)
