"""Communities of the association graph, seeded with those of before so that ids and titles survive.

An atom that is alone in its community has the community -1, and there is no node for it. The levels above are made of
them (`levels`); a community that an update makes gets its place there as soon as something joins it to one that has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gds_jobs.levels import lift, place
from gds_jobs.matching import NONE, Ids, count, match
from gds_jobs.partition import Search
from gds_jobs.quality import Nodes, Quality, fallen, measure
from gds_jobs.receipts import Mode
from gds_jobs.rounds import take_numbers
from gds_jobs.settle import settle
from gds_jobs.work import Done, Work
from mnemosaic.errors import JobResultError
from mnemosaic.graph import Row

GAMMA = 1.0
LOWEST = 2 / 3
"""Of the modularity and the number of communities before: what falls below is not written."""
COUNTED = 500


def run(work: Work) -> Done:
    """Bring the communities up to date: all, or those of scopes that changed much, and a place for what else is new.

    Raises `JobResultError` where they became much worse.
    """
    heavy = work.heavy
    anew = _all(work, heavy) if heavy is None or heavy else Done(Mode.INCREMENTAL)
    return anew if heavy is None else _changed(work, set(heavy), anew)


def _changed(work: Work, heavy: set[str], anew: Done) -> Done:
    """Settle the atoms that have no community yet, without looking at the others, outside of the scopes in `heavy`."""
    rows = [row for page in work.pages("jobs/homeless") for row in page if row["scope"] not in heavy]
    settled = settle(rows)
    first = take_numbers(work.hold, len(settled.groups)) if settled.groups else 0
    joined = dict(settled.joined)
    for at, group in enumerate(settled.groups):
        joined.update(dict.fromkeys(group, first + at))
    order = sorted(joined, key=lambda number: (joined[number], number))
    _put(work, [{"number": number, "community": joined[number]} for number in order])
    scopes = {row["number"]: row["scope"] for row in rows}
    work.drift(heavy, Counter(scopes[number] for number in joined if number in scopes))
    left = [row["community"] for row in rows]
    recount(work, np.array([*joined.values(), *left], dtype=np.int64))
    settling = {"settled": len(settled.joined), "communities_made": len(settled.groups), "scopes_anew": len(heavy)}
    settling["communities_placed"] = place(work)
    return replace(
        anew,
        mode=Mode.INCREMENTAL,
        written=anew.written + len(order),
        drifted=len(order),
        figures={**anew.figures, **settling},
    )


def _all(work: Work, paths: list[str] | None) -> Done:
    estimated = work.projection.fits("leiden", paths)
    graph = work.projection.name()
    parameters = {"gamma": GAMMA, "random_seed": work.settings.jobs_seed, "concurrency": 1}
    if not graph:
        return Done(Mode.FULL, converged=True, figures={"communities": 0}, parameters=parameters)
    algorithms = work.projection.algorithms
    algorithms.strengths(graph, "strength")
    columns = _columns(work, graph, "number", "scope", "seed", "strength")
    nodes = Nodes(columns["number"].astype(np.int64), columns["scope"].astype(np.int64), columns["strength"])
    seeds = columns["seed"].astype(np.int64)
    before = measure(nodes, seeds, algorithms.modularity(graph, "seed"))
    # its own number as seed says that an atom has no community yet
    known = np.where(seeds == nodes.numbers, NONE, seeds)
    # each scope weighs 1, so that many together need as much of a higher resolution
    search = Search(algorithms, graph, work.settings.jobs_seed, GAMMA * max(1, nodes.joined))
    partition = search.best(before.mean if work.seeded and (known != NONE).any() else None)
    labels = _columns(work, graph, partition.column)[partition.column].astype(np.int64)
    now = measure(nodes, labels, algorithms.modularity(graph, partition.column))
    if work.seeded:
        _check(before, now, work.projection.scopes)
    written, communities = _write(work, nodes.numbers, known, labels)
    levels = lift(work, paths, GAMMA)
    if paths is None:
        work.drift(work.projection.scopes, {})
    figures = {
        "communities": communities,
        **levels,
        "modularity": round(now.mean, 6),
        "modularity_before": round(before.mean, 6),
        "passes": partition.passes,
        "estimated_bytes": estimated,
    }
    parameters["seeded"] = partition.seeded
    return Done(Mode.FULL, written, partition.converged, figures=figures, parameters=parameters)


def _columns(work: Work, graph: str, *names: str) -> dict[str, NDArray[np.float64]]:
    """Node properties of the projection, in the order of the atoms' numbers."""
    columns = work.projection.algorithms.stream(graph, sorted({"number", *names}))
    order = np.argsort(columns["number"])
    return {name: values[order] for name, values in columns.items()}


def _check(before: Quality, now: Quality, scopes: Sequence[str]) -> None:
    places = fallen(before, now, LOWEST)
    if places:
        at = places[0]
        raise JobResultError(
            f"{before.communities[at]} communities of modularity {before.modularity[at]:.3f} would become "
            f"{now.communities[at]} of {now.modularity[at]:.3f} in {scopes[at]}, and {len(places) - 1} other scopes "
            "fare like it, so nothing was written: to begin without the old ones, run it with --unseeded"
        )


def _write(work: Work, numbers: Ids, before: Ids, labels: Ids) -> tuple[int, int]:
    matched = match(before, labels)
    first = take_numbers(work.hold, matched.new) if matched.new else 0
    ids = matched.numbered(first)
    moved = np.flatnonzero(ids != before)
    order = moved[np.lexsort((numbers[moved], ids[moved]))]
    _put(work, [{"number": int(numbers[place]), "community": int(ids[place])} for place in order])
    recount(work, np.concatenate([ids[moved], before[moved]]))
    return len(order), count(ids)


def _put(work: Work, rows: list[Row]) -> None:
    for row in work.write("jobs/set_communities", rows):
        if row["astray"]:
            raise JobResultError(f"{row['astray']} atoms would have joined a community of another scope")


def recount(work: Work, touched: Ids) -> None:
    """Count the members of communities that atoms joined or left."""
    ids = [int(each) for each in np.unique(touched) if each != NONE]
    for start in range(0, len(ids), COUNTED):
        work.hold.run("jobs/count_communities", ids=ids[start : start + COUNTED], round=work.round)
