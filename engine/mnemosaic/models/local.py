"""Embeddings computed on this machine by a small ONNX model, without a key and without a network."""

from __future__ import annotations

import functools
import math
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mnemosaic.models.catalogue import LocalModel
from mnemosaic.models.metering import Meter
from mnemosaic.models.protocols import Thresholds, Usage, Vectors
from mnemosaic.models.vectors import readable, unit_rows

if TYPE_CHECKING:
    from mnemosaic.models.onnx import Onnx

CACHED_QUERIES = 256
SPECIAL_TOKENS = 2


class LocalEmbedder:
    """An `Embedder` over one model of the catalogue. Loads it on first use; safe for threads and after a fork.

    A text longer than the model's window is never cut off: it is divided into windows of equal length, each with the
    prefix, and its vector is the mean of theirs. Equal texts have equal vectors. Raises `InputError` for an empty
    text and `ModelUnavailableError` where the model cannot be loaded.
    """

    def __init__(self, model: LocalModel, jar: Callable[[], Path], threads: int | None = None) -> None:
        """`jar` is asked for the model's file on first use; `threads` is how many texts run at once, default cores."""
        self._model = model
        self._jar = jar
        self._threads = threads or os.cpu_count() or 1
        self._loading = threading.Lock()
        self._loaded: Onnx | None = None
        self._meter = Meter()
        self._query = functools.lru_cache(maxsize=CACHED_QUERIES)(self._embed_query)

    @property
    def name(self) -> str:
        """The model's name as kept in the graph."""
        return self._model.name

    @property
    def dimensions(self) -> int:
        """Size of a vector."""
        return self._model.dimensions

    @property
    def thresholds(self) -> Thresholds:
        """What similarities mean for this model."""
        return self._model.thresholds

    @property
    def usage(self) -> Usage:
        """Calls of `passages` and `queries` that ran the model, tokens it read, seconds."""
        return self._meter.usage

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are stored. Shape (len(texts), dimensions)."""
        return self._embed(self._model.passage_prefix, texts)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are asked; those asked singly are remembered. Shape (len(texts), dimensions)."""
        return self._query(texts[0]).copy() if len(texts) == 1 else self._embed(self._model.query_prefix, texts)

    def _embed_query(self, text: str) -> Vectors:
        return self._embed(self._model.query_prefix, [text])

    def _embed(self, prefix: str, texts: Sequence[str]) -> Vectors:
        """Equal texts are run once; the long ones begin first, so that no thread is left alone with one at the end."""
        if not texts:
            return self._none()
        distinct = sorted(set(readable(texts)), key=len, reverse=True)
        onnx = self._onnx()
        with self._meter.call():
            rows = dict(zip(distinct, self._run_all(onnx, prefix, distinct), strict=True))
        return np.stack([rows[text] for text in readable(texts)])

    def _run_all(self, onnx: Onnx, prefix: str, texts: Sequence[str]) -> Vectors:
        """One row a text, windows of all texts shared out over the threads. The pool lives for this call only."""
        head = onnx.tokens(prefix) if prefix else []
        windows = [_windows(onnx.tokens(text), self._model.window - SPECIAL_TOKENS - len(head)) for text in texts]
        flat = [head + window for parts in windows for window in parts]
        self._meter.add(Usage(prompt_tokens=sum(map(len, flat)) + SPECIAL_TOKENS * len(flat)))
        if len(flat) == 1 or self._threads == 1:
            rows = [onnx.run(ids) for ids in flat]
        else:
            with ThreadPoolExecutor(min(self._threads, len(flat))) as pool:
                rows = list(pool.map(onnx.run, flat))
        units = unit_rows(np.stack(rows), self.name, self.dimensions)
        starts = np.cumsum([0] + [len(parts) for parts in windows[:-1]])
        return unit_rows(np.add.reduceat(units, starts, axis=0), self.name, self.dimensions)

    def _onnx(self) -> Onnx:
        with self._loading:
            if self._loaded is None:
                from mnemosaic.models.onnx import Onnx

                self._loaded = Onnx(self._model, self._jar())
            return self._loaded

    def _none(self) -> Vectors:
        return np.zeros((0, self.dimensions), dtype=np.float32)


def _windows(ids: list[int], room: int) -> list[list[int]]:
    """`ids` in as few parts of at most `room` as hold them, of equal length give or take one; at least one part."""
    count = max(1, math.ceil(len(ids) / room))
    size = math.ceil(len(ids) / count) or 1
    return [ids[start : start + size] for start in range(0, len(ids), size)] or [[]]
