"""PageRank of atoms in the weighted association graph: a small prior of recall.

Page, Brin, Motwani, Winograd, 1999; not normalised, so that it does not depend on how many other scopes there are.
"""

from __future__ import annotations

import numpy as np

from gds_jobs.receipts import Mode
from gds_jobs.work import Done, Work

DAMPING = 0.85
ITERATIONS = 100
TOLERANCE = 1e-5
DIFFERENT = 1e-4
"""A PageRank that moves by less is left as it is."""


def run(work: Work) -> Done:
    """Compute PageRank and write what changed."""
    estimated = work.projection.fits("page_rank")
    graph = work.projection.name()
    parameters = {"damping": DAMPING, "iterations": ITERATIONS, "tolerance": TOLERANCE}
    if not graph:
        return Done(Mode.FULL, converged=True, parameters=parameters)
    algorithms = work.projection.algorithms
    ranked = algorithms.page_rank(graph, "ranked", DAMPING, ITERATIONS, TOLERANCE)
    columns = algorithms.stream(graph, ("number", "rank", "ranked"))
    places = np.flatnonzero(np.abs(columns["ranked"] - columns["rank"]) > DIFFERENT)
    rows = [{"number": int(columns["number"][at]), "pagerank": float(columns["ranked"][at])} for at in places]
    work.write("jobs/set_pagerank", rows)
    figures = {"iterations": float(ranked.iterations), "estimated_bytes": float(estimated)}
    return Done(Mode.FULL, len(rows), ranked.converged, figures, parameters)
