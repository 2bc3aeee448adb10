"""Relations that a text states by its connectives, and where a sentence is cut because each half stands alone.

Few and certain. "A because B" is cut into two statements, A `CAUSED_BY` B; "A, so B" the other way round. Steps
("First A. Then B.") are `REQUIRES` from the later to the earlier where they are orders, `PRECEDES` from the earlier to
the later where they are told. A condition ("Unless ...", "But not for ...") `SCOPES` the statement before it, and is
never cut off inside a sentence: without its condition the rest would be false. Nor is a half cut off from
the time that the other one names.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mnemosaic.relations import Relation
from mnemosaic.write.dates import names_time
from mnemosaic.write.persons import speaks_in_past


class Link(NamedTuple):
    """A relation between a piece and the one before it; `backward`: from this piece to the one before."""

    relation: Relation
    backward: bool
    confidence: float = 0.8
    needs_previous: bool = False


class Clause(NamedTuple):
    """A piece of a sentence: offsets into it, its text without the connective, and how it is tied to the one before."""

    start: int
    end: int
    text: str
    link: Link | None = None


_SUBJECT = (
    r"(?:I(?:['’](?:m|ve|d|ll))?|[Ww]e(?:['’](?:re|ve|d|ll))?|he|she|they(?:['’](?:re|ve))?|my \w+|our \w+|his \w+|"
    r"her \w+|"
    r"their \w+|the \w+|[A-Z][a-z]+(?:['’]s \w+)?)"
)
_CUT = re.compile(
    rf"(?P<because>,? (?:because|['’]cause|cuz) (?={_SUBJECT} \w))"
    rf"|(?P<so>,? so (?={_SUBJECT} (?!that\b)\w))"
    rf"|(?P<then>,? (?:and )?(?:then|after that|afterwards),? (?={_SUBJECT} \w))"
    rf"|(?P<also>[,;] (?:and |but )?(?=(?:I|[Ww]e|[Mm]y \w+|I['’](?:m|ve|ll|d)|[Ww]e['’](?:re|ve))(?: |"
    rf"['’])\w)"
    rf"|;\s+| and (?=(?:I|I['’](?:m|ve)) \w))"
)
_NO_CUT = re.compile(
    r"^\W*(?:if|when|whenever|although|though|even|while|unless|once|as|since|because|whether|after|before|until|"
    r"not)\b|"
    r"[\"“”«»`(]|\b(?:said|says|told|asked|that if|whether|if|unless|except|only|not just|either|neither)\b"
)
_NEGATED = re.compile(r"\b(?:not|never|no|just|only|mainly|partly)\b|n['’]t\b", re.IGNORECASE)
_OPEN_END = re.compile(r"\b(?:that|what|when|if|where|who|how|why|though|and|but|or)\W*$|\bno matter\b", re.IGNORECASE)
_ANAPHORA = re.compile(r"\b(?:it|that|them|this|there|these|those|one|so|too|he|she|they|him|her)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"^\W*(?:(?:but |and )?(?:only (?:if|when|for|on|in|with)|unless|except(?: for| when| if| on| in)?|but not|"
    r"not (?:for|when"
    r"|if|on|in)|provided|as long as|with the exception|(?:the )?only exception|exception:|"
    r"this (?:only )?applies (?:only )?to|"
    r"that (?:only )?applies (?:only )?to|this does not apply|that does not apply|this doesn['’]t apply))\b",
    re.IGNORECASE,
)
_THEREFORE = re.compile(
    r"^\W*(?:that(?:['’]s| is| was) why|as a result|therefore|hence|consequently|because of (?:this|that))\b,?\s*",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"^\W*(?:that(?:['’]s| is) )?because (?!of\b)", re.IGNORECASE)
_THEN = re.compile(
    r"^\W*(?:and )?(?:then|after that|afterwards|afterward|next|finally|lastly|later that (?:day|night|week))\b,?\s+",
    re.IGNORECASE,
)
_STEP = re.compile(r"^\s*(?:\d{1,3}[.)]|step \d+[:.]?|first(?:ly)?,?|second(?:ly)?,|third(?:ly)?,)\s+", re.IGNORECASE)
_ORDER = re.compile(
    r"^\W*(?:(?:\d{1,3}[.)]|step \d+[:.]?|first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|after that|finally|"
    r"lastly|and|please)"
    r",?\s+)*(?:run|build|open|close|click|deploy|check|install|set|add|remove|create|make|start|stop|restart|push|"
    r"pull|merge|"
    r"test|copy|move|write|read|update|upgrade|download|upload|back up|backup|verify|wait|turn|press|put|take|mix|"
    r"stir|bake|"
    r"boil|cook|heat|pour|cut|chop|wash|rinse|clean|dry|fill|call|ask|tell|send|sign|log|enter|select|choose|go|get|"
    r"use|keep|"
    r"enable|disable|drain|tag|freeze|notify|review|approve|attach|connect|disconnect|preheat|fold|measure|save|"
    r"export|import|"
    r"migrate|announce|lock|unlock|charge|(?:always|never) (?!(?:had|been|a|an|the|here|there|so|too|good|great|mind|"
    r"ever|again|"
    r"got|did|was|were|is|are|thought|knew|know|seen|felt|in|on|at|fun|nice|heard|happy|glad|up|one|have|has|\w+ed|"
    r"\w+ing)\b)\w|do not|don['’]t|make sure|ensure|remember to|avoid)\b",
    re.IGNORECASE,
)


def clauses(sentence: str) -> list[Clause]:
    """The sentence, or its pieces where a connective joins statements that hold on their own. They cover it whole."""
    if len(sentence) < 24 or _NO_CUT.search(sentence.lower()):
        return [Clause(0, len(sentence), sentence)]
    found: list[Clause] = []
    at, body, link = 0, 0, None
    for match in _CUT.finditer(sentence):
        kind = match.lastgroup or ""
        before, after = sentence[body : match.start()], sentence[match.end() :]
        if not _stands_alone(kind, before, after) or (kind != "then" and names_time(before) and not names_time(after)):
            continue
        found.append(Clause(at, match.start(), sentence[body : match.start()], link))
        at, body, link = match.start(), match.end(), _link(kind)
        if kind != "also":
            break
    found.append(Clause(at, len(sentence), sentence[body:], link))
    return found


def opening_link(sentence: str, previous: str) -> Link | None:
    """How a sentence is tied to the one before it, by how it opens."""
    if _CONDITION.match(sentence):
        return Link(Relation.SCOPES, backward=True, confidence=0.9, needs_previous=True)
    if _THEREFORE.match(sentence):
        return Link(Relation.CAUSED_BY, backward=True)
    if _BECAUSE.match(sentence):
        return Link(Relation.CAUSED_BY, backward=False)
    if _THEN.match(sentence) or (_STEP.match(sentence) and _STEP.match(previous)):
        if is_order(sentence) and is_order(previous):
            return Link(Relation.REQUIRES, backward=True, confidence=0.7)
        if speaks_in_past(sentence) and speaks_in_past(previous):
            return Link(Relation.PRECEDES, backward=False)
    return None


def is_order(sentence: str) -> bool:
    """Whether a sentence opens as an order or a step."""
    return bool(_ORDER.match(sentence))


def _link(kind: str) -> Link | None:
    if kind == "because":
        return Link(Relation.CAUSED_BY, backward=False, confidence=0.9)
    if kind == "so":
        return Link(Relation.CAUSED_BY, backward=True, confidence=0.7)
    return Link(Relation.PRECEDES, backward=False, confidence=0.8) if kind == "then" else None


def _stands_alone(kind: str, before: str, after: str) -> bool:
    if len(before.split()) < 3 or len(after.split()) < 3 or _OPEN_END.search(before):
        return False
    if kind == "because":
        return not _NEGATED.search(before)
    if kind == "then":
        return speaks_in_past(before) and speaks_in_past(after)
    if kind == "so":
        return True
    return len(before) > 15 and len(after) > 15 and not _ANAPHORA.search(" ".join(after.split()[:6]))
