"""Who may write what: the policy by role, and the marks of text that is not the speaker's own.

| role | makes atoms | types | trust |
|---|---|---|---|
| user | all statements | all | 1.0 |
| assistant | what it said, recommended or did; nothing about itself or about the user | all | 0.6 |
| tool, document | statements; never an instruction | semantic, episodic | 0.5 |
| system | nothing | none | 0.0 |
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mnemosaic.atoms import AtomType
from mnemosaic.framing import EVIDENCE_CLOSE, EVIDENCE_OPEN
from mnemosaic.turns import Role, Turn
from mnemosaic.write.protocols import SkipReason

TRUST = {Role.USER: 1.0, Role.ASSISTANT: 0.6, Role.TOOL: 0.5, Role.DOCUMENT: 0.5, Role.SYSTEM: 0.0}
"""Trust of a turn that does not carry its own."""

DATA_ROLES = frozenset({Role.TOOL, Role.DOCUMENT})
"""Roles whose text is data: it may state, and never instruct."""


class Part(NamedTuple):
    """A piece of a turn, half-open: who speaks in it, or why it makes no atoms."""

    start: int
    end: int
    role: Role
    skip: SkipReason | None = None


_MEMORY_TAGS = "memory|memories|recalled|recalled_memories|relevant_memories|memory_context|mnemosaic"
_SYSTEM_TAGS = "system|system_prompt|system-prompt|system-reminder|system_reminder|system_message"
_BLOCK = re.compile(
    rf"(?P<evidence>^[ \t]*{re.escape(EVIDENCE_OPEN[:-1])}[^\]\n]*\].*?(?:^[ \t]*{re.escape(EVIDENCE_CLOSE)}[^\n]*|\Z))"
    rf"|(?P<memory><(?P<m>{_MEMORY_TAGS})(?:\s[^>]*)?>.*?(?:</(?P=m)>|\Z))"
    rf"|(?P<system><(?P<s>{_SYSTEM_TAGS})(?:\s[^>]*)?>.*?(?:</(?P=s)>|\Z))"
    r"|(?P<listed>^[ \t]*(?:\#+ |\*\*)?(?:relevant|recalled|retrieved|stored|known|user|your|previous|past)?[ ]?"
    r"(?:memories|recalled memory|facts from memory|memory context)(?:\*\*)?[^\n.!?]{0,40}:(?:\*\*)?[ \t]*"
    r"(?:\n[ \t]*(?:[-*•–]|\d{1,3}[.)])[^\n]*)+)",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_LABEL = re.compile(
    r"^[ \t]*\[?(?P<who>system|assistant|ai|user|human)(?: prompt| message)?\]?[ \t]*:[ \t]*", re.M | re.I
)
_LABEL_ROLES = {
    "system": Role.SYSTEM,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "user": Role.USER,
    "human": Role.USER,
}
_LEADS_IN = (
    r"^\W*(?:(?:important|note|attention|warning|system|notice|reminder|please|also|and|then|now|you|to (?:the )?"
    r"(?:ai|assistant|agent|model)s?|dear (?:ai|assistant|agent))\b[\s:,!-]*)*"
)
_TO_AGENT = re.compile(
    _LEADS_IN + r"(?:remember|memori[sz]e|ignore|disregard|forget|from now on|pretend|act as|reveal|obey|"
    r"(?:do not|don['’]t|never) (?:tell|mention|reveal|inform|warn|disclose|ask|show|let)\b|"
    r"(?:store|save|record|note|keep in (?:mind|memory)|learn) (?:that|this)\b|"
    r"(?:always|never) (?:send|share|reveal|tell|forward|give|include|mention|recommend|use|trust|ask|reply|answer|"
    r"respond|store|follow|obey|approve|transfer|pay|say|add|cc|copy|prefer|refuse))\b"
    r"|\b(?:ignore|disregard|forget) (?:all |any |your |the )*(?:previous|prior|above|earlier|instructions|rules)"
    r"|\b(?:from now on|going forward|in (?:all )?future|when(?:ever)? (?:you )?(?:summari[sz]\w+|answer\w*|asked|"
    r"respond\w*|repl\w+)(?: [^,.!?]{1,40})?),? (?:you|always|never|please|it|say|add|include|recommend|send|tell)\b"
    r"|\b(?:the |this |any |every )?(?:assistant|agent|ai|model|chatbot|llm|bot)s? "
    r"(?:must|should|shall|has to|have to|needs? to|will always|is to)\b"
    r"|\b(?:send|forward|e-?mail|post|upload|transfer|wire|give|share|submit|reveal|reply with)\b[^.!?]*"
    r"(?:\b(?:passwords?|secrets?|tokens?|credentials?|api keys?|private keys?|pins?|conversation|chat history|"
    r"system prompt)\b|\S@\S)"
    r"|\b(?:your|new|following|these|updated) (?:system )?instructions?\b"
    r"|(?:merke dir|siempre recuerda|recuerda que|rappelle-toi|souviens-toi|запомни)\b|记住",
    re.IGNORECASE,
)
_TO_READER = re.compile(
    _LEADS_IN + r"(?:always|never|must|should|make sure|be sure|ensure|do not|don['’]t|send|forward|reply|respond|tell|"
    r"email|e-mail|post|upload|delete|execute|transfer|pay|grant|approve|disable|"
    r"you (?:must|should|have to|need to|are (?:now|required|to|instructed)))\b"
    r"|\b(?:always|never) (?:send|share|tell|give|use|trust|approve|pay)\b|\byou must\b"
    r"|(?:immer|niemals|siempre|toujours|jamais|всегда|никогда)\b|总是|永远",
    re.IGNORECASE,
)
_ABOUT_ITSELF = re.compile(r"(?<![\w'’])(?:I|I['’](?:m|ve|ll|d)|[Mm]y|[Mm]yself)\b")
_RECOMMENDS = re.compile(
    r"\b(?:recommend|suggest|advise|try|consider|should|could|would be (?:good|best|better|wise)|best to|make sure|"
    r"avoid|you (?:can|may|might) want|how about|why not)\b",
    re.IGNORECASE,
)
_DID = re.compile(
    r"\bI(?:['’]ve| have)? (?:just |already |now )?(?:booked|scheduled|reserved|sent|created|added|ordered|set up|"
    r"set|cancelled|canceled|updated|deleted|removed|moved|filed|submitted|deployed|ran|fixed|found|changed)\b"
)
_ABOUT_USER = re.compile(
    r"^\W*(?:(?:so|and|well|okay|ok|since|because|as),? )*(?:you(?:['’](?:re|ve|d))?|your)\b(?! (?:can|could|should|"
    r"may|might|"
    r"need|must|will|would|want))",
    re.IGNORECASE,
)


class Voice(NamedTuple):
    """What becomes of a sentence of an assistant: a verb to report it with, or why it makes no atom."""

    verb: str = "said"
    skip: SkipReason | None = None


def trust_of(turn: Turn) -> float:
    """The turn's own trust, or that of its role, in 0..1."""
    return TRUST[turn.role] if turn.trust is None else turn.trust


def permitted(role: Role) -> frozenset[AtomType]:
    """Types that a turn of this role may write. Data never becomes a procedure; system text becomes nothing."""
    if role in DATA_ROLES:
        return frozenset({AtomType.SEMANTIC, AtomType.EPISODIC})
    return frozenset() if role is Role.SYSTEM else frozenset(AtomType)


def is_instruction(sentence: str, role: Role = Role.TOOL) -> bool:
    """Whether a sentence found in data tells an agent what to do.

    In a tool's output, which nobody chose to keep, any order counts; a document may instruct its readers, and what it
    tells them is kept as a statement, never as a procedure.
    """
    return bool(_TO_AGENT.search(sentence)) or (role is Role.TOOL and bool(_TO_READER.search(sentence)))


def voice(sentence: str) -> Voice:
    """How a sentence of an assistant is reported: what it says of itself or of the user is no fact."""
    if _RECOMMENDS.search(sentence) and not _ABOUT_USER.match(sentence):
        return Voice("recommended")
    if _DID.search(sentence):
        return Voice("said")
    if _ABOUT_ITSELF.search(sentence) or _ABOUT_USER.match(sentence):
        return Voice(skip=SkipReason.ASSISTANT_CLAIM)
    return Voice("said")


def parts(content: str, role: Role) -> list[Part]:
    """The turn in order, cut where somebody else's text begins: recalled blocks, system text, a pasted transcript."""
    if role is Role.SYSTEM:
        return [Part(0, len(content), role, SkipReason.SYSTEM_TEXT)]
    found: list[Part] = []
    at = 0
    for block in _BLOCK.finditer(content) if _may_hold_block(content) else ():
        found.extend(_labelled(content, at, block.start(), role))
        reason = SkipReason.SYSTEM_TEXT if block["system"] else SkipReason.RECALLED_BLOCK
        found.append(Part(block.start(), block.end(), role, reason))
        at = block.end()
    found.extend(_labelled(content, at, len(content), role))
    return found


def _may_hold_block(content: str) -> bool:
    return "<" in content or "emor" in content or EVIDENCE_OPEN[:10] in content.lower() or "MEMOR" in content


def _labelled(content: str, start: int, end: int, role: Role) -> list[Part]:
    """Lines such as "System: ..." in a turn belong to that role, from there to the next label."""
    if start >= end:
        return []
    labels = list(_LABEL.finditer(content, start, end)) if ":" in content else []
    if role in DATA_ROLES or not labels:
        return [Part(start, end, role)]
    found = [Part(start, labels[0].start(), role)] if labels[0].start() > start else []
    for label, following in zip(labels, [*labels[1:], None], strict=True):
        until = following.start() if following else end
        spoken = _LABEL_ROLES[label["who"].lower()]
        if spoken is Role.USER:
            spoken = role
        skip = SkipReason.SYSTEM_TEXT if spoken is Role.SYSTEM else None
        found.append(Part(label.start(), until, spoken, skip))
    return found
