"""What a person likes, eats, can or has, against a statement that rules it out; and two colours of one thing."""

from __future__ import annotations

from collections.abc import Iterator

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.everyday import keeps_from, kin, listed
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link
from mnemosaic.write.contradict.reading import Clause, Reading
from mnemosaic.write.contradict.scene import topic
from mnemosaic.write.contradict.tables import classes, opposites
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.wordnet import falls_under, is_a

_EATING = frozenset(
    "eat have order grill drink enjoy love touch buy devour finish taste munch share fry cook adore like".split()
)
_NOT_EATEN = frozenset(
    "veggie vegan vegetarian free plant-based fake substitute no without not never cook-for allergic".split()
)
_TOWARDS = frozenset("of about by on for to the a an any all really so with in eating doing going being".split())
_LIMITS = frozenset(
    "without unless except until till more-than less-than only if when under over before after at-most up-to yet "
    "alone".split()
)
_NOT_FOR_ALL = frozenset("yet again before still today tonight tomorrow yesterday".split())
_SHADES = frozenset(
    "red blue green yellow black white grey gray brown purple pink orange silver gold beige ginger tabby blonde "
    "turquoise navy cream maroon tortoiseshell brunette blond".split()
)
_TIMES = frozenset("weekday weekend morning evening afternoon night today yesterday week month summer winter".split())
_DENIALS = frozenset("not never no nobody none neither no-longer anymore without cannot gave quit stopped".split())
_DOUBT = frozenset(["?", "whether"])


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """The checks of this module in order."""
    if by.people == 2 and _share_core(new, old):
        found = _opposed(new, old, by) or _feelings(new, old) or _diet(new, old) or _diet(old, new)
        if found is not None:
            return found
    return (
        _only(old, new, by)
        or _only(new, old, by)
        or _denied(new, old, by)
        or _denied(old, new, by)
        or _shades(new, old, by)
    )


def _share_core(new: Reading, old: Reading) -> bool:
    assert new.scene is not None
    assert old.scene is not None
    mine, theirs = new.scene.cast, old.scene.cast
    return bool(mine.core & theirs.core) or (mine.ours and theirs.ours and mine.speaker == theirs.speaker)


def _opposed(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Opposite deeds about what is shared: passed and failed the test."""
    if by.strength < 2 or any(clause.sign < 0 and clause.verb >= 0 and clause.stance for clause in new.clauses):
        return None
    mine, theirs = new.lemmas - old.lemmas, old.lemmas - new.lemmas
    for a in mine:
        for b in theirs:
            if (a, b) in opposites() and all(is_a(word, "v") and not is_a(word, "r") for word in (a, b)):
                return Finding(Dimension.SEMANTIC, "antonym", f'"{a}" and "{b}" of one thing', 0.75)
    return None


def no_kin(denying: Reading, other: Reading) -> Finding | None:
    """Someone who has no brother, and a brother of theirs."""
    assert denying.scene is not None
    assert other.scene is not None
    at = next((n for n, token in enumerate(denying.tokens) if token.lower in ("no", "any", "only-child")), -1)
    if at < 0 or (denying.tokens[at].lower == "any" and "not" not in denying.lemmas) or "only" in denying.lemmas:
        return None
    lone = denying.tokens[at].lower == "only-child"
    without = {kin()[token.lemma] for token in denying.tokens[at + 1 : at + 4] if token.lemma in kin()}
    without |= {"brother", "sister"} if lone else set()
    known = {key for one in other.scene.cast.people for key in (one.key, one.kin)}
    for who in denying.scene.cast.core:
        if any(f"{who}'s {relation}" in known for relation in without):
            return Finding(Dimension.LOGICAL, "kin", f"{who} is said to have none", 0.8)
    return None


def _feelings(new: Reading, old: Reading) -> Finding | None:
    for sign, what in _felt(new):
        for other, known in _felt(old):
            if sign != other and what == known:
                return Finding(Dimension.SEMANTIC, "feeling", f'"{what}" is liked in one and not in the other', 0.8)
    return None


def _felt(reading: Reading) -> Iterator[tuple[int, str]]:
    """Each thing that someone likes (1) or not (-1): the first topic word behind the word of feeling."""
    assert reading.scene is not None
    for at, token in enumerate(reading.tokens):
        liked = token.lemma in listed("liking") or token.lower in listed("liking")
        if not liked and token.lemma not in listed("disliking") and token.lower not in listed("disliking"):
            continue
        if token.lemma == "like" and reading.tokens[at - 1].lower in ("as", "is", "was", "just", "looks", "would"):
            continue
        before = {word.lower for word in reading.tokens[max(0, at - 4) : at]}
        sign = (1 if liked else -1) * (-1 if before & {"not", "never", "no-longer", "hardly"} else 1)
        for place in range(at + 1, min(at + 5, len(reading.tokens))):
            word = topic(reading.tokens[place])
            if word:
                yield sign, word
                break
            if reading.tokens[place].lower not in _TOWARDS:
                break


def _diet(told: Reading, rule: Reading) -> Finding | None:
    """Someone eats what they keep from."""
    kept = _kept(rule)
    if not kept or not (told.lemmas & _EATING) or not rule.reaches(told):
        return None
    for clause in told.clauses:
        for at in range(clause.start, clause.end):
            token = told.tokens[at]
            near = {t.lower for t in told.tokens[max(0, at - 3) : at + 2]} | {
                t.lemma for t in told.tokens[max(0, at - 3) : at + 2]
            }
            if token.lemma in kept and not near & _NOT_EATEN and _eats(told, clause, at):
                return Finding(Dimension.SEMANTIC, "diet", f'"{token.lower}" is what they keep from', 0.8)
    return None


def _eats(told: Reading, clause: Clause, at: int) -> bool:
    """Whether the word stands behind a verb of eating that is affirmed and done by whom it is about."""
    verb = next((n for n in range(at - 1, max(-1, at - 9), -1) if told.tokens[n].lemma in _EATING), -1)
    if verb < 0 or any(
        t.lower in ("not", "never", "used-to", "would", "if") for t in told.tokens[max(0, verb - 3) : at]
    ):
        return False
    scene = told.scene
    assert scene is not None
    doer = [one.key for one in scene.cast.people if one.at < verb]
    return clause.sign >= 0 and bool(doer) and doer[-1] in scene.cast.core


def _kept(rule: Reading) -> frozenset[str]:
    """What someone keeps from: by what they are, are allergic to, or never eat."""
    found: frozenset[str] = frozenset()
    if _drinks_not(rule):
        found |= keeps_from()["alcohol"]
    lowers = [token.lower for token in rule.tokens]
    for at, token in enumerate(rule.tokens):
        food = keeps_from().get(token.lemma)
        before = set(lowers[max(0, at - 6) : at])
        if token.lemma in ("vegetarian", "vegan", "teetotal", "teetotaller", "coeliac", "celiac"):
            found |= food or frozenset() if not before & {"not", "never", "no-longer"} else frozenset()
        denied = before & {"never", "not", "no", "avoids"} and rule.lemmas & (_EATING | {"avoid"})
        averse = before & {"allergic", "intolerant", "allergy", "coeliac", "avoids", "avoid"} and "not" not in before
        after = "intolerant" in lowers[at + 1 : at + 2] or "allergy" in lowers[at + 1 : at + 2]
        if denied or averse or after:
            known = _is_food(token) or (averse and topic(token) and is_a(token.lemma, "n"))
            found |= (food or frozenset()) | ({token.lemma} if known else frozenset())
    return found


def _drinks_not(rule: Reading) -> bool:
    """Whether someone does not drink, without a word of what."""
    for at, token in enumerate(rule.tokens[:-1]):
        ends = rule.tokens[at + 1].kind == "mark" or rule.tokens[at + 1].lower in ("and", "at", "because", "anymore")
        if token.lemma == "drink" and ends and at and rule.tokens[at - 1].lower in ("not", "never"):
            return True
    return False


def _is_food(token: Token) -> bool:
    return not token.name and (falls_under(token.lemma, "food") or falls_under(token.lemma, "beverage"))


def _denied(denying: Reading, other: Reading, by: Link) -> Finding | None:
    """One denies what the other affirms: every topic word of what is denied is in the other."""
    assert denying.scene is not None
    assert other.scene is not None
    lowers = {token.lower for token in denying.tokens}
    marks = [
        at
        for at, token in enumerate(denying.tokens)
        if token.lower in ("not", "never", "nobody", "neither", "no", "none", "cannot")
    ]
    marks = marks or [
        at for at, token in enumerate(denying.tokens[:-1])
        if token.lower in ("quit", "stopped") and denying.tokens[at + 1].lower.endswith("ing")
    ]  # fmt: skip
    if not marks or lowers & _DOUBT or len(marks) > 2 or _negative(other, by):
        return None
    at = marks[0]
    piece = next(((start, end) for start, end in denying.scene.parts if start <= at < end), (0, len(denying.tokens)))
    said = {denying.tokens[n].lower for n in range(*piece)}
    if said & (_LIMITS | (_NOT_FOR_ALL - ({"yet"} if said & {"can", "cannot"} else set()))) or (
        at == piece[1] - 2 and denying.tokens[at + 1].lower.endswith("ed")
    ):
        return None
    if not _times(denying) <= _times(other) or (denying.scene.days and denying.scene.days != other.scene.days):
        return None
    words = {word for word, place in denying.scene.topics.items() if at < place < piece[1]}
    names = {
        denying.tokens[n].lower
        for n in range(at, piece[1])
        if n in denying.scene.cast.names - denying.scene.cast.places
    }
    if denying.quantities or not words or not words <= by.topics or (names and not names <= by.names):
        return None
    if not denying.reaches(other):
        return None
    if not _same_holders(denying, other, by):
        return None
    joint = denying.lemmas & {"nobody", "neither", "none"}
    dimension = Dimension.LOGICAL if joint or other.lemmas & {"both", "all"} else Dimension.SEMANTIC
    return Finding(dimension, "negation", "one denies what the other affirms", 0.75)


def _only(narrow: Reading, wide: Reading, by: Link) -> Finding | None:
    """What only one person has, knows or does is said of others too."""
    assert narrow.scene is not None
    assert wide.scene is not None
    at = next((n for n, token in enumerate(narrow.tokens[:3]) if token.lower == "only"), -1)
    sole = [one.key for one in narrow.scene.cast.people if 0 <= at < one.at <= at + 3]
    others = wide.scene.cast.core - set(sole)
    if not sole or not others or _negative(wide, by) or len(by.topics) < 2 or wide.moment or narrow.moment:
        return None
    return Finding(Dimension.LOGICAL, "only", f"what only {sole[0]} may or does is said of {min(others)}", 0.75)


def _times(reading: Reading) -> set[str]:
    return {token.lemma for token in reading.tokens if token.lemma in _TIMES}


def _same_holders(denying: Reading, other: Reading, by: Link) -> bool:
    assert denying.scene is not None
    assert other.scene is not None
    mine, theirs = denying.scene.cast, other.scene.cast
    if denying.lemmas & {"nobody", "neither", "none"}:
        return bool(mine.every & theirs.core) or (
            mine.ours and (mine.speaker in theirs.core or (theirs.ours and theirs.speaker == mine.speaker))
        )
    every = {token.lower for token in other.tokens} & {"every", "all", "each"}
    if every and denying.scene.heads & other.scene.heads & by.topics and by.people:
        return True
    if any(denying.moment.differs(other.moment) for _ in (0,)) or other.past or denying.past:
        return False
    return by.people == 2 and (
        mine.core == theirs.core or bool(mine.core & theirs.core and other.lemmas & {"both", "all"})
    )


def _negative(reading: Reading, by: Link) -> bool:
    """Whether what is shared is denied, or ended, or only wished."""
    scene = reading.scene
    assert scene is not None
    places = {scene.topics[word] for word in by.topics if word in scene.topics}
    return reading.unreal or any(
        reading.tokens[at].lower in _DENIALS
        for start, end in scene.parts
        if any(start <= place < end for place in places)
        for at in range(start, end)
    )


def _shades(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Two colours of one thing."""
    mine, theirs = ({t.lemma for t in r.tokens if t.lemma in _SHADES or t.lower in _SHADES} for r in (new, old))
    if not mine or not theirs or mine & theirs or len(mine) > 1 or len(theirs) > 1:
        return None
    if new.lemmas & {"too", "also", "another", "second"} or not by.holds():
        return None
    if next(iter(mine)) in classes() and next(iter(theirs)) not in _SHADES:
        return None
    return Finding(Dimension.SEMANTIC, "colour", f"{min(mine)} here and {min(theirs)} there", 0.75)
