"""Measures the jobs once on a large graph: `python -m benchmarks.jobs_large --atoms 1000000`; prints JSON.

Atoms, vectors of a few dimensions and edges are generated and loaded by the bulk importer. Then communities, PageRank
and centroids are computed once (seconds, projection included; peak memory of server and client), beside igraph on the
same edges (`pip install igraph`). Seeds are left out: there is nothing of before.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

from benchmarks.jobs import Peak, by_igraph, say, state, whole
from benchmarks.jobs_graph import nmi
from benchmarks.jobs_import import Made, generate, index, load
from gds_jobs import Job, Options
from mnemosaic import server
from mnemosaic.graph import Graph
from mnemosaic.server.progress import silent


def once(graph: Graph, pids: list[int]) -> dict[str, Any]:
    """Each job, in a run of its own; communities without seeds."""
    peak = Peak(pids)
    communities = whole(graph, peak, (Job.COMMUNITIES,), Options(full=True, seeded=False))
    return communities | whole(graph, peak, (Job.CENTRALITY, Job.CENTROIDS), Options(full=True))


def beside_igraph(graph: Graph, made: Made) -> dict[str, Any]:
    """The same algorithms in igraph on the edges that were loaded."""
    import igraph

    began = time.perf_counter()
    same = igraph.Graph(len(made.clusters), made.edges)
    weights = made.weights.tolist()
    built = time.perf_counter()
    known = state(graph)
    return {
        "build_seconds": round(built - began, 3),
        **by_igraph(same, weights, known),
        "nmi_with_clusters": round(nmi(made.clusters, known["community"]), 4),
        "client_mib": psutil.Process().memory_info().rss >> 20,
    }


def measure(atoms: int, dimensions: int, memory: str, folder: Path) -> dict[str, Any]:
    """Everything, on a fresh server in a folder."""
    data = folder / "data"
    began = time.perf_counter()
    made = generate(atoms)
    load(made, data, dimensions, folder, silent)
    loaded = round(time.perf_counter() - began, 1)
    say(f"loaded in {loaded} s")
    address = server.ensure_running(data, memory=memory)
    graph = Graph(address.uri, (address.user, address.password))
    try:
        index(graph)
        jobs = once(graph, [server.status(data).pid or 0, psutil.Process().pid])
        beside = beside_igraph(graph, made)
    finally:
        graph.close()
        server.stop(data)
    size = {"atoms": atoms, "edges": len(made.edges), "dimensions": dimensions, "load_seconds": loaded}
    return {**size, "jobs": jobs, "igraph": beside}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atoms", type=int, default=1_000_000)
    parser.add_argument("--dimensions", type=int, default=32, help="of the vectors, that centroids are made of")
    parser.add_argument("--memory", default="6g", help="heap of the server")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(options.atoms, options.dimensions, options.memory, Path(folder)), indent=2))


if __name__ == "__main__":
    main()
