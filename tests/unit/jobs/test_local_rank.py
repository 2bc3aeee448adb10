from __future__ import annotations

import numpy as np
import pytest

from gds_jobs.local_rank import outside, refresh

DAMPING = 0.85


def full(edges: list[tuple[int, int, float]], count: int) -> np.ndarray:
    weights = np.zeros((count, count))
    for a, b, weight in edges:
        weights[a, b] += weight
        weights[b, a] += weight
    strength = weights.sum(axis=0)
    rank = np.ones(count)
    for _ in range(500):
        rank = 1 - DAMPING + DAMPING * weights @ np.divide(rank, strength, out=np.zeros(count), where=strength > 0)
    return rank


EDGES = [(0, 1, 0.5), (1, 2, 0.4), (2, 3, 0.9), (0, 3, 0.1), (3, 4, 0.3)]


def rows(numbers: list[int], ranks: np.ndarray, still: dict[int, float] | None = None) -> list[dict[str, object]]:
    """As `jobs/around` returns them; `still`: what a neighbour that is not looked up gives for a weight of 1."""
    found: list[dict[str, object]] = []
    for n in numbers:
        near = [(b if a == n else a, w) for a, b, w in EDGES if n in (a, b)]
        given = sum((still or {}).get(other, 0.0) * w for other, w in near)
        named = [[other, w] for other, w in near if other not in (still or {})]
        row = {"number": n, "rank": float(ranks[n]), "strength": sum(w for _, w in near), "given": given, "near": named}
        found.append(row)
    return found


def test_where_all_changed_it_is_pagerank() -> None:
    exact = full(EDGES, 5)
    found = refresh(rows([0, 1, 2, 3, 4], np.full(5, -1.0)), [], DAMPING)
    np.testing.assert_allclose(found.now, exact, atol=1e-4)


def test_what_stands_still_is_taken_as_it_is() -> None:
    exact = full(EDGES, 5)
    inside = rows([3, 4], np.array([0, 0, 0, -1.0, -1.0]))
    assert outside(inside) == [0, 2]
    strength = {0: 0.6, 2: 1.3}
    beside = [{"number": n, "rank": float(exact[n]), "strength": strength[n]} for n in (0, 2)]
    found = refresh(inside, beside, DAMPING)
    np.testing.assert_allclose(found.now, exact[[3, 4]], atol=1e-4)


def test_it_does_not_matter_who_adds_up_what_stands_still() -> None:
    exact = full(EDGES, 5)
    inside = rows([3, 4], np.array([0, 0, 0, -1.0, -1.0]), {0: exact[0] / 0.6, 2: exact[2] / 1.3})
    assert outside(inside) == []
    np.testing.assert_allclose(refresh(inside, [], DAMPING).now, exact[[3, 4]], atol=1e-4)


def test_an_atom_alone_has_the_least_there_is() -> None:
    alone = {"number": 1, "rank": -1.0, "strength": 0.0, "given": 0.0, "near": []}
    assert refresh([alone], [], DAMPING).now == pytest.approx([0.15])
    assert len(refresh([], [], DAMPING).now) == 0
