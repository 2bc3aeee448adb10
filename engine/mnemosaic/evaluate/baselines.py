"""What the engine is compared with, over the same texts and in the same run: flat retrieval, BM25, a script of both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mnemosaic.lexemes import content_length, lexemes, query_lexemes
from mnemosaic.models.protocols import Embedder
from mnemosaic.read.lexical import bm25


class Flat:
    """Dense retrieval over whole texts with one embedder: what a flat vector store does."""

    def __init__(self, embedder: Embedder, names: Sequence[str], texts: Sequence[str]) -> None:
        self._embedder = embedder
        self._names = list(names)
        self._vectors = embedder.passages(texts)

    def scores(self, question: str) -> NDArray[np.float64]:
        """Cosines, in the order of the texts."""
        found: NDArray[np.float64] = (self._vectors @ self._embedder.queries([question])[0]).astype(np.float64)
        return found

    def rank(self, question: str) -> list[str]:
        """Names, nearest first."""
        return [self._names[place] for place in np.argsort(-self.scores(question), kind="stable")]


class Bm25:
    """BM25 (k1 0.9, b 0.4) over Snowball stems without stop words."""

    def __init__(self, names: Sequence[str], texts: Sequence[str]) -> None:
        words = {name: lexemes(text) for name, text in zip(names, texts, strict=True)}
        self._documents = {name: (" ".join(found), content_length(found)) for name, found in words.items()}
        self._lexemes = sum(length for _, length in self._documents.values())

    def scores(self, question: str) -> NDArray[np.float64]:
        """Scores, in the order of the texts."""
        found = bm25(query_lexemes(question), self._documents, len(self._documents), self._lexemes)
        return np.array([found[name] for name in self._documents])

    def rank(self, question: str) -> list[str]:
        """Names, best first; those that share no word come last in their order."""
        names = list(self._documents)
        return [names[place] for place in np.argsort(-self.scores(question), kind="stable")]


class Script:
    """What a script of a page does over one conversation.

    z-scores of the vectors of a turn, and of a turn with the one before it, and of BM25, are summed; half of a score is
    passed to the turns next to it, and a quarter to those beyond.
    """

    def __init__(self, embedder: Embedder, names: Sequence[str], texts: Sequence[str], sessions: Sequence[str]) -> None:
        """`texts` in order of speaking; nothing is passed from one of `sessions` to another."""
        starts = [place == 0 or sessions[place] != sessions[place - 1] for place in range(len(texts))]
        pairs = [own if starts[place] else f"{texts[place - 1]}\n{own}" for place, own in enumerate(texts)]
        self._dense = [Flat(embedder, names, texts), Flat(embedder, names, pairs)]
        self._bm25 = Bm25(names, texts)
        self._names = list(names)
        self._sessions = np.array(sessions)

    def rank(self, question: str) -> list[str]:
        """Names, best first."""
        turns, pairs = (dense.scores(question) for dense in self._dense)
        own = _standard(turns) + _standard(pairs) + _standard(self._bm25.scores(question))
        total = own.copy()
        for steps, share in ((1, 0.5), (2, 0.25)):
            near = self._sessions[steps:] == self._sessions[:-steps]
            total[steps:] += share * np.where(near, own[:-steps], 0.0)
            total[:-steps] += share * np.where(near, own[steps:], 0.0)
        return [self._names[place] for place in np.argsort(-total, kind="stable")]


def _standard(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    spread = float(scores.std())
    standard: NDArray[np.float64] = (scores - scores.mean()) / spread if spread else np.zeros_like(scores)
    return standard
