"""Reading a statement: tokens, times and quantities, then each clause with its sign, its stance and its items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from mnemosaic.verdicts import Statement
from mnemosaic.write.contradict import clauses, gist, polarity, wordnet
from mnemosaic.write.contradict.everyday import topics
from mnemosaic.write.contradict.limits import limits
from mnemosaic.write.contradict.moments import moment
from mnemosaic.write.contradict.quantities import quantities
from mnemosaic.write.contradict.reading import Clause, Item, Reading, unique
from mnemosaic.write.contradict.scene import Scene, scene
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.tokens import Token, tokens
from mnemosaic.write.identity import signs

_SCREEN = 5
_NUMBERED = re.compile(r"\b([a-z]+) (?:number|no\.|nr\.?|#) ?(\d+)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE)
_MONTH = re.compile(r" \(\d{4}-\d\d\)")
"""What the decomposer adds to a month that is named."""


def read(statement: Statement) -> Reading:
    """Parse a statement, whatever its text holds. Pure: equal statements give equal readings."""
    text = _said(statement)
    found = tokens(text)
    when, timed = moment(found)
    amounts = quantities(found, timed)
    taken = timed | {at for amount in amounts for at in range(amount.at, amount.end)}
    parts = _with_subject([_clause(found, start, end, taken) for start, end in clauses.spans(found)]) if found else ()
    items = unique(parts)
    lemmas = frozenset(token.lemma for token in found)
    general = _is_general(found, parts)
    foreign = any(token.lower in words("foreign") and not token.name for token in found)
    told = None if foreign or not found else scene(found, statement)
    return Reading(
        statement=statement,
        tokens=found,
        clauses=parts,
        quantities=amounts,
        moment=when,
        timed=timed,
        screen=frozenset(_screened(items)) | _topics(told),
        content=frozenset(item.lemma for item in items),
        lemmas=lemmas,
        compounds=_compounds(found),
        told_apart=(*signs(statement.details), *_NUMBERED.findall(statement.details)),
        relative=bool(_RELATIVE.search(statement.details)),
        changes=polarity.tells_change(found),
        corrects=statement.corrects or bool(lemmas & words("correction") - {"correct", "rather", "wrong"}),
        unreal=not general and _is_unreal(found),
        past="used-to" in lemmas or "formerly" in lemmas,
        general=general,
        text=text,
        foreign=foreign,
        parts=gist.parts(found, parts, taken),
        scene=told,
    )


def _screened(items: Sequence[Item]) -> Iterator[str]:
    """What two statements must share one of to be compared: a word's beginning, or that of what it stands for."""
    for item in items:
        if item.weight > 0.5:
            yield item.lemma[:_SCREEN]
            yield gist.key(item.lemma)[:_SCREEN]
            yield from (word[:_SCREEN] for word in gist.drug_class(item.lemma).split())


def _topics(told: Scene | None) -> frozenset[str]:
    """The topics that several words tell of, each as the screen holds words: a wedding and marrying share one."""
    if told is None or not (told.cast.every or told.cast.core or told.cast.ours):
        return frozenset()
    return frozenset(word[:_SCREEN] for word in told.topics if topics().get(word) == word)


def _said(statement: Statement) -> str:
    """The text without the name of who says it in front: that is not what it is about."""
    front = f"{statement.speaker}: "
    told = statement.details[len(front) :] if statement.details.lower().startswith(front.lower()) else statement.details
    return _MONTH.sub("", told) if "(" in told else told


def _clause(found: Sequence[Token], start: int, end: int, taken: frozenset[int] | set[int]) -> Clause:
    places, verb, link = clauses.zones(found, start, end)
    items = tuple(
        Item(token.lemma, at, zone, _weight(token), token.name, prep)
        for at, (zone, prep) in zip(range(start, end), places, strict=True)
        if at not in taken and _is_item(token := found[at], _is_particle(found, at)) and not polarity.denies(found, at)
    )
    main = [at for at, (zone, _) in zip(range(start, end), places, strict=True) if zone != "condition"]
    said = polarity.polarity(found, main)
    denied = frozenset(
        item.at
        for item in items
        if item.zone != "condition" and (item.at >= said.first or (item.zone == "subject" and not said.local))
    )
    return Clause(
        items, said.sign, said.stance, denied if said.first >= 0 else frozenset(), said.local, said.quantifier, link,
        verb, start, end, limits(found, said.first, end) if said.sign < 0 <= said.first else (),
    )  # fmt: skip


def _is_unreal(found: Sequence[Token]) -> bool:
    """Whether it tells of a plan or a wish: wants to, might, is considering; not of "the plan"."""
    named = ("the", "a", "an", "of", "our", "this", "new")
    return any(
        (b.lemma in words("unreal") and a.lower not in named) or (a.lemma == "consider" and b.lower.endswith("ing"))
        for a, b in pairwise(found)
    )


def _with_subject(parts: list[Clause]) -> tuple[Clause, ...]:
    """The clauses, those without a subject with that of the first: "is off and not collected"."""
    subject = tuple(item for item in parts[0].items if item.zone == "subject")
    shared = frozenset(item.at for item in subject)
    return (parts[0], *(_joined(part, subject, shared) for part in parts[1:]))


def _joined(part: Clause, subject: tuple[Item, ...], places: frozenset[int]) -> Clause:
    if any(item.zone == "subject" for item in part.items) or not subject:
        return part
    return replace(part, items=(*subject, *part.items), denied=part.denied | places if part.denied else part.denied)


def _is_particle(found: Sequence[Token], at: int) -> bool:
    """Whether "on" or "off" belongs to a verb rather than to a noun after it: turn it off."""
    if found[at].lower not in ("on", "off"):
        return False
    following = found[at + 1] if at + 1 < len(found) else None
    return following is None or following.kind == "mark" or following.lower in clauses.PREPOSITIONS


def _is_item(token: Token, particle: bool) -> bool:
    if token.kind not in ("word", "id"):
        return False
    if particle:
        return True
    if token.lower in clauses.LINKS:
        return False
    if token.name and token.lower != "i":
        return True
    return not (
        token.lemma in words("stop") or token.lower in words("stop") or polarity.is_mark(token.lemma, token.lower)
    )


def _weight(token: Token) -> float:
    if token.name:
        return 1.2
    return 0.25 if token.lemma in words("light") or token.lower.endswith("ly") else 1.0


def _compounds(found: Sequence[Token]) -> dict[str, frozenset[int]]:
    """Nouns of two or three words that WordNet has, such as calcium channel blocker, with their places."""
    known, heads = wordnet.net().known["n"], wordnet.net().heads
    made: dict[str, frozenset[int]] = {}
    for length in (2, 3):
        for at in range(len(found) - length + 1):
            if found[at].lemma not in heads:
                continue
            name = "_".join(token.lemma for token in found[at : at + length])
            if name in known:
                made[name] = frozenset(range(at, at + length))
    return made


def _is_general(found: Sequence[Token], parts: Sequence[Clause]) -> bool:
    """Whether it is a rule or a general truth: a stance, an imperative, or a bare plural for a subject."""
    if any(part.stance or part.verb == part.start for part in parts):
        return True
    first = found[0] if found else None
    return (
        first is not None
        and not first.name
        and first.lower != first.lemma
        and first.lower.endswith("s")
        and "'" not in first.lower
    )
