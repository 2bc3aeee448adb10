"""Measures how stable communities are: `python -m benchmarks.jobs_stability --atoms 10000 --rounds 50`.

Each round adds 1% new atoms and runs the jobs as they are set. Of the atoms that were there before, how many keep the
id of their community; and the modularity, against that of a run without seeds on the same graph.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.jobs import SCOPE, begin, seconds, state
from benchmarks.jobs_graph import Garden
from gds_jobs import Runner
from gds_jobs.client import connect
from gds_jobs.matching import Ids
from gds_jobs.partition import Search
from gds_jobs.projection import projection
from gds_jobs.quality import Nodes, measure
from mnemosaic import server
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings

SHARE = 0.01


def qualities(graph: Graph, settings: Settings) -> tuple[float, float]:
    """Modularity of the stored communities, and of what a run without seeds makes of the same graph."""
    with projection(graph, settings, lambda: connect(graph, settings)) as made:
        made.fits("leiden")
        name, algorithms = made.name(), made.algorithms
        algorithms.strengths(name, "strength")
        columns = algorithms.stream(name, ("number", "scope", "seed", "strength"))
        nodes = Nodes(columns["number"].astype(np.int64), columns["scope"].astype(np.int64), columns["strength"])

        def quality(labels: Ids, column: str) -> float:
            return measure(nodes, labels, algorithms.modularity(name, column)).mean

        stored = quality(columns["seed"].astype(np.int64), "seed")
        anew = Search(algorithms, name, settings.jobs_seed, float(nodes.joined)).best(None)
        # the order of a second stream is that of the first: nodes do not move inside a projection
        labels = algorithms.stream(name, (anew.column,))[anew.column].astype(np.int64)
        return stored, quality(labels, anew.column)


def run(graph: Graph, atoms: int, rounds: int, compare: int) -> list[dict[str, Any]]:
    """The rounds; every `compare`-th is measured against a run without seeds."""
    settings = Settings()
    garden = Garden(graph, SCOPE, atoms)
    garden.grow(atoms)
    seconds(Runner(graph, settings).run())
    found = []
    for number in range(1, rounds + 1):
        before = state(graph)
        garden.grow(max(1, int(garden.size * SHARE)))
        began = time.perf_counter()
        report = Runner(graph, settings).run()
        seconds(report)
        after = state(graph)
        known = np.isin(after["number"], before["number"])
        kept = float((after["community"][known] == before["community"]).mean())
        modes = {receipt.job.value: receipt.mode.value for receipt in report.receipts}
        row: dict[str, Any] = {"round": number, "kept": round(kept, 4), "communities": modes["communities"]}
        row["seconds"] = round(time.perf_counter() - began, 2)
        if number % compare == 0 or number == rounds:
            stored, anew = qualities(graph, settings)
            row |= {"modularity": round(stored, 4), "unseeded": round(anew, 4), "ratio": round(stored / anew, 4)}
        found.append(row)
        print(json.dumps(row), flush=True)
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atoms", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--compare", type=int, default=5)
    parser.add_argument("--memory", default="1g", help="heap of the server")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        address = server.ensure_running(data, memory=options.memory)
        graph = Graph(address.uri, (address.user, address.password))
        try:
            begin(graph)
            found = run(graph, options.atoms, options.rounds, options.compare)
        finally:
            graph.close()
            server.stop(data)
    ratios = [row["ratio"] for row in found if "ratio" in row]
    kept = [row["kept"] for row in found]
    print(json.dumps({"lowest_kept": min(kept), "mean_kept": float(np.mean(kept)), "lowest_ratio": min(ratios)}))


if __name__ == "__main__":
    main()
