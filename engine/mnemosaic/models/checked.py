"""An embedder whose vectors are looked at before they are used: whatever is plugged in, no wrong size is kept."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.errors import ModelAnswerError
from mnemosaic.models.protocols import Embedder, Thresholds, Usage, Vectors
from mnemosaic.models.tally import counting
from mnemosaic.models.vectors import unit_rows

EMBED = "embed"


class CheckedEmbedder:
    """An `Embedder` over another one. Raises `ModelMismatchError` where that one returns another size than it declares,
    and `ModelAnswerError` where it returns another number of vectors, or one without a direction. What it costs counts
    as the step `embed` of the tally that is open."""

    def __init__(self, embedder: Embedder) -> None:
        self.inner = embedder
        self.name = embedder.name
        self.dimensions = embedder.dimensions

    @property
    def thresholds(self) -> Thresholds:
        """Those of the embedder."""
        return self.inner.thresholds

    @property
    def usage(self) -> Usage:
        """That of the embedder."""
        return self.inner.usage

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are stored. Shape (len(texts), dimensions)."""
        with counting(EMBED, lambda: self.inner.usage):
            return self._checked(self.inner.passages(texts), len(texts))

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are asked. Shape (len(texts), dimensions)."""
        with counting(EMBED, lambda: self.inner.usage):
            return self._checked(self.inner.queries(texts), len(texts))

    def _checked(self, vectors: Vectors, texts: int) -> Vectors:
        if len(vectors) != texts:
            raise ModelAnswerError(f"the embedder {self.name} returned {len(vectors)} vectors for {texts} texts")
        return unit_rows(vectors, self.name, self.dimensions) if texts else vectors
