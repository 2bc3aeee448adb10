"""Two statements laid upon one another whatever their form: what they share, and what each says beside that.

Passive and active, a noun and its verb, a fronted place and a place behind come out alike: only words, their
prepositions and the phrases that they stand in are looked at, never their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.gist import Part, Term, contrasted, table
from mnemosaic.write.contradict.overlap import Found, counterparts
from mnemosaic.write.contradict.quantities import Quantity
from mnemosaic.write.contradict.reading import Reading, people_named
from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.tokens import Token

_MORE = frozenset(
    "also too besides another additionally second other both sometimes occasionally often or either extra".split()
)
TIMES = frozenset(
    "morning afternoon evening night day week month year season term summer winter spring autumn weekend weekday hour "
    "moment time period past future case end beginning start middle addition fact general total advance minute".split()
)
"""Words that tell when, and that name no thing."""
_MOVES = frozenset("move relocate transfer migrate shift go put bring".split())
_HELD = frozenset(["affirm", "require", "recommend", "permit"])
MATCHED = frozenset(["same", "alike", "under", "over"])


@dataclass(slots=True, frozen=True)
class Half:
    """One of the two statements: its terms, what of them the other has, by place, and what it sets aside."""

    reading: Reading
    terms: tuple[Term, ...]
    found: Found
    aside: frozenset[int]
    part: Part | None = None
    """The one clause that is looked at, or None for all."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The clauses that are looked at."""
        return self.reading.parts if self.part is None else (self.part,)

    @property
    def quantities(self) -> list[Quantity]:
        """The amounts of these clauses."""
        return [q for q in self.reading.quantities if any(p.start <= q.at < p.end for p in self.parts)]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of these clauses."""
        return self.reading.tokens if self.part is None else self.reading.tokens[self.part.start : self.part.end]

    @property
    def shared(self) -> list[Term]:
        """The heavy terms that the other has as well."""
        return [t for t in self.terms if t.heavy and t.at not in self.aside and self.kind(t) in MATCHED]

    @property
    def own(self) -> list[Term]:
        """The heavy terms that the other lacks, verbs left aside that say little."""
        return [t for t in self.terms if t.heavy and t.at not in self.aside and self.kind(t) not in MATCHED]

    @property
    def deeds(self) -> frozenset[int]:
        """The places of its full verbs."""
        return frozenset(part.deed.at for part in self.parts if part.deed is not None)

    def kind(self, term: Term) -> str:
        """How a term stands to its counterpart; empty where it has none."""
        return self.found[term.at][1] if term.at in self.found else ""

    def phrase(self, term: Term) -> tuple[Term, ...]:
        """The terms that stand together with one, without a word between."""
        places = {t.at: t for t in self.terms}
        start = end = term.at
        while start - 1 in places and places[start - 1].prep == term.prep and start - 1 not in self.deeds:
            start -= 1
        while end + 1 in places and places[end + 1].prep == term.prep and end + 1 not in self.deeds:
            end += 1
        return tuple(places[at] for at in range(start, end + 1))

    def is_head(self, term: Term) -> bool:
        """Whether a term is the last of its phrase: what the phrase is a kind of."""
        return self.phrase(term)[-1].at == term.at


@dataclass(slots=True, frozen=True)
class Laid:
    """Both statements, each with what it has of the other."""

    new: Half
    old: Half

    def says_more(self) -> bool:
        """Whether one says that there is another beside: also, a second one, sometimes."""
        return any(_MORE & {token.lower for token in half.tokens} for half in (self.new, self.old))


def of_others(laid: Laid) -> bool:
    """Whether each half is told of people, and of other ones than the other."""
    mine, theirs = laid.new.reading.cast, laid.old.reading.cast
    return bool(mine and theirs) and not mine & theirs


def people(laid: Laid) -> set[str]:
    """The words that name people in either half."""
    return people_named(laid.new.reading, laid.old.reading)


def is_plain(term: Term) -> bool:
    """Whether a word adds no thing of its own: people in general, an adverb."""
    return (
        term.lemma in words("people")
        or term.lemma in table()["anyone"]
        or term.lemma in TIMES
        or term.lemma.endswith("ly")
        or "'" in term.lemma
    )


def is_plain_deed(term: Term) -> bool:
    """Whether a verb only says that something is so, is somewhere, or is done."""
    plain = table()
    return any(term.lemma in plain[name] for name in ("values", "acts")) or term.lemma in words("light")


def lay(new: Reading, old: Reading) -> Laid:
    """Both statements with their counterparts."""
    mine, theirs = terms(new), terms(old)
    return Laid(
        Half(new, mine, counterparts(mine, theirs), _aside(new)),
        Half(old, theirs, counterparts(theirs, mine), _aside(old)),
    )


def lay_parts(new: Reading, old: Reading) -> Iterator[Laid]:
    """Each clause of one upon each of the other, where either has several."""
    for mine in new.parts[:3]:
        for theirs in old.parts[:3]:
            there, back = counterparts(mine.terms, theirs.terms), counterparts(theirs.terms, mine.terms)
            if there:
                yield Laid(
                    Half(new, mine.terms, there, _aside(new), mine), Half(old, theirs.terms, back, _aside(old), theirs)
                )


def terms(reading: Reading) -> tuple[Term, ...]:
    """The terms of all clauses, each once."""
    if len(reading.parts) == 1:
        return reading.parts[0].terms
    found = {term.at: term for part in reading.parts for term in part.terms if part.start <= term.at < part.end}
    return tuple(found[at] for at in sorted(found))


def _aside(reading: Reading) -> frozenset[int]:
    return contrasted(reading.tokens, 0, len(reading.tokens))


_PLACES = ("structure", "location", "area", "room", "container", "institution", "furniture", "residence", "way")
_TOO_WIDE = frozenset(
    up for name in ("entity", "physical_entity", "object", "abstraction", "whole", "matter", "psychological_feature",
                    "attribute", "relation", "group", "thing", "unit", "artifact", "instrumentality", "event")
    for up in wordnet.first_sense(name)
)  # fmt: skip


def of_one_kind(a: Term, b: Term) -> bool:
    """Whether two words name different things of one kind, neither of them the other's class."""
    if a.name or b.name:
        return a.name and b.name and a.key != b.key
    if wordnet.is_kind(a.lemma, b.lemma) or wordnet.is_kind(b.lemma, a.lemma):
        return False
    if all(any(wordnet.is_kind(word, name) for name in _PLACES) for word in (a.lemma, b.lemma)):
        return True
    return bool((wordnet.classes(a.lemma) & wordnet.classes(b.lemma)) - _TOO_WIDE)


def affirms(half: Half) -> bool:
    """Whether nothing in it is denied, forbidden or waived."""
    return all(part.stand in _HELD for part in half.parts)


def same_deed(laid: Laid) -> bool:
    """Whether both verbs are one, or say no more than that something is there or is done."""
    mine, theirs = ([p.deed for p in half.parts if p.deed is not None][:1] for half in (laid.new, laid.old))
    if not mine or not theirs:
        return all(is_plain_deed(deed) for deed in (*mine, *theirs))
    if mine[0].key == theirs[0].key or laid.new.kind(mine[0]) in ("same", "alike"):
        return True
    return (is_plain_deed(mine[0]) or mine[0].lemma in _MOVES) and is_plain_deed(theirs[0])
