"""Slots that hold one value at a time, and two values in one of them."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.verdicts import Dimension, Statement
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.lemmas import derived
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.slots import Held, held, words_of
from mnemosaic.write.contradict.tables import classes, groups, words
from mnemosaic.write.contradict.workplaces import one_is_a_part


def check(new: Reading, old: Reading) -> tuple[Finding, str] | None:
    """Two different values of one single-valued slot, with the attribute's name."""
    given = _given(new.statement, old.statement)
    if given is not None:
        return given
    if new.lemmas & words("besides"):
        return None
    if any(clause.sign < 0 and not clause.local for clause in (*new.clauses, *old.clauses)):
        return None
    for mine in held(new.text):
        for theirs in held(old.text):
            if mine.attribute == "employer" and one_is_a_part(new.text, old.text):
                # the Bergen office is no other employer than the one it belongs to
                continue
            if _same_slot(mine, theirs) and _rivals(mine, theirs):
                reason = (
                    f'{mine.attribute or "it"} is "{" ".join(mine.value)}" here and "{" ".join(theirs.value)}" there'
                )
                return Finding(Dimension.SEMANTIC, "slot", reason, 0.8), mine.attribute
    return None


def _given(new: Statement, old: Statement) -> tuple[Finding, str] | None:
    mine, theirs = new.slot, old.slot
    if mine is None or theirs is None or not (mine.single and theirs.single) or not mine.value or not theirs.value:
        return None
    if (mine.entity, mine.attribute) != (theirs.entity, theirs.attribute):
        return None
    ours, others = words_of(mine.value), words_of(theirs.value)
    if not ours or not others or set(ours) <= set(others) or set(others) <= set(ours):
        return None
    if mine.attribute == "employer" and one_is_a_part(new.details, old.details):
        return None
    if mine.attribute == "age" or (
        any(word[0].isdigit() for word in (*ours, *others))
        and mine.attribute not in ("phone", "iban", "email", "address")
    ):
        return None
    reason = f'{mine.attribute} of {mine.entity} is "{mine.value}" here and "{theirs.value}" there'
    return Finding(Dimension.SEMANTIC, "slot", reason, 0.9), mine.attribute


def _same_slot(mine: Held, theirs: Held) -> bool:
    return mine.key == theirs.key and (mine.attribute == theirs.attribute)


def _rivals(mine: Held, theirs: Held) -> bool:
    """Whether two values exclude one another: of an attribute with one value, or of one closed class."""
    ours, others = set(mine.value), set(theirs.value)
    if ours <= others or others <= ours or any(word[0].isdigit() for word in ours | others):
        return False
    if any(_means_the_same(a, b) for a in ours - others for b in others - ours):
        return False
    known = [{classes()[word] for word in value if word in classes()} for value in (ours, others)]
    if known[0] & known[1]:
        return len(ours) == len(others) == 1 or bool(mine.attribute and mine.named)
    if mine.attribute == "kind":
        return _other_kind(mine.value, theirs.value)
    if mine.attribute and mine.attribute not in words("many"):
        return max(len(ours), len(others)) <= 4 and _comparable(mine, theirs)
    article = "the" in (mine.article, theirs.article)
    if article and mine.named and theirs.named and not mine.key & words("many"):
        return len(mine.value) == len(theirs.value) == 1
    return mine.definite and _role(mine.key) and mine.named and theirs.named


def _means_the_same(a: str, b: str) -> bool:
    return groups().get(a, a) == groups().get(b, b) or derived(a, b) or wordnet.same_noun(a, b)


def _comparable(mine: Held, theirs: Held) -> bool:
    """Whether the values are of one sort: both names, or words of which neither describes the other's kind."""
    if mine.named != theirs.named:
        return mine.attribute in ("home", "employer", "language", "host", "owner")
    if mine.named:
        return True
    ours, others = mine.value[-1], theirs.value[-1]
    known = wordnet.is_a(ours, "n") and wordnet.is_a(others, "n")
    return known and not (wordnet.falls_under(ours, others) or wordnet.falls_under(others, ours))


def _other_kind(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether two class names are neighbours in WordNet that do not contain one another: beta blocker, diuretic."""
    ours, others = "_".join(mine), "_".join(theirs)
    if not (wordnet.is_a(ours, "n") and wordnet.is_a(others, "n")) or wordnet.falls_under(ours, "person"):
        return False
    one_head = len(mine) > 1 and len(theirs) > 1 and mine[-1] == theirs[-1]
    return (
        (one_head or wordnet.siblings(ours, others))
        and not wordnet.falls_under(ours, others)
        and not wordnet.falls_under(others, ours)
    )


def _role(key: frozenset[str]) -> bool:
    """Whether some word of a key names a role that a person, or a team, holds."""
    return any(
        wordnet.falls_under(word, "leader") or wordnet.falls_under(word, "professional")
        for word in key
        if not word[0].isupper()
    )
