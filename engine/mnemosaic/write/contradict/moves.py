"""Moves of oneself and of things."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mnemosaic.write.calendar import MONTHS, WEEKDAYS
from mnemosaic.write.contradict.clauses import PREPOSITIONS
from mnemosaic.write.contradict.tokens import Token

_MOVE = frozenset("move relocate post station".split())
_ALONE = frozenset(
    "back house home flat flats away over out in again here there abroad north south east west up down on now just "
    "together around nearer closer country countries city cities town".split()
)
"""Words between a move and where it goes that name nothing which is moved."""
_UNIT = (
    r"(?:day|night|weekend|week|fortnight|month|quarter|season|year|decade|spring|summer|autumn|fall|winter|morning|"
    rf"afternoon|evening|{'|'.join((*WEEKDAYS, *MONTHS))})s?"
)
_WHEN = re.compile(
    rf"(?:(?:just|only|earlier|later|early|late) )?(?:(?:last|this|next|one|that) {_UNIT}|yesterday|today|tonight|"
    rf"tomorrow|earlier|later|soon|then|(?:a few|a couple of|\w+) {_UNIT} (?:ago|earlier|later))"
    r"(?: (?:morning|afternoon|evening|night|already))?(?: \( [\d./-]+(?: to [\d./-]+)? \))?(?: ,)?"
    r" (?:back )?(?:to|into)\b"
)
"""A time that is told between a move and where it goes; last month's bills are a thing, and so is the last box."""
_WIDE = 14
"""Words behind a move in which a time and where it goes may be told."""


def takes_along(tokens: Sequence[Token], at: int) -> bool:
    """Whether a move is that of a thing: who moved the search to OpenSearch does not live there."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if tokens[at].lemma not in _MOVE or following is None or following.kind != "word":
        return False
    if following.lower in PREPOSITIONS | _ALONE or following.lower.endswith("ly"):
        return False
    return _WHEN.match(" ".join(token.lower for token in tokens[at + 1 : at + 1 + _WIDE])) is None


def behind_time(tokens: Sequence[Token], at: int) -> int:
    """Where what follows on a move goes on behind the time that is told of it; at once where none is."""
    if tokens[at].lemma not in _MOVE:
        return at + 1
    told = _WHEN.match(" ".join(token.lower for token in tokens[at + 1 : at + 1 + _WIDE]))
    return at + 1 + told.group().count(" ") if told is not None else at + 1
