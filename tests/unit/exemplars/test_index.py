from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mnemosaic.exemplars.hashing import Hyperplanes
from mnemosaic.exemplars.heldout import held_out
from mnemosaic.exemplars.index import ExemplarIndex, _by_exemplars, _by_features

Matrix = NDArray[np.float32]
DIMENSIONS = 64


def unit(rows: NDArray[np.float64]) -> Matrix:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def exemplars(count: int = 60, topic: float = 3.0, gap: float = 4.0, seed: int = 0) -> tuple[list[str], Matrix]:
    """Two labels told apart by one direction, drowned in a topic shared across labels: raw neighbours are of no use."""
    draw = np.random.default_rng(seed)
    topics = draw.standard_normal((count // 2, DIMENSIONS)) * topic
    rows = np.repeat(topics, 2, axis=0) + draw.standard_normal((count, DIMENSIONS)) * 0.1
    labels = ["yes" if place % 2 else "no" for place in range(count)]
    rows[:, 0] = [gap if label == "yes" else -gap for label in labels]
    return labels, unit(rows)


def overlapping(labels: list[str], seed: int) -> Matrix:
    rows = np.random.default_rng(seed).standard_normal((len(labels), DIMENSIONS)) * 0.3
    rows[:, 0] += [0.5 if label == "yes" else -0.5 for label in labels]
    return unit(rows)


def test_near_vectors_meet_more_often_than_far_ones() -> None:
    draw = np.random.default_rng(1)
    base = draw.standard_normal((200, DIMENSIONS))
    near = unit(base + 0.3 * draw.standard_normal(base.shape))
    planes = Hyperplanes(DIMENSIONS)
    codes = planes.codes(unit(base))
    assert (codes == planes.codes(near)).mean() > 5 * (codes == np.roll(codes, 1, axis=0)).mean()


def test_a_bit_differs_with_the_angle_over_pi() -> None:
    angle = np.pi / 3
    left = np.zeros((1, DIMENSIONS), dtype=np.float32)
    right = left.copy()
    left[0, 0], right[0, 0], right[0, 1] = 1.0, np.cos(angle), np.sin(angle)
    planes = Hyperplanes(DIMENSIONS, tables=4000, bits=1)
    differ = (planes.codes(left) != planes.codes(right)).mean()
    assert abs(differ - angle / np.pi) < 0.03


def test_the_same_seed_gives_the_same_buckets_and_names() -> None:
    vectors = unit(np.random.default_rng(2).standard_normal((3, DIMENSIONS)))
    first, second = (Hyperplanes(DIMENSIONS, tables=3, bits=5, seed=7).buckets(vectors) for _ in range(2))
    assert first == second != Hyperplanes(DIMENSIONS, tables=3, bits=5, seed=8).buckets(vectors)
    assert [name.split(":")[0] for name in first[0]] == ["t0", "t1", "t2"]
    assert all(int(name.split(":")[1], 16) < 2**5 for row in first for name in row)


def test_the_centre_is_taken_off_first() -> None:
    vectors = unit(np.random.default_rng(3).standard_normal((50, DIMENSIONS)) * 0.05 + 1.0)
    narrow = Hyperplanes(DIMENSIONS, tables=1, bits=8).codes(vectors)
    centred = Hyperplanes(DIMENSIONS, tables=1, bits=8, centre=vectors.mean(axis=0)).codes(vectors)
    assert len(np.unique(centred)) > 3 * len(np.unique(narrow))


def test_labels_are_told_apart_though_the_nearest_text_has_the_other_label() -> None:
    labels, vectors = exemplars(200)
    likeness = vectors @ vectors.T
    np.fill_diagonal(likeness, -1)
    nearest = likeness.argmax(axis=1)
    assert np.mean([labels[near] == own for near, own in zip(nearest, labels, strict=True)]) < 0.6
    assert held_out(labels, vectors).accuracy > 0.9


def test_the_hashed_path_answers_what_is_clear_and_the_exact_one_the_rest() -> None:
    labels = ["yes", "no"] * 100
    vectors, probes = (overlapping(labels, seed) for seed in (0, 1))
    index = ExemplarIndex(labels, vectors)
    verdicts = index.verdicts(probes)
    clear = [v for v in verdicts if v.hashed]
    rest = [v for v in verdicts if not v.hashed]
    assert len(clear) > len(rest) > 0
    assert np.mean([v.confidence for v in clear]) > np.mean([v.confidence for v in rest])
    assert np.mean([v.label == own for v, own in zip(verdicts, labels, strict=True)]) > 0.8


def test_shares_are_those_of_the_labels_and_sum_to_one() -> None:
    labels, vectors = exemplars()
    for verdict in ExemplarIndex(labels, vectors).verdicts(unit(np.random.default_rng(4).standard_normal((20, 64)))):
        assert set(verdict.shares) == {"yes", "no"}
        assert abs(sum(verdict.shares.values()) - 1) < 1e-9
        assert verdict.confidence == max(verdict.shares.values())


def test_an_exemplar_added_changes_the_verdict() -> None:
    labels, vectors = exemplars()
    probe = unit(np.random.default_rng(5).standard_normal((1, DIMENSIONS)) * 0.2 + np.eye(DIMENSIONS)[5] * 4)
    taught = [*labels, *["new"] * 30]
    near = unit(probe + np.random.default_rng(6).standard_normal((30, DIMENSIONS)) * 0.05)
    assert ExemplarIndex(labels, vectors).verdicts(probe)[0].label != "new"
    assert ExemplarIndex(taught, np.vstack([vectors, near])).verdicts(probe)[0].label == "new"


def test_one_exemplar_and_one_label_are_enough() -> None:
    index = ExemplarIndex(["only"], unit(np.ones((1, DIMENSIONS))))
    assert index.verdicts(unit(np.ones((2, DIMENSIONS))))[0].label == "only"


def test_surface_marks_decide_where_vectors_do_not() -> None:
    labels = ["yes", "no"] * 20
    vectors = unit(np.random.default_rng(7).standard_normal((40, DIMENSIONS)))
    marks = np.array([[0.5, 0.0], [0.0, 0.5]] * 20, dtype=np.float32)
    assert held_out(labels, vectors, marks).accuracy > held_out(labels, vectors).accuracy + 0.2


def test_both_ways_of_regression_put_the_exemplars_where_they_stand_left_out() -> None:
    draw = np.random.default_rng(8)
    features, targets = draw.standard_normal((30, 12)), draw.standard_normal((30, 2))
    places, weights = _by_exemplars(features, targets, 0.7)
    for found, expected in zip(_by_features(features, targets, 0.7), (places, weights), strict=True):
        assert np.allclose(found, expected)
    _, without = _by_features(features[1:], targets[1:], 0.7)
    assert np.allclose(features[0] @ without, places[0])


def test_each_path_can_be_asked_alone() -> None:
    labels = ["yes", "no"] * 100
    vectors, probes = (overlapping(labels, seed) for seed in (0, 1))
    index = ExemplarIndex(labels, vectors)
    both, buckets, exact = index.verdicts(probes), index.hashed(probes), index.exact(probes)
    assert None in buckets
    assert both == [hashed or other for hashed, other in zip(buckets, exact, strict=True)]


def test_the_lead_is_over_the_second() -> None:
    index = ExemplarIndex(["yes", "no"] * 30, overlapping(["yes", "no"] * 30, 0))
    for verdict in index.exact(overlapping(["yes", "no"] * 5, 2)):
        assert abs(verdict.lead - abs(verdict.shares["yes"] - verdict.shares["no"])) < 1e-9
    assert ExemplarIndex(["only"], unit(np.ones((1, 4)))).exact(unit(np.ones((1, 4))))[0].lead == 1.0
