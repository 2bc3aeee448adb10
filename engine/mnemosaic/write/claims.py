"""A claim made of a unit: who it is about, when it was, what it names, how sure it sounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import AtomType, Claim, EntityKind, Facet, Mention, Slot, Source
from mnemosaic.turns import Role, StoredTurn
from mnemosaic.write import certainty, dates
from mnemosaic.write.aliases import with_aliases
from mnemosaic.write.corrected_days import carried
from mnemosaic.write.corrects import corrects, without_announcement
from mnemosaic.write.language import is_english
from mnemosaic.write.mentions import mentions, subject_of
from mnemosaic.write.persons import Names, resolve, speaks_in_past
from mnemosaic.write.policy import DATA_ROLES
from mnemosaic.write.slots import slot_of
from mnemosaic.write.stated import is_order
from mnemosaic.write.units import Unit

TITLE = 80
"""Characters of a title at most."""
_OPENING = re.compile(
    r"^(?:(?:oh|wow|yeah|yep|yes|well|hey|hi|ok(?:ay)?|thanks|thank you|aww?|haha|lol|btw|by the way|anyway|you know|"
    r"no)"
    r"(?:,? [A-Z][a-z]+(?=[,!]))?[,!–-]+\s+|(?:and|but|so|also|plus),? (?=\S))+(?=\S+ \S)",
    re.IGNORECASE,
)
_LASTS = re.compile(r"^(?:[\w'’]+ ){1,4}?been (?:at|with) (?:the )?[A-Z][^,;:.!?]* (?:for|since) [^,;:.!?]+")
_GENERIC = frozenset({"user", "human", "assistant", "ai", "tool", "document", "system"})


class Question(NamedTuple):
    """The question that a turn answers: where it stands, and who asked."""

    turn_id: str
    start: int
    end: int
    text: str
    asker: str


class Setting(NamedTuple):
    """What a turn brings to each of its claims."""

    turn: StoredTurn
    names: Names
    known: frozenset[str]
    question: Question | None = None
    before: Sequence[StoredTurn] = ()


class _Times(NamedTuple):
    occurred_from: datetime | None = None
    occurred_until: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None


def display_name(speaker: str) -> str:
    """A speaker's name as a statement names it: "user" reads "User"."""
    name = " ".join(speaker.split()) or "user"
    return name.capitalize() if name.lower() in _GENERIC else name


def title_of(text: str) -> str:
    """The text, or its beginning up to the last whole word, within `TITLE` characters."""
    flat = " ".join(text.split())
    if len(flat) <= TITLE:
        return flat
    cut = flat.rfind(" ", TITLE // 2, TITLE)
    return flat[: cut if cut > 0 else TITLE - 1] + "…"


def claim_of(unit: Unit, setting: Setting, previous: Unit | None) -> Claim:
    """The claim that a unit makes. `previous` is the unit before it, which a bare condition needs to be understood."""
    text = f"{previous.text} {unit.text}" if previous and unit.link and unit.link.needs_previous else unit.text
    if unit.role is Role.USER and not unit.code:
        text = text.rstrip("; ") or text
    plain = unit.code or unit.role in DATA_ROLES or not is_english(text)
    correcting = not plain and corrects(text)
    if not (plain or unit.caption or unit.answer):
        text = _without_opening(without_announcement(text) if correcting else text)
    found = [] if unit.code else dates.find(text, setting.turn.time)
    if not plain and not found:
        found = carried(text, setting.turn, setting.before)
    dated = dates.annotate(text, found)
    resolved = dated if plain or unit.caption else resolve(dated, setting.names)
    subject = _subject(unit, text, resolved, setting, plain)
    body, details = _details(unit, setting, resolved, subject)
    named = mentions(body, _speaker(unit, setting.names.speaker), subject, setting.known)
    named = with_aliases(named, body, data=unit.role is not Role.USER)
    times = _times(found, unit) if not unit.caption else _Times(dates.assumed_start(setting.turn))
    sure = 1.0 if plain or unit.caption else certainty.directness(text)
    return Claim(
        title=title_of(body),
        details=details,
        sources=_sources(unit, setting),
        type=_type(unit, text),
        facet=Facet.EVENT if unit.caption else None,
        mentions=named,
        slot=None if plain or unit.role is not Role.USER else _filled(details, times),
        occurred_from=times.occurred_from,
        occurred_until=times.occurred_until,
        valid_from=times.valid_from,
        valid_until=times.valid_until,
        directness=sure,
        corrects=correcting,
        specificity=certainty.specificity(
            text,
            names=sum(mention.role != "speaker" and mention.name != setting.names.speaker for mention in named),
            dated=bool(found),
            has_subject=subject is not None,
        ),
    )


def _type(unit: Unit, text: str) -> AtomType | None:
    """The type where it is certain.

    An image is shared at a time, being somewhere for some time lasts, and an order in data is only reported.
    """
    if unit.caption:
        return AtomType.EPISODIC
    if unit.role is Role.USER and _LASTS.search(text) and is_english(text):
        return AtomType.SEMANTIC
    return AtomType.SEMANTIC if unit.role in DATA_ROLES and is_order(text) else None


def _without_opening(text: str) -> str:
    """The text without interjections and conjunctions in front, which tie it to what is not there any more."""
    opening = _OPENING.match(text)
    if opening is None:
        return text
    rest = text[opening.end() :]
    return rest[0].upper() + rest[1:] if rest[0].isascii() else rest


def _subject(unit: Unit, text: str, resolved: str, setting: Setting, plain: bool) -> Mention | None:
    """Only what a user says is about somebody; data and assistants have no habits of their own."""
    if unit.role is not Role.USER:
        return None
    if unit.caption or unit.answer:
        return Mention(name=setting.names.speaker, kind=EntityKind.PERSON, role="subject")
    return None if plain else subject_of(text, resolved, setting.names.speaker, setting.known)


def filled(details: str, dated: bool) -> Slot | None:
    """The slot that a statement fills. What only held before, nobody knows when, stands beside every other value."""
    slot = slot_of(details)
    if slot is None or not slot.past or dated:
        return slot
    return slot.model_copy(update={"single": False})


def _filled(details: str, times: _Times) -> Slot | None:
    return filled(details, bool(times.occurred_from or times.valid_until))


def _speaker(unit: Unit, name: str) -> Mention | None:
    """The speaker as an entity; a document or a tool is none."""
    if unit.role in DATA_ROLES:
        return None
    kind = EntityKind.PERSON if unit.role is Role.USER else EntityKind.THING
    return Mention(name=name, kind=kind, role="speaker")


def _details(unit: Unit, setting: Setting, resolved: str, subject: Mention | None) -> tuple[str, str]:
    """The statement with what makes it self-contained, without and with the question or heading in front."""
    speaker = setting.names.speaker
    if unit.caption:
        body = f"{speaker} shared an image: {resolved}"
        return body, body
    if unit.role in DATA_ROLES:
        source = "" if speaker.lower() in _GENERIC else speaker
        front = " – ".join(part for part in (source, unit.heading) if part and not resolved.startswith(part))
        return resolved, f"{front}: {resolved}" if front else resolved
    if unit.role is Role.ASSISTANT:
        body = f"{speaker if setting.turn.turn.role is Role.ASSISTANT else 'Assistant'} {unit.verb}: {resolved}"
        return body, body
    if unit.answer and setting.question is not None:
        asked = setting.question
        return f"{speaker}: {resolved}", f'Asked by {asked.asker} "{asked.text}", {speaker} answered: {resolved}'
    body = resolved if _names_subject(resolved, speaker, subject) else f"{speaker}: {resolved}"
    return body, body


def _names_subject(resolved: str, speaker: str, subject: Mention | None) -> bool:
    """Whether the statement says by itself whose it is."""
    if resolved.startswith(speaker) and resolved[len(speaker) : len(speaker) + 1] in " ,'’":
        return True
    about_self = subject is not None and subject.name == speaker
    return about_self and speaker in resolved and not resolved.startswith(("And ", "But "))


def _sources(unit: Unit, setting: Setting) -> tuple[Source, ...]:
    own = Source(turn_id=setting.turn.id, start=unit.start, end=unit.end)
    asked = setting.question
    if not unit.answer or asked is None:
        return (own,)
    return own, Source(turn_id=asked.turn_id, start=asked.start, end=asked.end, main=False)


def _times(found: list[dates.Dated], unit: Unit) -> _Times:
    """The event's time by the first unbound expression; when the statement holds by *since* and *until*."""
    at = next((dated.period for dated in found if not dated.bound), None)
    return _Times(at.start if at else None, at.end if at else None, *bounds(found, unit.text))


def bounds(found: Sequence[dates.Dated], text: str) -> tuple[datetime | None, datetime | None]:
    """When a statement holds by its *since* and *until*."""
    since = next((dated.period for dated in found if dated.bound in ("since", "for")), None)
    until = next((dated.period for dated in found if dated.bound in ("until", "till")), None)
    past = until is not None and speaks_in_past(text)
    ends = until.end if until is not None and not past else None
    starts = since.start if since is not None and (ends is None or since.start < ends) else None
    return starts, ends
