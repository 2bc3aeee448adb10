"""Where something is or by what means it is done, told otherwise of the same thing."""

from __future__ import annotations

from collections.abc import Iterator

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.about import about_one
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.frame import TIMES, Half, Laid, affirms, of_one_kind, same_deed
from mnemosaic.write.contradict.gist import Term
from mnemosaic.write.contradict.pointers import name_nothing
from mnemosaic.write.contradict.workplaces import one_is_a_part
from mnemosaic.write.verbs import SAME_IN_PAST

_WHERE = frozenset("in on at under near into onto behind inside beside above below".split())
_STATIVE = frozenset("is are be been being was were has have always usually still now get gets".split())
_MEANS = frozenset("with by via using through".split())
_LIVES = {
    verb: place
    for place, verbs in enumerate(
        (
            "live reside dwell stay sleep move relocate",
            "work teach start",
            "study train learn",
            "shop eat play",
            "born",
            "own has have buy rent sell",
        ),
        1,
    )
    for verb in verbs.split()
}
"""Sides of somebody's life: of each the place may be another."""


def check(laid: Laid) -> Finding | None:
    """Another place or means of what is one thing, where that is what both statements say."""
    if laid.says_more() or not (affirms(laid.new) and affirms(laid.old)) or not same_deed(laid):
        return None
    if laid.new.quantities or laid.old.quantities or laid.new.reading.moment.differs(laid.old.reading.moment):
        return None
    if any(_tells_deed(half) for half in (laid.new, laid.old)) or _other_sides_of_life(laid):
        return None
    if one_is_a_part(laid.new.reading.text, laid.old.reading.text):
        # a branch is a part of who somebody works for, not another one
        return None
    for preps in (_WHERE, _MEANS):
        mine, theirs = (tuple(_fillers(half, preps)) for half in (laid.new, laid.old))
        if not mine or not theirs or name_nothing(mine, theirs) or not _rivals(laid, mine, theirs):
            continue
        others = (_MEANS | _WHERE) - preps
        values = [
            [*_phrases(half, told), *_phrases(half, tuple(_fillers(half, others)))]
            for half, told in ((laid.new, mine), (laid.old, theirs))
        ]
        if about_one(laid, *values):
            reason = f'"{mine[0].lemma}" stands here where "{theirs[0].lemma}" stands there'
            return Finding(Dimension.SEMANTIC, "rival", reason, 0.7)
    return None


def _other_sides_of_life(laid: Laid) -> bool:
    """Whether one statement says where somebody lives, and the other where they work, were born or have something."""
    mine, theirs = (
        {side for token in half.reading.tokens for side in (_LIVES.get(token.lemma), _LIVES.get(token.lower)) if side}
        for half in (laid.new, laid.old)
    )
    return bool(mine and theirs) and not mine & theirs


def _tells_deed(half: Half) -> bool:
    """Whether something is told that was done once, or is to be done: went, painted, put it there."""
    if any(clause.verb == 0 for clause in half.reading.clauses[:1]):
        return True
    for at in half.deeds:
        token, before = half.reading.tokens[at], half.reading.tokens[at - 1].lower if at else ""
        if not at or (token.lower == token.lemma and before in ("to", ":")):
            return True
        past = (token.lower != token.lemma and not token.lower.endswith(("s", "ing"))) or _is_put(half, at)
        if past and before not in _STATIVE and token.lemma != "keep":
            return True
    return False


def _is_put(half: Half, at: int) -> bool:
    """Whether a verb whose past is like its present is told of one: "Ann put", where now she "puts"."""
    before = half.reading.tokens[at - 1]
    one = before.lower in ("he", "she", "it") or before.raw[:1].isupper()
    return half.reading.tokens[at].lower in SAME_IN_PAST and one and not before.lower.endswith("s")


def _fillers(half: Half, preps: frozenset[str]) -> Iterator[Term]:
    """The heads of the phrases of one role that the other statement lacks."""
    for term in half.own:
        if (
            term.prep in preps
            and (term.name or half.is_head(term))
            and term.lemma not in TIMES
            and term.at not in half.deeds
        ):
            yield term


def _phrases(half: Half, values: tuple[Term, ...]) -> list[Term]:
    return [term for value in values for term in half.phrase(value)]


def _rivals(laid: Laid, mine: tuple[Term, ...], theirs: tuple[Term, ...]) -> bool:
    """Whether both name things of one kind; or whatever they name, where the same is done to the same by them."""
    if len(mine) > 2 or len(theirs) > 2 or wordnet.is_kind(mine[0].lemma, "person"):
        return False
    if of_one_kind(mine[0], theirs[0]):
        return True
    by_means = mine[0].prep in _MEANS and theirs[0].prep in _MEANS and not mine[0].name and not theirs[0].name
    deeds = laid.new.deeds & {t.at for t in laid.new.shared}
    return by_means and bool(deeds) and not wordnet.is_kind(theirs[0].lemma, "person")
