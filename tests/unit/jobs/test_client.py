from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pandas
import pytest

from gds_jobs.client import NOTHING_MOVED, Client
from mnemosaic.errors import AlgorithmError


class Recorded:
    """Stands for a procedure of the client: keeps what it was asked, and answers or raises what it was given."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: dict[str, Any] = {}

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.asked = named
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def client(**procedures: Recorded) -> Client:
    graph = SimpleNamespace(translated=lambda what: nullcontext())
    named = {name: SimpleNamespace(stream=each, mutate=each) for name, each in procedures.items()}
    return Client(graph, SimpleNamespace(graph=SimpleNamespace(get=str), **named))  # type: ignore[arg-type]


def test_modularity_is_looked_up_by_one_thread() -> None:
    # more of them lose look-ups in Graph Data Science 2.26: "Index -1 out of bounds", or a wrong sum
    stream = Recorded(pandas.DataFrame({"communityId": [7, 9], "modularity": [0.25, 0.5]}))
    parts = client(modularity=stream).modularity("graph", "seed")
    assert stream.asked["concurrency"] == 1
    assert stream.asked["community_property"] == "seed"
    assert parts.labels.tolist() == [7, 9]
    assert parts.modularity.tolist() == [0.25, 0.5]


def test_leiden_is_repeatable_and_where_nothing_moves_it_says_so() -> None:
    mutate = Recorded(SimpleNamespace(did_converge=True, modularity=0.5))
    assert client(leiden=mutate).leiden("graph", "seed", "into", 1, 1.0, 10) == (True, True, 0.5)
    assert mutate.asked["concurrency"] == 1
    still = Recorded(RuntimeError(f'Cannot invoke "{NOTHING_MOVED}" because it is null'))
    assert client(leiden=still).leiden("graph", "seed", "into", 1, 1.0, 10) == (True, False, 0.0)
    with pytest.raises(AlgorithmError, match="out of memory"):
        client(leiden=Recorded(RuntimeError("out of memory"))).leiden("graph", None, "into", 1, 1.0, 10)


def test_columns_are_in_the_order_of_nodes_whatever_order_they_come_in() -> None:
    rows = {
        "rank": [{"nodes": [8, 3], "values": [0.8, 0.3]}, {"nodes": [5], "values": [0.5]}],
        "number": [{"nodes": [3, 5, 8], "values": [30, 50, 80]}],
    }
    transaction = SimpleNamespace(run=lambda name, **given: rows[given["property"]])
    graph = SimpleNamespace(translated=lambda what: nullcontext(), transaction=lambda work, name: work(transaction))
    columns = Client(graph, None).stream("graph", ("number", "rank"))  # type: ignore[arg-type]
    assert columns["number"].tolist() == [30.0, 50.0, 80.0]
    assert columns["rank"].tolist() == [0.3, 0.5, 0.8]
