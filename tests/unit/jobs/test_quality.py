from __future__ import annotations

import numpy as np
import pytest

from gds_jobs.quality import Nodes, Parts, Quality, fallen, measure


def exact(edges: list[tuple[int, int, float]], labels: list[int]) -> float:
    """Modularity of one scope, by the definition."""
    total = sum(weight for _, _, weight in edges)
    strength = np.zeros(len(labels))
    for a, b, weight in edges:
        strength[a] += weight
        strength[b] += weight
    inside = sum(weight for a, b, weight in edges if labels[a] == labels[b]) / total
    return inside - sum(
        (strength[[at for at, label in enumerate(labels) if label == each]].sum() / (2 * total)) ** 2
        for each in set(labels)
    )


def parts(edges: list[tuple[int, int, float]], labels: list[int], strengths: np.ndarray) -> Parts:
    """As Graph Data Science adds up over all scopes together."""
    total = strengths.sum() / 2
    known = sorted(set(labels))
    values = []
    for each in known:
        inside = sum(weight for a, b, weight in edges if labels[a] == labels[b] == each)
        volume = sum(strengths[at] for at, label in enumerate(labels) if label == each)
        values.append(inside / total - (volume / (2 * total)) ** 2)
    return Parts(np.array(known), np.array(values))


def test_each_scope_is_measured_on_its_own_edges() -> None:
    one = [(0, 1, 0.5), (1, 2, 0.4), (2, 3, 0.5), (0, 3, 0.1)]
    two = [(4, 5, 0.9), (5, 6, 0.8), (4, 6, 0.7)]
    labels = [10, 10, 20, 20, 30, 30, 40]
    scaled = [(a, b, w / 1.5) for a, b, w in one] + [(a, b, w / 2.4) for a, b, w in two]
    strengths = np.zeros(7)
    for a, b, weight in scaled:
        strengths[a] += weight
        strengths[b] += weight
    nodes = Nodes(np.arange(7), np.array([0, 0, 0, 0, 1, 1, 1]), strengths)
    found = measure(nodes, np.array(labels), parts(scaled, labels, strengths))
    assert found.modularity[0] == pytest.approx(exact(one, labels[:4]))
    assert found.modularity[1] == pytest.approx(exact([(a - 4, b - 4, w) for a, b, w in two], labels[4:]))
    assert found.communities.tolist() == [2, 1]
    assert found.mean == pytest.approx((found.modularity[0] + found.modularity[1]) / 2)


def test_without_edges_there_is_nothing_to_measure() -> None:
    nodes = Nodes(np.arange(2), np.array([0, 0]), np.zeros(2))
    found = measure(nodes, np.array([1, 2]), Parts(np.array([], dtype=np.int64), np.array([])))
    assert np.isnan(found.modularity).all()
    assert found.mean == 0.0
    assert (
        measure(
            Nodes(*[np.array([], dtype=np.int64)] * 2, np.array([])),
            np.array([], dtype=np.int64),
            Parts(np.array([], dtype=np.int64), np.array([])),
        ).mean
        == 0.0
    )


def quality(modularity: list[float], communities: list[int]) -> Quality:
    return Quality(np.array(modularity), np.array(communities))


def test_many_that_collapse_into_one_are_a_fall_and_two_that_grow_together_are_none() -> None:
    before = quality([0.6, 0.3, 0.5, np.nan, 0.6], [68, 2, 3, 0, 10])
    now = quality([0.0, 0.31, 0.45, 0.4, 0.5], [1, 1, 3, 2, 6])
    assert fallen(before, now, 2 / 3) == [0, 4]


def test_sums_that_differ_by_their_rounding_are_no_fall() -> None:
    before, now = quality([3e-16, 0.5], [1, 4]), quality([-2e-16, 0.5 - 1e-9], [1, 2])
    assert fallen(before, now, 2 / 3) == []
