"""Communities of communities: the same search for modularity on the graph in which each community is one node.

Blondel, Guillaume, Lambiotte, Lefebvre, "Fast unfolding of communities in large networks", 2008 (moving nodes, and
putting together what joined); Reichardt, Bornholdt, "Statistical mechanics of community detection", 2006 (resolution).
Everything is in the order of the nodes, and nothing is drawn by chance: equal graphs give equal communities.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gds_jobs.matching import Ids

SWEEPS = 50
GAIN = 1e-12
"""A move that gains less is none: sums of floating-point numbers differ by their order."""
Weights = dict[int, float]


class Pairs(NamedTuple):
    """An undirected weighted graph of `size` nodes, a node with itself for what is inside. Pairs add up."""

    size: int
    left: Ids
    right: Ids
    weights: NDArray[np.float64]

    def joined(self, labels: Ids) -> Pairs:
        """The graph in which all nodes of a label are one. Labels are 0, 1, ..."""
        ends = np.sort(np.stack([labels[self.left], labels[self.right]]), axis=0)
        pairs, place = np.unique(ends, axis=1, return_inverse=True)
        weights = np.bincount(place.reshape(-1), self.weights, minlength=pairs.shape[1]).astype(np.float64)
        return Pairs(int(labels.max()) + 1 if len(labels) else 0, pairs[0], pairs[1], weights)


def communities(graph: Pairs, scopes: Ids, gamma: float) -> Ids:
    """A label for each node, 0, 1, ... in the order of their first nodes: what is better together shares one.

    `scopes` are places of scopes, between which there is no edge: each is measured on its own edges. The lower `gamma`,
    the larger the communities.
    """
    labels = np.arange(graph.size)
    while True:
        moved = _numbered(_moved(graph, scopes, gamma))
        if not graph.size or moved.max() + 1 == graph.size:
            return labels
        labels = moved[labels]
        first = np.unique(moved, return_index=True)[1]
        graph, scopes = graph.joined(moved), scopes[first]


def _moved(graph: Pairs, scopes: Ids, gamma: float) -> Ids:
    """Move nodes one by one to where modularity gains most, until no move is worth it."""
    volumes = np.bincount(graph.left, graph.weights, minlength=graph.size)
    volumes += np.bincount(graph.right, graph.weights, minlength=graph.size)
    totals = np.bincount(scopes, volumes, minlength=1)
    # gamma K_a K_b / 2m, the weight that chance would put between two, as this times the volume of the other
    chance = (gamma * volumes / np.where(totals > 0, totals, 1.0)[scopes]).tolist()
    near = _near(graph)
    own, sizes = list(range(graph.size)), volumes.tolist()
    held = list(sizes)
    for _ in range(SWEEPS):
        still = True
        for node, others in enumerate(near):
            best = _best(others, own, held, node, chance[node], sizes[node])
            if best != own[node]:
                held[own[node]] -= sizes[node]
                held[best] += sizes[node]
                own[node], still = best, False
        if still:
            break
    return np.array(own, dtype=np.int64)


def _best(others: Weights, own: list[int], held: list[float], node: int, chance: float, size: float) -> int:
    at = own[node]
    weights: Weights = defaultdict(float)
    for other, weight in others.items():
        weights[own[other]] += weight
    best, gain = at, weights.get(at, 0.0) - chance * (held[at] - size)
    for label in sorted(weights):
        found = weights[label] - chance * held[label]
        if label != at and found > gain + GAIN:
            best, gain = label, found
    return best


def _near(graph: Pairs) -> list[Weights]:
    near: list[Weights] = [defaultdict(float) for _ in range(graph.size)]
    for left, right, weight in zip(graph.left.tolist(), graph.right.tolist(), graph.weights.tolist(), strict=True):
        if left != right:
            near[left][right] += weight
            near[right][left] += weight
    return near


def _numbered(labels: Ids) -> Ids:
    """The same communities as 0, 1, ... in the order of their first nodes."""
    _, first, place = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    numbered: Ids = rank[place]
    return numbered
