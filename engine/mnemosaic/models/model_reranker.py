"""A reranker that asks the language model: one call for all texts of a recall."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import Relevances

LOOKED_AT = 60
"""Texts of one call at most; those behind them keep their order, below all that were scored."""


class ModelReranker:
    """A `Reranker` over a language model. Safe for threads."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._prompt = load_prompt("rerank")

    @property
    def name(self) -> str:
        """The language model's name."""
        return self._model.name

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Relevance in 0..10 for each text; one that the model leaves out is below 0, in order. Raises `ModelError`."""
        lines = [{"number": number, "text": text} for number, text in enumerate(texts[:LOOKED_AT], start=1)]
        answer = self._prompt.ask(
            self._model,
            Relevances,
            question=json.dumps(question, ensure_ascii=False),
            statements=json.dumps(lines, ensure_ascii=False),
        )
        told = {item.number: item.relevance for item in answer.relevances}
        return [told.get(number, -number / len(texts)) for number in range(1, len(texts) + 1)]
