"""The classifier's paths side by side: buckets, exact neighbours, and one model call a statement.

Judged by the project's own exemplars: a fifth of them, fixed by the hash of their text, is kept from the index and
asked; then each fifth in turn. Times are of the answering alone: every path but the model's needs the embedding first.
A model is asked about a sample of the unseen fifth, drawn by the hash of the text, and the other paths answer the same
sample beside it: shares of so few statements are to be compared with one another, not with those of the whole fifth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import AtomType
from mnemosaic.errors import ModelAnswerError
from mnemosaic.evaluate.labels import LabelScores, scored
from mnemosaic.exemplars.heldout import FOLDS, fold_of
from mnemosaic.exemplars.index import ExemplarIndex, Verdict
from mnemosaic.exemplars.store import LABELS, ExemplarTask, shipped
from mnemosaic.models.protocols import Embedder, LanguageModel, Vectors
from mnemosaic.reports import SCHEMA
from mnemosaic.write.ask_kinds import ModelKinds, Open
from mnemosaic.write.classify import statement_index
from mnemosaic.write.cues import statement_cues

UNSEEN = 0
"""The fold that is the unseen fifth."""
REPEATS = 20
TASKS = (ExemplarTask.TYPE, ExemplarTask.FACET)

Say = Callable[[str], None]
Said = list[str | None]


class PathFigures(BaseModel):
    """One path. `answered` is the share of statements it gave a label to; scores and time are of these."""

    model_config = ConfigDict(frozen=True)

    answered: float
    scores: LabelScores
    microseconds: float = Field(description="for one statement, in a batch, its embedding not counted")


class TaskFigures(BaseModel):
    """Paths by name: `hashed` (buckets alone, where clear), `exact`, `dual` (buckets, else exact), `model`.

    `sample` is empty where no model was asked. The model is asked for type and facet in one call, of which each task
    takes its own; a statement to which it gives no facet is not answered.
    """

    model_config = ConfigDict(frozen=True)

    exemplars: int
    unseen: int
    fifth: dict[str, PathFigures] = Field(description="on the unseen fifth")
    folds: dict[str, LabelScores] = Field(description="each fifth judged by the other four")
    sampled: int = Field(default=0, description="statements of the unseen fifth that a model was asked about")
    sample: dict[str, PathFigures] = Field(default_factory=dict, description="every path on that sample")


class ClassifyReport(BaseModel):
    """See the module. Without a language model configured `model` is None, and its path is not measured."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    embedder: str
    embedding_microseconds: float = Field(description="of one statement, in a batch: what hashing and exact share")
    model: str | None
    model_calls: int = Field(default=0, description="requests, those for another try after a broken answer included")
    model_tokens: int = 0
    model_failed: int = Field(default=0, description="statements for which no usable answer came")
    tasks: dict[ExemplarTask, TaskFigures]


class _Set(NamedTuple):
    texts: list[str]
    labels: list[str]
    vectors: Vectors

    def part(self, places: Sequence[int]) -> _Set:
        return _Set([self.texts[i] for i in places], [self.labels[i] for i in places], self.vectors[list(places)])


class _Asker:
    """One call a statement. Raises `ModelUnavailableError` where the model does not answer at all."""

    def __init__(self, model: LanguageModel, sample: int | None, say: Say) -> None:
        self._kinds, self._say = ModelKinds(model), say
        self.sample, self.failed = sample, 0

    def __call__(self, task: ExemplarTask, texts: Sequence[str]) -> Said:
        said: Said = []
        for number, text in enumerate(texts, start=1):
            self._say(f"asking the model for {task}: statement {number} of {len(texts)}")
            try:
                kind = self._kinds.ask([Open(text, frozenset(AtomType))]).get(0)
            except ModelAnswerError:
                kind = None
            self.failed += kind is None
            label = None if kind is None else kind.type if task is ExemplarTask.TYPE else kind.facet
            said.append(label.value if label is not None else None)
        return said


def run(
    embedder: Embedder, model: LanguageModel | None = None, say: Say | None = None, sample: int | None = None
) -> ClassifyReport:
    """Measure; with a `model`, one call for each of `sample` statements of each unseen fifth (None: all of them)."""
    tell = say or (lambda _: None)
    asker = _Asker(model, sample, tell) if model is not None else None
    tasks, seconds, embedded = {}, 0.0, 0
    for task in TASKS:
        tell(f"embedding the exemplars of {task}")
        own = [exemplar for exemplar in shipped() if exemplar.task is task]
        start = time.perf_counter()
        vectors = embedder.passages([exemplar.text for exemplar in own])
        seconds, embedded = seconds + time.perf_counter() - start, embedded + len(own)
        tell(f"asking {task}")
        given = _Set([exemplar.text for exemplar in own], [exemplar.label for exemplar in own], vectors)
        tasks[task] = _task(task, given, asker)
    usage = model.usage if model is not None else None
    return ClassifyReport(
        embedder=embedder.name,
        embedding_microseconds=round(1e6 * seconds / embedded, 1),
        model=model.name if model is not None else None,
        model_calls=usage.calls if usage else 0,
        model_tokens=usage.prompt_tokens + usage.completion_tokens if usage else 0,
        model_failed=asker.failed if asker else 0,
        tasks=tasks,
    )


def _task(task: ExemplarTask, given: _Set, asker: _Asker | None) -> TaskFigures:
    folds = [fold_of(text) for text in given.texts]
    seen, unseen = _split(given, folds, UNSEEN)
    index = statement_index(seen.labels, seen.texts, seen.vectors)
    labels = LABELS[task]
    sample = unseen.part(_drawn(unseen.texts, asker.sample)) if asker is not None else unseen.part([])
    compared = _compared(index, sample, labels)
    if asker is not None:
        start = time.perf_counter()
        said = asker(task, sample.texts)
        compared["model"] = _figures(sample.labels, said, labels, time.perf_counter() - start)
    return TaskFigures(
        exemplars=len(folds),
        unseen=len(unseen.texts),
        fifth=_compared(index, unseen, labels),
        folds=_cross_validated(given, folds, labels),
        sampled=len(sample.texts),
        sample=compared,
    )


def _drawn(texts: Sequence[str], size: int | None) -> list[int]:
    """The places of `size` texts, drawn by their hash: the same ones each time, in no order of the file."""
    by_hash = sorted(range(len(texts)), key=lambda place: sha256(texts[place].encode()).digest())
    return sorted(by_hash[:size])


def _compared(index: ExemplarIndex, asked: _Set, labels: Sequence[str]) -> dict[str, PathFigures]:
    """The paths over exemplars, on the same statements."""
    if not asked.texts:
        return {}
    cues = statement_cues(asked.texts)
    figures = {}
    for name, path in _paths(index).items():
        said = _labels(path(asked.vectors, cues))
        seconds = _seconds(lambda path=path: path(asked.vectors, cues))  # type: ignore[misc]
        figures[name] = _figures(asked.labels, said, labels, seconds)
    return figures


def _paths(index: ExemplarIndex) -> dict[str, Callable[[Vectors, Vectors], Sequence[Verdict | None]]]:
    return {"hashed": index.hashed, "exact": index.exact, "dual": index.verdicts}


def _cross_validated(given: _Set, folds: Sequence[int], labels: Sequence[str]) -> dict[str, LabelScores]:
    true: list[str] = []
    said: dict[str, Said] = {"exact": [], "dual": []}
    for fold in range(FOLDS):
        seen, unseen = _split(given, folds, fold)
        paths = _paths(statement_index(seen.labels, seen.texts, seen.vectors))
        true += unseen.labels
        for name, answers in said.items():
            answers += _labels(paths[name](unseen.vectors, statement_cues(unseen.texts)))
    return {name: scored(true, answers, labels) for name, answers in said.items()}


def _figures(true: Sequence[str], said: Said, labels: Sequence[str], seconds: float) -> PathFigures:
    answered = [place for place, label in enumerate(said) if label is not None]
    scores = scored([true[place] for place in answered], [said[place] for place in answered], labels)
    share = len(answered) / max(len(said), 1)
    return PathFigures(
        answered=round(share, 4), scores=scores, microseconds=round(1e6 * seconds / max(len(said), 1), 2)
    )


def _seconds(call: Callable[[], object]) -> float:
    """The median of some runs."""
    runs = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        runs.append(time.perf_counter() - start)
    return float(np.median(runs))


def _split(given: _Set, folds: Sequence[int], unseen: int) -> tuple[_Set, _Set]:
    parts = ([i for i, fold in enumerate(folds) if (fold == unseen) is wanted] for wanted in (False, True))
    seen, kept_back = (given.part(places) for places in parts)
    return seen, kept_back


def _labels(verdicts: Sequence[Verdict | None]) -> Said:
    return [verdict.label if verdict is not None else None for verdict in verdicts]
