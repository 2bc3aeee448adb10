"""A tiny embedder for tests: no model, no files, the same vectors everywhere."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from mnemosaic.models.metering import Meter
from mnemosaic.models.protocols import Thresholds, Usage, Vectors
from mnemosaic.models.vectors import readable, unit_rows

_WORD = re.compile(r"\w+")


class HashEmbedder:
    """An `Embedder` that counts hashed words: texts with common words are near, equal texts have similarity 1."""

    def __init__(self, dimensions: int = 384, name: str = "hash") -> None:
        self.name = name
        self.dimensions = dimensions
        self.thresholds = Thresholds(associated=0.4, duplicate=0.95, unrelated=0.1)
        self._meter = Meter()

    @property
    def usage(self) -> Usage:
        return self._meter.usage

    def passages(self, texts: Sequence[str]) -> Vectors:
        counts = np.zeros((len(texts), self.dimensions))
        with self._meter.call():
            for row, text in zip(counts, readable(texts), strict=True):
                for word in _WORD.findall(text.casefold()) or [text]:
                    row[zlib.crc32(word.encode()) % self.dimensions] += 1.0
        return unit_rows(counts, self.name, self.dimensions)

    def queries(self, texts: Sequence[str]) -> Vectors:
        return self.passages(texts)
