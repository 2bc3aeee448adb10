"""What contradicts in talk of people's lives, where the words differ but the people and the topic are the same."""

from __future__ import annotations

from dataclasses import replace

from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.contradict import ages, compared, deeds, ended, figures, filled, keepers, stances, whens
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link, link, other_thing
from mnemosaic.write.contradict.moments import MONTHS
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.same_people import recognised
from mnemosaic.write.contradict.scene import Scene
from mnemosaic.write.contradict.settle import settle

_ANY = (stances.check, filled.check, deeds.check, keepers.check)


def check(new: Reading, old: Reading) -> Judgement | None:
    """The contradiction of two statements about people, or None."""
    if new.scene is None or old.scene is None or old.past:
        return None
    new, old = _recognised(new, old), _recognised(old, new)
    if new.scene is None or old.scene is None:
        return None
    finding = None if new.unreal or old.unreal else _at_once(new, old)
    if finding is not None:
        return settle(new, old, finding)
    by = link(new.scene, old.scene, _one_time(new, old))
    if not by.people or not (_personal(new.scene) or _personal(old.scene)):
        return None
    finding = ended.check(new, old, by)
    if finding is not None:
        return _changed(new, old, finding)
    finding = None if new.unreal or old.unreal or _apart(new, old, by) else _find(new, old, by)
    if finding is None:
        return None
    return _changed(new, old, finding) if new.scene.change else settle(new, old, finding)


def _at_once(new: Reading, old: Reading) -> Finding | None:
    """What needs no shared topic: years of birth, the dead, kin that someone has not."""
    return ages.check(new, old) or ended.check_dead(new, old) or stances.no_kin(new, old) or stances.no_kin(old, new)


def _one_time(new: Reading, old: Reading) -> bool:
    mine, theirs = new.moment, old.moment
    named = all(any(t.lower in MONTHS for t in one.tokens) for one in (new, old))
    return named and bool(mine.year and mine.month) and (mine.year, mine.month) == (theirs.year, theirs.month)


def _recognised(one: Reading, other: Reading) -> Reading:
    """A reading with the name that only the other statement shows to be one."""
    if one.scene is None or other.scene is None:
        return one
    known = recognised(one.scene.cast, other.scene.cast)
    if known is one.scene.cast:
        return one
    rest = {word: at for word, at in one.scene.topics.items() if word != known.opening}
    return replace(one, scene=replace(one.scene, cast=known, topics=rest, heads=one.scene.heads - {known.opening}))


def _personal(told: Scene) -> bool:
    """Whether it tells of people by name, or of "us"."""
    return bool(told.cast.every or told.cast.core or told.cast.ours)


def _find(new: Reading, old: Reading, by: Link) -> Finding | None:
    finding = compared.check(new, old)
    if finding is not None:
        return finding
    for one in _ANY:
        finding = one(new, old, by)
        if finding is not None:
            return finding
    if new.scene is None or old.scene is None or other_thing(new.scene, old.scene, by):
        return None
    return figures.check(new, old, by) or whens.check(new, old, by)


def _apart(new: Reading, old: Reading, by: Link) -> bool:
    """Whether they speak of different years or months, or of a case that the other does not speak of."""
    part = new.moment.differs(old.moment)
    since = part == "year" and "since" in new.lemmas | old.lemmas
    if part in ("year", "month") and not since and not (by.topics & whens.ONCE or new.lemmas & whens.PUT_OFF):
        return True
    return any(
        clause.link in ("when", "if", "unless", "whenever", "while")
        and any(
            item.zone == "condition" and item.weight > 0.5 and item.lemma not in old.content for item in clause.items
        )
        for clause in new.clauses
    )


def _changed(new: Reading, old: Reading, finding: Finding) -> Judgement:
    if new.corrects:
        return settle(new, old, finding)
    return Judgement(
        verdict=Verdict.CHANGES_OVER_TIME,
        dimension=finding.dimension,
        kind=finding.kind,
        reason=finding.reason,
        confidence=finding.confidence,
    )
