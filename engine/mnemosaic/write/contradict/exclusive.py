"""Slots that hold one value at a time, and two values in one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from mnemosaic.verdicts import Dimension, Statement
from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.finding import Finding
from mnemosaic.write.contradict.lemmas import derived, lemma
from mnemosaic.write.contradict.reading import Reading
from mnemosaic.write.contradict.tables import groups, words

_ADVERB = r"(?:(?:now|currently|still|also|actually|really|mainly|officially|always|usually|always|just|recently|finally|today) )*"
_VERBS = tuple(
    (re.compile(rf"^(?P<key>.+?) {_ADVERB}(?:{verb})(?: {_ADVERB.strip()})? (?P<value>.+)$", re.I), attribute)
    for verb, attribute in (
        (r"(?:works?|is working|worked) (?:at|for)|is employed (?:at|by)|(?:has )?(?:joined|started at)", "employer"),
        (
            r"(?:lives?|resides?|is living|is based|settled) in|(?:(?:has|was|were|has been|have been) )?(?:moved|relocated|migrated|transferred) (?:from .+ )?to",
            "home",
        ),
        (r"(?:is|got|was) married to|(?:has )?married|is engaged to", "spouse"),
        (r"was born in|comes? from|hails? from|is from", "birthplace"),
        (r"(?:is|was|are) (?:written|implemented|coded|programmed|built) in|(?:has been|was) rewritten in", "language"),
        (
            r"(?:is|are) (?:hosted|deployed|run|running) (?:on|in|at|to)|runs? on|(?:has )?(?:moved|migrated|switched) (?:from .+ )?to",
            "host",
        ),
        (
            r"(?:is|are) (?:stored|kept|held|saved|located|situated|found|placed) (?:in|on|at)|stores? its data in",
            "place",
        ),
        (r"reports? to|is (?:managed|supervised|led) by", "manager"),
        (r"(?:is|are) (?:owned|maintained|run) by|belongs? to", "owner"),
        (r"(?:is|was) (?:called|named)|goes by", "name"),
        (r"(?:is|was) (?:written|composed|painted|invented|founded|discovered|directed) by", "author"),
        (
            r"(?:is|are) (?:named|formatted|hashed|encrypted|encoded|serialised|serialized|compiled|packaged|rendered|indented|"
            r"sorted|ordered|tagged|labelled|labeled|served|measured|tested) (?:in|with|by|as|using|on|at)",
            "manner",
        ),
        (
            r"(?:takes? place|meets?|is held|happens) (?:on|at|in)|(?:is|are) (?:scheduled|planned|due) (?:for|on|at|in)",
            "time",
        ),
        (r"works as|is employed as", "occupation"),
        (r"(?:is|are) evaluated (?:on|in|at|by)|(?:is|are) (?:performed|done|carried out) (?:on|in|at|by)", "place"),
        (r"(?:is|are|was) (?:re)?licen[sc]ed under", "license"),
        (r"(?:drives|drove)(?= an? )", "car"),
        (r"supports(?= [A-Z])", "team"),
    )
)
_COPULA = re.compile(rf"^(?P<key>.+?) (?:is|are|was|were|remains?|became) {_ADVERB}(?P<value>.+)$", re.IGNORECASE)
_OWNS = re.compile(
    rf"^(?P<value>[A-Z]\w+(?: [A-Z]\w+)?) {_ADVERB}(?P<verb>owns|maintains|leads|manages|coaches|runs|heads|teaches|captains) (?P<key>.+)$"
)
_TOOK = re.compile(r"^(?P<value>[A-Z]\w+(?: [A-Z]\w+)?) (?:has |have )?(?:took|taken) over (?P<key>.+?)(?: from .+)?$")
_MOVED = re.compile(
    r"^(?:we|they|the team|[A-Z]\w+) (?:have |has )?(?:migrated|moved|ported|switched|transferred|relocated) (?P<key>.+?) "
    r"(?:away )?(?:from .+? )?(?:over )?to (?P<value>.+)$",
    re.IGNORECASE,
)
_HANDED = re.compile(
    r"^\w+ (?:has |have )?(?:handed|passed|transferred|gave) (?:over )?(?P<key>.+?) (?:over )?to (?P<value>[A-Z]\w+).*$"
)
_THEIR = re.compile(r"^(?:his|her|their|its)\b", re.IGNORECASE)
_NOW = re.compile(
    r"^(?:actually|these days|nowadays|sorry|i meant?(?: that)?|i-mean(?: that)?|correction|now|currently|today|no|well|so|ok|okay),? |,? (?:these days|right now|at the moment|as of (?:now|today)|at present|nowadays)\b",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"[.!]+$|,.*$|;.*$| (?:since|because|as of|from now|these days|any more|anymore|for now|at the moment|until|by default)\b.*$|"
    r" (?:now|currently|today|again|too|instead|with \w+)$| (?:in|on) (?:\d{4}|January|February|March|April|May|June|July|August|September|October|November|December)\b.*$",
    re.I,
)
_DEFINITE = re.compile(r"^(?:the|our|my|its|their|his|her)\b|['’]s\b", re.IGNORECASE)
_SKIP = frozenset(
    "a an the of for to in on at s and our my its their his her new current currently now is are this that".split()
)
_HOLDERS = {
    "owns": "owner",
    "maintains": "owner",
    "runs": "owner",
    "leads": "lead",
    "heads": "lead",
    "manages": "manager",
    "coaches": "coach",
    "teaches": "teacher",
    "captains": "captain",
}
_COLOURS = "red blue green yellow black white grey gray brown purple pink orange silver gold beige"
_STATES = ("single married divorced widowed engaged", _COLOURS, "small medium large", "low medium high", "draft published archived",
           "planned started finished cancelled", "open closed merged", "active inactive", "proposed accepted rejected")  # fmt: skip


@dataclass(slots=True, frozen=True)
class Held:
    """An attribute of something, named by all words that name both, and its value."""

    key: frozenset[str]
    attribute: str
    value: tuple[str, ...]
    named: bool
    definite: bool


def check(new: Reading, old: Reading) -> tuple[Finding, str] | None:
    """Two different values of one single-valued slot, with the attribute's name."""
    given = _given(new.statement, old.statement)
    if given is not None:
        return given
    if any(clause.sign < 0 and not clause.local for clause in (*new.clauses, *old.clauses)):
        return None
    for mine in held(new.statement.details):
        for theirs in held(old.statement.details):
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
    ours, others = _words(mine.value), _words(theirs.value)
    if not ours or not others or set(ours) <= set(others) or set(others) <= set(ours):
        return None
    if mine.attribute == "age" or (
        any(word[0].isdigit() for word in (*ours, *others))
        and mine.attribute not in ("phone", "iban", "email", "address")
    ):
        return None
    reason = f'{mine.attribute} of {mine.entity} is "{mine.value}" here and "{theirs.value}" there'
    return Finding(Dimension.SEMANTIC, "slot", reason, 0.9), mine.attribute


@lru_cache(maxsize=8192)
def held(details: str) -> tuple[Held, ...]:
    """The slots that a statement fills, by the forms "the X of Y is Z", "Z is the X of Y", "Y lives in Z"."""
    whole = details[:300].strip()
    owner = whole.split(" ")[0].removesuffix("'s")
    pieces = [_THEIR.sub(f"{owner}'s", piece.strip()) for piece in whole.split(";")[:3]]
    return tuple(one for piece in pieces for one in _of_piece(piece))


def _of_piece(piece: str) -> tuple[Held, ...]:
    text = _NOW.sub("", _NOW.sub("", piece))
    for _ in range(3):
        text = _TRAIL.sub("", text).strip()
    found: list[Held] = []
    for pattern, attribute in _VERBS:
        match = pattern.match(text)
        if match is not None:
            found.append(_held(match["key"], match["value"], attribute))
    if (match := _OWNS.match(text)) is not None:
        found.append(_held(match["key"], match["value"], _HOLDERS[match["verb"]]))
    if (match := _MOVED.match(text)) is not None:
        found.append(_held(match["key"], match["value"], "host"))
    if (match := _HANDED.match(text)) is not None:
        found.append(_held(match["key"], match["value"], "owner"))
    if (match := _TOOK.match(text)) is not None:
        found.append(_held(match["key"], match["value"], "owner"))
    if (match := _COPULA.match(text)) is not None:
        found += _copular(match["key"], match["value"])
    return tuple(one for one in found if one.value and one.key)


def _copular(key: str, value: str) -> list[Held]:
    found: list[Held] = []
    if re.match(r"\w{3,}(?:ing|ed)\b", value):
        return found
    if _DEFINITE.search(key):
        found.append(_held(key, value, ""))
    if _DEFINITE.match(value) or re.search(r"['’]s\b", value):
        found.append(_held(value, key, ""))
    elif not found and (value.startswith(("a ", "an ")) or key.endswith("s")):
        found.append(_held(key, value, "kind"))
    return found


def _held(key: str, value: str, attribute: str) -> Held:
    words_of_key = frozenset(_words(key))
    if not attribute:
        attribute = next((word for word in _words(key) if word in words("exclusive")), "")
    raw = re.sub(r"^(?:the|a|an) ", "", value.strip(), flags=re.I)
    return Held(
        words_of_key | {attribute} - {"", "kind"},
        attribute,
        tuple(_words(raw)),
        raw[:1].isupper() or raw[:1].isdigit(),
        bool(_DEFINITE.search(key)),
    )


def _words(text: str) -> list[str]:
    found = [word.lower().removesuffix("'s").removesuffix("’s") for word in re.findall(r"[^\W_][\w'’-]*", text)]
    return [lemma(word) for word in found if word not in _SKIP]


def _same_slot(mine: Held, theirs: Held) -> bool:
    return mine.key == theirs.key and (mine.attribute == theirs.attribute)


def _rivals(mine: Held, theirs: Held) -> bool:
    """Whether two values exclude one another: of an attribute with one value, or of one closed class."""
    ours, others = set(mine.value), set(theirs.value)
    if ours <= others or others <= ours or any(word[0].isdigit() for word in ours | others):
        return False
    if any(_means_the_same(a, b) for a in ours - others for b in others - ours):
        return False
    if any({*ours} & {*state.split()} and {*others} & {*state.split()} for state in _STATES):
        return len(ours) == len(others) == 1 or bool(mine.attribute and mine.named)
    if mine.attribute == "kind":
        return _other_kind(mine.value, theirs.value)
    if mine.attribute and mine.attribute not in words("many"):
        return max(len(ours), len(others)) <= 4 and _comparable(mine, theirs)
    if mine.definite and mine.named and theirs.named and not mine.key & words("many"):
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


def superlative(lemmas: Sequence[str]) -> bool:
    """Whether a phrase names the one that is most or first of its kind."""
    return any(word in words("exclusive") for word in lemmas)
