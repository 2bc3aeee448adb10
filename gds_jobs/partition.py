"""Finds communities with the Leiden of Graph Data Science, seeded, in spite of what its 2.26 does with seeds.

Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019.

Tried on GDS 2.26: a run that starts from shared seeds is right on its first level (modularity reported and recomputed
agree) and wrong on all others, where most communities end under one id (19 communities of modularity 0.553 became 9 of
0.408, 0.648 reported). So a run from seeds is held to one level and repeated until nothing moves. It also makes a run
without seeds much better: 0.553 became 0.642. One level moves atoms, and never joins two communities. So a run without
seeds is made beside it, and where that is clearly better, it is taken; ids are matched by members either way.
The levels above are not made by it (`levels`).
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


class Search(NamedTuple):
    """Where to look. Equal graphs, seeds and `random_seed` give equal communities."""

    algorithms: Algorithms
    graph: str
    random_seed: int
    gamma: float

    def best(self, modularity: float | None) -> Partition:
        """The communities to take: as near to those in the property `seed` as they are good.

        `modularity` is that of the communities of before; None leaves them out of account.
        """
        anew = self._anew()
        if modularity is None:
            return anew
        settled = self._settle(Partition("seed", modularity, False, 0, True), "kept")
        return anew if anew.modularity > BETTER * settled.modularity else settled

    def _anew(self) -> Partition:
        found = self.algorithms.leiden(self.graph, None, "anew", self.random_seed, self.gamma, LEVELS)
        if not found.moved:
            return Partition("number", found.modularity, True, 0, False)
        settled = self._settle(Partition("anew", found.modularity, found.converged, 0, False), "better")
        return settled._replace(converged=found.converged and settled.converged)

    def _settle(self, start: Partition, prefix: str) -> Partition:
        """Move atoms one by one from the communities of `start` until no move is worth it."""
        reached = start
        for number in range(PASSES):
            into = f"{prefix}{number}"
            found = self.algorithms.leiden(self.graph, reached.column, into, self.random_seed, self.gamma, 1)
            if not found.moved:
                return reached._replace(converged=True)
            gained = found.modularity - reached.modularity
            reached = reached._replace(column=into, modularity=found.modularity, passes=number + 1)
            if gained < SETTLED:
                return reached._replace(converged=True)
        return reached._replace(converged=False)
