"""Whether a clause affirms or denies, and how far it binds: must, should, may, need not, must not; all, some, none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from mnemosaic.write.contradict.tables import words
from mnemosaic.write.contradict.tokens import Token

_LOCAL = frozenset(["without", "lack", "lacking", "free"])
_CLAUSAL = frozenset("not never cannot nobody none neither no-longer".split())


@dataclass(slots=True, frozen=True)
class Polarity:
    """`sign` 1, 0 or -1; `first` the place from which on it denies, or -1."""

    sign: int = 1
    stance: str = ""
    first: int = -1
    local: bool = False
    quantifier: str = ""


@cache
def _stances() -> dict[str, str]:
    names = ("recommended", "allowed", "required", "optional", "forbidden")
    return {word: name for name in names for word in words(name)}


@cache
def _denying() -> frozenset[str]:
    return frozenset().union(*(words(name) for name in ("negators", "forbidden", "negative_verbs", "ending"))) | {
        "no-longer"
    }


@lru_cache(maxsize=16384)
def is_mark(lemma: str, lower: str) -> bool:
    """Whether a word says how something is meant rather than what it is about."""
    marks = words("negators") | words("change")
    return (
        lower in _stances() or lemma in _stances() or lemma in marks or lower in marks
        or any(lemma in words(name) for name in ("all", "most", "some", "few", "correction", "unreal"))
    )  # fmt: skip


def tells_change(tokens: Sequence[Token]) -> bool:
    """Whether the text says that something is no longer as it was: now, moved, sold, quit."""
    return any(
        token.lower in words("change") or (_is_past(token) and token.lemma in words("change_verbs") | words("ending"))
        for token in tokens
    )


def _is_past(token: Token) -> bool:
    return token.kind == "word" and (token.lower.endswith("ed") or token.lower == "quit" or _irregular_past(token))


def _irregular_past(token: Token) -> bool:
    return token.lower != token.lemma and not token.lower.endswith(("s", "ing", "er", "est"))


def polarity(tokens: Sequence[Token], places: Sequence[int]) -> Polarity:
    """The polarity of the tokens at `places`, a clause without its condition."""
    sign, first, local, stance, free = 1, -1, False, "", False
    for order, at in enumerate(places):
        token = tokens[at]
        own = _stances().get(token.lower) or _stances().get(token.lemma)
        if denies(tokens, at):
            sign, first = -sign, at if first < 0 else first
            local = (
                local or token.lemma in _LOCAL or (token.lower == "not" and order > 0 and tokens[at - 1].lower == ",")
            )
        if own == "optional" or (token.lower == "need" and at + 1 < len(tokens) and tokens[at + 1].lower == "not"):
            free = True
        if (own and own != "forbidden" and not (own == "allowed" and stance)) or own == "forbidden":
            stance = own
    quantifier = _quantifier([tokens[at] for at in places])
    if free:
        return Polarity(0, "optional", first, local, quantifier)
    whole = first >= 0 and not any(at > first and tokens[at].kind == "word" for at in places)
    return Polarity(sign, stance, places[0] if whole else first, local, quantifier)


def denies(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token turns the clause that it stands in round."""
    token = tokens[at]
    if token.lemma not in _denying() and token.lower not in _denying():
        return False
    if token.lower in words("negators") or token.lower in ("no-longer",):
        return not (token.lower == "not" and at + 1 < len(tokens) and tokens[at + 1].lower in ("only", "just"))
    if token.lemma in words("forbidden") or token.lower in words("forbidden"):
        return True
    if (
        token.kind != "word"
        or (at == 0 and token.lower.endswith("ed"))
        or (at and tokens[at - 1].lower in ("the", "a", "an", "of"))
    ):
        return False
    if token.lemma in words("ending"):
        return _is_past(token) or (token.lemma in words("stopping") and not token.lower.endswith("ing"))
    return token.lemma in words("negative_verbs") and not token.lower.endswith("ing")


def _quantifier(found: Sequence[Token]) -> str:
    for token in found:
        if token.lower in ("not-all", "not-always"):
            return "not-all"
        if token.lower in ("no", "none", "nobody", "never", "neither"):
            return "none"
        if token.lower == "only":
            return "only"
        for name in ("all", "most", "some", "few"):
            if token.lower in words(name):
                return name
    return ""
