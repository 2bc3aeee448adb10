from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gds_jobs.matching import NONE, count, match

labels = st.lists(st.tuples(st.integers(-1, 5), st.integers(0, 5)), max_size=40)


def ids(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def test_a_community_keeps_the_id_that_most_of_its_members_had() -> None:
    matched = match(ids(7, 7, 7, 9, 9), ids(1, 1, 1, 1, 2))
    assert matched.ids.tolist() == [7, 7, 7, 7, NONE]


def test_one_that_splits_keeps_its_id_where_more_are_and_the_rest_is_new() -> None:
    matched = match(ids(7, 7, 7, 7, 7), ids(1, 1, 1, 2, 2))
    assert matched.numbered(100).tolist() == [7, 7, 7, 100, 100]
    assert matched.new == 1


def test_an_atom_alone_has_none() -> None:
    assert match(ids(7, NONE), ids(1, 2)).ids.tolist() == [NONE, NONE]


def test_new_communities_take_numbers_in_a_row() -> None:
    assert match(ids(-1, -1, -1, -1), ids(5, 5, 3, 3)).numbered(40).tolist() == [41, 41, 40, 40]


def test_nothing_is_fine() -> None:
    assert match(ids(), ids()).ids.tolist() == []
    assert count(ids()) == 0


@given(labels)
def test_the_partition_is_kept_and_no_id_is_given_twice(pairs: list[tuple[int, int]]) -> None:
    before, found = ids(*(pair[0] for pair in pairs)), ids(*(pair[1] for pair in pairs))
    now = match(before, found).numbered(1000)
    for label in set(found.tolist()):
        members = now[found == label]
        assert len(set(members.tolist())) == 1
        if len(members) == 1:
            assert members[0] == NONE
    owners = {int(now[found == label][0]) for label in set(found.tolist()) if (found == label).sum() > 1}
    assert len(owners) == len({label for label in found.tolist() if (found == label).sum() > 1})


@given(labels)
def test_what_did_not_change_keeps_every_id(pairs: list[tuple[int, int]]) -> None:
    before = ids(*(pair[1] for pair in pairs))
    _, sizes = np.unique(before, return_counts=True)
    if (sizes >= 2).all():
        assert match(before, before).ids.tolist() == before.tolist()
