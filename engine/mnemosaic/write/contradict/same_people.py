"""Whether two statements are about the same people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mnemosaic.write.contradict.people import BARE, Cast, Person

_SEVERAL = frozenset(
    "sister brother son daughter aunt uncle cousin niece nephew friend colleague neighbour twin child grandson "
    "granddaughter sister-in-law brother-in-law grandmother grandfather teacher flatmate".split()
)


def recognised(one: Cast, other: Cast) -> Cast:
    """The people, with him whose name opens the sentence and only the other statement shows to be a name."""
    if not one.opening or one.opening not in other.every:
        return one
    return replace(one, core=one.core | {one.opening}, every=one.every | {one.opening})


def together(new: Cast, old: Cast) -> int:
    """2 where both are surely about one person or household, 1 where they may be, 0 where they are about others."""
    if _other_owners(new, old) or _other_owners(old, new):
        return 0
    others = namesakes(new.people, old.people)
    new, old = _without(new, others), _without(old, others)
    if _only_own(new, old) or _only_own(old, new):
        return 0
    if _meet(new.core, old.core) or (_ours_alone(new) and _ours_alone(old) and new.speaker == old.speaker):
        return 2
    for one, other in ((new, old), (old, new)):
        if one.ours and one.speaker and one.speaker in other.core:
            return 2
        if (
            one.speaker == other.speaker
            and not (one.every or one.ours or one.crowd)
            and (other.ours or one.speaker in other.core)
        ):
            return 2
    if _ours_alone(new) and _ours_alone(old):
        return 1
    if new.crowd or old.crowd:
        return 1
    if not new.core and not old.core:
        return 2 if _meet(new.every, old.every) else 1
    if not new.core or not old.core:
        return 1
    return 1 if _meet(new.core, old.every) or _meet(old.core, new.every) else 0


def namesakes(mine: Sequence[Person], theirs: Sequence[Person]) -> frozenset[str]:
    """The keys by kin that stand for one here and for another there, by their names: Ann's brothers Bo and Cy."""
    return frozenset(
        one.kin
        for one in mine
        for other in theirs
        if one.kin
        and one.kin == other.kin
        and one.kin.rsplit(" ", 1)[-1] in _SEVERAL
        and one.key not in {person.key for person in theirs}
        and other.key not in {person.key for person in mine}
    )


def _without(one: Cast, keys: frozenset[str]) -> Cast:
    return replace(one, core=one.core - keys, every=one.every - keys) if keys else one


def _only_own(one: Cast, other: Cast) -> bool:
    """Whether one speaks of himself, and the other, who is somebody else, of "us"."""
    return one.core == {one.speaker} and _ours_alone(other) and other.speaker not in one.every | {""} and not one.ours


def _other_owners(one: Cast, other: Cast) -> bool:
    """Whether one is about someone's thing and the other about that of someone else."""
    if not one.owners or one.owners & (other.every | {other.speaker if other.ours else ""}):
        return False
    return bool(other.owners) or other.ours


def _ours_alone(one: Cast) -> bool:
    return one.ours and not one.core


def _meet(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether someone is in both; "mum" may be "Ann's mum"."""
    if mine & theirs:
        return True
    return any(a in BARE and b.endswith(f"'s {a}") for x, y in ((mine, theirs), (theirs, mine)) for a in x for b in y)
