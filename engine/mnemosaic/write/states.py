"""The state that an event leaves behind: who moved to Oslo lives there.

An event stays true for good, a state ends when the next one begins. Only states of one type are compared and replace
one another, so an event that begins or recalls one states it a second time, as a fact with a start.
"""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.atoms import AtomType, Claim, Mention
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.write.persons import speaks_in_past

_NOW = {"home": "{who} lives in {value}.", "employer": "{who} works at {value}."}
_THEN = {"home": "{who} lived in {value}.", "employer": "{who} worked at {value}."}
CONFIDENCE = 0.9


def states(claims: Sequence[Claim]) -> list[Claim]:
    """One claim more for each event that gives a value to a slot of one value; it is derived from the event's."""
    found = []
    for place, claim in enumerate(claims):
        state = _state(claim)
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


def _named(claim: Claim, value: str) -> list[Mention]:
    return [mention for mention in claim.mentions if mention.role != "subject" and mention.name in value]
