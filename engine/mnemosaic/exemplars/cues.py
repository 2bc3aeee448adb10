"""Marks on the surface of a question that tell what it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from mnemosaic.models.protocols import Vectors

WEIGHT = 0.3
"""What a mark weighs beside an embedding of length 1."""

_MARKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bwhen\b|\bhow long\b|\bsince when\b|\bwhich (?:year|month|day)\b|\bwhat (?:year|month|day|date)\b|"
        r"\bon which\b",
        r"\b(?:yesterday|last|ago|today|tomorrow|next|before|after|first|latest|recent\w*|(?:19|20)\d\d|weekend|"
        r"in (?:january|"
        r"february|march|april|may|june|july|august|september|october|november|december))\b",
        r"^\W*(?:what|where|who|which|how many times|how often) (?:did|happened|was|were)\b|\bdid\b",
        r"^\W*how (?:do|does|can|should|to|must)\b|\bsteps?\b|\bprocess\b|\bprocedure\b|\brecipe\b|"
        r"\bwalk me through\b|"
        r"\bexplain how\b|\bin what order\b",
        r"\b(?:must|should|allowed|have to|need to|rules?|may|required|never|always)\b",
        r"^\W*(?:what|who|whose|which|where) (?:is|are|kind|does|do|lives?|colou?r|languages?|team)\b|^\W*(?:is|does|"
        r"do|would)\b",
        r"^\W*(?:why|summari[sz]e|compare|describe|given|tell me)\b|\bhow has\b|\bwhy\b|\beverything\b",
        r", and (?:what|how|who|when|where|by)\b|\band (?:what|how|why|by when)\b",
    )
)


def question_cues(texts: Sequence[str]) -> Vectors:
    """The marks of each question, one a row, of `WEIGHT` where present and 0 where not."""
    rows = [[bool(mark.search(text)) for mark in _MARKS] for text in texts]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(_MARKS)) * np.float32(WEIGHT)
