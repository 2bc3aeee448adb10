"""Speed on this machine: recall beside the raw driver's vector query, writing with and without edges, index recall.

Embedding is not measured: texts are given clustered random vectors. Everything else is the real path, on a server of
its own that is restarted before reading, so that the indexes have settled. Writing is measured without comparing new
statements with known ones, with and without similarity edges, and as it is by default, compared and with edges.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from mnemosaic import server, times
from mnemosaic.evaluate import index_recall
from mnemosaic.evaluate.synthetic import SyntheticEmbedder, conversation, questions
from mnemosaic.memory import Memory
from mnemosaic.reports import SCHEMA, WriteReport
from mnemosaic.settings import Settings

TOP = 20
QUERIES = 200
WARM_UP = 200
EDGE_SHARE = 0.25
WARM_SENTENCES = 6000

P = ParamSpec("P")
Say = Callable[[str], None]


class Milliseconds(BaseModel):
    """Median and 95th percentile."""

    model_config = ConfigDict(frozen=True)

    p50: float
    p95: float


class SpeedReport(BaseModel):
    """See the module. `index_recall` is by the share of atoms that the filter lets through, top 20."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    atoms: int
    java: str
    recall_ms: Milliseconds
    raw_vector_ms: Milliseconds
    recall_to_raw: float
    round_trips: int
    write_atoms_per_second: float
    write_with_edges_per_second: float
    write_checked_per_second: float = Field(
        description="with edges, each atom compared with what is known: the default"
    )
    write_bare_atoms_per_second: float = Field(description="nodes alone into the same indexes: what nothing can beat")
    write_seconds: dict[str, float]
    checked_seconds: dict[str, float]
    index_recall: dict[str, float]


def run(atoms: int = 10_000, say: Say | None = None) -> SpeedReport:
    """Measure on a fresh embedded server in a temporary folder. Takes about a minute for 10,000 atoms."""
    tell = say or (lambda _: None)
    embedder = SyntheticEmbedder()
    with tempfile.TemporaryDirectory(prefix="mnemosaic-speed-") as folder:
        data = Path(folder) / "data"
        with _opened(data, embedder, associations=10) as memory:
            tell("writing")
            memory.remember(conversation(WARM_SENTENCES, seed=1), scope="warm/up")
            checked, checked_rate = _written(memory, int(atoms * EDGE_SHARE), 4, "speed/checked")
        with _opened(data, embedder, associations=10, compare=False) as memory:
            _, edged_rate = _written(memory, int(atoms * EDGE_SHARE), 2, "speed/edges")
        with _opened(data, embedder, associations=0, compare=False) as memory:
            plain, plain_rate = _written(memory, atoms, 3, "speed/plain")
            tell("writing bare atoms for the exact comparison")
            start = time.perf_counter()
            index_recall.write(memory.graph, atoms)
            bare_rate = round(atoms / (time.perf_counter() - start), 1)
        server.stop(data)
        tell("restarting")
        with _opened(data, embedder, associations=10) as memory:
            shares = index_recall.measure(memory.graph, atoms)
            tell("reading")
            trips = _round_trips(memory)
            recall, raw = _reading(memory, embedder)
        found = server.status(data)
        server.stop(data)
    return SpeedReport(
        atoms=plain.added,
        java=found.java_version or "",
        recall_ms=recall,
        raw_vector_ms=raw,
        recall_to_raw=round(recall.p50 / raw.p50, 2),
        round_trips=trips,
        write_atoms_per_second=plain_rate,
        write_with_edges_per_second=edged_rate,
        write_checked_per_second=checked_rate,
        checked_seconds=checked.seconds,
        write_bare_atoms_per_second=bare_rate,
        write_seconds=plain.seconds,
        index_recall=shares,
    )


@contextmanager
def _opened(data: Path, embedder: SyntheticEmbedder, associations: int, compare: bool = True) -> Iterator[Memory]:
    settings = Settings.load(data=data, associations=associations, compare=compare)
    with Memory.open(settings=settings, embedder=embedder) as memory:
        yield memory


def _written(memory: Memory, sentences: int, seed: int, scope: str) -> tuple[WriteReport, float]:
    """The report, and atoms a second of everything but making vectors; steps of two batches overlap."""
    turns = conversation(sentences, seed=seed)
    start = time.perf_counter()
    report = memory.remember(turns, scope=scope)
    return report, round(report.added / (time.perf_counter() - start - report.seconds["embed"]), 1)


def _round_trips(memory: Memory) -> int:
    question = questions(1, seed=11)[0]
    memory.recall(question, scope="speed/plain")
    before = memory.graph.round_trips
    memory.recall(question, scope="speed/plain")
    return memory.graph.round_trips - before


def _reading(memory: Memory, embedder: SyntheticEmbedder) -> tuple[Milliseconds, Milliseconds]:
    """Recall and the plain vector query, in turn, so that both see the same machine."""
    asked = questions(QUERIES + WARM_UP, seed=13)
    vectors = embedder.queries(asked)
    recall, raw = [], []
    for question, vector in zip(asked, vectors, strict=True):
        recall.append(milliseconds(memory.recall, question, scope="speed/plain"))
        plain = {"scopes": ["speed/plain"], "query": vector, "now": times.now(), "limit": TOP}
        raw.append(milliseconds(memory.graph.read, "inspect/nearest_semantic", **plain))
    return percentiles(recall[WARM_UP:]), percentiles(raw[WARM_UP:])


def milliseconds(call: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call(*args, **kwargs)
    return (time.perf_counter() - start) * 1000


def percentiles(values: list[float]) -> Milliseconds:
    """Of durations in milliseconds."""
    return Milliseconds(p50=round(float(np.percentile(values, 50)), 2), p95=round(float(np.percentile(values, 95)), 2))
