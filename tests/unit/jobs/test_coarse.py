from __future__ import annotations

import numpy as np

from gds_jobs.coarse import Pairs, communities


def graph(count: int, edges: list[tuple[int, int, float]]) -> Pairs:
    left, right = (np.array([edge[at] for edge in edges], dtype=np.int64) for at in (0, 1))
    return Pairs(count, left, right, np.array([edge[2] for edge in edges], dtype=np.float64))


def ring(count: int, scopes: int = 1) -> tuple[Pairs, np.ndarray]:
    """Nodes with much inside, two by two much nearer to each other than to the next two."""
    edges = []
    for scope in range(scopes):
        first = scope * count
        edges += [(first + at, first + at, 10.0) for at in range(count)]
        edges += [(first + at, first + at + 1, 6.0 if at % 2 == 0 else 0.1) for at in range(count - 1)]
    return graph(count * scopes, edges), np.repeat(np.arange(scopes), count)


def test_what_is_nearer_than_chance_would_have_it_is_put_together() -> None:
    made, scopes = ring(6)
    assert communities(made, scopes, 1.0).tolist() == [0, 0, 1, 1, 2, 2]


def test_a_lower_resolution_gives_larger_communities() -> None:
    made, scopes = ring(6)
    counts = [int(communities(made, scopes, gamma).max()) + 1 for gamma in (4.0, 1.0, 0.001)]
    assert counts == [6, 3, 1]


def test_each_scope_is_measured_on_its_own_edges() -> None:
    alone, scope = ring(6)
    many, scopes = ring(6, scopes=40)
    own = communities(alone, scope, 1.0)
    found = communities(many, scopes, 1.0).reshape(40, 6)
    assert (found == own + 3 * np.arange(40)[:, None]).all()


def test_what_nothing_joins_stays_apart() -> None:
    assert communities(graph(3, [(0, 0, 1.0), (1, 1, 1.0)]), np.zeros(3, dtype=np.int64), 0.01).tolist() == [0, 1, 2]
    assert communities(graph(0, []), np.zeros(0, dtype=np.int64), 1.0).tolist() == []


def test_what_joined_is_one_node_with_its_edges_inside() -> None:
    made = graph(4, [(0, 1, 2.0), (1, 2, 3.0), (2, 3, 5.0), (0, 3, 7.0), (0, 0, 1.0)]).joined(np.array([0, 0, 1, 1]))
    pairs = dict(zip(zip(made.left.tolist(), made.right.tolist(), strict=True), made.weights.tolist(), strict=True))
    assert made.size == 2
    assert pairs == {(0, 0): 3.0, (0, 1): 10.0, (1, 1): 5.0}
