"""Finds communities with the Leiden of Graph Data Science, seeded, in spite of what its 2.26 does with seeds.

Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019.

Tried on GDS 2.26: a run that starts from shared seeds is right on its first level (modularity reported and recomputed
agree) and wrong on all others, where most communities end under one id (19 communities of modularity 0.553 became 9 of
0.408, 0.648 reported). So a run from seeds is held to one level and repeated until nothing moves. It also makes a run
without seeds much better: 0.553 became 0.642. One level moves atoms, and never joins two communities. So a run without
seeds is made beside it, and where that is clearly better, it is taken; ids are matched by members either way.
"""

from __future__ import annotations

from typing import NamedTuple

from gds_jobs.algorithms import Algorithms

LEVELS = 10
PASSES = 12
SETTLED = 1e-4
"""A pass that raises modularity by less is the last."""
BETTER = 1.05
"""Modularity without seeds, against that with them, from which stable ids are given up."""


class Partition(NamedTuple):
    """A node property of the projection that holds communities, and how it came to be."""

    column: str
    modularity: float
    converged: bool
    passes: int
    seeded: bool


def find(algorithms: Algorithms, graph: str, random_seed: int, gamma: float, known: bool, seeded: bool) -> Partition:
    """The communities of a projection: as near to those in its property `seed` as they are good.

    `known`: there are communities of before; `seeded=False` leaves them out of account. Repeatable for one graph, one
    `seed` and one `random_seed`.
    """
    anew = _anew(algorithms, graph, random_seed, gamma)
    if not known or not seeded:
        return anew
    settled = _settle(algorithms, graph, "seed", "kept", random_seed, gamma)
    return anew if anew.modularity > BETTER * settled.modularity else settled


def _anew(algorithms: Algorithms, graph: str, random_seed: int, gamma: float) -> Partition:
    found = algorithms.leiden(graph, None, "anew", random_seed, gamma, LEVELS)
    # where nothing moved, every atom is alone, which is what the seeds of atoms without a community say
    start = "anew" if found.moved else "number"
    settled = _settle(algorithms, graph, start, "better", random_seed, gamma)
    return settled._replace(converged=found.converged and settled.converged, seeded=False)


def _settle(algorithms: Algorithms, graph: str, start: str, prefix: str, random_seed: int, gamma: float) -> Partition:
    """Move atoms one by one from the communities in `start` until no move is worth it."""
    column, modularity = start, algorithms.modularity(graph, start)
    for number in range(PASSES):
        into = f"{prefix}{number}"
        if not algorithms.leiden(graph, column, into, random_seed, gamma, 1).moved:
            return Partition(column, modularity, True, number, True)
        before, column, modularity = modularity, into, algorithms.modularity(graph, into)
        if modularity - before < SETTLED:
            return Partition(column, modularity, True, number + 1, True)
    return Partition(column, modularity, False, PASSES, True)
