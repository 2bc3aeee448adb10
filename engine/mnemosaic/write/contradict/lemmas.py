"""Words to base forms, without a tagger: the same form always gives the same lemma."""

from __future__ import annotations

from functools import lru_cache

from mnemosaic.write.contradict import wordnet
from mnemosaic.write.contradict.tables import forms

_PLURAL = (
    ("ies", "y"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("sses", "ss"),
    ("xes", "x"),
    ("men", "man"),
    ("s", ""),
    ("ves", "f"),
)
_VERB = (
    ("ies", "y"), ("ied", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
)  # fmt: skip
_KEPT = frozenset(
    "is as was has his this us less its does during thing something anything nothing bus gas lens mars need needs used "
    "recommended required allowed left found ground rose felt saw may does".split()
)
_SUFFIXES = frozenset(
    " e s t y al age cy ce ed er or ly ic ing ion ive ment ness ity able ible ical ation ant ent ance ence ary ial ate "
    "ive d r ment ally ency ancy ated ating ative ator ification ify isation ization ise ize ies ied ier iness".split(
        " "
    )
)


@lru_cache(maxsize=65536)
def lemma(word: str) -> str:
    """The base form of a lower-case word: `took` take, `patients` patient, `older` old. Unknown words lose a plural."""
    known = forms().get(word)
    if known is not None:
        return known
    if word in _KEPT or not word.isascii():
        return word
    odd = wordnet.net().irregular.get(word)
    if odd and not (wordnet.is_a(word, "n") and "v" not in odd):
        return odd.get("v") or odd.get("n") or next(iter(odd.values()))
    if len(word) < 4:
        return word
    return _noun(word) or _verb(word) or _adjective(word) or _guess(word)


def _ends(word: str, rules: tuple[tuple[str, str], ...]) -> list[str]:
    return [word[: -len(old)] + new for old, new in rules if word.endswith(old) and len(word) - len(old) > 1]


def _noun(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return ""
    return next((base for base in _ends(word, _PLURAL) if wordnet.is_a(base, "n") or wordnet.is_a(base, "v")), "")


def _verb(word: str) -> str:
    if not word.endswith(("ed", "ing", "s")):
        return ""
    bases = _ends(word, _VERB)
    bases += [base[:-1] for base in bases if len(base) > 3 and base[-1] == base[-2]]
    return next((base for base in bases if wordnet.is_a(base, "v")), "")


def _adjective(word: str) -> str:
    for ending in ("er", "est"):
        stem = word.removesuffix(ending)
        if stem != word and not wordnet.is_a(word, "n"):
            tries = (stem, stem + "e", stem[:-1], stem[:-1] + "y")
            return next((base for base in tries if len(base) > 2 and wordnet.is_a(base, "a")), "")
    return ""


def _guess(word: str) -> str:
    if word.endswith("ed") and word.startswith("re") and wordnet.is_a(lemma(word[2:]), "v"):
        return "re" + lemma(word[2:])
    found = any(wordnet.is_a(word, pos) for pos in "nvar")
    if found or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return word[:-1]


@lru_cache(maxsize=16384)
def derived(a: str, b: str) -> bool:
    """Whether two lemmas are made from one root by common endings: pregnant, pregnancy; approve, approval."""
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        shared += 1
    return shared >= 4 and shared >= 0.5 * max(len(a), len(b)) and {a[shared:], b[shared:]} <= _SUFFIXES
