from __future__ import annotations

from gds_jobs.settle import settle


def row(number: int, *near: tuple[int, int, float], community: int = -1) -> dict[str, object]:
    return {"number": number, "community": community, "near": [list(each) for each in near]}


def test_a_new_atom_joins_the_community_of_most_weight() -> None:
    settled = settle([row(1, (2, 20, 0.4), (3, 30, 0.5), (4, 20, 0.3))])
    assert settled.joined == {1: 20}


def test_at_equal_weight_the_lower_id_is_taken() -> None:
    assert settle([row(1, (2, 30, 0.5), (3, 20, 0.5))]).joined == {1: 20}


def test_an_atom_waits_for_its_new_neighbours() -> None:
    assert settle([row(1, (2, -1, 0.9)), row(2, (1, -1, 0.9), (3, 30, 0.1))]).joined == {1: 30, 2: 30}


def test_atoms_that_only_know_each_other_make_a_community() -> None:
    settled = settle([row(1, (2, -1, 0.9)), row(2, (1, -1, 0.9)), row(5, (6, -1, 0.5))])
    assert settled.joined == {}
    assert settled.groups == [[1, 2], [5, 6]]


def test_an_atom_that_should_have_none_loses_its_community_before_others_look_at_it() -> None:
    settled = settle([row(1, community=20), row(2, (1, 20, 0.9), (3, 30, 0.1))])
    assert settled.joined == {1: -1, 2: 30}


def test_an_atom_alone_is_left_alone() -> None:
    assert settle([row(1)]) == ({}, [])
