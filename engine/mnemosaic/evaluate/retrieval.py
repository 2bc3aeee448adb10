"""Questions with known texts that answer them: recall of those texts, beside flat dense retrieval and BM25."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Self, TextIO

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.evaluate.baselines import Bm25, Flat
from mnemosaic.evaluate.ranking import RecallAt
from mnemosaic.memory import Memory
from mnemosaic.models.protocols import Embedder
from mnemosaic.reports import SCHEMA

K = 60

Say = Callable[[str], None]


def silent(_: str) -> None:
    """Say nothing."""


class Asked(NamedTuple):
    """A question, with the ids of the texts that it needs, and the part of the data it belongs to."""

    name: str
    text: str
    category: str
    part: str
    gold: frozenset[str]


class RetrievalReport(BaseModel):
    """Recall over texts by cut, fractions of 1. Parts are what the data falls into, such as users, or halves."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    embedder: str
    texts: int
    questions: int
    abstained: int = Field(description="questions, all of which have an answer, at which the engine abstained")
    recall: dict[str, float]
    by_category: dict[str, dict[str, float]]
    by_part: dict[str, dict[str, float]]
    baselines: dict[str, dict[str, float]]
    baselines_by_category: dict[str, dict[str, dict[str, float]]]
    baselines_by_part: dict[str, dict[str, dict[str, float]]]


class _Counts:
    """Recall of one method."""

    def __init__(self, cuts: Sequence[int]) -> None:
        self.by_category, self.by_part = RecallAt(cuts), RecallAt(cuts)

    def add(self, ranked: Sequence[str], asked: Asked) -> None:
        self.by_category.add(ranked, asked.gold, asked.category)
        self.by_part.add(ranked, asked.gold, asked.part)


class Measured:
    """Counts the answers of the engine and of the baselines, scope by scope."""

    def __init__(self, embedder: Embedder, cuts: Sequence[int], rankings: TextIO | None = None) -> None:
        """`rankings` is given a JSON line a question: part, question and the ranked ids."""
        self._embedder = embedder
        self._rankings = rankings
        self._counts = {name: _Counts(cuts) for name in ("engine", "flat", "bm25")}
        self._texts = self._abstained = 0

    def ask(self, memory: Memory, scope: str, asked: Sequence[Asked]) -> Self:
        """Ask the engine, which holds the texts in `scope` as turns with their ids."""
        for question in asked:
            found = memory.recall(question.text, scope=scope, k=K)
            ranked = [turn.source_id or "" for turn in found.evidence.turns]
            self._abstained += found.abstained
            self._counts["engine"].add(ranked, question)
            if self._rankings is not None:
                line = {"part": question.part, "question": question.name, "ranked": ranked}
                self._rankings.write(json.dumps(line) + "\n")
        return self

    def compare(self, texts: Mapping[str, str], asked: Sequence[Asked]) -> Self:
        """Ask the baselines, over the same texts by id."""
        flat = Flat(self._embedder, list(texts), list(texts.values()))
        words = Bm25(list(texts), list(texts.values()))
        for question in asked:
            self._counts["flat"].add(flat.rank(question.text), question)
            self._counts["bm25"].add(words.rank(question.text), question)
        self._texts += len(texts)
        return self

    def report(self) -> RetrievalReport:
        """What was counted so far."""
        engine = self._counts["engine"]
        others = {name: counts for name, counts in self._counts.items() if name != "engine"}
        return RetrievalReport(
            embedder=self._embedder.name,
            texts=self._texts,
            questions=engine.by_part.questions,
            abstained=self._abstained,
            recall=engine.by_part.overall(),
            by_category=engine.by_category.by_category(),
            by_part=engine.by_part.by_category(),
            baselines={name: counts.by_part.overall() for name, counts in others.items()},
            baselines_by_category={name: counts.by_category.by_category() for name, counts in others.items()},
            baselines_by_part={name: counts.by_part.by_category() for name, counts in others.items()},
        )
