"""Embeddings from any provider that speaks the OpenAI protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mnemosaic.errors import ModelAnswerError, ModelUnavailableError
from mnemosaic.models.connection import Connection
from mnemosaic.models.metering import Meter
from mnemosaic.models.protocols import Thresholds, Usage, Vectors
from mnemosaic.models.retrying import persistently
from mnemosaic.models.text import estimate_tokens
from mnemosaic.models.vectors import readable, unit_rows

if TYPE_CHECKING:
    from openai.types import CreateEmbeddingResponse

BATCH_TEXTS = 256
BATCH_TOKENS = 100_000

SIZES = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
"""Sizes that need not be set; those of the models called `text-embedding-3-...` can be shortened by the provider."""
SHORTENED = "text-embedding-3-"

# Not calibrated: cosines of the third generation spread as those of MiniLM do, those of ada-002 crowd above 0.7.
DEFAULT_THRESHOLDS = Thresholds(associated=0.35, duplicate=0.90, unrelated=0.12)
THRESHOLDS = {"text-embedding-ada-002": Thresholds(associated=0.80, duplicate=0.96, unrelated=0.72)}


class OpenAIEmbedder:
    """An `Embedder` over `/embeddings`. Texts go in batches bounded in number and tokens; results keep their order.

    A text that is longer than the provider takes is refused by the provider: it is not cut off here. Raises
    `InputError` for an empty text, `ModelUnavailableError`, `ModelMismatchError` where the vectors have another size
    than `dimensions`, and `ModelAnswerError` where vectors are missing or unusable.
    """

    def __init__(
        self,
        model: str,
        dimensions: int,
        connection: Connection,
        thresholds: Thresholds | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model = model
        self._dimensions = dimensions
        self._connection = connection
        self._thresholds = thresholds or THRESHOLDS.get(model, DEFAULT_THRESHOLDS)
        self._sleep = sleep
        self._meter = Meter()

    @property
    def name(self) -> str:
        """The model's name as kept in the graph, such as `openai:text-embedding-3-small`."""
        return f"openai:{self._model}"

    @property
    def dimensions(self) -> int:
        """Size of a vector."""
        return self._dimensions

    @property
    def thresholds(self) -> Thresholds:
        """What similarities mean for this model."""
        return self._thresholds

    @property
    def usage(self) -> Usage:
        """Requests, tokens as the provider counts them, seconds."""
        return self._meter.usage

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are stored. Shape (len(texts), dimensions)."""
        batches = [self._embed(batch) for batch in _batches(readable(texts))]
        return np.concatenate(batches) if batches else np.zeros((0, self._dimensions), dtype=np.float32)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are asked: the same as passages. Shape (len(texts), dimensions)."""
        return self.passages(texts)

    def _embed(self, batch: list[str]) -> Vectors:
        """One batch, tried again until its bound."""
        return persistently(
            lambda: self._request(batch),
            what=f"the embedder {self.name}",
            attempts=self._connection.attempts,
            sleep=self._sleep,
        )

    def _request(self, batch: list[str]) -> Vectors:
        """One request. The size is asked for only where the provider can shorten vectors."""
        size = {"dimensions": self._dimensions} if self._model.startswith(SHORTENED) else {}
        create: Any = self._connection.client().embeddings.create
        with self._meter.call():
            try:
                response = create(model=self._model, input=batch, encoding_format="float", **size)
            except ValueError as error:
                raise ModelAnswerError(f"the body of the embedder {self.name}'s response is broken: {error}") from error
        return self._rows(response, len(batch))

    def _rows(self, response: CreateEmbeddingResponse | str, count: int) -> Vectors:
        """The vectors by their index, which need not be the order they came in."""
        if isinstance(response, str):
            raise ModelUnavailableError(
                f"the embedder {self.name} does not answer in the OpenAI protocol: check base_url"
            )
        data = response.data
        if not data or sorted(item.index for item in data) != list(range(count)):
            got = len(data) if data else "no"
            raise ModelAnswerError(f"the embedder {self.name} gave {got} vectors for {count} texts")
        if response.usage:
            self._meter.add(Usage(prompt_tokens=response.usage.prompt_tokens or 0))
        rows = [item.embedding for item in sorted(data, key=lambda item: item.index)]
        odd = next((row for row in rows if len(row) != self._dimensions), None)
        return unit_rows(rows if odd is None else [odd], self.name, self._dimensions)


def _batches(texts: list[str]) -> Iterator[list[str]]:
    """`texts` in order, in batches of at most `BATCH_TEXTS` and about `BATCH_TOKENS`; never an empty one."""
    batch: list[str] = []
    tokens = 0
    for text in texts:
        size = estimate_tokens(text)
        if batch and (len(batch) == BATCH_TEXTS or tokens + size > BATCH_TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += size
    if batch:
        yield batch
