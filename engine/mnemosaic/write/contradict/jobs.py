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
from mnemosaic.write.value_shapes import OCCUPATIONS, PARTS_OF_WORK

_WORD = r"[A-Z0-9][\w&’'-]*(?:\.\w+)*"
_JOINED = rf"(?:(?:&|of|de) {_WORD}|and {_WORD}(?!['’\w]| (?:is|has|was|will|\w+s|\w+ed)\b)|{_WORD})"
_NAME = rf"(?=[A-Z]){_WORD}(?: {_JOINED})*"
_GONE = re.compile(
    r"\b(?:is no longer|(?:was|got|been) (?:laid off|fired|let go|sacked|dismissed|made redundant)) "
    rf"(?P<by>at|with|from|by) (?:the )?(?P<place>{_NAME})"
)
_PARTLY = re.compile(
    r"['’]s?\b| (?:every|each|full|all|only|much|so|as|after|before|during|on \w+days|"
    rf"(?:\w+ )?{PARTS_OF_WORK})\b"
)
"""What follows on a place where somebody is less than before, or in another part of it: the job goes on."""
_SAYS_MORE = re.compile(r"[,;–—]|\b(?:and|but|so|because|since|while|now that)\b")
_AT = re.compile(rf"\b(?:at|employer is) (?:the )?(?P<place>{_NAME})")
_FOR = re.compile(
    rf"\b(?:for|employed by|(?:employed|job|position|post|contract) with) (?:the )?(?P<place>{_NAME})(?!['’]s)"
)
_LEGAL = re.compile(
    r",? (?:ltd|limited|inc|incorporated|corp|corporation|co|company|llc|llp|plc|gmbh|ag|as|asa|sa|bv|nv|oy|ab)$"
)
_SETTLED = re.compile(
    r"^(?P<who>[^,;:.!?]+?) (?:has|have)(?: now| just)? been (?:at|with) "
    rf"(?:the )?(?P<place>{_NAME}),? (?:now )?(?:for|since)\b"
)
_STAYS = re.compile(
    r"\b(?:hotel|motel|hostel|inn|resort|spa|lodge|hospital|infirmary|clinic|hospice|airport|station|conference|congress|"
    r"convention|fair|festival|summit|camp|school|academy|college|office|branch|site|campus|headquarters|hq|club|gym)s?\b",
    re.IGNORECASE,
)
"""Places where people are for a time without working there, or where they are sent by those they work for."""
_VISITS = re.compile(
    r"\b(?:for work|on business|business trip|visit\w*|guest|client|customer|audit\w*|consult\w*|contractor|locum|temp|"
    r"second(?:ed|ment)|on loan|exchange|training|course|workshop|conference|trip|trainer|coach|speaker|lecturer|"
    r"student|patient|not|never|no)\b|n['’]t\b",
    re.IGNORECASE,
)
_ROLE = re.compile(rf"\bas (?:an?|the|their) (?:[\w-]+ ){{0,3}}?{OCCUPATIONS}\b", re.IGNORECASE)
_TOLD = (
    r"(?:\b(?:works?|worked|working|jobs?|position|role|post|employed|hired)(?: as [^,;.!?]{1,40}?)? (?:at|for|by)"
    r"|\b(?:job|contract|signed|signs)(?: an?(?: \w+)? contract)? with|\b(?:joined|joins|joining)"
    r"|\bstart(?:s|ed|ing)?(?: (?:work|working|as [^,;.!?]{1,40}?|(?:a|\S+['’]s) new job))? (?:at|with|for))"
)
_TOLD_AT = re.compile(rf"{_TOLD} (?:the )?(?P<place>{_NAME})")
_NOT_TAKEN = re.compile(
    r"\b(?:not|never|no|if|declin\w+|turned|reject\w*|refus\w+|withdr\w+|interview\w*|appl(?:y|ied|ying)|hop\w+|wants?|"
    r"wish\w*|would|might|(?-i:may)|maybe|perhaps|almost|nearly)\b|n['’]t\b",
    re.IGNORECASE,
)

_SECOND = frozenset("part-time part freelance volunteer side second another interview".split())


def ended(new: Reading, old: Reading) -> Judgement | None:
    """What it means that one of two statements says that somebody is no longer at a place: the other is their work.

    None where that is no matter of a job, or where more is said than that.
    """
    left, other, gone = _leaving(new, old)
    if gone is None:
        return None
    whole = not (left.unreal or _PARTLY.match(left.text, gone.end()))
    if whole and _of_one(left, other) and works(other) and _employs(other, gone["place"], gone["by"]):
        return _over("ended", f'the work at "{gone["place"]}" has ended')
    if _SAYS_MORE.search(left.text, gone.end()) or _is_there(other, gone["place"]):
        return None
    return agree_on_equality(new, old)


def only_names(new: Reading, old: Reading, found: Judgement) -> bool:
    """Whether a finding that something is over rests on the name of the place where somebody no longer is."""
    _, other, gone = _leaving(new, old)
    if gone is None or found.kind != "ended" or _is_there(other, gone["place"]):
        return False
    return any(_names(other, word) for word in gone["place"].split() if word[0].isupper())


def _leaving(new: Reading, old: Reading) -> tuple[Reading, Reading, re.Match[str] | None]:
    """The statement that somebody is no longer at a place, the other one, and the words that say so."""
    gone = _GONE.search(new.text)
    return (new, old, gone) if gone is not None else (old, new, _GONE.search(old.text))


def moved_on(new: Reading, old: Reading, beside: Sequence[Reading]) -> Judgement | None:
    """That the old statement's job ended with the one that the new one tells of; None where it is told of none.

    `beside` is what else is known: it may tell that the new place is one where that person works.
    """
    there = _SETTLED.search(new.text)
    if there is None or new.unreal or old.past or not _of_one(new, old) or not works(old):
        return None
    place, tail = there["place"], new.text[there.end() :]
    if _STAYS.search(place) or _VISITS.search(tail):
        return None
    known = next(iter(_employers(old)), None)
    if known is None or _names(old, place) or place in known or known in place:
        return None
    hints = [one for one in beside if one is not old and _of_one(one, new) and _tells_work(one, place)]
    if not hints and not _is_own_work(tail, there["who"], place):
        return None
    if any(one.lemmas & (words("besides") | _SECOND) for one in (*hints, new, old)):
        return None
    return _over("employer", f'the work is at "{place}" now and was at "{known}"')


def _employers(one: Reading) -> list[str]:
    """Who somebody works for, as a statement of their work names it: at whose place, else for whom."""
    slot = one.statement.slot
    if slot is not None and slot.attribute == "employer" and slot.value:
        return [slot.value]
    found = _AT.search(one.text) or _FOR.search(one.text)
    return [found["place"]] if found is not None else []


def _employs(one: Reading, place: str, by: str) -> bool:
    """Whether a statement of somebody's work names a place as the employer: all of its name, not a part of it."""
    names = _employers(one)
    if by == "at":
        # "works for Polar Air at Heathrow"; nobody is "at Tom"
        names += [found["place"] for found in _FOR.finditer(one.text)]
    return any(_same_name(name, place) for name in names)


def _same_name(mine: str, theirs: str) -> bool:
    return _plain(mine) == _plain(theirs)


def _plain(name: str) -> str:
    """A name without what may be left out of it: the article and the legal form."""
    lower = name.lower().replace(".", "").replace(" and ", " & ").removeprefix("the ").strip()
    return _LEGAL.sub("", lower)


def _is_own_work(tail: str, who: str, place: str) -> bool:
    """Whether what follows on how long somebody has been at a place says that to be there is the job."""
    own = rf"(?:{re.escape(who)}['’]s|his|her|their)"
    told = (
        rf"\b{own} new (?:job|boss|manager) (?:there|here)\b|\bworking (?:there|here)\b|\bjoined (?:them|as)\b"
        rf"|\bstarted (?:there|(?:at|with) (?:the )?{re.escape(place)})"
        rf"|\b{own} (?:new )?(?:team|colleagues|co-?workers) (?:there|here)\b"
    )
    return bool(re.search(told, tail) or _ROLE.search(tail))


def _over(kind: str, reason: str) -> Judgement:
    return Judgement(
        verdict=Verdict.CHANGES_OVER_TIME, dimension=Dimension.SEMANTIC, kind=kind, reason=reason, confidence=0.8
    )


def _tells_work(one: Reading, place: str) -> bool:
    """Whether a statement tells of somebody's work at a place, in words that lead straight to its name."""
    if one.past or one.unreal or _NOT_TAKEN.search(one.text):
        return False
    return any(_same_name(found["place"], place) for found in _TOLD_AT.finditer(one.text))


def _is_there(one: Reading, place: str) -> bool:
    """Whether a statement says that somebody stays, lives or learns at a place, or with a person."""
    stays = r"\b(?:is|been|stay\w*|liv(?:es|ing)|stud(?:ies|ying))(?: \w+)? (?:at|with) (?:the )?"
    return not works(one) and re.search(rf"{stays}{re.escape(place)}(?![\w-])", one.text) is not None


def _names(one: Reading, place: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(place)}(?![\w-])", one.text) is not None


def _of_one(new: Reading, old: Reading) -> bool:
    """Whether both are told of the same person, and of nobody else."""
    return bool(new.cast) and new.cast == old.cast
