"""A large graph for the benchmark of the jobs: clustered atoms and association edges, loaded by the bulk importer."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.jobs_graph import EDGES, INSIDE, PER_CLUSTER, SPREAD
from mnemosaic.graph import Graph
from mnemosaic.server import Progress, ensure, find_java, versions
from mnemosaic.server.admin import last_words, run_admin
from mnemosaic.server.launch import configure
from mnemosaic.server.lock import SERVER_PART
from mnemosaic.server.paths import Layout
from mnemosaic.server.ports import BOLT_PORT, HTTP_PORT
from mnemosaic.statements import names

SCOPE = "bench/large"
BLOCK = 100_000
WANTED = ("scope_path", "atom_id", "atom_scope", "community_id", "job_state", "atom_number", "atom_dirty")
WANTED += ("atom_changed", "atom_touched", "atom_community", "community_dirty", "community_scope", "job_started")


class Made(NamedTuple):
    """The graph as it was generated: cluster of each atom, and the edges, each pair once."""

    clusters: NDArray[np.int64]
    edges: NDArray[np.int64]
    weights: NDArray[np.float64]


def generate(atoms: int, seed: int = 1) -> Made:
    """Clusters of `PER_CLUSTER` atoms in the mean; an atom has `EDGES` edges, most of them in its cluster."""
    random = np.random.default_rng(seed)
    clusters = random.integers(0, max(2, atoms // PER_CLUSTER), atoms)
    order = np.argsort(clusters, kind="stable")
    first = np.searchsorted(clusters[order], clusters)
    sizes = np.bincount(clusters)[clusters]
    sources = np.repeat(np.arange(atoms), EDGES)
    own = order[first[sources] + (random.random(len(sources)) * sizes[sources]).astype(np.int64)]
    targets = np.where(random.random(len(sources)) < INSIDE, own, random.integers(0, atoms, len(sources)))
    pairs = np.sort(np.stack([sources, targets], axis=1), axis=1)
    edges = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)
    return Made(clusters, edges, random.uniform(0.4, 1.0, len(edges)).round(6))


def load(made: Made, data: Path, dimensions: int, folder: Path, progress: Progress) -> None:
    """Load the graph into a data directory that has no store yet, by `neo4j-admin database import`."""
    files = _files(made, dimensions, folder)
    layout = Layout.of(data)
    layout.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    jars = list(ensure(SERVER_PART, progress).values())
    configure(layout, (BOLT_PORT, HTTP_PORT), None, jars)
    words = ["database", "import", "full", "neo4j", *files, "--id-type=integer", f"--report-file={folder}/report"]
    status, output = run_admin(layout, find_java(), jars, words)
    if status != 0:
        raise SystemExit(f"the import failed: {last_words(output)}\n{output[-2000:]}")
    versions.note_version(layout)


def index(graph: Graph) -> None:
    """The indexes that the jobs look in; none over vectors, which would take longer than the jobs."""
    for name in names("schema"):
        if name.split("_", 1)[1] in WANTED:
            graph.schema(name)
    graph.schema("lifecycle/await_indexes", seconds=1_800)


def _files(made: Made, dimensions: int, folder: Path) -> list[str]:
    atoms = len(made.clusters)
    head = (":ID", "number:long", "id", "scope", "title", "details", "status", "changed:long", "touched:long")
    _write(folder / "atoms.csv", (*head, "embedding:float[]", ":LABEL"), _atoms(made, dimensions))
    _write(folder / "scopes.csv", (":ID", "path", "atoms:long", ":LABEL"), [(atoms, SCOPE, atoms, "Scope")])
    counter = (atoms + 1, "counter", atoms, 1, "JobState")
    _write(folder / "counters.csv", (":ID", "key", "number:long", "round:long", ":LABEL"), [counter])
    _write(folder / "edges.csv", (":START_ID", ":END_ID", "weight:double", "origin", ":TYPE"), _edges(made))
    nodes = [f"--nodes={folder}/{name}.csv" for name in ("atoms", "scopes", "counters")]
    return [*nodes, f"--relationships={folder}/edges.csv"]


def _atoms(made: Made, dimensions: int) -> Iterable[Sequence[Any]]:
    random = np.random.default_rng(2)
    centres = _unit(random.standard_normal((int(made.clusters.max()) + 1, dimensions)))
    labels = ("Atom;Semantic", "Atom;Episodic", "Atom;Procedural")
    for start in range(0, len(made.clusters), BLOCK):
        clusters = made.clusters[start : start + BLOCK]
        vectors = _unit(centres[clusters] + SPREAD * _unit(random.standard_normal((len(clusters), dimensions))))
        for number, vector in enumerate(vectors.round(6).tolist(), start):
            text = f"thing {number}"
            plain = (number, number, f"atom-{number}", SCOPE, text, text, "current", 1, 1)
            yield (*plain, ";".join(map(str, vector)), labels[number % 3])


def _edges(made: Made) -> Iterable[Sequence[Any]]:
    for start in range(0, len(made.edges), BLOCK):
        weights = made.weights[start : start + BLOCK].tolist()
        for (source, target), weight in zip(made.edges[start : start + BLOCK].tolist(), weights, strict=True):
            yield source, target, weight, "similar", "ASSOCIATED"


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    unit: NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def _write(file: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(head)
        writer.writerows(rows)
