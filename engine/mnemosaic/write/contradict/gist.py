"""The second look at a statement: for each clause how far it binds, its terms, its deed, and what it limits."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from mnemosaic.write.contradict.clauses import PREPOSITIONS
from mnemosaic.write.contradict.moments import MONTHS
from mnemosaic.write.contradict.tables import DATA, groups, words
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.wordnet import is_a

if TYPE_CHECKING:
    from mnemosaic.write.contradict.reading import Clause

_NEGATORS = frozenset("not never no none nobody nothing neither no-longer hardly cannot".split())
_CARRIERS = frozenset(
    "is are was were be been do does did have has had will would can could may might must should shall need to and or "
    "am usually generally normally still 's".split()
)
_ASIDES = frozenset("because since so owing thanks which as due".split())
_CONDITIONS = frozenset("if when unless once except until only-if even-if provided whenever where apart".split())
_CONFINED = frozenset(["confined", "restricted", "limited", "kept"])
_ORDERING = frozenset("then after afterwards afterward once if when must has have a an be".split())
_NO = frozenset("other more later longer earlier less matter sooner doubt fewer".split())


@cache
def table() -> dict[str, frozenset[str]]:
    """The lists of `data/gist.toml`."""
    with DATA.joinpath("gist.toml").open("rb") as file:
        return {name: frozenset(line.split()) for name, line in tomllib.load(file)["words"].items()}


@cache
def _cues() -> re.Pattern[str]:
    with DATA.joinpath("gist.toml").open("rb") as file:
        cues = tomllib.load(file)["cues"]
    return re.compile("|".join(rf"(?P<{name}>(?<!\S)(?:{form})(?!\S))" for name, form in cues.items()))


@cache
def _same() -> dict[str, str]:
    with DATA.joinpath("gist.toml").open("rb") as file:
        lines = tomllib.load(file)["same"]["groups"]
    return {word: line.split()[0] for line in reversed(lines) for word in line.split()}


@cache
def stems() -> dict[str, str]:
    """The endings of drugs' names, each with its class."""
    with DATA.joinpath("gist.toml").open("rb") as file:
        return {ending: str(name) for ending, name in tomllib.load(file)["stems"].items()}


@lru_cache(maxsize=4096)
def drug_class(lemma: str) -> str:
    """The class that a drug's name tells by its ending, or an empty string."""
    return next((name for ending, name in stems().items() if lemma.endswith(ending) and lemma != ending), "")


@dataclass(slots=True, frozen=True)
class Term:
    """A word that says what a clause is about. `key` is what equal words share; `zone` is subject, main or condition."""

    key: str
    lemma: str
    at: int
    heavy: bool
    name: bool
    zone: str
    prep: str


@dataclass(slots=True, frozen=True)
class Part:
    """A clause at the second look.

    `stand` is forbid, require, permit, exempt, recommend, deny or affirm. `only` is the place of a word that keeps it
    to some, or -1; `even` says that it holds in spite of something; `link` what joins its condition.
    """

    start: int
    end: int
    stand: str
    terms: tuple[Term, ...]
    deed: Term | None
    whole: bool
    only: int
    even: bool
    link: str

    @property
    def core(self) -> tuple[Term, ...]:
        """The terms that count."""
        return tuple(term for term in self.terms if term.heavy)


def parts(tokens: Sequence[Token], clauses: Sequence[Clause], taken: frozenset[int] | set[int]) -> tuple[Part, ...]:
    """The clauses at the second look; one without a subject has that of the first."""
    found = _whole([_part(tokens, clause, taken) for clause in clauses], clauses)
    if len(found) < 2:
        return tuple(found)
    subject = tuple(term for term in found[0].terms if term.zone == "subject")
    return (found[0], *(_joined(part, subject) for part in found[1:]))


def _whole(found: list[Part], clauses: Sequence[Clause]) -> list[Part]:
    """A piece without a verb is the subject of what follows: "Kale, a vegetable, may be added"."""
    for at in range(len(found) - 1):
        if clauses[at].verb < 0:
            front = tuple(replace(term, zone="subject") for term in found[at].terms)
            found[at + 1] = replace(found[at + 1], terms=(*front, *found[at + 1].terms))
    return found


def _joined(part: Part, subject: tuple[Term, ...]) -> Part:
    if any(term.zone == "subject" and term.heavy for term in part.terms):
        return part
    return replace(part, terms=(*subject, *part.terms))


def _part(tokens: Sequence[Token], clause: Clause, taken: frozenset[int] | set[int]) -> Part:
    lowers = [_lower(token, at in taken) for at, token in enumerate(tokens[clause.start : clause.end], clause.start)]
    cues, used, even = _marks(lowers)
    limit = _aside(lowers)
    condition = _condition(lowers)
    terms = _terms(tokens, clause, taken, used, limit, condition)
    main = [at for at in range(limit) if at not in condition]
    only = _only(lowers, clause.start)
    return Part(
        clause.start,
        clause.end,
        _stand(lowers, main, cues),
        terms,
        _deed(tokens, clause, terms),
        _is_whole(lowers, main),
        only,
        even,
        next((word for word in lowers if word in _CONDITIONS), ""),
    )


def _is_whole(lowers: Sequence[str], main: Sequence[int]) -> bool:
    """Whether it is said of all or of none: not where "all of" something is merely reached."""
    following = [*lowers[1:], ""]
    return any(
        (lowers[at] in words("all") and following[at] != "of") or lowers[at] in ("nobody", "no", "neither")
        for at in main
    )


def _only(lowers: Sequence[str], start: int) -> int:
    """The place of a word that keeps it to some: not of "only then" or "not only"."""
    for at, word in enumerate(lowers):
        following = lowers[at + 1] if at + 1 < len(lowers) else ""
        confined = (
            word in _CONFINED and following == "to" and not any(c.isdigit() for c in " ".join(lowers[at : at + 4]))
        )
        if confined or (word in ("only", "solely", "exclusively", "reserved") and following not in _ORDERING):
            return start + at if not at or lowers[at - 1] not in ("not", "that", "which", "who") else -1
    return -1


def _lower(token: Token, taken: bool) -> str:
    """A token as the cues see it: May is no permission."""
    return "-" if taken and token.lower in MONTHS else token.lower


def _marks(lowers: Sequence[str]) -> tuple[dict[int, str], set[int], bool]:
    """The cues by place, the places that they take up, and whether one says "even so"."""
    text = " ".join(lowers)
    cues: dict[int, str] = {}
    used: set[int] = set()
    even = False
    for match in _cues().finditer(text):
        at = text.count(" ", 0, match.start())
        name = match.lastgroup or ""
        if name == "even":
            even = True
        else:
            cues[at] = name
        used |= set(range(at, at + match[0].count(" ") + 1))
    return cues, used, even


def _aside(lowers: Sequence[str]) -> int:
    """Where the reason or an aside begins."""
    return next(
        (at for at, word in enumerate(lowers) if at > 2 and word in _ASIDES and not (word == "as" and at < 4)),
        len(lowers),
    )


def _condition(lowers: Sequence[str]) -> range:
    """The places of a condition: up to the comma in front, else to the end."""
    at = next((at for at, word in enumerate(lowers) if word in _CONDITIONS), -1)
    if at < 0:
        return range(0)
    if at > 1:
        return range(at, len(lowers))
    return range(at, next((place for place in range(at, len(lowers)) if lowers[place] == ","), len(lowers)))


def _stand(lowers: Sequence[str], main: Sequence[int], cues: dict[int, str]) -> str:
    """How far the clause binds: its cues and denials taken together."""
    places = set(main)
    held = [cues[at] for at in sorted(cues) if at in places]
    denied = sum(_denies(lowers, at) for at in main if at not in cues) % 2 == 1
    if "exempt" in held:
        return "permit" if "forbid" in held else "exempt" if not denied else "require"
    if "forbid" in held:
        return "permit" if denied and lowers[:1] != ["nobody"] else "forbid"
    if "permit" in held:
        return "forbid" if denied else "permit"
    if "require" in held or "recommend" in held:
        strong = "require" in held
        modal = bool(places & {at for at in cues if lowers[at] in ("must", "shall", "should", "ought", "is", "are")})
        if denied:
            return "forbid" if modal or not strong else "exempt"
        return "require" if strong else "recommend"
    return "deny" if denied else "affirm"


def _denies(lowers: Sequence[str], at: int) -> bool:
    word = lowers[at]
    if word not in _NEGATORS:
        return False
    following = lowers[at + 1] if at + 1 < len(lowers) else ""
    if word in ("no", "not") and (following in _NO or following in ("only", "just", "all", "every")):
        return False
    if following == "else":
        return False
    return word != "not" or (at > 0 and lowers[at - 1] in _CARRIERS) or at == 0


def _terms(
    tokens: Sequence[Token],
    clause: Clause,
    taken: frozenset[int] | set[int],
    used: set[int],
    limit: int,
    condition: range,
) -> tuple[Term, ...]:
    found: list[Term] = []
    prep, start = "", clause.start
    fronted = tokens[start].lower in PREPOSITIONS
    comma = next((at for at in range(start, clause.end) if tokens[at].lower == ","), start) if fronted else start
    for at in range(start, min(clause.end, start + limit)):
        token = tokens[at]
        if token.lower in PREPOSITIONS or token.lower == "not":
            prep = token.lower
            continue
        if token.kind == "mark" or at == clause.verb:
            prep = ""
        if at in taken or at - start in used or not _tells(token):
            continue
        zone = "condition" if at - start in condition else "main"
        if zone == "main" and comma <= at < clause.verb:
            zone = "subject"
        compared = at + 1 < len(tokens) and tokens[at + 1].lower == "than"
        found.append(Term(key(token.lemma), token.lemma, at, _heavy(token) and not compared, token.name, zone, prep))
    return tuple(found)


def _tells(token: Token) -> bool:
    if token.kind not in ("word", "id") or token.lower in _CONDITIONS or token.lower in _NEGATORS:
        return False
    if token.lower in words("all") or token.lower == "nobody":
        return False
    if token.name and token.lower != "i":
        return True
    return token.lower not in words("stop") and token.lemma not in words("stop")


def _heavy(token: Token) -> bool:
    if token.name:
        return True
    if token.lemma in table()["undoing"] or token.lemma in table()["keeping"]:
        return True
    return (
        token.lemma not in words("light") and token.lower not in table()["light"] and token.lemma not in table()["acts"]
    )


@lru_cache(maxsize=16384)
def key(lemma: str) -> str:
    """What spellings and synonyms of a word share: sulphate and sulfate, discontinue and stop."""
    known = _same().get(lemma) or groups().get(lemma)
    if known:
        return _same().get(known, known)
    return lemma.replace("-", "").replace("ph", "f").replace("ae", "e").replace("isation", "ization").rstrip("'")


def _deed(tokens: Sequence[Token], clause: Clause, terms: Sequence[Term]) -> Term | None:
    """The full verb: the first term from the finite verb on that comes straight after auxiliaries."""
    at = clause.verb
    while 0 <= at < clause.end and (tokens[at].lower in _CARRIERS or tokens[at].lower in ("not", "never", "also")):
        at += 1
    return next((term for term in terms if term.at == at and is_a(term.lemma, "v")), None)


def contrasted(tokens: Sequence[Token], start: int, end: int) -> frozenset[int]:
    """The places behind "not", "instead of" or "rather than" that are named only to be set aside."""
    found: set[int] = set()
    for (at, token), (_, after) in pairwise(enumerate(tokens[start:end], start)):
        if token.lower in ("not", "than", "unlike") and after.lower not in ("only",):
            before = tokens[at - 1].lower if at > start else ""
            if token.lower != "not" or before not in _CARRIERS:
                found |= set(range(at, next((p for p in range(at + 1, end) if tokens[p].kind == "mark"), end)))
    return frozenset(found)
