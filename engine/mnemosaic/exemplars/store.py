"""Exemplars in the graph: shipped ones are put there once, users add and remove, engines read them again on change."""

from __future__ import annotations

import hashlib
import json
import threading
import uuid
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, field_validator

from mnemosaic.errors import InputError
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Embedder, Vectors

_NAMESPACE = uuid.UUID("3f2c1a52-7c86-5f0e-8a44-6b8f2d1f9c77")


class ExemplarTask(StrEnum):
    """What an exemplar teaches. Route and risk exemplars are questions, the others statements."""

    TYPE = "type"
    FACET = "facet"
    ROUTE = "route"
    RISK = "risk"

    @property
    def asks(self) -> bool:
        """Whether its exemplars are questions, and so are embedded as queries."""
        return self in (ExemplarTask.ROUTE, ExemplarTask.RISK)


LABELS = {
    ExemplarTask.TYPE: ("semantic", "episodic", "procedural"),
    ExemplarTask.FACET: ("event", "persona", "relationship"),
    ExemplarTask.ROUTE: ("fact", "time", "procedure", "mixed"),
    ExemplarTask.RISK: ("high", "normal"),
}


class Exemplar(BaseModel):
    """One labelled text."""

    model_config = ConfigDict(frozen=True)

    task: ExemplarTask
    label: str
    text: str

    @field_validator("text")
    @classmethod
    def _not_empty(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("the text of an exemplar is empty")
        return text

    @property
    def id(self) -> str:
        """UUIDv5 of task, label and text."""
        return str(uuid.uuid5(_NAMESPACE, "\u001f".join((self.task, self.label, self.text))))


class Labelled(NamedTuple):
    """The exemplars of one task: `labels[i]` and `texts[i]` belong to row i of `vectors`."""

    labels: tuple[str, ...]
    texts: tuple[str, ...]
    vectors: Vectors


class ExemplarStore:
    """The exemplars of one graph, kept in memory until their version in the graph moves. Safe for threads."""

    def __init__(self, graph: Graph, embedder: Embedder) -> None:
        self._graph = graph
        self._embedder = embedder
        self._lock = threading.Lock()
        self._version = -1
        self._sets: dict[ExemplarTask, Labelled] = {}

    def version(self) -> int:
        """The version in the graph: one round trip."""
        return int(self._graph.read("lifecycle/exemplar_version")[0]["version"])

    def labelled(self, task: ExemplarTask, version: int) -> Labelled:
        """The exemplars of a task as of `version` or later."""
        with self._lock:
            if version > self._version:
                self._load()
            return self._sets[task]

    def seed(self) -> None:
        """Put the shipped exemplars into the graph where it lacks this version of them, embedded by this model."""
        given = shipped()
        digest = hashlib.sha256("\n".join([self._embedder.name, *(exemplar.id for exemplar in given)]).encode())
        fingerprint = digest.hexdigest()
        if self._graph.read("lifecycle/exemplar_version")[0]["shipped"] != fingerprint:
            self._write(given, fingerprint)

    def add(self, exemplars: Iterable[Exemplar]) -> int:
        """Add exemplars, effective at once in every running engine. Raises `InputError` for a label of no such task."""
        given = list(exemplars)
        for exemplar in given:
            if exemplar.label not in LABELS[exemplar.task]:
                allowed = ", ".join(LABELS[exemplar.task])
                raise InputError(f"{exemplar.label!r} is no label for {exemplar.task}: use one of {allowed}")
        if given:
            self._write(given)
        return len(given)

    def remove(self, exemplars: Iterable[Exemplar]) -> int:
        """Remove exemplars, effective at once in every running engine; how many of them were there.

        A shipped one stays away until an engine with other shipped ones opens the graph.
        """
        ids = [exemplar.id for exemplar in exemplars]
        return int(self._graph.write("lifecycle/remove_exemplars", ids=ids)[0]["removed"]) if ids else 0

    def _write(self, exemplars: list[Exemplar], fingerprint: str | None = None) -> None:
        vectors = np.zeros((len(exemplars), self._embedder.dimensions), dtype=np.float32)
        for asks in (True, False):
            places = [place for place, exemplar in enumerate(exemplars) if exemplar.task.asks is asks]
            if places:
                embed = self._embedder.queries if asks else self._embedder.passages
                vectors[places] = embed([exemplars[place].text for place in places])
        rows = [
            {**exemplar.model_dump(mode="json"), "id": exemplar.id, "model": self._embedder.name, "embedding": vector}
            for exemplar, vector in zip(exemplars, vectors, strict=True)
        ]
        self._graph.write("lifecycle/add_exemplars", exemplars=rows, shipped=fingerprint)

    def _load(self) -> None:
        row = self._graph.read("lifecycle/exemplars")[0]
        for task in ExemplarTask:
            own = [item for item in row["exemplars"] if item["task"] == task and item["model"] == self._embedder.name]
            self._sets[task] = Labelled(
                labels=tuple(item["label"] for item in own),
                texts=tuple(item["text"] for item in own),
                vectors=np.array([item["embedding"] for item in own], dtype=np.float32).reshape(len(own), -1),
            )
        self._version = row["version"]


def shipped() -> list[Exemplar]:
    """The exemplars that come with the engine, all of the project's own writing."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*.jsonl")):
        found += [Exemplar(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return found
