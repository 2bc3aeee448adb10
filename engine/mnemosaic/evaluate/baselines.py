"""What the engine is compared with, over the same texts and in the same run: flat dense retrieval, and BM25."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mnemosaic.lexemes import content_length, lexemes, query_lexemes
from mnemosaic.models.protocols import Embedder
from mnemosaic.read.lexical import bm25


class Flat:
    """Dense retrieval over whole texts with one embedder: what a flat vector store does."""

    def __init__(self, embedder: Embedder, names: Sequence[str], texts: Sequence[str]) -> None:
        self._embedder = embedder
        self._names = list(names)
        self._vectors = embedder.passages(texts)

    def rank(self, question: str) -> list[str]:
        """Names, nearest first."""
        scores = self._vectors @ self._embedder.queries([question])[0]
        return [self._names[place] for place in np.argsort(-scores, kind="stable")]


class Bm25:
    """BM25 (k1 0.9, b 0.4) over Snowball stems without stop words."""

    def __init__(self, names: Sequence[str], texts: Sequence[str]) -> None:
        words = {name: lexemes(text) for name, text in zip(names, texts, strict=True)}
        self._documents = {name: (" ".join(found), content_length(found)) for name, found in words.items()}
        self._lexemes = sum(length for _, length in self._documents.values())

    def rank(self, question: str) -> list[str]:
        """Names, best first; those that share no word come last in their order."""
        scores = bm25(query_lexemes(question), self._documents, len(self._documents), self._lexemes)
        return sorted(scores, key=lambda name: -scores[name])
