"""Moves of oneself and of things."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.write.contradict.clauses import PREPOSITIONS
from mnemosaic.write.contradict.tokens import Token

_MOVE = frozenset("move relocate post station".split())
_ALONE = frozenset(
    "back house home flat flats away over out in again here there abroad north south east west up down on now just "
    "together around nearer closer country countries city cities town".split()
)
"""Words between a move and where it goes that name nothing which is moved."""


def takes_along(tokens: Sequence[Token], at: int) -> bool:
    """Whether a move is that of a thing: who moved the search to OpenSearch does not live there."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if tokens[at].lemma not in _MOVE or following is None or following.kind != "word":
        return False
    return following.lower not in PREPOSITIONS | _ALONE and not following.lower.endswith("ly")
