"""A statement's tokens cut into clauses and conditions, each word with the zone that it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.tokens import Token
from mnemosaic.write.verbs import SAME_IN_PAST

LINKS = frozenset("if unless when whenever once while only-if even-if except until till where although though".split())
PREPOSITIONS = frozenset(
    "in on at for from with to into onto during under over after before since until among by about within without than "
    "through between against as via per towards toward near of because following despite".split()
)
_AUX = frozenset(
    "be is are was were am been has have had do does did will would can could may might must shall should need cannot "
    "'s 're".split()
)
_DETERMINERS = frozenset(
    "a an the this that these those his her its their my our your every each no all any some".split()
)
_NOT_VERBS = frozenset("s us its his as is less plus pros".split())
_BREAKS = frozenset([";", ".", "—", "–"])


def finite(tokens: Sequence[Token], start: int, end: int) -> int:
    """The place of the first finite verb from `start` on, -1 where none is found. Place 0 may be an imperative."""
    for at in range(start, end):
        lower = tokens[at].lower
        if lower in _AUX and tokens[at].kind == "word":
            return at
        before = tokens[at - 1].lower if at > start else ""
        if before in _DETERMINERS or before in PREPOSITIONS or before.endswith("'s"):
            continue
        if (at > start or end - start < 2) and _inflected(lower, tokens[at].lemma) and not (tokens[at].name and before):
            return at
    if start < end and wordnet.is_a(tokens[start].lemma, "v") and tokens[start].lower == tokens[start].lemma:
        return start
    return next((at for at in range(start + 1, end) if _plain_verb(tokens, at)), -1)


@lru_cache(maxsize=16384)
def _inflected(lower: str, lemma: str) -> bool:
    """Whether a form is a third person or a past: works, took, moved; plural nouns that are no verbs are not."""
    if lower in SAME_IN_PAST:
        return True
    return lower != lemma and lower not in _NOT_VERBS and not lower.endswith("ing") and wordnet.is_a(lemma, "v")


def _plain_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether a base form follows a plural noun: "members support", "beta blockers lower"."""
    token, before = tokens[at], tokens[at - 1]
    return (
        token.kind == "word"
        and token.lower == token.lemma
        and wordnet.is_a(token.lemma, "v")
        and before.lower != before.lemma
    )


def spans(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Start and end of each main clause with its conditions; a piece without a verb stays with what is before it."""
    start = 0
    for at in range(1, len(tokens)):
        if _parts(tokens, start, at):
            yield start, at
            start = at
    yield start, len(tokens)


def _parts(tokens: Sequence[Token], start: int, at: int) -> bool:
    lower = tokens[at].lower
    if lower in _BREAKS and tokens[at].kind == "mark":
        return at + 1 < len(tokens) and finite(tokens, at + 1, len(tokens)) >= 0
    if lower not in ("and", "but", "then", "whereas", "while", ","):
        return False
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if tokens[at + 1].kind == "number" if at + 1 < len(tokens) else True:
        return False
    if lower == ",":
        return following == "then" and finite(tokens, start, at) >= 0
    if tokens[at - 1].lower in (",", "and") and lower == "then":
        return False
    return finite(tokens, start, at) >= 0 and _opens(tokens, at + 1)


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb comes at once, or after a short subject."""
    for place in range(at, min(at + 5, len(tokens))):
        token = tokens[place]
        if token.kind == "mark" or token.lower in PREPOSITIONS:
            return False
        if token.lower in _AUX or token.lower in ("not", "never", "no-longer", "then"):
            return True
        if place < at + 3 and _inflected(token.lower, token.lemma) and token.lower.endswith(("s", "d")):
            return True
    return False


def zones(tokens: Sequence[Token], start: int, end: int) -> tuple[list[tuple[str, str]], int, str]:
    """For each token of a clause its zone and preposition, the place of the verb, and what joins the condition."""
    link_at = next((at for at in range(start, end) if tokens[at].lower in LINKS), -1)
    condition = _condition(tokens, link_at, start, end) if link_at >= 0 else range(0)
    main = [at for at in range(start, end) if at not in condition]
    verb = finite(tokens, main[0], main[-1] + 1) if main else -1
    if verb < 0:
        verb = next((at for at in main if tokens[at].lower == ":"), -1)
    link = tokens[link_at].lower if link_at >= 0 else ""
    found, prep = [], ""
    for at in range(start, end):
        if at in condition:
            found.append(("condition", link))
            continue
        lower = tokens[at].lower
        prep = lower if lower in PREPOSITIONS else "" if at == verb or tokens[at].lower in (",", "is", "are") else prep
        fronted = prep and at < verb and tokens[main[0]].lower in PREPOSITIONS
        zone = "subject" if at < verb and not fronted else "prep" if prep else "main"
        found.append((zone, prep))
    return found, verb, link


def _condition(tokens: Sequence[Token], link_at: int, start: int, end: int) -> range:
    """A condition in front ends at the comma, or where it has had its own verb and the next begins; else at the end."""
    if link_at > start + 1:
        return range(link_at, end)
    comma = next((at for at in range(link_at, end) if tokens[at].lower in (",", "then")), end)
    return (
        range(link_at, comma)
        if comma < end
        else range(link_at, end)
        if link_at > start
        else range(link_at, link_at + 1)
    )
