"""What an event ends: who quit Acme no longer works there.

An event stays true for good, and is of another type than the fact that it ends; and only statements of one type change
one another. So it leaves a statement of the fact's own type behind, that it no longer holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemosaic.atoms import AtomType, atom_id, content_key, entity_key
from mnemosaic.times import BEGINNING
from mnemosaic.verdicts import Statement, Verdict
from mnemosaic.write.claims import title_of
from mnemosaic.write.drafts import Draft
from mnemosaic.write.identity import live_key
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.protocols import Classification
from mnemosaic.write.resolve import Finding, changes
from mnemosaic.write.timeline import start

ENDS = frozenset("ended replacement slot employer".split())
"""Checks of the rules by which an event ends a fact; others take a mood or a contrast for an end too often."""
_SPEAKER = re.compile(r"^[^:\n]{1,40}: ")
_VERB = (
    r"(?:is|are|has|have|uses?|runs?|needs?|takes?|lives?|works?|deploys?|costs?|starts?|pays?|owns?|holds?|keeps?|allows?|"
    r"requires?|supports?|meets?|serves?|hosts?|stores?)"
)
_FRONT = re.compile(rf"^(?:We|They|(?:The|Our|His|Her|Their|Its) (?:[\w-]+ ){{0,2}}?[\w-]+(?= {_VERB}\b))(?= )")
_AUXILIARY = re.compile(r"^ (?:is|are|was|were|can|may|must|should|will)\b")
_STILL = re.compile(r"^ (?:still|now|currently|always|usually)\b")
_DENIES = re.compile(r"\b(?:not|never|no|none|nobody|nothing|without|neither|nor)\b|n['’]t\b", re.IGNORECASE)
_END = re.compile(r"[.!?\s]+$")


class Ending(NamedTuple):
    """A statement that something no longer holds, as a draft and as known; `over` is what does not."""

    draft: Draft
    known: Known
    over: list[Finding]


def endings(scope: str, event: Draft, new: Known, findings: Sequence[Finding]) -> Iterator[Ending]:
    """What an event leaves behind, one statement for each type of what it ends; the first says which."""
    if event.type is not AtomType.EPISODIC:
        return
    for kind in (AtomType.SEMANTIC, AtomType.PROCEDURAL):
        over = [
            found
            for found in findings
            if found.known.type is kind and _is_over(new, found) and not _leaves_value(event, found.known)
        ]
        details = no_longer(over[0].known.statement) if over else None
        if details is None:
            continue
        draft = _draft(scope, event, kind, details, new)
        known = of_draft(scope, draft)
        over = [found for found in over if changes(known, found)]
        if over:
            yield Ending(draft, known, over)


def no_longer(statement: Statement) -> str | None:
    """The statement, denied from now on: "Ann no longer works at Acme."; None of what denies something itself."""
    details = statement.details
    told = _SPEAKER.match(details)
    front, body = (told.group(), details[told.end() :]) if told is not None else ("", details)
    if _DENIES.search(body):
        return None
    body = _END.sub("", body)
    subject = statement.subject
    named = (
        len(subject)
        if subject and entity_key(body[: len(subject)]) == subject and body[len(subject) :][:1] == " "
        else 0
    )
    other = _FRONT.match(body)
    place = named or (other.end() if other is not None else 0)
    if not place:
        return f"{front}{body} no longer."
    rest = _STILL.sub("", body[place:])
    auxiliary = _AUXILIARY.match(rest)
    verb = auxiliary.end() if auxiliary is not None else 0
    return f"{front}{body[:place]}{rest[:verb]} no longer{rest[verb:]}."


def _leaves_value(event: Draft, old: Known) -> bool:
    """Whether the event leaves another value of the slot behind, which ends this one (see `states`)."""
    slot = event.claim.slot
    return slot is not None and slot.single and old.slot is not None and old.slot.key == slot.key


def _is_over(new: Known, found: Finding) -> bool:
    """Whether what is known held until an event, and was not told again since."""
    old, at = found.known, start(new)
    judged = found.judgement
    if not old.current or old.scope != new.scope or judged.verdict is not Verdict.CHANGES_OVER_TIME:
        return False
    if judged.by == "rules" and not (judged.kind in ENDS and _about_one(new.statement, old.statement)):
        return False
    return at > BEGINNING and start(old) < at and not any(told > at for told in old.told)


def _about_one(mine: Statement, theirs: Statement) -> bool:
    """Whether both are told of one, or name one who or which does not speak."""
    if mine.subject and mine.subject == theirs.subject:
        return True
    speakers = {entity_key(mine.speaker), entity_key(theirs.speaker)}
    return bool((set(mine.entities) & set(theirs.entities)) - speakers)


def _draft(scope: str, event: Draft, kind: AtomType, details: str, new: Known) -> Draft:
    """The statement as a draft that rests on the event's turn and lies where the event does."""
    claim = event.claim.model_copy(
        update={
            "title": title_of(details),
            "details": details,
            "type": kind,
            "facet": None,
            "slot": None,
            "occurred_from": None,
            "occurred_until": None,
            "valid_from": start(new),
            "valid_until": None,
            "corrects": False,
            "relations": (),
        }
    )
    main = claim.main_turn
    name = atom_id(scope, kind, f"{content_key(details, claim.subject, None)}#{event.id}", main)
    return event.model_copy(
        update={
            "claim": claim,
            "classification": Classification(type=kind, confidence=event.classification.confidence),
            "id": name,
            "live_key": live_key(claim, kind),
        }
    )
