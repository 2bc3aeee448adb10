from __future__ import annotations

from gds_jobs.partition import Search
from tests.unit.jobs.fakes import FakeAlgorithms


def search(*modularities: float) -> tuple[Search, FakeAlgorithms]:
    fake = FakeAlgorithms({"number": [0, 1]}, [[0, 0]] * len(modularities))
    fake.modularities = list(modularities)
    return Search(fake, "graph", 42, 1.0), fake


def levels(fake: FakeAlgorithms) -> list[tuple[str | None, int]]:
    return [(call[0], call[2]) for name, call in fake.calls if name == "leiden"]


def test_without_communities_of_before_it_begins_anew_and_settles() -> None:
    found, fake = search(0.5, 0.6, 0.6)
    partition = found.best(None)
    assert levels(fake) == [(None, 10), ("anew", 1), ("better0", 1)]
    assert (partition.column, partition.seeded, partition.converged) == ("better1", False, True)


def test_from_seeds_only_one_level_is_ever_asked_for() -> None:
    found, fake = search(0.5, 0.5, 0.61, 0.61)
    partition = found.best(0.6)
    assert all(depth == 1 for seed, depth in levels(fake) if seed is not None)
    assert (partition.column, partition.seeded) == ("kept1", True)


def test_stable_ids_are_given_up_where_a_fresh_start_is_clearly_better() -> None:
    found, _ = search(0.7, 0.7, 0.61, 0.61)
    assert found.best(0.6).seeded is False


def test_where_nothing_moves_the_seeds_stand() -> None:
    found, _ = search()
    assert found.best(None).column == "number"
    kept, _ = search()
    assert kept.best(0.6).column == "seed"
