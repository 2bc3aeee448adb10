"""A transcript in plain text, one `Name: text` a line: a turn for each thing that somebody says."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from mnemosaic.readers.items import Item, Options, Place, make
from mnemosaic.readers.moments import parse_time
from mnemosaic.turns import Role

LEAST = 3
"""Lines with a speaker that make a transcript."""

_WORD = r"[^\W\d_][\w'’.-]*"
_SAID = re.compile(
    rf"(?:\[(?P<time>[^\]\n]{{4,40}})\]\s*)?"
    rf"(?P<stars>\*\*|__)?(?P<name>{_WORD}(?: {_WORD}){{0,3}})(?(stars)(?::(?P=stars)|(?P=stars):)|:)\s+(?P<text>\S.*)"
)
_SENTENCE = re.compile(r"[.!?…。！？][\"')\]*_]*$")
_SENTENCE_WORDS = 4
_LONGEST_NAME = 60
_ASSISTANTS = {"assistant", "bot", "chatbot", "chatgpt", "copilot"}
_LABELS = {
    *("note", "notes", "warning", "caution", "important", "tip", "hint", "example", "examples", "todo", "fixme"),
    *("see", "usage", "returns", "args", "arguments", "parameters", "raises", "default", "type", "name", "title"),
    *("date", "time", "author", "version", "license", "summary", "description", "subject", "from", "to", "cc"),
    *("question", "answer", "step", "error", "info", "debug", "result", "status", "key", "value", "id", "url"),
    *("where", "when", "who", "what", "why", "how", "address", "phone", "email", "tags", "source", "added"),
    *("changed", "fixed", "removed", "deprecated", "security", "input", "output", "cost", "price", "total"),
}


@dataclass(slots=True)
class _Said:
    """One turn in the making: where it begins, who speaks, when, and the lines."""

    line: int
    name: str
    time: str | None
    lines: list[str] = field(default_factory=list)


def is_transcript(text: str) -> bool:
    """Whether most lines are `Name: text`, some name comes back, and they are no settings, notes or definitions."""
    lines = [line for line in text.split("\n") if line.strip()]
    spoken = [found for line in lines if (found := _speech(line))]
    names = Counter(found["name"].casefold() for found in spoken)
    if len(spoken) < LEAST or 2 * len(spoken) <= len(lines) or max(names.values()) < 2:
        return False
    if lines[0].strip() == "---" or any(line.startswith(("```", "~~~")) for line in lines):
        return False
    # what is said is sentences at least now and then; the fields of records are not
    return 3 * sum(_is_sentence(found["text"]) for found in spoken) >= len(spoken)


def turns(text: str, options: Options) -> Iterator[Item]:
    """One item for each thing said, in the file's order. A line without a name goes with the one before it.

    Lines before the first speaker, such as a title, are a document turn. The session is the one given, or
    `transcript-` and a hash of the first thing said.
    """
    said, lead = _gathered(text)
    first = f"{said[0].name}\u001f{said[0].lines[0]}"
    digest = hashlib.sha256(first.encode("utf-8", "replace")).hexdigest()[:12]
    session = options.session or f"transcript-{digest}"
    for position, one in enumerate([*lead, *said]):
        role = _role(one.name) if one.name else Role.DOCUMENT
        body, moment = "\n".join(one.lines).strip(), one.time if _is_time(one.time, options) else None
        fields = {
            "text": body if moment or not one.time else f"[{one.time}] {body}",
            "role": role,
            "speaker": one.name or options.speaker(role),
            "session": session,
            "position": position,
            "said_at": moment,
        }
        yield make(fields, Place(one.line, f"line {one.line}"), options)


def _gathered(text: str) -> tuple[list[_Said], list[_Said]]:
    """What is said, and what stands before the first speaker."""
    said: list[_Said] = []
    lead: list[_Said] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = _speech(line)
        if found:
            said.append(_Said(number, found["name"], found["time"], [found["text"].rstrip()]))
        elif said:
            said[-1].lines.append(line.rstrip())
        elif lead:
            lead[0].lines.append(line.rstrip())
        elif line.strip():
            lead.append(_Said(number, "", None, [line.rstrip()]))
    return said, lead


def _speech(line: str) -> re.Match[str] | None:
    """The speaker and what is said; no match for labels such as `Note:`, and for keys, which are written small."""
    found = _SAID.fullmatch(line.rstrip())
    if found is None or found["name"].casefold() in _LABELS or found["name"][0].islower():
        return None
    return found if len(found["name"]) <= _LONGEST_NAME else None


def _is_sentence(text: str) -> bool:
    return bool(_SENTENCE.search(text)) or len(text.split()) >= _SENTENCE_WORDS


def _role(name: str) -> Role:
    words = name.split()
    return Role.ASSISTANT if words[-1].casefold() in _ASSISTANTS or words[-1] == "AI" else Role.USER


def _is_time(written: str | None, options: Options) -> bool:
    try:
        return parse_time(written, options.zone) is not None
    except ValueError:
        return False
