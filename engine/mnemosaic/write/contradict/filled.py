"""Who or what fills a place that one fills at a time: a boss, a GP, where someone lives, works or comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mnemosaic.verdicts import Dimension
from mnemosaic.write.contradict.clauses import PREPOSITIONS
from mnemosaic.write.contradict.everyday import kin, listed
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.link import Link
from mnemosaic.write.contradict.moves import behind_time, takes_along
from mnemosaic.write.contradict.people import Person
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.same_people import namesakes
from mnemosaic.write.contradict.scene import Scene
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.wordnet import falls_under
from mnemosaic.write.contradict.workplaces import one_is_a_part

_TITLES = frozenset("dr mr mrs ms miss prof sir dr. mr. mrs. ms. professor called named".split())
_BE = frozenset(
    "is was be been are are were becomes became remains 's has will now new currently actually still , called named "
    "always".split()
)
_MANY = frozenset("guest student pupil client patient member helper player assistant".split())
_FIELDS = frozenset("law medicine history art music drama geography english french german spanish latin".split())
_LIVE = frozenset("station base post live reside move settle relocate".split())
_WORK = frozenset("work teach lecture employ nurse cook job start join".split())
_STUDY = frozenset("study attend go enrol enroll start".split())
_BESIDE = frozenset("also too another second previous former formerly first ex used-to once old-time next".split())
_NEW_OR_HALF = frozenset("part-time weekend weekends freelance for sometimes occasionally holiday summer".split())


@dataclass(slots=True, frozen=True)
class Filled:
    """`who` is the holder, empty where it is not said; `values` the words that name what fills the place."""

    who: str
    attribute: str
    values: frozenset[str]


def check(new: Reading, old: Reading, by: Link) -> Finding | None:
    """Two fillers of one place."""
    assert new.scene is not None
    assert old.scene is not None
    if {token.lower for token in new.tokens} & _BESIDE or {token.lower for token in old.tokens} & {"former", "used-to"}:
        return None
    mine, theirs = _all(new), _all(old)
    others = namesakes(new.scene.cast.people, old.scene.cast.people)
    for one in mine:
        for other in theirs:
            if one.attribute != other.attribute or not _same_holder(one, other, by, others):
                continue
            if one.attribute == "work" and one_is_a_part(new.text, old.text):
                continue
            if one.values.isdisjoint(other.values):
                reason = (
                    f"{one.attribute} is {' '.join(sorted(one.values))} here and {' '.join(sorted(other.values))} there"
                )
                return Finding(Dimension.SEMANTIC, "slot", reason, 0.75)
    return None


def _same_holder(one: Filled, other: Filled, by: Link, others: frozenset[str]) -> bool:
    if one.who and other.who:
        return bool({*one.who.split("|")} & {*other.who.split("|")} - others)
    return by.people == 2


def _all(reading: Reading) -> list[Filled]:
    return [*_roles(reading), *_verbs(reading), *_origins(reading), *_favourites(reading), *_taught(reading)]


def _roles(reading: Reading) -> Iterator[Filled]:
    tokens, told = reading.tokens, reading.scene
    assert told is not None
    for at, token in enumerate(tokens):
        role = _role(token)
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        if not role or (token.lower.endswith("'s") and following not in ("now", "been", "still", "currently")):
            continue
        who, kind = _owner(tokens, told, at)
        names = _name_behind(tokens, told, at + 1) or _name_before(tokens, told, at)
        before = {word.lower for word in tokens[max(0, at - 3) : at]}
        if names and (who or at == 0 or before & {"the", "his", "her", "their", "new"}):
            yield Filled(who, f"{kind} {role}".strip(), names)


def _favourites(reading: Reading) -> Iterator[Filled]:
    """What someone likes best of a kind."""
    tokens, told = reading.tokens, reading.scene
    assert told is not None
    for at, token in enumerate(tokens[:-1]):
        if token.lower not in ("favourite", "favorite", "fave") or tokens[at + 1].lower.endswith("s") or not at:
            continue
        who, _ = _owner(tokens, told, at)
        be = next((n for n in range(at + 2, min(at + 9, len(tokens))) if tokens[n].lemma == "be"), -1)
        before = at > 2 and any(tokens[n].lemma == "be" for n in (at - 1, at - 2, at - 3))
        values = tokens[be + 1 : be + 6] if be > 0 else tokens[: at - 1] if before else ()
        found = set()
        for word in values:
            if word.kind != "word":
                break
            found.add(word.lemma)
        found -= {"the", "a", "an", "be", who}
        if found and who:
            yield Filled(who, f"favourite {tokens[at + 1].lemma}", frozenset(found))


def _origins(reading: Reading) -> Iterator[Filled]:
    """Where someone comes from: whoever stands nearest before."""
    told = reading.scene
    assert told is not None
    for at, token in enumerate(reading.tokens):
        before = reading.tokens[at - 1] if at else None
        if (
            token.lower == "in"
            and before is not None
            and before.lower in ("born", "raised")
            and _named(reading.tokens, at + 1)
        ):
            near = [one for one in told.cast.people if one.at < at]
            if near:
                yield Filled(_named_as(near[-1]), "origin", _chain(reading.tokens, at + 1))
        if token.lower != "from" or before is None or not _named(reading.tokens, at + 1):
            continue
        if before.lemma in ("be", "come", "hail") or (
            before.lower.endswith("'s") and (at - 1 in told.cast.places or before.lower in ("he's", "she's"))
        ):
            near = [one for one in told.cast.people if one.at < at]
            if near:
                yield Filled(_named_as(near[-1]), "origin", _chain(reading.tokens, at + 1))


def _taught(reading: Reading) -> Iterator[Filled]:
    """The subject that someone teaches, with where."""
    tokens, told = reading.tokens, reading.scene
    assert told is not None
    where = next(
        (_chain(tokens, at + 1) for at, token in enumerate(tokens) if token.lower == "at" and _named(tokens, at + 1)),
        None,
    )
    for at, token in enumerate(tokens):
        subject = None
        if token.lemma == "play" and _states(tokens, at):
            team = next((n + 1 for n in range(at + 1, min(at + 5, len(tokens))) if tokens[n].lower == "for"), 0)
            if team and _named(tokens, team):
                yield Filled(_holder(told, at), "team", _chain(tokens, team))
        if token.lemma == "study" and at + 1 < len(tokens) and _is_field(tokens[at + 1]):
            yield Filled(_holder(told, at), "studies", frozenset([tokens[at + 1].lemma]))
        if token.lemma == "teach" and token.lower != "taught" and at + 1 < len(tokens):
            subject = tokens[at + 1]
        elif token.lower in ("teacher", "lecturer") and at and tokens[at - 2].lower in ("a", "an", "the"):
            subject = tokens[at - 1]
        if where and subject is not None and _is_field(subject):
            yield Filled(_holder(told, at), f"subject at {min(where)}", frozenset([subject.lemma]))


def _is_field(token: Token) -> bool:
    """Whether a word names a subject that is taught or studied."""
    return any(falls_under(word, "discipline") for word in (token.lemma, token.lower)) or token.lemma in (
        "law",
        "medicine",
    )


def _role(token: Token) -> str:
    word = token.lower.removesuffix("'s")
    relation = kin().get(word, word)
    if token.kind != "word" or token.name or word != token.lemma:
        return ""
    if relation in listed("roles"):
        return relation
    return (
        relation if relation not in kin().values() and relation not in _MANY and falls_under(relation, "worker") else ""
    )


def _owner(tokens: Sequence[Token], told: Scene, at: int) -> tuple[str, str]:
    """Whose role it is, and the word that tells it from others: Ann's piano teacher."""
    kind = ""
    for place in range(at - 1, max(-1, at - 4), -1):
        lower = tokens[place].lower
        if lower in ("our", "my"):
            return told.cast.speaker, kind
        if lower.endswith("'s") and (place in told.cast.names or lower[:-2] in kin()):
            return (lower[:-2] if place in told.cast.names else kin()[lower[:-2]]), kind
        if lower in ("new", "current", "own", "long-time", "favourite", "favorite") or lower.endswith(("er", "est")):
            continue
        if tokens[place].kind != "word" or lower in PREPOSITIONS or lower in ("a", "an", "the", "is", "and"):
            break
        kind = tokens[place].lemma
    return "", kind


def _name_behind(tokens: Sequence[Token], told: Scene, at: int) -> frozenset[str]:
    """The name that follows, at once or behind "is"."""
    if at < len(tokens) and tokens[at].lower in ("on", "at", "of", "in"):
        at = next((n for n in range(at + 1, min(at + 5, len(tokens))) if tokens[n].lemma == "be"), at)
    for place in range(at, min(at + 6, len(tokens))):
        lower = tokens[place].lower
        if place in told.cast.names and lower not in _TITLES:
            end = place
            found = set()
            while end < len(tokens) and end in told.cast.names:
                found.add(tokens[end].lower.removesuffix("'s"))
                end += 1
            return frozenset(found - _TITLES)
        if (lower not in _BE and lower not in _TITLES) or (lower == "," and place > at):
            return frozenset()
    return frozenset()


def _name_before(tokens: Sequence[Token], told: Scene, at: int) -> frozenset[str]:
    """The name in "Ann is now our GP", "Ann has taken over as my boss"."""
    start = at - 1
    while start > 0 and (tokens[start].lower in ("our", "my", "new") or tokens[start].lower.endswith("'s")):
        start -= 1
    if start < 1 or tokens[start].lower not in _BE | {"as"} or start == at - 1:
        return frozenset()
    before = [n for n in range(start) if n in told.cast.names]
    return frozenset(tokens[n].lower for n in before if "'s" not in tokens[n].lower and start - n < 6)


def _verbs(reading: Reading) -> Iterator[Filled]:
    """Home, work and school, by their verbs and the name behind "in" or "at"."""
    tokens, told = reading.tokens, reading.scene
    assert told is not None
    for at, token in enumerate(tokens):
        lemma = token.lemma
        attribute = "home" if lemma in _LIVE else "work" if lemma in _WORK else "school" if lemma in _STUDY else ""
        if not attribute or token.kind != "word" or not _states(tokens, at) or takes_along(tokens, at):
            continue
        preps = ("in", "at", "to", "near") if attribute != "work" else ("at", "for", "by", "in")
        start = behind_time(tokens, at)
        for place in range(start, min(start + 5, len(tokens))):
            lower = tokens[place].lower
            if tokens[place].kind == "mark" or lower in _NEW_OR_HALF - {"for"}:
                break
            if (
                (lower in preps or lemma == "join")
                and place + 1 in told.cast.names | {place + 1}
                and _named(tokens, place + 1)
            ):
                holder = _holder(told, at)
                yield Filled(holder, f"{attribute} {_level(lower)}".strip(), _chain(tokens, place + 1))
                break


def _level(prep: str) -> str:
    """Where a verb goes to, it will be in."""
    return {"to": "in", "in": "in", "near": "near"}.get(prep, "")


def _states(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb tells of a state that holds: not of a wish, a denial, a past or a future."""
    before = [token.lower for token in tokens[max(0, at - 3) : at]]
    if any(
        word in ("not", "never", "no-longer", "to", "would", "used-to", "when", "if", "wants", "both")
        for word in before
    ):
        return False
    past = tokens[at].lower in ("lived", "worked", "taught", "studied", "resided", "attended", "went")
    return not past or any(word in ("has", "have", "'ve") for word in before)


def _named(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].raw[:1].isupper() and tokens[at].kind == "word"


def _chain(tokens: Sequence[Token], at: int) -> frozenset[str]:
    found = set()
    while _named(tokens, at):
        found.add(tokens[at].lower)
        at += 1
    return frozenset(found)


def _holder(told: Scene, at: int) -> str:
    """Who does it: the last one named before, if it is the only one in its piece."""
    piece = next(((start, end) for start, end in told.parts if start <= at < end), (0, at))
    inside = [one for one in told.cast.people if piece[0] <= one.at < at]
    before = inside or [one for one in told.cast.people if one.at < at]
    if before:
        return _named_as(before[0 if inside else -1])
    return told.cast.speaker if told.cast.ours else ""


def _named_as(one: Person) -> str:
    """A person by both keys."""
    return f"{one.key}|{one.kin}" if one.kin else one.key
