"""Whether a claim of a second pass says again what a claim of the first says."""

from __future__ import annotations

from collections.abc import Iterable

from mnemosaic.atoms import AtomType, Claim
from mnemosaic.coverage import Mark
from mnemosaic.lexemes import lexemes
from mnemosaic.write.identity import live_key
from mnemosaic.write.marks import marks_of

_TURNS_ROUND = frozenset({Mark.NEGATION, Mark.PROHIBITION, Mark.REVOCATION, Mark.CORRECTION})
_EMPTY = frozenset("a an the is are was were be been am has have had do does did of that and also".split())


def repeated(claim: Claim, earlier: Iterable[Claim]) -> Claim | None:
    """The claim of `earlier` that states what `claim` states, or None.

    It does where their live keys are equal, or where the words of `claim` stand in it in one run, it gives the same
    times, and both or neither carry a mark that turns a statement round.
    """
    key, kind = None, claim.type or AtomType.SEMANTIC
    for other in earlier:
        if not _same_times(claim, other):
            continue
        if states(other.details, claim.details):
            return other
        key = key or live_key(claim, kind)
        if live_key(other, kind) == key:
            return other
    return None


def states(statement: str, text: str) -> bool:
    """Whether `statement` holds the words of `text` in one run, with the same marks that turn a statement round."""
    whole, part = _words(statement), _words(text)
    if not part or len(part) > len(whole):
        return False
    if not any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1)):
        return False
    return marks_of(statement) & _TURNS_ROUND == marks_of(text) & _TURNS_ROUND


def _words(text: str) -> list[str]:
    return [word for word in lexemes(text) if word not in _EMPTY]


def _same_times(claim: Claim, other: Claim) -> bool:
    """Whether `other` gives every time that `claim` gives."""
    names = ("occurred_from", "occurred_until", "valid_from", "valid_until")
    return all(getattr(claim, name) in (None, getattr(other, name)) for name in names)
