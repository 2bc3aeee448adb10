"""The typed block of evidence: constraints, events, procedures and relations, sourced, within a token budget."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemosaic import times
from mnemosaic.atoms import AtomType
from mnemosaic.evidence import Entry, Evidence, Line, Section, TurnScore
from mnemosaic.framing import EVIDENCE_CLOSE, EVIDENCE_OPEN
from mnemosaic.read.fuse import SUPPORT

CHARACTERS_A_TOKEN = 4
_WIDE = re.compile(r"[\u2e80-\U0010ffff]")
NAMED = 10
"""Left-out atoms that the block names at most."""
NOTE_TOKENS = 9
"""Kept free for saying that something was left out, with at least one id."""
_MARK = re.compile(r"\[(?=\s*mnemosaic (?:evidence|end))", re.IGNORECASE)

_SECTIONS = {
    AtomType.SEMANTIC: Section.CONSTRAINTS,
    AtomType.EPISODIC: Section.EVENTS,
    AtomType.PROCEDURAL: Section.PROCEDURES,
}


def tokens(text: str) -> int:
    """Estimated tokens of a text: a quarter of its characters, at least one for each wide one."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + (len(text) - wide + CHARACTERS_A_TOKEN - 1) // CHARACTERS_A_TOKEN


def assemble(entries: Sequence[Entry], budget: int, caution: str | None = None) -> Evidence:
    """The block for `entries`, best first. One that does not fit is named in `omitted`; those after it may fit.

    `caution` ends the block, as a line of its own.
    """
    last = f"({caution})" if caution else ""
    used = tokens(f"{last}\n") + NOTE_TOKENS + tokens(f"{EVIDENCE_OPEN}\n{EVIDENCE_CLOSE}\n")
    used += sum(tokens(f"{section.value}:\n") for section in Section)
    lines, omitted = [], []
    titles = {entry.atom.id: entry.atom.title for entry in entries}
    for entry in entries:
        line = _line(entry, titles)
        if used + line.tokens > budget:
            omitted.append(entry.atom.id)
            continue
        used += line.tokens
        lines.append(line)
    lines += _disputed(entries, {line.atom_id for line in lines}, budget - used)
    text = _rendered(lines, _note(omitted, budget - tokens(_rendered(lines, last))), last)
    return Evidence(
        lines=tuple(lines),
        turns=turn_scores(entries),
        tokens=tokens(text),
        budget=budget,
        omitted=tuple(omitted),
        text=text,
    )


def turn_scores(entries: Sequence[Entry]) -> tuple[TurnScore, ...]:
    """Source turns, best first: a turn's score is the highest over its entries of score x 1 where it states the atom,
    x 0.9 where it only supports it; ties by position."""
    best: dict[str, tuple[float, int, TurnScore]] = {}
    for entry in entries:
        for turn in entry.turns:
            score = entry.score * (1.0 if turn.main else SUPPORT)
            if turn.turn_id not in best or score > best[turn.turn_id][0]:
                named = TurnScore(turn_id=turn.turn_id, source_id=turn.source_id, session=turn.session, score=score)
                best[turn.turn_id] = (score, turn.position, named)
    ordered = sorted(best.values(), key=lambda item: (-item[0], item[2].session, item[1], item[2].turn_id))
    return tuple(turn for _, _, turn in ordered)


def _line(entry: Entry, titles: dict[str, str]) -> Line:
    atom = entry.atom
    section = Section.RELATIONS if entry.path or atom.type is None else _SECTIONS[atom.type]
    text = f"- {flat(atom.details)} {_origin(entry)}"
    if entry.path:
        reached = flat(titles.get(entry.reached_from or "", ""))
        text += f" <{entry.relation} of: {reached}>"
    return Line(section=section, atom_id=atom.id, text=text, tokens=tokens(text) + 1)


def _disputed(entries: Sequence[Entry], shown: set[str], room: int) -> list[Line]:
    """One line for each open contradiction of an entry that is shown, as long as there is room."""
    lines: dict[str, Line] = {}
    for entry in entries:
        for other in entry.conflicts if entry.atom.id in shown else ():
            own, its = entry.atom.belief, other.belief
            weight = f" (belief {own:.2f} against {its:.2f})" if own is not None and its is not None else ""
            text = (
                f"- {flat(entry.atom.details)} <contradicts: {flat(other.details)}>{weight} [conflict {other.id[:8]}]"
            )
            line = Line(section=Section.CONFLICTS, atom_id=entry.atom.id, text=text, tokens=tokens(text) + 1)
            if other.id not in lines and line.tokens <= room:
                lines[other.id] = line
                room -= line.tokens
    return list(lines.values())


def _origin(entry: Entry) -> str:
    turn = entry.turns[0] if entry.turns else None
    said = f"{flat(turn.speaker)}, {times.iso(turn.said_at or turn.received_at)}, " if turn else ""
    turn_id = f"turn {flat(turn.source_id or turn.turn_id)}, " if turn else ""
    return f"[{said}{turn_id}atom {entry.atom.id[:8]}, confidence {entry.atom.confidence:.2f}]"


def _rendered(lines: Sequence[Line], *notes: str) -> str:
    parts = [EVIDENCE_OPEN]
    for section in Section:
        own = [line.text for line in lines if line.section is section]
        if own:
            parts += [f"{section.value}:", *own]
    parts += [note for note in notes if note]
    return "\n".join([*parts, EVIDENCE_CLOSE])


def _note(omitted: Sequence[str], room: int) -> str:
    """That atoms were left out, with as many of their ids as there is room for."""
    for shown in range(min(NAMED, len(omitted)), 0, -1):
        note = f"({len(omitted)} more did not fit: {', '.join(name[:8] for name in omitted[:shown])})"
        if tokens(f"{note}\n") <= room or shown == 1:
            return note
    return ""


def flat(text: str) -> str:
    """One line, and no mark that could end or begin a block: what was said is data."""
    return _MARK.sub("(", " ".join(text.split()))
