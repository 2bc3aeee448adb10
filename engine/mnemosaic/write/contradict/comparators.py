"""Words that make an amount a bound: at least, below, up to, or more."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.write.contradict.tokens import Token

_LEAST = frozenset(
    "at-least minimum min over above more-than exceed exceeding exceeds exceeded > ≥ >= from greater-than beyond "
    "least longer older past".split()
)
_MOST = frozenset(
    "at-most maximum max under below less-than up-to within < ≤ <= most limit limited ceiling cap capped until "
    "fit fits "
    "shorter younger max. beneath".split()
)
_BETWEEN = frozenset(
    "of than the is a be to an by age exactly or not once exceed mmhg are at about reading readings in".split()
)
_AFTER = {
    "more": "least", "newer": "least", "above": "least", "higher": "least", "older": "least", "greater": "least",
    "longer": "least", "later": "least", "up": "least", "over": "least",
    "less": "most", "fewer": "most", "below": "most", "lower": "most", "younger": "most", "shorter": "most",
    "under": "most", "earlier": "most",
}  # fmt: skip
_ABOUT = frozenset("about around roughly approximately nearly almost some circa ~ c. close".split())


def before(tokens: Sequence[Token], at: int) -> str:
    """`least` or `most` where the words just before a number say so, else an empty string."""
    for token in reversed(tokens[max(0, at - 4) : at]):
        if token.lower in _LEAST or token.lemma in ("exceed", "surpass", "reach", "hit"):
            negated = any(t.lower in ("not", "never", "cannot") for t in tokens[max(0, at - 6) : at])
            return "most" if negated else "least"
        if token.lower in _MOST:
            return "most"
        if token.lower not in _BETWEEN:
            break
    return _attribute(tokens, at)


def _attribute(tokens: Sequence[Token], at: int) -> str:
    """The bound that the measure's name holds: the maximum dose of X is, the minimum age for Y is."""
    for token in reversed(tokens[max(0, at - 12) : at]):
        if token.kind == "mark":
            return ""
        if token.lower in ("maximum", "max", "limit", "ceiling", "cap", "maximal"):
            return "most"
        if token.lower in ("minimum", "min", "minimal"):
            return "least"
    return ""


def after(tokens: Sequence[Token], end: int) -> str:
    """`least` or `most` where "or more", "and above" or "minimum" follows, else an empty string."""
    following = [token.lower for token in tokens[end : end + 2]]
    if len(following) == 2 and following[0] in ("or", "and"):
        return _AFTER.get(following[1], "")
    if following and following[0] in ("minimum", "+"):
        return "least"
    return "most" if following and following[0] == "maximum" else ""


def is_approximate(tokens: Sequence[Token], at: int) -> bool:
    """Whether "about" or the like stands just before."""
    return any(token.lower in _ABOUT for token in tokens[max(0, at - 2) : at])
