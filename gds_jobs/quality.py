"""How good communities are: modularity scope by scope, computed again from what would be written.

Newman, Girvan, "Finding and evaluating community structure in networks", 2004. Every scope is measured on its own
edges: over all scopes together, the communities of a small one would look worse, and be merged, the larger the others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gds_jobs.matching import Ids

Values = NDArray[np.float64]
NOISE = 1e-6
"""Modularity is a difference of sums: what differs by less is equal."""


class Nodes(NamedTuple):
    """The atoms of a projection, in the order of their numbers: place of the scope, strength (summed edge weights)."""

    numbers: Ids
    scopes: Ids
    strengths: Values

    @property
    def joined(self) -> int:
        """How many scopes have edges; each weighs 1."""
        return len(np.unique(self.scopes[self.strengths > 0]))


class Parts(NamedTuple):
    """What each community adds to modularity as Graph Data Science has it, over all scopes together."""

    labels: Ids
    modularity: Values


class Quality(NamedTuple):
    """By place of the scope: modularity, communities of two atoms and more. NaN where a scope has no edge."""

    modularity: Values
    communities: Ids

    @property
    def mean(self) -> float:
        """Mean modularity of the scopes that have edges; 0.0 where none has."""
        known = self.modularity[~np.isnan(self.modularity)]
        return float(known.mean()) if len(known) else 0.0


def measure(nodes: Nodes, labels: Ids, parts: Parts) -> Quality:
    """The quality of communities. `labels` are in the order of `nodes`, `parts` are of the same communities."""
    count = int(nodes.scopes.max()) + 1 if len(nodes.scopes) else 0
    modularity, communities = np.full(count, np.nan), np.zeros(count, dtype=np.int64)
    known, place, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    volumes = np.bincount(place, nodes.strengths, minlength=len(known))
    scopes = np.zeros(len(known), dtype=np.int64)
    scopes[place] = nodes.scopes
    np.add.at(communities, scopes[sizes >= 2], 1)
    if nodes.joined:
        order = np.argsort(parts.labels)
        added = parts.modularity[order][np.searchsorted(parts.labels[order], known)]
        # all scopes weigh `joined` together: what a community adds there is inside / joined - (volume / 2 joined)^2
        inside = nodes.joined * (added + (volumes / (2 * nodes.joined)) ** 2)
        own = np.bincount(scopes, inside - (volumes / 2) ** 2, minlength=count)
        there = np.unique(nodes.scopes[nodes.strengths > 0])
        modularity[there] = own[there]
    return Quality(modularity, communities)


def fallen(before: Quality, now: Quality, lowest: float) -> list[int]:
    """Places of the scopes whose modularity fell below `lowest` of what it was, or whose number of communities did
    while modularity fell: two communities that grow together are no fault, many that collapse into one are.
    """
    with np.errstate(invalid="ignore"):
        fell = now.modularity < before.modularity - NOISE
        worse = (before.modularity > 0) & (now.modularity < lowest * before.modularity)
        fewer = now.communities < lowest * before.communities
    return [int(place) for place in np.flatnonzero(fell & (worse | fewer))]
