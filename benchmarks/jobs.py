"""Measures the jobs: `python -m benchmarks.jobs --atoms 10000`, on an embedded server of its own; prints JSON.

Every job over all atoms (seconds, projection included, and peak memory of server and client), beside igraph on the same
graph (`pip install igraph`); then with 0.1%, 1% and 10% new atoms, updated against computed anew: seconds, and how far
the two end apart (normalised mutual information of communities, rank correlation of PageRank).
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import psutil
from numpy.typing import NDArray

from benchmarks.jobs_graph import MODEL, Garden, nmi, spearman
from gds_jobs import Job, JobsReport, Mode, Options, Runner
from gds_jobs.jobs import Jobs
from mnemosaic import schema, server
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings

SCOPE = "bench/garden"
SHARES = (0.001, 0.01, 0.1)
NEVER = Settings(jobs_full_share=1.0)
"""Update what changed, however much that is."""
Result = TypeVar("Result")


class Peak:
    """The highest resident memory of some processes while work is done, in MiB."""

    def __init__(self, pids: list[int]) -> None:
        self._processes = [psutil.Process(pid) for pid in pids]

    def during(self, work: Callable[[], Result]) -> tuple[Result, list[int]]:
        """The result of `work`, and the peak of each process."""
        peaks, ended = [0] * len(self._processes), threading.Event()

        def watch() -> None:
            while not ended.wait(0.05):
                peaks[:] = [max(peak, one.memory_info().rss) for peak, one in zip(peaks, self._processes, strict=True)]

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            return work(), [peak >> 20 for peak in peaks]
        finally:
            ended.set()
            watcher.join()


class State(dict[str, NDArray[Any]]):
    """What the jobs derived, by atom in the order of numbers."""


def state(graph: Graph) -> State:
    """Community and PageRank of every atom as they are stored."""
    rows, after = [], -1
    while page := graph.read("jobs/graph_atoms", after=after, limit=20_000):
        rows += page
        after = page[-1]["number"]
    return State(
        number=np.array([row["number"] for row in rows]),
        community=np.array([row["seed"] for row in rows]),
        pagerank=np.array([row["rank"] for row in rows]),
    )


def seconds(report: JobsReport) -> dict[str, float]:
    """By job; raises where one did not end well."""
    assert report.ok, [receipt.problem for receipt in report.receipts]
    return {receipt.job.value: receipt.seconds for receipt in report.receipts if receipt.mode is not Mode.FRESH}


def whole(graph: Graph, peak: Peak) -> dict[str, Any]:
    """Every job over all atoms, each in a run of its own, so that each makes its own projection."""
    found = {}
    for job in Job:
        report, peaks = peak.during(lambda job=job: Runner(graph, Settings()).run((job.value,), Options(full=True)))
        receipt = report.receipts[0]
        found[job.value] = {
            "seconds": seconds(report)[job.value],
            "server_mib": peaks[0],
            "client_mib": peaks[1],
            **receipt.figures,
            "converged": receipt.converged,
        }
    return found


def beside_igraph(graph: Graph) -> dict[str, Any]:
    """The same algorithms in igraph on the exported graph."""
    import igraph

    known = state(graph)
    place = {int(number): at for at, number in enumerate(known["number"])}
    began = time.perf_counter()
    edges = []
    numbers = known["number"].tolist()
    for start in range(0, len(numbers), 5_000):
        edges += graph.read("jobs/graph_edges", numbers=numbers[start : start + 5_000])
    made = igraph.Graph(len(numbers), [(place[row["source"]], place[row["target"]]) for row in edges])
    weights = [row["weight"] for row in edges]
    exported = time.perf_counter()
    # igraph makes two iterations by default; -1 goes on until nothing changes
    clusters = made.community_leiden(objective_function="modularity", weights=weights, n_iterations=-1)
    clustered = time.perf_counter()
    ranks = made.pagerank(weights=weights, directed=False, damping=0.85)
    ended = time.perf_counter()
    return {
        "export_seconds": round(exported - began, 3),
        "leiden_seconds": round(clustered - exported, 3),
        "pagerank_seconds": round(ended - clustered, 3),
        "communities": len(clusters),
        "modularity": round(made.modularity(clusters, weights), 4),
        "modularity_of_ours": round(made.modularity(_labels(known["community"]), weights), 4),
        "nmi_with_ours": round(nmi(np.array(clusters.membership), known["community"]), 4),
        "pagerank_rank_correlation": round(spearman(np.array(ranks), known["pagerank"]), 4),
    }


def _labels(communities: NDArray[Any]) -> list[int]:
    found: list[int] = np.unique(communities, return_inverse=True)[1].tolist()
    return found


def updated(graph: Graph, garden: Garden, share: float, rounds: int) -> dict[str, Any]:
    """Add a share of new atoms, update, then compute anew what the update had to do: medians over some rounds."""
    found: list[dict[str, Any]] = []
    for _ in range(rounds):
        new = max(1, int(garden.size * share))
        garden.grow(new)
        update = Runner(graph, NEVER).run()
        waited = {receipt.job.value: receipt.waiting for receipt in update.receipts}
        before = state(graph)
        anew = {job.value: seconds(Runner(graph, Settings()).run((job.value,), Options(full=True))) for job in Job}
        after = state(graph)
        found.append(
            {
                "waiting": max(waited.values()),
                "update": seconds(update),
                "anew": {job: each[job] for job, each in anew.items()},
                "nmi": nmi(before["community"], after["community"]),
                "rank_correlation": spearman(before["pagerank"], after["pagerank"]),
            }
        )
    times = {
        job.value: {
            "update_seconds": float(np.median([each["update"].get(job.value, 0.0) for each in found])),
            "anew_seconds": float(np.median([each["anew"][job.value] for each in found])),
        }
        for job in Job
    }
    for each in times.values():
        each["times_faster"] = round(each["anew_seconds"] / max(each["update_seconds"], 0.001), 1)
    return {
        "share": share,
        "new_atoms": max(1, int(garden.size * share)),
        "waiting": int(np.median([each["waiting"] for each in found])),
        "jobs": times,
        "nmi": round(min(each["nmi"] for each in found), 4),
        "rank_correlation": round(min(each["rank_correlation"] for each in found), 4),
    }


def measure(atoms: int, memory: str, data: Path, rounds: int) -> dict[str, Any]:
    """Everything, on a fresh server."""
    address = server.ensure_running(data, memory=memory)
    graph = Graph(address.uri, (address.user, address.password))
    try:
        begin(graph)
        garden = Garden(graph, SCOPE, atoms)
        began = time.perf_counter()
        garden.grow(atoms)
        loaded = round(time.perf_counter() - began, 1)
        peak = Peak([server.status(data).pid or 0, psutil.Process().pid])
        first = Jobs(graph, Settings()).run()
        nothing = Jobs(graph, Settings()).run()
        return {
            "atoms": atoms,
            "load_seconds": loaded,
            "first_run_seconds": seconds(first),
            "nothing_to_do_seconds": nothing.seconds,
            "whole": whole(graph, peak),
            "igraph": beside_igraph(graph),
            "updates": [updated(graph, garden, share, rounds) for share in SHARES],
        }
    finally:
        graph.close()
        server.stop(data)


def begin(graph: Graph) -> None:
    """The schema, and a model of the graph."""
    schema.migrate(graph, 384)
    graph.write("lifecycle/set_model_info", name=MODEL, dimensions=384, associated=0.35, duplicate=0.95, unrelated=0.1)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atoms", type=int, default=10_000)
    parser.add_argument("--memory", default="1g", help="heap of the server")
    parser.add_argument("--rounds", type=int, default=3, help="how often each share of new atoms is tried")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(options.atoms, options.memory, Path(folder) / "data", options.rounds), indent=2))


if __name__ == "__main__":
    main()
