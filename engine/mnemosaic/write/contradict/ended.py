"""The new statement says that something is over: no longer, left, sold, instead of; and the old one holds it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.clauses import PREPOSITIONS, finite
from mnemosaic.write.contradict.everyday import kin, listed
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link
from mnemosaic.write.contradict.moments import MONTHS, WEEKDAYS
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.scene import Scene
from mnemosaic.write.contradict.tokens import Token

_PERFECT = frozenset("have has had 've been be is was just finally also now".split())
_UNDONE = frozenset(
    "is are was were am be not do does did has have had will can could used may must should would shall might "
    "need".split()
)
_LIVING = frozenset("live move stay lodge share room flat house contract with date see account".split())
_FROM = frozenset("move switch change swap shift transfer migrate convert go".split())
_NO_END = {("end", "up"), ("lose", "in"), ("drop", "by"), ("drop", "in"), ("leave", "behind"), ("finish", "up")}
"""A verb that ends something, and the word with which it does not: ended up laughing, lost in thought."""
_PAST_OF_DEATH = frozenset("die death bury funeral born remember miss late ago before when would used-to".split())


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """What the new statement ends is what the old one says."""
    assert new.scene is not None
    assert old.scene is not None
    if old.past or (old.scene.change and any(token.lower in ("no-longer", "anymore") for token in old.tokens)):
        return None
    for start, end in _spans(new.tokens, new.scene):
        if _held(new, old, by, range(start, end)):
            text = " ".join(token.raw for token in new.tokens[start:end][:6])
            return Finding(Dimension.SEMANTIC, "ended", f'"{text}" is said to be over', 0.75)
    return _person_ends(new, old)


def _spans(tokens: Sequence[Token], told: Scene) -> Iterator[tuple[int, int]]:
    """The pieces that name what is over."""
    for start, end in told.parts:
        lowers = [token.lower for token in tokens[start:end]]
        if "no-longer" in lowers or "anymore" in lowers or "any-longer" in lowers:
            yield start, end
            continue
        for at in range(start, end):
            if tokens[at].lower == "no" and tokens[at + 1 : at + 2] and tokens[at + 1].lower == "more":
                yield at + 2, _object_end(tokens, at + 2, end, frozenset(["than"]))
            elif _ends(tokens, at) and tokens[at - 1].lower in ("been", "was", "were", "got") and at > start + 1:
                yield start, at
            elif _ends(tokens, at):
                yield at + 1, _object_end(tokens, at + 1, end, _AFTER_OBJECT)
            elif (
                tokens[at].lower == "not"
                and at > start
                and tokens[at - 1].lower not in _UNDONE
                and "not" not in (lowers[: max(0, at - start - 1)])
            ):
                yield at + 1, end
            elif (
                tokens[at].lower == "out" and _moves(tokens[start:at]) and at + 2 < end and tokens[at + 1].lower == "of"
            ):
                yield at + 2, _object_end(tokens, at + 2, end, _AFTER_OBJECT | {"and"})
            elif tokens[at].lower == "over" and at + 1 == end and _is_be(tokens, at):
                yield start, at
            elif (
                tokens[at].lower == "from" and _moves(tokens[start:at]) and any(t.lower == "to" for t in tokens[at:end])
            ):
                yield at + 1, next(n for n in range(at, end) if tokens[n].lower == "to")
    yield from _meant(tokens)


def _is_be(tokens: Sequence[Token], at: int) -> bool:
    before = tokens[at - 1]
    return before.lemma == "be" or (before.lower.endswith("'s") and before.lower not in ("it's", "that's"))


def _meant(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """I said Tuesday, I meant Thursday: what stands between."""
    said = next((at for at, token in enumerate(tokens) if token.lower in ("said", "told", "wrote")), -1)
    meant = next((at for at, token in enumerate(tokens) if token.lower in ("meant", "i-mean", "should")), -1)
    if 0 <= said < meant:
        yield said + 1, meant


_AFTER_OBJECT = frozenset("at in on since for after because when last this to with by until before during as".split())


def _object_end(tokens: Sequence[Token], start: int, end: int, stops: frozenset[str]) -> int:
    return next((at for at in range(start + 1, end) if tokens[at].lower in stops), end)


def _moves(before: Sequence[Token]) -> bool:
    return any(token.lemma in _FROM for token in before)


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb in the past or perfect ends what follows: sold, has given up, is getting rid of."""
    token = tokens[at]
    if token.kind != "word" or token.lemma not in listed("end_of_thing"):
        swaps = token.lemma in ("replace", "trade", "swap", "exchange") and any(
            word.lower in ("with", "for") for word in tokens[at + 1 : at + 6]
        )
        if not swaps:
            return False
    before = tokens[at - 1].lower if at else ""
    if ends_nothing(tokens, at):
        return False
    if token.lemma == "lose" and any(word.lower.removesuffix("'s") in kin() for word in tokens[at + 1 : at + 4]):
        return False
    if before in ("not", "to", "never", "the", "a", "my", "our", "'s") or before == "will":
        return False
    past = token.lower != token.lemma and not token.lower.endswith(("ing", "s"))
    return past or token.lower == "quit" or (before in _PERFECT and token.lower != token.lemma)


def ends_nothing(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb that ends things ends none here: ended up laughing; effort that paid off, unlike a loan."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if tokens[at].lemma == "repay" and (following is None or following.kind == "mark"):
        return tokens[at - 1].lower not in ("is", "was", "were", "been", "are") if at else True
    return following is not None and (tokens[at].lemma, following.lower) in _NO_END


def _held(new: Reading, old: Reading, by: Link, span: range) -> bool:
    """Whether what a piece names is in the old statement, which affirms it."""
    assert new.scene is not None
    assert old.scene is not None
    told, known = new.scene, old.scene
    words = {word: at for word, at in told.topics.items() if at in span}
    names = {new.tokens[at].lower.removesuffix("'s") for at in told.cast.names if at in span}
    kin = {key for one in told.cast.people if one.at in span for key in (one.key, one.kin) if "'s " in key}
    known_kin = kin & known.cast.every
    names -= (told.cast.core & known.cast.core) | {told.cast.speaker}
    days = {WEEKDAYS[new.tokens[at].lower] for at in span if new.tokens[at].lower in WEEKDAYS}
    amounts = [q for q in new.quantities if q.at in span]
    theirs = known.names | {token.lower.removesuffix("'s") for token in old.tokens if token.raw[:1].isupper()}
    matched = [word for word in words if word in by.topics]
    found = 2 * len(known_kin) + len(matched) + 2 * len(names & theirs) + 2 * len(days & known.days)
    equal = [q for q in amounts if any(q.dimension == o.dimension and q.is_equal(o) for o in old.quantities)]
    if equal and equal[0] is amounts[0] and not words and not names and by.people:
        return bool(by.strength >= 1 or _counts_us(new, old)) and _affirms(old, by)
    if amounts and not equal:
        return False
    if not found or (days and not days & known.days) or (names and not names & theirs):
        return _same_date(new, old, by, span)
    if not words and _other_deed(new, old, span):
        return False
    whose = {new.tokens[at].lower[:-2] for at in span if new.tokens[at].lower.endswith("'s")}
    persons_only = (
        not matched
        and not known_kin
        and not days & known.days
        and not ((names & theirs) - known.cast.core - told.cast.core - whose)
    )
    if persons_only and not (old.lemmas & _LIVING and new.lemmas & _LIVING):
        return False
    if (words and len(matched) <= 0.5 * len(words)) or (by.people < 2 and found < 2):
        return False
    return _affirms(old, by)


def _other_deed(new: Reading, old: Reading, span: range) -> bool:
    """Whether the piece is of a deed that the old statement, which tells of no present state, does not tell of.

    To no longer work at Bolt ends no rule that was put on Bolt.
    """
    deeds = {
        token.lemma
        for token in (new.tokens[at] for at in span)
        if token.kind == "word" and not token.raw[:1].isupper() and finite((token,), 0, 1) == 0
    }
    return bool(deeds) and not deeds & old.lemmas and not _present(old)


def _counts_us(new: Reading, old: Reading) -> bool:
    """Whether both count who is there: eight of us."""
    return all(
        any(t.lower == "us" and r.tokens[i - 1].lower == "of" for i, t in enumerate(r.tokens)) for r in (new, old)
    )


def _same_date(new: Reading, old: Reading, by: Link, span: range) -> bool:
    """Whether a date that is taken back is the old statement's."""
    day = [new.tokens[at] for at in span if new.tokens[at].kind == "number" or new.tokens[at].lower in MONTHS]
    return (
        len(day) == 2
        and all(any(token.lower == other.lower for other in old.tokens) for token in day)
        and by.people == 2
        and any(new.tokens[at].lower in PREPOSITIONS or new.tokens[at].kind == "date" for at in span)
    )


def _affirms(old: Reading, by: Link) -> bool:
    """Whether the old statement affirms what it shares."""
    scene = old.scene
    assert scene is not None
    places = {scene.topics[word] for word in by.topics if word in scene.topics}
    return not any(
        clause.sign < 0 and any(clause.start <= at < clause.end and at > clause.verb for at in places)
        for clause in old.clauses
    )


def _person_ends(new: Reading, old: Reading) -> Finding | None:
    """Someone retired, died or separated, and the old statement tells of the work, the life or the partner."""
    told, known = new.scene, old.scene
    assert told is not None
    assert known is not None
    back = re.search(r"\b(?:paid|paying|pay|given) \S+(?: \S+){0,2} back\b", new.text)
    if (
        back
        and old.lemmas & {"owe", "borrow", "lend", "loan"}
        and told.cast.core & known.cast.every
        and "not" not in new.lemmas
    ):
        return Finding(Dimension.SEMANTIC, "ended", "the debt is paid back", 0.75)
    if _left_work(new) and told.cast.core & known.cast.core and works(old):
        return Finding(Dimension.SEMANTIC, "ended", "the work has ended", 0.75)
    for at, token in enumerate(new.tokens[:-1]):
        out = token.lower == "moved" and new.tokens[at + 1].lower == "out"
        if (
            out
            and {one.key for one in told.cast.people if one.at < at <= one.end + 1}
            & known.cast.every - {told.cast.speaker}
            and old.lemmas & {"share", "flatmate", "housemate", "lodger", "roommate"}
        ):
            return Finding(Dimension.SEMANTIC, "ended", "who shared has moved out", 0.75)
    for at, token in enumerate(new.tokens):
        if token.lower == token.lemma or token.lemma not in listed("end_of_person") | {"divorced"}:
            continue
        if any(word.lower in ("not", "never", "if", "before", "when") for word in new.tokens[max(0, at - 4) : at]):
            continue
        who = {key for one in told.cast.people if one.at < at for key in (one.key, one.kin) if key} or told.cast.core
        who -= told.cast.owners if token.lemma == "die" else set()
        known_to = known.cast.every
        if not (who | told.heads) & known_to and not (told.cast.ours and told.cast.speaker in known_to):
            continue
        if token.lemma in ("retire", "resign") and works(old) and "retire" not in old.lemmas:
            return Finding(Dimension.SEMANTIC, "ended", f"{token.lower} ends the work", 0.75)
        if token.lemma in ("divorce", "divorced", "separate") and old.lemmas & listed("coupled"):
            return Finding(Dimension.SEMANTIC, "ended", f"{token.lower} ends the bond", 0.75)
        alive = who & (known.cast.core or known.cast.every) or (told.heads & known.cast.every and not told.cast.core)
        if token.lemma == "die" and alive and not old.lemmas & _PAST_OF_DEATH and _present(old):
            return Finding(Dimension.SEMANTIC, "ended", "death ends what is said of the living", 0.75)
    return None


_LEFT_WORK = re.compile(
    r"\b(?:(?:handed|given|gave|put|handing) in \w+(?:'s)? notice\b.*\b(?:is|works|working) (?:now )?(?:at|with|for) "
    r"(?-i:[A-Z]).*\bnow|(?:made|been) redundant|laid off|got the sack|been sacked|"
    r"(?:was|got|been) (?:fired|let go))\b",
    re.IGNORECASE,
)


def _left_work(new: Reading) -> bool:
    """Whether someone was made redundant, or gave notice and is elsewhere now: notice alone ends nothing yet."""
    return "notice" in new.lemmas | {"redundant", "lay", "sack", "fire", "let"} and bool(_LEFT_WORK.search(new.text))


def works(old: Reading) -> bool:
    """Whether a statement tells of the work that someone has."""
    if old.lemmas & {"retire", "was", "were", "former"} or not _present(old):
        return False
    return bool(old.lemmas & listed("working")) or any(
        (token.lower in ("a", "an", "our", "my", "the") or token.lower.endswith("'s"))
        and wordnet.falls_under(old.tokens[at + 1].lemma, "worker")
        for at, token in enumerate(old.tokens[:-1])
    )


def _present(reading: Reading) -> bool:
    """Whether a statement tells of the present."""
    return not any(token.lower in ("was", "were", "had", "did") for token in reading.tokens) and any(
        token.lower in ("is", "has", "are", "'s") or (token.lower != token.lemma and token.lower.endswith("s"))
        for token in reading.tokens
    )


def check_dead(new: Reading, old: Reading) -> Finding | None:
    """Someone who has died does something; whose cat has died is alive."""
    told, known = new.scene, old.scene
    assert told is not None
    assert known is not None
    if ("die" not in old.lemmas and "death" not in old.lemmas) or new.lemmas & _PAST_OF_DEATH:
        return None
    dead = known.cast.core - known.cast.owners
    alive = {b for b in told.cast.core for d in dead if b == d or d.endswith(f"'s {b}")}
    if not alive or not (_present(new) or (new.statement.occurred_from and "was" not in {t.lower for t in new.tokens})):
        return None
    died = old.statement.occurred_from
    if died and new.statement.occurred_from and new.statement.occurred_from < died:
        return None
    return Finding(Dimension.SEMANTIC, "dead", f"{min(alive)} is said to be dead", 0.75)
