"""Measures the jobs: `python -m benchmarks.jobs --atoms 10000`, on an embedded server of its own; prints JSON.

Every job over all atoms, at first and (edges left out) again on what is settled (seconds, projection included, and peak
memory of server and client); then with 0.1%, 1% and 10% new atoms, updated: seconds against those over all atoms, and
how far from a full run it ends (normalised mutual information of communities, rank correlation of PageRank). At last
igraph on the graph that this leaves (`pip install igraph`). `benchmarks.jobs_large` does a million atoms.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
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
MANY = 0.05
"""Share of new atoms from which one round is enough."""
DRIFTING = (Job.COMMUNITIES.value, Job.CENTRALITY.value)
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


def say(text: str) -> None:
    """Progress, beside the JSON that is printed."""
    print(text, file=sys.stderr, flush=True)


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


def whole(graph: Graph, peak: Peak, jobs: Iterable[Job], options: Options) -> dict[str, dict[str, Any]]:
    """Jobs over all atoms, each in a run of its own, so that each makes its own projection."""
    found = {}
    for job in jobs:
        report, peaks = peak.during(lambda job=job: Runner(graph, Settings()).run((job.value,), options))
        receipt = report.receipts[0]
        found[job.value] = {
            "seconds": seconds(report)[job.value],
            "server_mib": peaks[0],
            "client_mib": peaks[1],
            **receipt.figures,
            "converged": receipt.converged,
        }
        say(f"{job.value}, all atoms: {receipt.seconds:.1f} s, {peaks[0]:,} MiB server, {peaks[1]:,} MiB client")
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
    return {"export_seconds": round(exported - began, 3), **by_igraph(made, weights, known)}


def by_igraph(made: Any, weights: list[float], known: State) -> dict[str, Any]:
    """Leiden and PageRank of an igraph graph, beside what the jobs derived on the same one."""
    began = time.perf_counter()
    # igraph makes two iterations by default; -1 goes on until nothing changes
    clusters = made.community_leiden(objective_function="modularity", weights=weights, n_iterations=-1)
    clustered = time.perf_counter()
    ranks = made.pagerank(weights=weights, directed=False, damping=0.85)
    ended = time.perf_counter()
    return {
        "leiden_seconds": round(clustered - began, 3),
        "pagerank_seconds": round(ended - clustered, 3),
        "communities": len(clusters),
        "modularity": round(made.modularity(clusters, weights), 4),
        "modularity_of_ours": round(made.modularity(labels_of(known["community"]), weights), 4),
        "nmi_with_ours": round(nmi(np.array(clusters.membership), known["community"]), 4),
        "pagerank_rank_correlation": round(spearman(np.array(ranks), known["pagerank"]), 4),
    }


def labels_of(communities: NDArray[Any]) -> list[int]:
    """Communities as 0, 1, ..., as igraph takes them."""
    found: list[int] = np.unique(communities, return_inverse=True)[1].tolist()
    return found


def updated(
    graph: Graph, garden: Garden, share: float, rounds: int, peak: Peak, anew: Mapping[str, float]
) -> dict[str, Any]:
    """Add a share of new atoms and update, some rounds; then compute anew what may have drifted. Medians of seconds.

    `anew`: seconds of each of the jobs over all atoms.
    """
    updates, peaks = [], [0, 0]
    for _ in range(rounds):
        garden.grow(max(1, int(garden.size * share)))
        report, reached = peak.during(lambda: Runner(graph, NEVER).run(anew))
        updates.append((seconds(report), max(receipt.waiting for receipt in report.receipts)))
        peaks = [max(pair) for pair in zip(peaks, reached, strict=True)]
        say(f"{share:.1%} new, updated: {updates[-1][0]}")
    before = state(graph)
    seconds(Runner(graph, Settings()).run(DRIFTING, Options(full=True)))
    after = state(graph)
    jobs = {}
    for job, all_of_it in anew.items():
        update = float(np.median([each.get(job, 0.0) for each, _ in updates]))
        faster = round(all_of_it / max(update, 0.001), 1)
        jobs[job] = {"update_seconds": update, "anew_seconds": all_of_it, "times_faster": faster}
    return {
        "share": share,
        "rounds": rounds,
        "waiting": int(np.median([waiting for _, waiting in updates])),
        "jobs": jobs,
        "server_mib": peaks[0],
        "client_mib": peaks[1],
        "nmi": round(nmi(before["community"], after["community"]), 4),
        "rank_correlation": round(spearman(before["pagerank"], after["pagerank"]), 4),
    }


def load(atoms: int, memory: str, data: Path) -> float:
    """Write the atoms into a data directory of its own; seconds. Its server is stopped."""
    with serving(data, memory) as graph:
        begin(graph)
        began = time.perf_counter()
        Garden(graph, SCOPE, atoms).grow(atoms)
        return round(time.perf_counter() - began, 1)


@contextmanager
def serving(data: Path, memory: str) -> Iterator[Graph]:
    """A graph on the server of a data directory, which is stopped at the end."""
    address = server.ensure_running(data, memory=memory)
    graph = Graph(address.uri, (address.user, address.password))
    try:
        yield graph
    finally:
        graph.close()
        server.stop(data)


def measure(atoms: int, memory: str, data: Path, rounds: int, jobs: Sequence[Job]) -> dict[str, Any]:
    """Everything, on a data directory that holds the atoms and nothing that is derived from them."""
    with serving(data, memory) as graph:
        garden = Garden(graph, SCOPE, atoms)
        garden.grow(atoms, there=True)
        peak = Peak([server.status(data).pid or 0, psutil.Process().pid])
        first = whole(graph, peak, jobs, Options())
        nothing = Jobs(graph, Settings()).run(*jobs)
        # similar atoms are looked for in the same way whether or not the edges are there; all else writes less
        again = whole(graph, peak, (job for job in jobs if job is not Job.ASSOCIATIONS), Options(full=True))
        anew = {job: each["seconds"] for job, each in (first | again).items()}
        updates = []
        for share in SHARES:
            updates.append(updated(graph, garden, share, rounds if share < MANY else 1, peak, anew))
            say(json.dumps(updates[-1]))
        return {
            "atoms": atoms,
            "first": first,
            "nothing_to_do_seconds": nothing.seconds,
            "again": again,
            "updates": updates,
            "igraph": beside_igraph(graph),
        }


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
    parser.add_argument("--only", nargs="+", type=Job, default=list(Job), help="the jobs to measure")
    parser.add_argument("--loaded", type=Path, help="a data directory with the atoms, kept for the next time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        loaded, data = options.loaded or Path(folder) / "loaded", Path(folder) / "data"
        if not loaded.exists():
            say(f"loaded in {load(options.atoms, options.memory, loaded)} s")
        shutil.copytree(loaded, data, symlinks=True)
        found = measure(options.atoms, options.memory, data, options.rounds, options.only)
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
