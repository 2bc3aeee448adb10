from __future__ import annotations

import numpy as np
import pytest

from benchmarks.jobs_graph import spearman


@pytest.mark.parametrize("atoms", [1_000, 1_000_000])
def test_rank_correlation_does_not_depend_on_what_the_ranks_sum_to(atoms: int) -> None:
    # igraph's PageRank sums to 1, that of Graph Data Science to the number of atoms
    ranks = np.random.default_rng(1).uniform(0.5, 2.0, 5_000)
    assert spearman(ranks, ranks / atoms) == pytest.approx(1.0)
    assert spearman(ranks, -ranks / atoms) == pytest.approx(-1.0)


def test_ranks_that_differ_by_rounding_only_are_equal() -> None:
    ranks = np.array([0.15, 0.15 + 1e-9, 1.0, 2.0])
    assert spearman(ranks, np.array([1.0, 1.0, 2.0, 3.0])) == pytest.approx(1.0)
