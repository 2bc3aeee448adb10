"""Places of work that are a part of who somebody works for: the Bergen office is no rival of Acme."""

from __future__ import annotations

import re

from mnemosaic.write.value_shapes import PARTS_OF_WORK

_TO = r"(?:at|in|from|with|for|on|to|by|near|of)\b"
_AT_A_PART = re.compile(
    r"\b(?:works?|working|is|am|been|starts?|started|teach(?:es)?|teaching|based|employed|stationed)"
    rf"(?: (?!{_TO})\w+){{0,2}}? (?:at|in|from|with|for|on|to) (?P<of>[\w&.-]+['’]s )?"
    rf"(?:(?:the|their|our|its|his|her|an?) )?(?:(?!{_TO})[\w&-]+ ){{0,3}}?{PARTS_OF_WORK}\b(?!['’])"
)


def one_is_a_part(mine: str, theirs: str) -> bool:
    """Whether just one of two statements names a part as the place of work, and not that of another employer."""
    parts = [_AT_A_PART.search(mine), _AT_A_PART.search(theirs)]
    if (parts[0] is None) == (parts[1] is None):
        return False
    part, other = (parts[0], theirs) if parts[0] is not None else (parts[1], mine)
    assert part is not None
    owner = (part["of"] or "").strip()[:-2]
    return not owner or re.search(rf"(?<!\w){re.escape(owner)}(?!\w)", other) is not None
