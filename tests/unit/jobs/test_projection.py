from __future__ import annotations

from typing import Any, cast

import pytest

from gds_jobs.projection import projection
from mnemosaic.errors import JobMemoryError, JobResultError
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings
from tests.unit.jobs.fakes import FakeAlgorithms, FakeGraph

ROWS = [{"path": "a", "atoms": 10, "edges": 20, "weight": 1.0}]


def graph(rows: list[dict[str, Any]]) -> Graph:
    return cast(Graph, FakeGraph(jobs__scope_weights=rows))


def test_it_is_made_once_and_dropped_at_the_end() -> None:
    fake = FakeAlgorithms({"number": [1, 2]})
    with projection(graph(ROWS), Settings(), lambda: fake) as made:
        made.fits("leiden")
        name = made.name()
        made.fits("page_rank")
        assert made.name() == name
        assert made.scopes == ["a"]
    assert fake.dropped == [name]
    assert fake.closed
    assert ("estimate", ("leiden", 10, 40)) in fake.calls


def test_it_is_dropped_where_a_job_fails() -> None:
    fake = FakeAlgorithms({"number": [1, 2]})

    def fail() -> None:
        with projection(graph(ROWS), Settings(), lambda: fake) as made:
            made.fits("leiden")
            made.name()
            raise JobResultError("worse")

    with pytest.raises(JobResultError):
        fail()
    assert len(fake.dropped) == 1


def test_what_a_killed_run_left_is_dropped_first() -> None:
    fake = FakeAlgorithms({"number": [1]})
    fake.left = ["mnemosaic-old"]
    with projection(graph(ROWS), Settings(), lambda: fake) as made:
        made.fits("leiden")
    assert fake.dropped == ["mnemosaic-old"]


def test_an_empty_graph_has_no_projection() -> None:
    fake = FakeAlgorithms({})
    with projection(graph([]), Settings(), lambda: fake) as made:
        made.fits("leiden")
        assert made.name() == ""
    assert fake.dropped == []


def test_what_does_not_fit_is_refused_with_the_figure() -> None:
    fake = FakeAlgorithms({"number": [1]})
    fake.estimate = lambda algorithm, nodes, edges: 3 << 20  # type: ignore[method-assign]
    with (
        projection(graph(ROWS), Settings(jobs_memory=2), lambda: fake) as made,
        pytest.raises(JobMemoryError, match=r"3\.0 MiB.*2\.0 MiB"),
    ):
        made.fits("leiden")
    assert not any(name == "project" for name, _ in fake.calls)


def test_nothing_is_connected_to_before_it_is_wanted() -> None:
    def refuse() -> FakeAlgorithms:
        raise AssertionError

    with projection(graph(ROWS), Settings(), refuse) as made:
        assert made.scopes == []
