"""Text on its way to a model: only what UTF-8 can carry, and roughly how many tokens it is."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
CHARACTERS_A_TOKEN = 4


def well_formed(text: str) -> str:
    """`text` with each lone surrogate, which UTF-8 cannot carry, replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def has_surrogates(text: str) -> bool:
    """Whether `text` holds a lone surrogate."""
    return _SURROGATE.search(text) is not None


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is, rather too many than too few: four ASCII characters a token, others one each."""
    ascii_only = len(text.encode("ascii", "ignore"))
    return -(-ascii_only // CHARACTERS_A_TOKEN) + len(text) - ascii_only
