"""The state that an event leaves behind: who moved to Oslo lives there, whose last day at Acme it was has left.

An event stays true for good, a state ends when the next one begins. Only states of one type are compared and replace
one another, so an event that begins, ends or recalls one states it a second time, as a fact with a start.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from mnemosaic.atoms import AtomType, Claim, EntityKind, Mention, entity_key
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.write import calendar
from mnemosaic.write.persons import speaks_in_past
from mnemosaic.write.slot_forms import WHO
from mnemosaic.write.value_shapes import PARTS_OF_WORK, UPPER

_NOW = {"home": "{who} lives in {value}.", "employer": "{who} works at {value}."}
_THEN = {"home": "{who} lived in {value}.", "employer": "{who} worked at {value}."}
CONFIDENCE = 0.9
_WORD = rf"{UPPER}[\w&-]*(?:\.\w+)*"
_OTHER = rf"(?:(?:& |of )?{_WORD}|and {_WORD}(?!['’\w]| (?:is|has|was|will|\w+s|\w+ed)\b))"
_AT = rf"(?:at|with) (?P<place>(?:the )?{_WORD}(?: {_OTHER})*)"
_LAST = re.compile(
    rf"{WHO}['’]s (?:very )?(?:last|final) (?:working )?(?P<unit>day|shift|week|month)(?: of work)? {_AT}"
)
_NOTICE = re.compile(
    rf"{WHO} (?:has |has just |just )?(?:(?:handed|put|turned) in|gave|given|submitted) "
    rf"(?:\w+['’]s |his |her |their )?(?:notice|resignation) {_AT}(?=.*\b(?:last|final) (?:working )?day\b)"
)
_DAYS = "|".join(calendar.WEEKDAYS)
_BEFORE = re.compile(
    rf"(?:\b(?P<day>{_DAYS})|(?P<here>\b(?:this|it|that|today)))(?: (?P<tense>is|was|will be)|['’](?P<short>s))"
    r"(?: also| now)? $",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"^ (?P<tense>is|was|will be) (?:on )?(?P<day>{_DAYS})\b(?! in\b)", re.IGNORECASE)
_NOT_OF_ALL = re.compile(
    rf"^(?:['’]s?\b| (?:this|next|of|as|for (?:now|this|the|a)|in (?:the|this)|(?:\w+ )?{PARTS_OF_WORK})\b)"
)
"""What follows on the last day of a week or year at work, in a role or at a branch: it is not the last one of all."""
_AT_A_PART = re.compile(
    rf"\b(?:is|am|works?|working|starts?|moved|moves|moving|transferr?(?:ed|s|ing)?)(?: now| back)? "
    rf"(?:at|in|to|from|with) (?:the|their|our|its) (?:{UPPER}[\w-]* ){{1,2}}{PARTS_OF_WORK}\b"
)
_DOER = re.compile(rf"(?<![\w'’]){WHO}(?: (?:now|also|still|just))? $")
_ANYBODY = frozenset("he she they i we".split())
_DOUBT = re.compile(
    r"\b(?:if|not|never|would|could|might|may|should|supposed|almost|nearly|maybe|perhaps|wish(?:es)?|hopes?|wants?|"
    r"until|before|since|after|remembers?|thought|believed|assumed|dream(?:s|t|ed)?)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def states(claims: Sequence[Claim], said: Mapping[str, datetime]) -> list[Claim]:
    """One claim more for each event that begins or ends a state; it is derived from the event's.

    `said` is when each turn was said, by its id.
    """
    found = []
    for place, claim in enumerate(claims):
        state = _state(claim)
        if state is None and not _is_at_a_part(claim, claims):
            state = _left(claim, said[claim.main_turn])
        if state is not None:
            derived = StatedRelation(target=place, relation=Relation.DERIVED_FROM, confidence=CONFIDENCE)
            found.append(state.model_copy(update={"relations": (derived,)}))
    return found


def _is_at_a_part(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Whether the same turn tells that the same person is at a branch now: that is left for it, not the employer."""
    left = _LAST.search(claim.details) or _NOTICE.search(claim.details)
    if left is None:
        return False
    return any(
        _is_one(entity_key(left["who"]), _who_is(one, there))
        for one in claims
        if one.main_turn == claim.main_turn and (there := _AT_A_PART.search(one.details)) is not None
    )


def _who_is(claim: Claim, there: re.Match[str]) -> str:
    """Who is at a branch, as a key: who is named right before, else the subject. Empty where it may be anybody."""
    named = _DOER.search(claim.details[: there.start()])
    if named is not None:
        return "" if named["who"].lower() in _ANYBODY else entity_key(named["who"])
    return next((mention.key for mention in claim.mentions if mention.role == "subject"), "")


def _is_one(mine: str, theirs: str) -> bool:
    """Whether two keys may be one person's: Theo is Ann's brother Theo."""
    return (
        not theirs
        or mine == theirs
        or any(a.startswith(f"{b} ") or a.endswith(f" {b}") for a, b in ((mine, theirs), (theirs, mine)))
    )


def _state(claim: Claim) -> Claim | None:
    slot = claim.slot
    subject = next((mention for mention in claim.mentions if mention.role == "subject"), None)
    if slot is None or not slot.single or slot.fixed or not slot.value or subject is None or subject.key != slot.entity:
        return None
    dated = claim.occurred_from is not None
    forms = _THEN if slot.past else _NOW
    if slot.attribute not in forms or claim.type is AtomType.SEMANTIC or (slot.past and not dated):
        return None
    if not (dated or speaks_in_past(claim.details)):
        return None
    details = forms[slot.attribute].format(who=subject.name, value=slot.value)
    return _stated(claim, details, (subject, *_named(claim, slot.value)), claim.valid_from or claim.occurred_from)


def _left(claim: Claim, said: datetime) -> Claim | None:
    """Who is no longer at a place, since their last day there was told of, on a day that is surely known.

    Giving notice ends nothing, as weeks of work may follow; but the last day that is named with it does.
    """
    if claim.type is AtomType.SEMANTIC or _DOUBT.search(claim.details):
        return None
    last, notice = _LAST.search(claim.details), _NOTICE.search(claim.details)
    if last is not None and not _NOT_OF_ALL.search(claim.details[last.end() :]):
        return _gone(claim, last, _since(claim, last, said))
    if notice is not None and last is None and claim.occurred_until is not None and claim.occurred_until > said:
        return _gone(claim, notice, claim.occurred_until)
    return None


def _since(claim: Claim, last: re.Match[str], said: datetime) -> datetime | None:
    """The end of somebody's last day or week; None where it is not sure which one is meant."""
    told = _BEFORE.search(claim.details[: last.start()]) or _AFTER.search(claim.details[last.end() :])
    if told is None:
        return claim.occurred_until
    found = told.groupdict()
    tense = found["tense"] or "is"
    try:
        if found["day"]:
            return _weekday(found["day"], tense, said)
        return claim.occurred_until or (said if tense == "was" else _current(last["unit"], said))
    except (OverflowError, ValueError):
        return None


def _weekday(name: str, tense: str, said: datetime) -> datetime | None:
    """The end of the Friday before or after what was said; None where that was said on a Friday, and may mean it."""
    ahead = (calendar.WEEKDAYS[name.lower()] - said.weekday()) % 7
    if tense == "was":
        return calendar.day(said, ahead - 7).end if ahead else said
    return calendar.day(said, ahead).end if ahead else None


def _current(unit: str, said: datetime) -> datetime:
    """The end of the day, week or month in which something was said."""
    if unit == "month":
        return calendar.month(said.year, said.month).end
    return calendar.week(said).end if unit == "week" else calendar.day(said).end


def _gone(claim: Claim, found: re.Match[str], since: datetime | None) -> Claim | None:
    who, place = found["who"], found["place"]
    details = f"{who} is no longer at {place}."
    if since is None or details == claim.details:
        return None
    subject = Mention(name=who, kind=EntityKind.PERSON, role="subject")
    others = [one for one in claim.mentions if one.key != entity_key(who) and one.role != "speaker"]
    named = [one.model_copy(update={"role": "mentioned"}) for one in others if one.name in place]
    return _stated(claim, details, (subject, *named), since)


def _stated(claim: Claim, details: str, mentions: tuple[Mention, ...], since: datetime | None) -> Claim:
    """The state as a fact with a start, beside the event of `claim`."""
    return claim.model_copy(
        update={
            "title": details,
            "details": details,
            "type": AtomType.SEMANTIC,
            "facet": None,
            "mentions": mentions,
            "occurred_from": None,
            "occurred_until": None,
            "valid_from": since,
        }
    )


def _named(claim: Claim, value: str) -> list[Mention]:
    return [mention for mention in claim.mentions if mention.role != "subject" and mention.name in value]
