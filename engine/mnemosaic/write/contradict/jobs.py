"""Where somebody works, where no verb of working says so: "is no longer at Acme", "has been with Acme for two weeks".

To be at a place is no work in itself: people are at hotels, camps and hospitals too. So only what is known as work is
ended, and being somewhere for a time counts as a job only where it is told as one, there or in what is known beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemosaic.verdicts import Dimension, Judgement, Verdict
from mnemosaic.write.contradict.ended import works
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.settle import agree_on_equality
from mnemosaic.write.contradict.tables import words

_WORD = r"[A-Z0-9][\w&’'-]*(?:\.\w+)*"
_NAME = rf"(?=[A-Z]){_WORD}(?: (?:(?:&|and|of|de) )?{_WORD})*"
_GONE = re.compile(rf"\b(?:is no longer (?:at|with)|has given notice at) (?:the )?(?P<place>{_NAME})")
_SETTLED = re.compile(
    rf"^[^,;:.!?]+? (?:has|have)(?: now| just)? been (?:at|with) (?:the )?(?P<place>{_NAME}),? (?:now )?(?:for|since)\b"
)
_WORKS_AT = re.compile(rf"\b(?:at|for|with|by) (?:the )?(?P<place>{_NAME})")
_AS_WORK = re.compile(
    r"\b(?:work(?:s|ed|ing)?|jobs?|colleagues?|co-?workers?|boss|my manager|employ\w+|hired|joined|joins|joining|"
    r"signed (?:a contract )?with|starts? (?:there|at|with|as)|start(?:ed|ing) (?:there|at|with|as)|offer(?:ed)? \w+|"
    r"contract with|onboarding|probation|(?:his|her|their|\w+['’]s) (?:new )?(?:team|desk|salary))\b",
    re.IGNORECASE,
)

_SECOND = frozenset("part-time part freelance volunteer side second another interview".split())


def tells_end(one: Reading) -> bool:
    """Whether it says that somebody is no longer at a place, which ends nothing but what keeps them there."""
    return _GONE.search(one.text) is not None


def ended(new: Reading, old: Reading) -> Judgement:
    """What it means that one of two statements says that somebody is no longer at a place: the other is their work."""
    left, other = (new, old) if tells_end(new) else (old, new)
    gone = _GONE.search(left.text)
    if gone is None or not _of_one(left, other) or not works(other) or not _names(other, gone["place"]):
        return agree_on_equality(new, old)
    return _over("ended", f'the work at "{gone["place"]}" has ended')


def moved_on(new: Reading, old: Reading, beside: Sequence[Reading]) -> Judgement | None:
    """That the old statement's job ended with the one that the new one tells of; None where it is told of none.

    `beside` is what else is known: it may tell that the new place is one where that person works.
    """
    there = _SETTLED.search(new.text)
    if there is None or new.unreal or old.past or not _of_one(new, old) or not works(old):
        return None
    place = there["place"]
    known = _WORKS_AT.search(old.text)
    if known is None or _names(old, place) or place in known["place"] or known["place"] in place:
        return None
    told = [one for one in (new, *beside) if one is not old and _tells_work(one, new, place)]
    if not told or any(one.lemmas & (words("besides") | _SECOND) for one in (*told, new, old)):
        return None
    return _over("employer", f'the work is at "{place}" now and was at "{known["place"]}"')


def _over(kind: str, reason: str) -> Judgement:
    return Judgement(
        verdict=Verdict.CHANGES_OVER_TIME, dimension=Dimension.SEMANTIC, kind=kind, reason=reason, confidence=0.8
    )


def _tells_work(one: Reading, new: Reading, place: str) -> bool:
    """Whether a statement tells of somebody's work at a place."""
    return _names(one, place) and not one.past and _of_one(one, new) and bool(_AS_WORK.search(one.text))


def _names(one: Reading, place: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(place)}(?![\w-])", one.text) is not None


def _of_one(new: Reading, old: Reading) -> bool:
    """Whether both are told of the same person, and of nobody else."""
    if new.scene is None or old.scene is None:
        return False
    mine, theirs = new.scene.cast.core, old.scene.cast.core
    return bool(mine) and mine == theirs
