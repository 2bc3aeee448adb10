"""Who has a thing of which there is one: the key is with Ann, Bo has got our key now."""

from __future__ import annotations

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link
from mnemosaic.write.contradict.reading import Reading

_HAVING = frozenset("have keep hold mind get look".split())


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Two keepers of one thing, where one statement says that it is with someone."""
    if not by.topics or not by.special() or (by.people < 2 and len(by.topics) < 2):
        return None
    mine, theirs = _keepers(new), _keepers(old)
    if not mine or not theirs or mine & theirs or not (_with(new) or _with(old)):
        return None
    return Finding(Dimension.SEMANTIC, "keeper", f"it is with {min(mine)} here and with {min(theirs)} there", 0.7)


def _with(reading: Reading) -> frozenset[str]:
    """With whom the thing is that stands before the verb."""
    scene = reading.scene
    assert scene is not None
    for at, token in enumerate(reading.tokens[1:], 1):
        if token.lower != "with" or reading.tokens[at - 1].lower not in ("is", "are", "it's", "now", "still", "be"):
            continue
        if scene.heads or reading.tokens[at - 1].lower == "it's":
            return frozenset(one.key for one in scene.cast.people if at < one.at <= at + 3)
    return frozenset()


def _keepers(reading: Reading) -> frozenset[str]:
    """Who has it: with whom it is, or who stands before "has"."""
    scene = reading.scene
    assert scene is not None
    found = _with(reading)
    if found:
        return found
    for at, token in enumerate(reading.tokens):
        if token.lemma in _HAVING or token.lower in ("who's", "who've"):
            near = [one for one in scene.cast.people if one.at < at and at - one.at < 7]
            if near:
                return frozenset([near[-1].key])
    return frozenset()
