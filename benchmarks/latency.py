"""How long a recall takes with each of its signals in turn, beside the raw driver's vector query in the same run.

    python -m benchmarks.latency [--atoms 10000] [--questions 100] [--json]

Atoms are made up, as for `mnemosaic bench speed`, in one scope; embedding is not measured. Each question is asked in
every way, one after the other, so that all see the same machine. Needs the embedded server; 100,000 atoms take minutes
to write.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from gds_jobs import Job
from mnemosaic import server, times
from mnemosaic.evaluate.speed import milliseconds, percentiles
from mnemosaic.evaluate.synthetic import SyntheticEmbedder, conversation, questions
from mnemosaic.memory import Memory
from mnemosaic.models.protocols import Vectors
from mnemosaic.read.fuse import Weights
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import Router
from mnemosaic.settings import Settings

SCOPE = "latency/all"
PART = 20_000
WARM_UP = 60
TOP = 20


class Way(NamedTuple):
    """One way to ask."""

    weights: Weights = Weights()
    hops: int = 2


WAYS = {
    "as it is": Way(),
    "no entities": Way(Weights(bridge=0.0)),
    "one hop": Way(hops=1),
    "no hops": Way(hops=0),
    "neither entities nor hops": Way(Weights(bridge=0.0), hops=0),
    "with communities": Way(Weights(community=0.4)),
    "with PageRank and coverage": Way(Weights(pagerank=0.5, cover=0.05)),
}


def main() -> None:
    """Write, run the jobs, restart, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atoms", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--memory", default="2g", help="heap of the server")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mnemosaic-latency-") as folder:
        settings = Settings.load(data=Path(folder) / "data", compare=False, memory=args.memory)
        try:
            found = measure(settings, args.atoms, args.questions)
        finally:
            if settings.data is not None:
                server.stop(settings.data)
    if args.json:
        print(json.dumps({"schema": 1, "atoms": args.atoms, "milliseconds": found}))
        return
    for name, (p50, p95) in found.items():
        print(f"{name:<32}p50 {p50:>8.1f} ms   p95 {p95:>8.1f} ms")


def measure(settings: Settings, atoms: int, count: int) -> dict[str, list[float]]:
    """Median and 95th percentile in milliseconds, by way of asking."""
    embedder = SyntheticEmbedder()
    with Memory.open(settings=settings, embedder=embedder) as memory:
        for start in range(0, atoms, PART):
            memory.remember(conversation(min(PART, atoms - start), seed=start // PART + 1), scope=SCOPE)
        # edges between similar atoms were made as these were written
        memory.jobs.run(Job.COMMUNITIES, Job.CENTRALITY, Job.CENTROIDS)
    if settings.data is not None:
        server.stop(settings.data)
    with Memory.open(settings=settings, embedder=embedder) as memory:
        asked = questions(count + WARM_UP, seed=13)
        vectors = embedder.queries(asked)
        spent: dict[str, list[float]] = {name: [] for name in ("raw vector query", *WAYS)}
        ways = {name: reader(memory, embedder, way) for name, way in WAYS.items()}
        for question, vector in zip(asked, vectors, strict=True):
            spent["raw vector query"].append(milliseconds(raw, memory, vector))
            for name, way in ways.items():
                spent[name].append(milliseconds(way.recall, question, SCOPE))
    rows = {name: percentiles(values[WARM_UP:]) for name, values in spent.items()}
    return {name: [row.p50, row.p95] for name, row in rows.items()}


def reader(memory: Memory, embedder: SyntheticEmbedder, way: Way) -> Reader:
    """A reader that asks in one way."""
    settings = Settings.load(hops=way.hops)
    return Reader(memory.graph, settings, embedder, Router(memory.exemplars), way.weights)


def raw(memory: Memory, vector: Vectors) -> None:
    """The plain vector query."""
    memory.graph.read("inspect/nearest_semantic", scopes=[SCOPE], query=vector, now=times.now(), limit=TOP)


if __name__ == "__main__":
    main()
