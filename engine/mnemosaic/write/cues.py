"""Marks on the surface of a statement that tell its type and facet apart where its topic does not."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from mnemosaic.models.protocols import Vectors
from mnemosaic.write.mentions import KIN
from mnemosaic.write.persons import speaks_in_past
from mnemosaic.write.stated import is_order

WEIGHT = 0.25
"""What a mark weighs beside an embedding of length 1."""
MARKS = 10

_PREFIX = re.compile(r"^[^\W\d_][\w .'-]{0,30}?(?: (?:said|recommended|shared an image))?: (?=\S)")
_RULE = re.compile(
    r"^(?:(?:please|and|but|so),? )?(?:always|never)\b|"
    r"\b(?:(?:please|and|but|then|to|you|we|must|should) (?:always|never)|must|mustn['’]t|should|"
    r"may only|may not|have to be|has to be|have to|has to|do not|"
    r"don['’]t ever|"
    r"make sure|before every|every time|required|allowed|approved|instead|(?:nobody|no one|anyone|staff|employees|"
    r"visitors|guests|members|you) may|needs? (?:\w+ ){0,3}(?:approvals?|permission|consent|signatures?)|"
    r"at (?:most|the latest))\b"
)
_HOW = re.compile(
    r"^(?:to|when(?:ever)?|if|in case|before|after|how|step|first|start|let(?!['’])|only)\b|\b(?:then|step \d|"
    r"first|"
    r"finally)\b.*[,;]|\b(?:from now on|works like this|in order|the way (?:to|i)|by \w+ing)\b"
)
_TIME = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|last|next|ago|morning|afternoon|evening|night|week(?:end)?|month|january|"
    r"february|"
    r"march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:19|20)\d\d|"
    r"spring|summer|autumn|winter|easter|christmas|just|recently|lately|already)\b|\d{4}-\d\d"
)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SPANS = "morning|afternoon|evening|night|week(?:end)?|month|quarter|year|spring|summer|autumn|fall|winter"
_POINT = re.compile(
    rf"\b(?:tomorrow|tonight|later today|the day after|(?:this|next|coming) (?:{_SPANS}|{_DAYS}|{_MONTHS})|"
    rf"(?:on|by|before) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|(?:on|by|this) {_DAYS}|in (?:{_MONTHS})|"
    rf"(?:{_MONTHS}) \d{{1,4}}(?:st|nd|rd|th)?|\d{{1,2}} (?:{_MONTHS})|in (?:the )?(?:spring|summer|autumn|winter)|"
    r"at the end of (?:the|this)|in (?:a|two|three|four|\d+) (?:days|weeks?|months?)|20\d\d-\d\d|(?:in|over) 20\d\d)\b"
)
_AGAIN = re.compile(
    rf"\b(?:every|each|always|usually|often|normally|regularly|generally|daily|weekly|monthly|yearly|annual(?:ly)?|"
    rf"(?:once|twice|times) an? |{_DAYS}s|{_DAYS} (?:morning|afternoon|evening|night)s|birthday|anniversary|"
    r"name day|born|first of|days? of (?:the|each))\b"
)
_BORN = re.compile(r"\b(?:was|were) born\b")
_FRESH = re.compile(r"\b(?:has|have|['’]ve|['’]s) (?:just|recently|lately)\b|^lately\b")
_PLANS = re.compile(
    r"\b(?:going to|will|plan(?:s|ning|ned)?|appointment|is starting|are flying|about to|decided|scheduled)\b|['’]ll\b"
)
_STATE = re.compile(
    r"\b(?:is|are|am|has|have|likes?|loves?|hates?|prefers?|lives?|works?|believes?|thinks?|knows?|wants?|needs?|"
    r"owns?|enjoys?|speaks?|"
    r"values?|considers?|dislikes?|feels?|hopes?|means?|can|can['’]t|cannot|doesn['’]t|favou?rite|interested|"
    r"allergic)\b|['’]m\b"
)
_TRAIT = re.compile(
    r"\b(?:prefer(?:s|ence|red)?|likes?|loves?|hates?|dislikes?|enjoys?|favou?rite|taste|believes?|values?|goal|"
    r"motivat\w+|belief|"
    r"personality|introvert|allergic|diagnosed|health|interested|interests?|ambition|committed|considers?|hopes?|"
    r"perception|view|"
    r"views|style|outlook|trait|lives in|works (?:as|in|at)|born|degree|income|optimistic|proud|attitude|hobby|"
    r"evolv\w+)\b"
)
_TIES = re.compile(
    rf"\b(?:{KIN}|support(?:ed)? (?:from|of|by)|grateful|gratitude|together|mentor\w*|classmates?|colleagues?|"
    rf"teammates?|network|"
    r"relationship|engaged|married|close to|relies on|each other|acquaintances|get along)\b"
)


def statement_cues(texts: Sequence[str]) -> Vectors:
    """The marks of each statement, one a row, of `WEIGHT` where present and 0 where not."""
    rows = [_of(_PREFIX.sub("", text, count=1)) for text in texts]
    return np.array(rows, dtype=np.float32).reshape(len(rows), MARKS) * np.float32(WEIGHT)


def _of(text: str) -> list[bool]:
    lower = text.lower()
    past = (speaks_in_past(text) and not _BORN.search(lower)) or bool(_FRESH.search(lower))
    dated = bool(_TIME.search(lower))
    order, rule = is_order(text), bool(_RULE.search(lower))
    again = bool(_AGAIN.search(lower))
    return [
        order,
        rule,
        bool(_HOW.search(lower)),
        past,
        past and dated,
        bool(_PLANS.search(lower)) and not past,
        bool(_POINT.search(lower)) and not (past or order or rule or again),
        not past and ((again and not (order or rule)) or (not dated and bool(_STATE.search(lower)))),
        bool(_TRAIT.search(lower)),
        bool(_TIES.search(lower)),
    ]
