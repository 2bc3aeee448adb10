"""The two protocols that every model back end implements, and what a call cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

Vectors = NDArray[np.float32]
"""Shape (texts, dimensions), each row of length 1."""

AnswerT = TypeVar("AnswerT", bound=BaseModel)


class Thresholds(BaseModel):
    """What a similarity means for one embedder, in 0..1: calibrated, since cosines of models do not compare."""

    model_config = ConfigDict(frozen=True)

    associated: float = Field(description="as many random pairs reach it as reach 0.4 with MiniLM, about a fifth")
    duplicate: float = Field(description="near-paraphrases reach it")
    unrelated: float = Field(description="below it, nothing connects two texts")


class Usage(BaseModel):
    """What model calls cost so far: calls, tokens as the provider counts them, seconds of waiting."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            seconds=self.seconds + other.seconds,
        )

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            calls=self.calls - other.calls,
            prompt_tokens=self.prompt_tokens - other.prompt_tokens,
            completion_tokens=self.completion_tokens - other.completion_tokens,
            seconds=self.seconds - other.seconds,
        )


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into unit vectors. Queries and passages may be embedded differently.

    Safe for threads. Raises `ModelUnavailableError`; `ModelMismatchError` where the back end returns another size than
    it declared.
    """

    @property
    def name(self) -> str:
        """The model's name as kept in the graph, such as `bge-small-en-v1.5-q`."""

    @property
    def dimensions(self) -> int:
        """Size of a vector."""

    @property
    def thresholds(self) -> Thresholds:
        """What similarities mean for this model."""

    @property
    def usage(self) -> Usage:
        """What it cost since it was made."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are stored. Shape (len(texts), dimensions)."""

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Embed texts that are asked. Shape (len(texts), dimensions)."""


@runtime_checkable
class LanguageModel(Protocol):
    """Answers a prompt with an instance of a pydantic model.

    Safe for threads. Raises `ModelUnavailableError` when the provider cannot be reached or refuses for good, and
    `ModelAnswerError` when no answer could be understood after the retries.
    """

    @property
    def name(self) -> str:
        """The model's name."""

    @property
    def usage(self) -> Usage:
        """What it cost since it was made."""

    def answer(self, system: str, user: str, kind: type[AnswerT]) -> AnswerT:
        """One call; the answer parsed and validated as `kind`."""


@runtime_checkable
class Reranker(Protocol):
    """Scores texts beside a question, each read together with it: slower than vectors, and better.

    Safe for threads. Raises `ModelUnavailableError` or `ModelAnswerError`; a recall then keeps the order it had.
    """

    @property
    def name(self) -> str:
        """The model's name."""

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One finite number a text, higher is nearer, on any scale."""
