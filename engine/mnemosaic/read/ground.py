"""An answer drafted by a language model from numbered evidence, each statement of it checked against what it cites.

The draft sees the evidence between the marks of a block, as data. A statement survives that cites lines which were
given, whose amounts all stand in these lines or the question, and that a second call, which sees only the statement and
its lines, finds supported. What the check does not mention is not supported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mnemosaic import times
from mnemosaic.answers import Dropped, Stated
from mnemosaic.evidence import Entry
from mnemosaic.framing import EVIDENCE_CLOSE, EVIDENCE_OPEN
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import CheckedAnswer, DraftedAnswer
from mnemosaic.read.block import flat

_AMOUNT = re.compile(r"\d+")


class Grounded(NamedTuple):
    """The statements that hold, and those that were dropped."""

    stated: list[Stated]
    dropped: list[Dropped]


def grounded(model: LanguageModel, question: str, entries: Sequence[Entry]) -> Grounded:
    """Two calls: a draft and its check; one where nothing is left to check. Raises `ModelError`."""
    lines = [evidence_line(number, entry) for number, entry in enumerate(entries, start=1)]
    draft = load_prompt("answer").ask(
        model,
        DraftedAnswer,
        question=json.dumps(question, ensure_ascii=False),
        evidence="\n".join(lines),
        open=EVIDENCE_OPEN,
        close=EVIDENCE_CLOSE,
    )
    cited: list[tuple[str, list[int]]] = []
    dropped: list[Dropped] = []
    for statement in draft.statements:
        text = flat(statement.text)
        numbers = list(dict.fromkeys(number for number in statement.evidence if 1 <= number <= len(lines)))
        reason = _unfit(text, [lines[number - 1] for number in numbers], question)
        if reason is None:
            cited.append((text, numbers))
        elif text:
            dropped.append(Dropped(text=text, reason=reason))
    if not cited:
        return Grounded([], dropped)
    checks = _checks(model, cited, lines)
    stated = []
    for place, (text, numbers) in enumerate(cited, start=1):
        supported, reason = checks.get(place, (False, "it was not checked"))
        if supported:
            stated.append(Stated(text=text, atoms=tuple(entries[number - 1].atom.id for number in numbers)))
        else:
            dropped.append(Dropped(text=text, reason=f"not supported by what it cites: {flat(reason)}"))
    return Grounded(stated, dropped)


def evidence_line(number: int, entry: Entry) -> str:
    """An entry as one JSON object under a number."""
    atom, turn = entry.atom, entry.turns[0] if entry.turns else None
    line: dict[str, object] = {"number": number, "text": flat(atom.details)}
    if turn is not None:
        line |= {"speaker": flat(turn.speaker), "said": times.iso(turn.said_at or turn.received_at)}
    if atom.occurred_from is not None:
        line["occurred"] = [times.iso(moment) for moment in (atom.occurred_from, atom.occurred_until) if moment]
    if (atom.valid_from, atom.valid_until) != (times.BEGINNING, times.FOREVER):
        line["valid"] = [times.iso(atom.valid_from), times.iso(atom.valid_until)]
    if entry.conflicts:
        line["contradicts"] = [flat(other.details) for other in entry.conflicts]
    return json.dumps(line, ensure_ascii=False)


def _unfit(text: str, lines: Sequence[str], question: str) -> str | None:
    """What is wrong with a statement before any model looks at it."""
    if not lines:
        return "it cites nothing that was given"
    known = _amounts([*lines, question])
    unknown = sorted(_amounts([text]) - known)
    return f"what it cites does not say {', '.join(unknown)}" if unknown else None


def _amounts(texts: Iterable[str]) -> set[str]:
    return {part.lstrip("0") or "0" for text in texts for part in _AMOUNT.findall(text)}


def _checks(
    model: LanguageModel, cited: Sequence[tuple[str, list[int]]], lines: Sequence[str]
) -> dict[int, tuple[bool, str]]:
    """Whether each statement is supported, and why, by its number; one that is answered twice is not."""
    shown = "\n".join(
        json.dumps({"number": place, "statement": text}, ensure_ascii=False)[:-1]
        + f', "evidence": [{", ".join(lines[number - 1] for number in numbers)}]}}'
        for place, (text, numbers) in enumerate(cited, start=1)
    )
    found: dict[int, tuple[bool, str]] = {}
    for check in load_prompt("check").ask(model, CheckedAnswer, statements=shown).checks:
        before = found.get(check.number, (True, ""))[0]
        found[check.number] = (before and check.supported, check.reason)
    return found
