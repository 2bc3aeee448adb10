"""Communities of the association graph, seeded with those of before so that ids and titles survive.

An atom that is alone in its community has the community -1, and there is no node for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gds_jobs.matching import NONE, Ids, count, match
from gds_jobs.partition import find
from gds_jobs.receipts import Mode
from gds_jobs.rounds import take_numbers
from gds_jobs.work import Done, Work
from mnemosaic.errors import JobResultError

GAMMA = 1.0
LOWEST = 2 / 3
"""Of the modularity and the number of communities before: what falls below is not written."""
COUNTED = 500


class Found(NamedTuple):
    """Communities before and now by place of the atom, with the modularity of each on the graph of now."""

    numbers: Ids
    before: Ids
    now: Ids
    modularity_before: float
    modularity: float


def run(work: Work) -> Done:
    """Compute the communities and write what changed. Raises `JobResultError` where they became much worse."""
    estimated = work.projection.fits("leiden")
    graph = work.projection.name()
    parameters = {"gamma": GAMMA, "random_seed": work.settings.jobs_seed, "concurrency": 1}
    if not graph:
        return Done(Mode.FULL, converged=True, figures={"communities": 0}, parameters=parameters)
    algorithms = work.projection.algorithms
    before = _columns(work, graph, "seed")
    known = bool((before["seed"] != before["number"]).any())
    partition = find(algorithms, graph, work.settings.jobs_seed, GAMMA, known, work.seeded)
    found = Found(
        before["number"],
        # its own number as seed says that an atom has no community yet
        np.where(before["seed"] == before["number"], NONE, before["seed"]),
        _columns(work, graph, partition.column)[partition.column],
        algorithms.modularity(graph, "seed"),
        partition.modularity,
    )
    if work.seeded:
        check(found)
    written, communities = _write(work, found)
    figures = {
        "communities": communities,
        "modularity": round(found.modularity, 6),
        "modularity_before": round(found.modularity_before, 6),
        "passes": partition.passes,
        "estimated_bytes": estimated,
    }
    return Done(Mode.FULL, written, partition.converged, figures, {**parameters, "seeded": partition.seeded})


def _columns(work: Work, graph: str, column: str) -> dict[str, Ids]:
    columns = work.projection.algorithms.stream(graph, sorted({"number", column}))
    order = np.argsort(columns["number"])
    return {name: values[order].astype(np.int64) for name, values in columns.items()}


def check(found: Found) -> None:
    """Raise `JobResultError` where modularity fell by more than a third, or the number of communities did and
    modularity fell with it: two communities that grow together are no fault, many that collapse into one are.
    """
    was, now = count(found.before), count(found.now)
    fell = found.modularity < found.modularity_before
    worse = found.modularity_before > 0 and found.modularity < LOWEST * found.modularity_before
    if worse or (fell and now < LOWEST * was):
        raise JobResultError(
            f"communities: {was} of modularity {found.modularity_before:.3f} would become {now} of "
            f"{found.modularity:.3f}, so nothing was written: to begin without the old ones, run it with --unseeded"
        )


def _write(work: Work, found: Found) -> tuple[int, int]:
    matched = match(found.before, found.now)
    first = take_numbers(work.hold, matched.new) if matched.new else 0
    ids = matched.numbered(first)
    moved = np.flatnonzero(ids != found.before)
    order = moved[np.lexsort((found.numbers[moved], ids[moved]))]
    rows = [{"number": int(found.numbers[place]), "community": int(ids[place])} for place in order]
    for row in work.write("jobs/set_communities", rows):
        if row["astray"]:
            raise JobResultError(f"communities: {row['astray']} atoms would have joined a community of another scope")
    recount(work, np.concatenate([ids[moved], found.before[moved]]))
    return len(rows), count(ids)


def recount(work: Work, touched: Ids) -> None:
    """Count the members of communities that atoms joined or left."""
    ids = [int(each) for each in np.unique(touched) if each != NONE]
    for start in range(0, len(ids), COUNTED):
        work.hold.run("jobs/count_communities", ids=ids[start : start + COUNTED], round=work.round)
