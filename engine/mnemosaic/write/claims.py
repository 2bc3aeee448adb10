"""A claim made of a unit: who it is about, when it was, what it names, how sure it sounds."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import AtomType, Claim, Source
from mnemosaic.turns import Role, StoredTurn
from mnemosaic.write import certainty, dates
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
    speaker = setting.names.speaker
    text = f"{previous.text} {unit.text}" if previous and unit.link and unit.link.needs_previous else unit.text
    plain = unit.code or unit.role in DATA_ROLES or not is_english(text)
    if not (plain or unit.caption or unit.answer):
        text = _without_opening(text)
    found = [] if unit.code else dates.find(text, setting.turn.time)
    dated = dates.annotate(text, found)
    resolved = dated if plain or unit.caption else resolve(dated, setting.names)
    subject = (
        speaker
        if unit.caption or unit.answer
        else None
        if unit.role is not Role.USER
        else _subject(text, resolved, speaker, plain)
    )
    body, details = _details(unit, setting, resolved, subject)
    named = mentions(body, speaker, subject, setting.known)
    times = _times(found, unit)
    sure = 1.0 if plain or unit.caption else certainty.directness(text)
    return Claim(
        title=title_of(body),
        details=details,
        sources=_sources(unit, setting),
        type=AtomType.SEMANTIC if unit.role in DATA_ROLES and is_order(text) else None,
        mentions=named,
        slot=slot_of(details) if unit.role is Role.USER and not plain else None,
        occurred_from=times.occurred_from,
        occurred_until=times.occurred_until,
        valid_from=times.valid_from,
        valid_until=times.valid_until,
        directness=sure,
        specificity=certainty.specificity(
            text, names=len(named) - 1, dated=bool(found), has_subject=subject is not None
        ),
    )


def _without_opening(text: str) -> str:
    """The text without interjections and conjunctions in front, which tie it to what is not there any more."""
    opening = _OPENING.match(text)
    if opening is None:
        return text
    rest = text[opening.end() :]
    return rest[0].upper() + rest[1:] if rest[0].isascii() else rest


def _subject(text: str, resolved: str, speaker: str, plain: bool) -> str | None:
    return None if plain else subject_of(text, resolved, speaker)


def _details(unit: Unit, setting: Setting, resolved: str, subject: str | None) -> tuple[str, str]:
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


def _names_subject(resolved: str, speaker: str, subject: str | None) -> bool:
    """Whether the statement says by itself whose it is."""
    if resolved.startswith(speaker) and resolved[len(speaker) : len(speaker) + 1] in " ,'’":
        return True
    return subject == speaker and speaker in resolved and not resolved.startswith(("And ", "But "))


def _sources(unit: Unit, setting: Setting) -> tuple[Source, ...]:
    own = Source(turn_id=setting.turn.id, start=unit.start, end=unit.end)
    asked = setting.question
    if not unit.answer or asked is None:
        return (own,)
    return own, Source(turn_id=asked.turn_id, start=asked.start, end=asked.end, main=False)


def _times(found: list[dates.Dated], unit: Unit) -> _Times:
    """The event's time by the first unbound expression; when the statement holds by *since* and *until*."""
    at = next((dated.period for dated in found if not dated.bound), None)
    since = next((dated.period for dated in found if dated.bound == "since"), None)
    until = next((dated.period for dated in found if dated.bound in ("until", "till")), None)
    past = until is not None and speaks_in_past(unit.text)
    ends = until.end if until is not None and not past else None
    starts = since.start if since is not None and (ends is None or since.start < ends) else None
    return _Times(at.start if at else None, at.end if at else None, starts, ends)
