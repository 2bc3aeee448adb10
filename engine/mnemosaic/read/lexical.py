"""BM25 over proposed turns, with the statistics of the reader's scopes alone: no other tenant moves a score."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

K1 = 0.9
B = 0.4


def idf(holding: int, total: int) -> float:
    """How rare a word is that `holding` of `total` turns hold: Lucene's inverse document frequency, never negative."""
    return math.log(1 + (total - holding + 0.5) / (holding + 0.5))


def bm25(
    words: Sequence[str],
    documents: Mapping[str, tuple[str, int]],
    turns: int,
    lexemes: int,
    holding: Mapping[str, int] | None = None,
) -> dict[str, float]:
    """BM25 scores (Robertson and Zaragoza 2009, eq. 3.15, with Lucene's non-negative idf) by document id.

    `documents` are the lexemes joined by spaces and the content length of every turn that was proposed. `holding` says
    how many turns of the scopes hold each word; without it, how many of the documents do. `turns` and `lexemes` are the
    totals of the scopes.
    """
    counts = {name: Counter(text.split(" ")) for name, (text, _) in documents.items()}
    if holding is None:
        holding = Counter(word for word in words for count in counts.values() if word in count)
    total = max(turns, len(documents), *holding.values(), 1)
    average = max(lexemes / total, 1.0)
    scores = {}
    for name, count in counts.items():
        norm = K1 * (1 - B + B * documents[name][1] / average)
        scores[name] = sum(
            idf(holding[word], total) * count[word] * (K1 + 1) / (count[word] + norm) for word in words if word in count
        )
    return scores
