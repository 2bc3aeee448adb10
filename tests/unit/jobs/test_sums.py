from __future__ import annotations

import numpy as np

from gds_jobs.sums import Sum, known_sum, moved_by, sum_of

ONE = Sum(np.array([1.0, 0.0]), 1)
TWO = Sum(np.array([0.0, 2.0]), 2)
THREE = Sum(np.array([1.0, 2.0]), 3)


def row(counted: int | None, centroid: list[float] | None, cohesion: float | None) -> dict[str, object]:
    return {"counted": counted, "centroid": centroid, "cohesion": cohesion}


def test_rows_add_up() -> None:
    total = sum_of([row(2, [1.0, 0.0], 0.5), row(4, [0.0, 1.0], 1.0)])
    assert total.vectors == 6
    np.testing.assert_allclose(total.total, [1.0, 4.0])


def test_what_is_stored_may_not_be_enough() -> None:
    assert known_sum(row(None, [1.0, 0.0], 0.5)) is None
    assert known_sum(row(2, None, 0.0)) is None
    known = known_sum(row(2, [1.0, 0.0], 0.5))
    assert known is not None
    assert known.vectors == 2


def test_the_change_of_parts_goes_into_the_whole() -> None:
    moved = moved_by(THREE, [7, 8, 9], {7: ONE, 8: TWO, 9: None}, {7: TWO})
    assert moved is not None
    assert moved.vectors == 4
    np.testing.assert_allclose(moved.total, [0.0, 4.0])


def test_the_parts_are_read_where_the_change_is_not_known() -> None:
    assert moved_by(None, [7], {7: ONE}, {7: TWO}) is None
    assert moved_by(THREE, [7, 8], {7: ONE, 8: None}, {7: TWO, 8: TWO}) is None
    assert moved_by(THREE, [7], {}, {7: TWO}) is None
    assert moved_by(THREE, [7], {7: ONE}, {8: TWO}) is None
    assert moved_by(ONE, [7], {7: ONE}, {7: Sum(0.0, 0)}) is None
