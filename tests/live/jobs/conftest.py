from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import neo4j
import numpy as np
import pytest

from gds_jobs import Runner
from mnemosaic.graph import Graph
from mnemosaic.lifecycle.forget import forget
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.conftest import Server

DIMENSIONS = 384
Edges = Sequence[tuple[int, int, float]]

PLANT = """
MERGE (s:Scope {path: $scope}) ON CREATE SET s.atoms = 0, s.turns = 0, s.lexemes = 0,
  s.last_recorded_at = datetime('2026-01-01T00:00:00Z')
WITH s UNWIND $atoms AS row
CREATE (n:Atom:Semantic {id: row.id, scope: $scope, title: row.title, details: row.title, live_key: row.id,
  status: 'current', community: -1, dirty: true, valid_from: datetime('2026-01-01T00:00:00Z'),
  valid_until: datetime('9999-12-31T00:00:00Z'), recorded_at: datetime('2026-01-01T00:00:00Z'),
  closed_at: datetime('9999-12-31T00:00:00Z'), retired_at: datetime('9999-12-31T00:00:00Z'), confidence: 1.0})
WITH n, row WHERE row.vector IS NOT NULL
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
"""
JOIN = """
UNWIND $edges AS row MATCH (a:Atom {id: row[0]}) MATCH (b:Atom {id: row[1]})
CREATE (a)-[:ASSOCIATED {weight: row[2], origin: 'spoken'}]->(b)
"""


class Plot:
    """Plants atoms without writing turns, and looks at what the jobs made of them."""

    def __init__(self, driver: neo4j.Driver, graph: Graph) -> None:
        self._driver = driver
        self._graph = graph

    def run(self, query: str, **params: Any) -> list[dict[str, Any]]:
        return [dict(record) for record in self._driver.execute_query(query, params).records]

    def plant(
        self, scope: str, atoms: int, edges: Edges = (), vectors: Any = None, first: int = 0, bare: bool = False
    ) -> list[str]:
        """Atoms `0..atoms-1` of a scope and edges between them; ids in that order. Vectors far apart; bare: none."""
        ids = [str(uuid.uuid5(uuid.NAMESPACE_URL, f"{scope}#{first + place}")) for place in range(atoms)]
        rows = np.eye(DIMENSIONS)[np.arange(atoms) % DIMENSIONS] if vectors is None else np.asarray(vectors)
        planted = [
            {"id": each, "title": f"atom {first + place}", "vector": None if bare else rows[place].tolist()}
            for place, each in enumerate(ids)
        ]
        for start in range(0, atoms, 1000):
            self.run(PLANT, scope=scope, atoms=planted[start : start + 1000])
        joined = [[ids[a], ids[b], weight] for a, b, weight in edges]
        for start in range(0, len(joined), 2000):
            self.run(JOIN, edges=joined[start : start + 2000])
        return ids

    def communities(self, scope: str) -> dict[str, int]:
        """The community of each atom of a scope, by id."""
        rows = self.run("MATCH (n:Atom {scope: $scope}) RETURN n.id AS id, n.community AS community", scope=scope)
        return {row["id"]: row["community"] for row in rows}

    def nodes(self, scope: str) -> list[dict[str, Any]]:
        """The communities of a scope that have members, largest first."""
        rows = self.run(
            "MATCH (c:Community {scope: $scope, level: 0}) WHERE c.size > 0 RETURN c {.*} AS c ORDER BY c.size DESC",
            scope=scope,
        )
        return [row["c"] for row in rows]

    def orphans(self) -> list[dict[str, Any]]:
        """Whatever must not be: ids without community, communities across scopes, edges across scopes."""
        return self.run(
            """CALL () {
              MATCH (n:Atom)
              WHERE n.community >= 0 AND NOT EXISTS { (c:Community {id: n.community}) WHERE c.scope = n.scope }
              RETURN n.id AS what UNION ALL
              MATCH (a:Atom)-[:ASSOCIATED]->(b:Atom) WHERE a.scope <> b.scope RETURN a.id AS what
            } RETURN what"""
        )

    def forget(self, atom: str) -> None:
        """Forget one atom as the engine does."""
        forget(self._graph, None, atom=atom)

    def exact(self, community: int) -> np.ndarray:
        """The centroid of a community as it should be."""
        rows = self.run("MATCH (n:Atom {community: $id, status: 'current'}) RETURN n.embedding AS vector", id=community)
        mean = np.array([row["vector"] for row in rows]).mean(axis=0)
        return mean / np.linalg.norm(mean)


@pytest.fixture(scope="session")
def plot(server: Server, memory: Memory) -> Iterator[Plot]:
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth, notifications_min_severity="OFF") as driver:
        yield Plot(driver, memory.graph)


@pytest.fixture(scope="session")
def runner(graph: Graph) -> Runner:
    return Runner(graph, Settings())


class Plots(dict[str, list[str]]):
    """The ids of the atoms that were planted for each of several tests, by a name, in scopes of their own."""

    def __init__(self) -> None:
        self._first = f"test-{uuid.uuid4().hex[:12]}"

    def scope(self, name: str) -> str:
        """The scope of one of them."""
        return f"{self._first}/{name}"


@pytest.fixture(scope="module")
def plots(memory: Memory) -> Iterator[Plots]:
    """To be planted by a fixture that runs the jobs once for all tests of a module: each changes its own scope only,
    and nothing that is derived goes beyond one."""
    planted = Plots()
    yield planted
    for name in planted:
        memory.drop_scope(scope=planted.scope(name))


@pytest.fixture
def clear(memory: Memory, scope: str) -> Iterator[str]:
    """A scope of its own that is removed after the test, so that later full runs stay small."""
    yield scope
    memory.drop_scope(scope=scope)


def cliques(count: int, size: int, bridges: bool = True) -> list[tuple[int, int, float]]:
    """Edges of `count` complete graphs of `size` atoms, neighbours joined by one weak edge."""
    edges = []
    for group in range(count):
        members = range(group * size, (group + 1) * size)
        edges += [(a, b, 0.9) for a in members for b in members if a > b]
        if bridges and group:
            edges.append((group * size, (group - 1) * size, 0.2))
    return edges
