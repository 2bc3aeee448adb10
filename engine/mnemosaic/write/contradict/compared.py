"""Who is older, taller, faster than whom: the same two the other way round."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.align import relation
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.reading import Reading


def check(new: Reading, old: Reading) -> Finding | None:
    """Two comparisons by one measure that name another winner."""
    mine, theirs = _compared(new), _compared(old)
    if mine is None or theirs is None:
        return None
    how = "same" if mine[0] == theirs[0] else relation(mine[0], theirs[0])
    if how not in ("same", "opposite"):
        return None
    more, less = (mine[1], mine[2]) if how == "same" else (mine[2], mine[1])
    if more and less and (more, less) == (theirs[2], theirs[1]):
        return Finding(Dimension.LOGICAL, "order", f"{mine[1]} and {mine[2] or 'the other'} have changed places", 0.75)
    both = more and theirs[1] and more != theirs[1] and "" in (less, theirs[2])
    if both and more in (new.scene.cast.every & old.scene.cast.every if new.scene and old.scene else ()):
        return Finding(Dimension.LOGICAL, "order", f"{more} here and {theirs[1]} there", 0.7)
    return None


def _compared(reading: Reading) -> tuple[str, str, str] | None:
    """The measure, who has more of it, and than whom; the last is empty in "the taller of the two"."""
    scene = reading.scene
    assert scene is not None
    for at, token in enumerate(reading.tokens):
        if token.lemma == token.lower or not token.lower.endswith("er") or token.kind != "word":
            continue
        following = [word.lower for word in reading.tokens[at + 1 : at + 4]]
        before = [one.key for one in scene.cast.people if one.at < at]
        if any(word.lower in ("not", "never") for word in reading.tokens[max(0, at - 4) : at]) or not before:
            return None
        if following[:1] == ["than"]:
            behind = [one.key for one in scene.cast.people if at < one.at <= at + 4]
            return (token.lemma, before[-1], behind[0]) if behind else None
        if following == ["of", "the", "two"]:
            return token.lemma, before[-1], ""
    return None
