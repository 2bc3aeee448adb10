"""Words that stand for a thing or praise it, and name none: no two of them are rivals."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.write.contradict.gist import Term

_POINTING = frozenset(
    "this that these those it one thing way here there what such everything something hear see".split()
)
_PRAISING = frozenset(
    "great awesome amazing nice lovely wonderful fantastic cool good fun beautiful incredible inspiring rewarding "
    "reward fit tough hard easy bad awful terrible perfect special sweet".split()
)


def name_nothing(mine: Sequence[Term], theirs: Sequence[Term]) -> bool:
    """Whether what stands on either side only points at something or praises it."""
    return any(term.lemma in _POINTING | _PRAISING for term in (*mine[:1], *theirs[:1]))
