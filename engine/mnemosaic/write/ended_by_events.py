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
from mnemosaic.verdicts import UNRELATED, Judgement, Statement, Verdict
from mnemosaic.write.claims import title_of
from mnemosaic.write.drafts import Draft
from mnemosaic.write.ends import SPEAKER, Event, ends, event_of
from mnemosaic.write.identity import live_key
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.protocols import Classification
from mnemosaic.write.resolve import Finding, changes
from mnemosaic.write.timeline import start
from mnemosaic.write.values import same_value

_STATES = frozenset(["diet", "marital status"])
"""Attributes of which an event gives the new value; where somebody lives and works is left to `states`."""
_VERB = (
    r"(?:is|are|has|have|uses?|runs?|needs?|takes?|lives?|works?|deploys?|costs?|starts?|pays?|owns?|holds?|keeps?|allows?|"
    r"requires?|supports?|meets?|serves?|hosts?|stores?)"
)
_FRONT = re.compile(rf"^(?:We|They|(?:The|Our|His|Her|Their|Its) (?:[\w-]+ ){{0,2}}?[\w-]+(?= {_VERB}\b))(?= )")
_AUXILIARY = re.compile(r"^ (?:is|are|was|were|can|may|must|should|will)\b")
_STILL = re.compile(r"^ (?:still|now|currently|always|usually)\b")
_DENIES = re.compile(r"\b(?:not|never|no|none|nobody|nothing|without|neither|nor)\b|n['’]t\b", re.IGNORECASE)
_END = re.compile(r"[.!?\s]+$")
_SINCE = re.compile(r" (?:since [\w ]+|for (?:[\w-]+ ){1,3}(?:years?|months?))(?: \([^)]*\))?$")
_PERFECT = re.compile(r"^ has been(?= \w+ing\b)")


class Ending(NamedTuple):
    """A statement that something no longer holds, as a draft and as known; `over` is what does not."""

    draft: Draft
    known: Known
    over: Finding


def endings(
    scope: str, event: Draft, new: Known, beside: Sequence[Known], findings: Sequence[Finding]
) -> Iterator[Ending]:
    """What an event leaves behind: one statement for each fact that it ends, among those that lie `beside` it.

    Rules are asked by the event's form; what a model or a person said of it in `findings` counts as it is.
    """
    if event.type is not AtomType.EPISODIC:
        return
    told = {found.known.id: found for found in findings if found.judgement.by != "rules"}
    happened, slot = event_of(new.statement), event.claim.slot
    if not told and happened is None and (slot is None or slot.attribute not in _STATES):
        return
    for old in {known.id: known for known in beside}.values():
        judged = told[old.id].judgement if old.id in told else _judged(event, happened, old)
        details = no_longer(old.statement) if _is_over(new, old, judged) else None
        if details is None:
            continue
        draft = _draft(scope, event, old.type, details, new)
        known, over = of_draft(scope, draft), Finding(old, judged)
        if changes(known, over):
            yield Ending(draft, known, over)


def _judged(event: Draft, happened: Event | None, old: Known) -> Judgement:
    """What the rules say of an event beside a fact: by its form, or as it gives the fact's slot another value."""
    if happened is not None and ends(happened, old.statement):
        return Judgement(
            verdict=Verdict.CHANGES_OVER_TIME, kind="event", reason=f'"{event.claim.title}"', confidence=0.9
        )
    mine, theirs = event.claim.slot, old.slot
    if (
        mine is not None
        and theirs is not None
        and mine.key == theirs.key
        and mine.attribute in _STATES
        and not same_value(mine.attribute, mine.value or "", theirs.value or "")
    ):
        reason = f'{mine.attribute} is "{mine.value}" since and was "{theirs.value}"'
        return Judgement(verdict=Verdict.CHANGES_OVER_TIME, kind="slot", reason=reason, confidence=0.9)
    return UNRELATED


def no_longer(statement: Statement) -> str | None:
    """The statement, denied from now on: "Ann no longer works at Acme."; None of what denies something itself."""
    details = statement.details
    told = SPEAKER.match(details)
    front, body = (told.group(), details[told.end() :]) if told is not None else ("", details)
    if _DENIES.search(body):
        return None
    body = _SINCE.sub("", _END.sub("", body))
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
    rest = _PERFECT.sub(" is", _STILL.sub("", body[place:]))
    auxiliary = _AUXILIARY.match(rest)
    verb = auxiliary.end() if auxiliary is not None else 0
    return f"{front}{body[:place]}{rest[:verb]} no longer{rest[verb:]}."


def _is_over(new: Known, old: Known, judged: Judgement) -> bool:
    """Whether what is known held until an event, and was not told again since."""
    at = start(new)
    if judged.verdict is not Verdict.CHANGES_OVER_TIME or old.type is AtomType.EPISODIC:
        return False
    if not old.current or old.scope != new.scope:
        return False
    return at > BEGINNING and start(old) < at and not any(told > at for told in old.told)


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
