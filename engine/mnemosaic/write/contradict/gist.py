"""The second look at a statement: for each clause how far it binds, its terms, its deed, and what it limits."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from mnemosaic.write.contradict.clauses import PREPOSITIONS
from mnemosaic.write.contradict.cues import (
    CARRIERS,
    CONDITIONS,
    NEGATORS,
    aside,
    condition,
    is_whole,
    lowered,
    marks,
    only_at,
    stand,
)  # fmt: skip
from mnemosaic.write.contradict.tables import DATA, groups, words
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.contradict.wordnet import is_a

if TYPE_CHECKING:
    from mnemosaic.write.contradict.reading import Clause


@cache
def table() -> dict[str, frozenset[str]]:
    """The lists of `data/gist.toml`."""
    with DATA.joinpath("gist.toml").open("rb") as file:
        return {name: frozenset(line.split()) for name, line in tomllib.load(file)["words"].items()}


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
    """A word that says what a clause is about.

    `key` is what equal words share; `zone` is subject, main or condition.
    """

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
    lowers = [lowered(token, at in taken) for at, token in enumerate(tokens[clause.start : clause.end], clause.start)]
    cues, used, even = marks(lowers)
    limit = aside(lowers)
    given = condition(lowers)
    terms = _terms(tokens, clause, taken, used, limit, given)
    main = [at for at in range(limit) if at not in given]
    return Part(
        clause.start,
        clause.end,
        stand(lowers, main, cues),
        terms,
        _deed(tokens, clause, terms),
        is_whole(lowers, main),
        only_at(lowers, clause.start),
        even,
        next((word for word in lowers if word in CONDITIONS), ""),
    )


def _terms(
    tokens: Sequence[Token],
    clause: Clause,
    taken: frozenset[int] | set[int],
    used: set[int],
    limit: int,
    given: range,
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
        zone = "condition" if at - start in given else "main"
        if zone == "main" and comma <= at < clause.verb:
            zone = "subject"
        compared = at + 1 < len(tokens) and tokens[at + 1].lower == "than"
        found.append(Term(key(token.lemma), token.lemma, at, _heavy(token) and not compared, token.name, zone, prep))
    return tuple(found)


def _tells(token: Token) -> bool:
    if token.kind not in ("word", "id") or token.lower in CONDITIONS or token.lower in NEGATORS:
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
    while 0 <= at < clause.end and (tokens[at].lower in CARRIERS or tokens[at].lower in ("not", "never", "also")):
        at += 1
    return next((term for term in terms if term.at == at and is_a(term.lemma, "v")), None)


def contrasted(tokens: Sequence[Token], start: int, end: int) -> frozenset[int]:
    """The places behind "not", "instead of" or "rather than" that are named only to be set aside."""
    found: set[int] = set()
    for (at, token), (_, after) in pairwise(enumerate(tokens[start:end], start)):
        if token.lower in ("not", "than", "unlike") and after.lower not in ("only",):
            before = tokens[at - 1].lower if at > start else ""
            if token.lower != "not" or before not in CARRIERS:
                found |= set(range(at, next((p for p in range(at + 1, end) if tokens[p].kind == "mark"), end)))
    return frozenset(found)
