"""PageRank of atoms in the weighted association graph: a small prior of recall.

Page, Brin, Motwani, Winograd, 1999; not normalised, so that it does not depend on how many other scopes there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gds_jobs.local_rank import Ranks, outside, refresh
from gds_jobs.receipts import Mode
from gds_jobs.work import PAGE, Done, Work

Values = NDArray[np.float64]
DAMPING = 0.85
ITERATIONS = 100
TOLERANCE = 1e-5
DIFFERENT = 1e-4
"""A PageRank that moves by less is left as it is."""


def run(work: Work) -> Done:
    """Bring PageRank up to date: of all, or of scopes that changed much, and of what else changed by itself."""
    heavy = work.heavy
    anew = _all(work, heavy) if heavy is None or heavy else Done(Mode.INCREMENTAL)
    return anew if heavy is None else _changed(work, set(heavy), anew)


def _changed(work: Work, heavy: set[str], anew: Done) -> Done:
    pages = work.paged("jobs/around", PAGE, done=work.since, alone=1.0 - DAMPING)
    rows = [row for page in pages for row in page if row["scope"] not in heavy]
    wanted = outside(rows)
    ranks = refresh(rows, work.graph.read("jobs/strengths", numbers=wanted) if wanted else [], DAMPING)
    noted = np.array([row["noted"] for row in rows])
    written = _put(work, ranks, noted, [row["scope"] for row in rows])
    work.drift(heavy, Counter(row["scope"] for row in rows))
    figures = {**anew.figures, "refreshed": len(rows), "scopes_anew": len(heavy)}
    return replace(anew, mode=Mode.INCREMENTAL, written=anew.written + written, drifted=len(rows), figures=figures)


def _put(work: Work, ranks: Ranks, noted: Values, scopes: Sequence[str]) -> int:
    """Write what differs from before, and from the sums of weights that were noted. `scopes` are those of the atoms."""
    moved = np.abs(ranks.now - ranks.before) > DIFFERENT
    places = np.flatnonzero(moved | (np.abs(ranks.strengths - noted) > DIFFERENT)).tolist()
    rows = [
        {"number": int(ranks.numbers[at]), "pagerank": float(ranks.now[at]), "strength": float(ranks.strengths[at])}
        for at in places
    ]
    work.write("jobs/set_pagerank", rows, of=[scopes[at] for at in places])
    return len(rows)


def _all(work: Work, paths: list[str] | None) -> Done:
    estimated = work.projection.fits("page_rank", paths)
    graph = work.projection.name()
    parameters = {"damping": DAMPING, "iterations": ITERATIONS, "tolerance": TOLERANCE}
    if not graph:
        return Done(Mode.FULL, converged=True, parameters=parameters)
    algorithms = work.projection.algorithms
    ranked = algorithms.page_rank(graph, "ranked", DAMPING, ITERATIONS, TOLERANCE)
    algorithms.strengths(graph, "sum")
    columns = algorithms.stream(graph, ("number", "scope", "rank", "ranked", "noted", "sum"))
    # in a projection the edges of each scope weigh 1
    scopes = columns["scope"].astype(np.int64)
    strengths = columns["sum"] * np.array(work.projection.weights)[scopes]
    ranks = Ranks(columns["number"].astype(np.int64).tolist(), columns["rank"], columns["ranked"], strengths)
    known = work.projection.scopes
    written = _put(work, ranks, columns["noted"], [known[at] for at in scopes.tolist()])
    if paths is None:
        work.drift(work.projection.scopes, {})
    figures = {"iterations": float(ranked.iterations), "estimated_bytes": float(estimated)}
    return Done(Mode.FULL, written, ranked.converged, figures=figures, parameters=parameters)
