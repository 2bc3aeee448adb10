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
from mnemosaic.write.value_shapes import UPPER

_NOW = {"home": "{who} lives in {value}.", "employer": "{who} works at {value}."}
_THEN = {"home": "{who} lived in {value}.", "employer": "{who} worked at {value}."}
CONFIDENCE = 0.9
_AT = rf"(?:at|with) (?P<place>(?:the )?{UPPER}[\w&-]*(?:\.\w+)*(?: (?:& |and |of )?{UPPER}[\w&-]*(?:\.\w+)*)*)"
_LAST = re.compile(
    rf"{WHO}['’]s (?:very )?(?:last|final) (?:working )?(?P<unit>day|shift|week|month)(?: of work)? {_AT}"
)
_NOTICE = re.compile(
    rf"{WHO} (?:has |has just |just )?(?:(?:handed|put|turned) in|gave|given|submitted) "
    rf"(?:\w+['’]s |his |her |their )?(?:notice|resignation) {_AT}"
)
_DOUBT = re.compile(
    r"\b(?:if|not|never|would|could|might|may|should|supposed|almost|nearly|maybe|perhaps|wish(?:es)?|hopes?|wants?|"
    r"until|before|since|after|remembers?)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def states(claims: Sequence[Claim], said: Mapping[str, datetime]) -> list[Claim]:
    """One claim more for each event that begins or ends a state; it is derived from the event's.

    `said` is when each turn was said, by its id.
    """
    found = []
    for place, claim in enumerate(claims):
        state = _state(claim) or _left(claim, said[claim.main_turn])
        if state is not None:
            derived = StatedRelation(target=place, relation=Relation.DERIVED_FROM, confidence=CONFIDENCE)
            found.append(state.model_copy(update={"relations": (derived,)}))
    return found


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
    return claim.model_copy(
        update={
            "title": details,
            "details": details,
            "type": AtomType.SEMANTIC,
            "facet": None,
            "mentions": (subject, *_named(claim, slot.value)),
            "occurred_from": None,
            "occurred_until": None,
            "valid_from": claim.valid_from or claim.occurred_from,
        }
    )


def _left(claim: Claim, said: datetime) -> Claim | None:
    """Who is no longer at a place, since their last day there was told of: that of a day, or as one that has been.

    Who gave notice there has left it for what rules may conclude, though some weeks of work may follow.
    """
    if claim.type is AtomType.SEMANTIC or _DOUBT.search(claim.details):
        return None
    last, notice = _LAST.search(claim.details), _NOTICE.search(claim.details)
    if last is not None:
        since = claim.occurred_until or _end(claim.details[: last.start()], last["unit"], said)
        return _gone(claim, last, "{who} is no longer at {place}.", since)
    if notice is not None:
        return _gone(claim, notice, "{who} has given notice at {place}.", claim.occurred_from or said)
    return None


def _end(before: str, unit: str, said: datetime) -> datetime | None:
    """The end of a last day or week that is told without a date; None where it may still be to come."""
    if re.search(r"\bwas\b", before):
        return said
    if not re.search(r"\bis\b", before):
        return None
    try:
        return calendar.week(said).end if unit == "week" else calendar.day(said).end
    except OverflowError:
        return None


def _gone(claim: Claim, found: re.Match[str], form: str, since: datetime | None) -> Claim | None:
    who, place = found["who"], found["place"]
    details = form.format(who=who, place=place)
    if since is None or details == claim.details:
        return None
    subject = Mention(name=who, kind=EntityKind.PERSON, role="subject")
    others = [one for one in claim.mentions if one.key != entity_key(who) and one.role != "speaker"]
    named = [one.model_copy(update={"role": "mentioned"}) for one in others if one.name in place]
    return claim.model_copy(
        update={
            "title": details,
            "details": details,
            "type": AtomType.SEMANTIC,
            "facet": None,
            "mentions": (subject, *named),
            "occurred_from": None,
            "occurred_until": None,
            "valid_from": since,
        }
    )


def _named(claim: Claim, value: str) -> list[Mention]:
    return [mention for mention in claim.mentions if mention.role != "subject" and mention.name in value]
