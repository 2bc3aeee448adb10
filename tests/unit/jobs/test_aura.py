"""Aura Graph Analytics, with a fake at the client's boundary."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar, cast

import graphdatascience
import pandas
import pytest
from graphdatascience import session as aura_session

from gds_jobs import client
from mnemosaic.errors import AlgorithmError, SettingsError
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings
from tests.unit.jobs.fakes import FakeGraph


class FakeSession:
    def __init__(self) -> None:
        self.graph = self
        self.constructed: list[Any] = []
        self.deleted = 0

    def construct(self, name: str, nodes: Any, edges: Any, *, undirected_relationship_types: list[str]) -> None:
        self.constructed.append((name, nodes, edges, undirected_relationship_types))

    def list(self) -> list[Any]:
        return []

    def get(self, name: str) -> str:
        return name

    @property
    def node_properties(self) -> Any:
        columns = {"nodeId": [1, 2], "number": [1, 2], "rank": [0.15, 1.5]}
        return SimpleNamespace(stream=lambda graph, names: pandas.DataFrame(columns)[["nodeId", *names]])

    def delete(self) -> bool:
        self.deleted += 1
        return True


class FakeSessions:
    made: ClassVar[list[FakeSessions]] = []
    refuse = False

    def __init__(self, credentials: Any) -> None:
        self.credentials = credentials
        self.session = FakeSession()
        self.asked: dict[str, Any] = {}
        FakeSessions.made.append(self)

    def get_or_create(self, name: str, memory: str, **given: Any) -> FakeSession:
        if self.refuse:
            raise RuntimeError("no such project\nsecond line")
        self.asked = {"name": name, "memory": memory, **given}
        return self.session

    def estimate(self, nodes: int, edges: int, **given: Any) -> Any:
        return aura_session.SessionMemory.m_8GB

    def available_cloud_locations(self) -> list[Any]:
        return [aura_session.CloudLocation("gcp", "europe-west1")]


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> type[FakeSessions]:
    monkeypatch.setattr(graphdatascience, "GdsSessions", FakeSessions)
    monkeypatch.setattr(FakeSessions, "made", [])
    monkeypatch.setattr(FakeSessions, "refuse", False)
    return FakeSessions


SETTINGS = Settings(aura_client_id="id", aura_client_key="secret", aura_project="p", aura_region="europe-west1")


class AuraGraph(FakeGraph):
    def translated(self, what: str) -> Any:
        from contextlib import nullcontext

        return nullcontext()


def graph() -> Graph:
    atoms = [
        {"number": n, "scope": scope, "seed": n, "rank": -1.0, "noted": -1.0}
        for n, scope in ((1, "a"), (2, "a"), (3, "new"))
    ]
    edges = [{"source": 1, "target": 2, "weight": 0.5}, {"source": 1, "target": 9, "weight": 0.5}]
    return cast(Graph, AuraGraph(jobs__graph_atoms=atoms, jobs__graph_edges=edges))


def test_a_session_is_made_as_the_settings_say_and_deleted_at_the_end(sessions: type[FakeSessions]) -> None:
    algorithms = client.connect(graph(), SETTINGS)
    (made,) = sessions.made
    assert (made.credentials.client_id, made.credentials.client_secret) == ("id", "secret")
    assert made.credentials.project_id == "p"
    assert made.asked["memory"] == "4GB"
    assert made.asked["cloud_location"].region == "europe-west1"
    assert algorithms.free_bytes() == 4 * 1024**3
    assert algorithms.estimate("page_rank", 10, 10) == 8 * 1024**3
    assert algorithms.leftovers() == []
    algorithms.close()
    assert made.session.deleted == 1


def test_the_graph_is_built_from_what_was_read(sessions: type[FakeSessions]) -> None:
    algorithms = client.connect(graph(), SETTINGS)
    assert algorithms.project("g", [{"path": "a", "weight": 2.0}]) == 2
    name, nodes, edges, undirected = sessions.made[0].session.constructed[0]
    assert name == "g"
    assert nodes[["nodeId", "number", "scope"]].values.tolist() == [[1, 1, 0], [2, 2, 0]]
    assert edges[["sourceNodeId", "targetNodeId", "weight"]].values.tolist() == [[1, 2, 0.25]]
    assert undirected == ["ASSOCIATED"]


def test_columns_are_those_of_the_session(sessions: type[FakeSessions]) -> None:
    columns = client.connect(graph(), SETTINGS).stream("g", ("number", "rank"))
    assert {name: column.tolist() for name, column in columns.items()} == {"number": [1.0, 2.0], "rank": [0.15, 1.5]}


def test_what_aura_refuses_is_said_without_the_secret(sessions: type[FakeSessions]) -> None:
    sessions.refuse = True
    with pytest.raises(AlgorithmError, match="no such project") as caught:
        client.connect(graph(), SETTINGS)
    assert "secret" not in str(caught.value)


def test_half_of_the_settings_is_an_error() -> None:
    with pytest.raises(SettingsError, match="aura_client_key"):
        client.connect(graph(), Settings(aura_client_id="id"))


def test_a_size_that_is_none_is_an_error(sessions: type[FakeSessions]) -> None:
    with pytest.raises(SettingsError, match="aura_memory"):
        client.connect(graph(), SETTINGS.model_copy(update={"aura_memory": "lots"}))
