"""A turn cut into units, each of which may become a claim, and pieces that make none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mnemosaic.turns import Role, StoredTurn
from mnemosaic.write import policy
from mnemosaic.write.dates import names_time
from mnemosaic.write.fillers import is_question, reason_to_skip, says_nothing_alone, statement_in_question
from mnemosaic.write.mentions import KIN
from mnemosaic.write.protocols import Skipped, SkipReason
from mnemosaic.write.sentences import sentences
from mnemosaic.write.stated import Link, clauses, opening_link


@dataclass(slots=True)
class Unit:
    """A piece of a turn that states something: offsets into the content, and the text to be made a claim of."""

    start: int
    end: int
    text: str
    role: Role
    link: Link | None = None
    heading: str = ""
    caption: bool = False
    code: bool = False
    answer: bool = False
    verb: str = ""


_LEAD = re.compile(
    r"^(?:[ \t]*(?:[-*•–+>]|\d{1,3}[.)])[ \t]+)+|^[ \t]*\[?(?:user|human|assistant|ai)\]?[ \t]*:[ \t]*", re.IGNORECASE
)
_JOINS = re.compile(r"^(?:It|That|This|They|These|Those|He|She|So|Really|Super|Very|Such|Which)\b")
_OF_KIN = re.compile(r"^(?:He|She|His|Her)(?:['’]\w+)?\b")
_NAMES_KIN = re.compile(rf"\b[Mm]y (?:\w+ ){{0,2}}?{KIN}\b")
_YES_NO = re.compile(
    r"^\W*(?:yes|no|yeah|yep|yup|nope|nah|definitely|absolutely|of course|never|not yet|not really|sure|i do|"
    r"i don['’]t|i am|i did|"
    r"是|是的|对|不|不是|да|нет|ja|nein|sí|oui|non)\b"
    r"(?:,? [A-Z]\w+|,? (?:i (?:do|did|am|have|was|will|can)|it (?:is|was)|"
    r"sometimes|"
    r"always))?\W*$",
    re.IGNORECASE,
)
_ASKS_YES_NO = re.compile(
    r"(?:^|[.!?,;]\s+|\b(?:so|and|but|wow|hey)\s)(?:is|are|am|was|were|do|does|did|have|has|had|can|could|will|would|"
    r"should|may|"
    r"isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t|haven['’]t|hasn['’]t|can['’]t|won['’]t)\b[^.!?]*\?\W*$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:I|my|we|our|I['’](?:m|ve|ll|d)|he|she|they|it|that['’]s|this|is|was|are|were|has|looks?|sounds?)\b|"
    r"\w['’]s\b",
    re.IGNORECASE,
)


def units(turn: StoredTurn, question: str | None) -> Iterator[Unit | Skipped]:
    """Units and skipped pieces in order; together they cover the content. `question` was asked just before, if any."""
    content = turn.turn.content
    if not content.strip():
        yield Skipped(turn_id=turn.id, text=content, reason=SkipReason.EMPTY, end=len(content))
        return
    caption_at = len(turn.turn.text) if turn.turn.caption else len(content)
    stated = False
    for part in policy.parts(content[:caption_at], turn.turn.role):
        for piece in _of_part(turn, content, part, question if not stated else None):
            stated = stated or isinstance(piece, Unit)
            yield piece
    if turn.turn.caption:
        yield _caption(turn, content, caption_at)


def _caption(turn: StoredTurn, content: str, at: int) -> Unit | Skipped:
    start = at + (len(content) - at - len(content[at:].lstrip()))
    if turn.turn.role is Role.SYSTEM:
        return _skipped(turn, content, start, len(content), SkipReason.SYSTEM_TEXT)
    text = " ".join((turn.turn.caption or "").split())
    return Unit(start, len(content), text, turn.turn.role, caption=True)


def _skipped(turn: StoredTurn, content: str, start: int, end: int, reason: SkipReason) -> Skipped:
    return Skipped(turn_id=turn.id, text=content[start:end], reason=reason, start=start, end=end)


def _of_part(turn: StoredTurn, content: str, part: policy.Part, question: str | None) -> Iterator[Unit | Skipped]:
    if part.skip is not None:
        if content[part.start : part.end].strip():
            yield _skipped(turn, content, part.start, part.end, part.skip)
        return
    previous: Unit | None = None
    heading = ""
    for start, end in sentences(content, part.start, part.end):
        raw = content[start:end]
        piece = _sentence(raw, start, part.role, turn.turn.speaker, question if previous is None else None)
        if isinstance(piece, SkipReason):
            if previous is not None:
                yield previous
                previous = None
            if piece is SkipReason.HEADING:
                heading = raw.lstrip("#").strip()
            yield _skipped(turn, content, start, end, piece)
            continue
        for unit in piece:
            unit.heading = heading
            if previous is not None and _joins(content, previous, unit):
                previous.end, previous.text = unit.end, f"{previous.text} {unit.text}"
                continue
            if unit.role is Role.USER and not (unit.answer or unit.link) and says_nothing_alone(unit.text):
                if previous is not None:
                    yield previous
                    previous = None
                yield _skipped(turn, content, unit.start, unit.end, SkipReason.NO_STATEMENT)
                continue
            if previous is not None:
                unit.link = unit.link or opening_link(
                    content[unit.start : unit.end], content[previous.start : previous.end]
                )
                yield previous
            previous = unit
    if previous is not None:
        yield previous


def _sentence(raw: str, start: int, role: Role, speaker: str, question: str | None) -> list[Unit] | SkipReason:
    """The units of a sentence, or why it makes none."""
    if raw.startswith(("```", "~~~")):
        return [Unit(start, start + len(raw), raw, role, code=True)]
    lead = _LEAD.match(raw)
    text = _without_introduction(raw[lead.end() :] if lead else raw, speaker)
    end = start + len(raw)
    if role in policy.DATA_ROLES and policy.is_instruction(text, role):
        return SkipReason.INSTRUCTION_IN_DATA
    if question is not None and _YES_NO.match(text) and _ASKS_YES_NO.search(question):
        return [Unit(start, end, text, role, answer=True)]
    if is_question(text):
        stated = statement_in_question(text)
        if stated is None:
            return SkipReason.QUESTION
        text = stated
    reason = reason_to_skip(text)
    if reason is not None:
        return reason
    if role is Role.ASSISTANT:
        said = policy.voice(text)
        return said.skip or [Unit(start, end, text, role, verb=said.verb)]
    if role in policy.DATA_ROLES:
        return [Unit(start, end, text, role)]
    if question is not None and (_needs_question(text) or says_nothing_alone(text)):
        return [Unit(start, end, text, role, answer=True)]
    return _cut(raw, text, start, role)


def _without_introduction(text: str, speaker: str) -> str:
    """The text without "I'm Maria" in front where Maria says it: that is no news. All of it where that is all."""
    own = re.match(
        rf"(?:(?:hi|hello|hey)(?: there)?[,!.]? )?I(?: am|['’]m) {re.escape(speaker)}(?:[,;]? and |[,;.!] )(?=\w)",
        text,
        re.IGNORECASE,
    )
    return text[own.end() :] if own else text


def _needs_question(text: str) -> bool:
    words = len(text.split())
    return words <= 6 and not _SUBJECT.search(text) and (words <= 4 or text.lower().startswith(("yes", "no", "yeah")))


def _cut(raw: str, text: str, start: int, role: Role) -> list[Unit]:
    """A unit a clause; offsets are those of the raw sentence, of which `text` is a piece."""
    pieces = clauses(text)
    if len(pieces) == 1:
        return [Unit(start, start + len(raw), text, role)]
    shift = start + raw.index(text)
    found = [Unit(shift + piece.start, shift + piece.end, piece.text, role, link=piece.link) for piece in pieces]
    found[0].start, found[-1].end = start, start + len(raw)
    return found


def _joins(content: str, previous: Unit, unit: Unit) -> bool:
    """Whether a short sentence that cannot stand alone belongs to the one before it: "It was powerful."."""
    if unit.link is not None or previous.code or previous.answer or unit.code or unit.role is not Role.USER:
        return False
    within = unit.end - previous.start <= 240
    short = within and len(unit.text) <= 48 and bool(_JOINS.match(unit.text))
    told = within and len(unit.text) <= 120 and bool(_OF_KIN.match(unit.text) and _NAMES_KIN.search(previous.text))
    if told and names_time(previous.text) and names_time(unit.text):
        told = False
    return (short or told) and not content[previous.end : unit.start].strip(" ")
