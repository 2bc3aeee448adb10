"""Lexemes: the words of a text as full text compares them, the same for what is stored and for what is asked."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

import Stemmer

MAX_LENGTH = 64
MAX_WORDS = 256
"""Words of a question that are searched for at most: each is counted, and Lucene refuses more than 1024 clauses."""

STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been before being but by can could did do does doing "
    "down during each few for from further had has have having he her here hers herself him himself his how i if in "
    "into is it its itself just me more most my myself no nor not now of off on once only or other our ours ourselves "
    "out over own same she should so some such than that the their theirs them themselves then there these they this "
    "those through to too under until up very was we were what when where which while who whom why will with would "
    "you your yours yourself yourselves".split()
)

# CJK scripts write no spaces: their runs become overlapping pairs, so that substrings are found
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
# punctuation, and halves of surrogate pairs, which no index can hold
_NOTHING = r"!-/:-@\[-`{-~\u2000-\u206f\u3000-\u303f\ud800-\udfff"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['’][^\W_{_CJK}]+)?|[^\w\s{_NOTHING}]")
_IS_CJK = re.compile(rf"[{_CJK}]")
_local = threading.local()


def lexemes(text: str) -> list[str]:
    """The lexemes of a text in order, stop words among them: NFKC, casefolded, Snowball-stemmed; CJK as pairs.

    Symbols such as emoji are lexemes; punctuation is not. Never raises, whatever the text holds.
    """
    found: list[str] = []
    for token in _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _IS_CJK.match(token):
            found += [token[i : i + 2] for i in range(len(token) - 1)] or [token]
        else:
            found.append(_stem(token[:MAX_LENGTH]))
    return found


def query_lexemes(text: str) -> list[str]:
    """The first `MAX_WORDS` distinct lexemes to search for: stop words are left out unless there is nothing else."""
    words = list(dict.fromkeys(lexemes(text)))
    return ([word for word in words if word not in _stop_lexemes()] or words)[:MAX_WORDS]


def content_length(words: Sequence[str]) -> int:
    """How many lexemes are no stop words: the document length of lexical scoring."""
    stops = _stop_lexemes()
    return sum(1 for word in words if word not in stops)


def inside(scope_keys: Iterable[str]) -> str:
    """The part of a Lucene query that keeps it inside the given scopes and counts nothing."""
    return f"+scope_key:({' '.join(scope_keys)})^0"


def clause(word: str) -> str:
    """The part of a Lucene query that looks for one word; each turn that holds it scores the clause's weight alone.

    That is what a range of one word does; a word by itself would be weighed by how rare it is in all scopes together.
    It is quoted, so that it is never an operator; lexemes hold no quote or backslash by construction.
    """
    return f'lexemes:["{word}" TO "{word}"]'


@lru_cache(maxsize=65536)
def _stem(token: str) -> str:
    word = re.sub(r"['’](s|ll|re|ve|d|m)?$", "", token).replace("'", "").replace("’", "")
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:
        stemmer = _local.stemmer = Stemmer.Stemmer("english")
    return str(stemmer.stemWord(word)) or token


@lru_cache(maxsize=1)
def _stop_lexemes() -> frozenset[str]:
    return frozenset(_stem(word) for word in STOP_WORDS)
