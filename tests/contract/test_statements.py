"""Every Cypher file against a real server: what its header declares is what the database says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from mnemosaic import statements
from mnemosaic.atoms import Atom
from mnemosaic.memory import Memory
from mnemosaic.statements import Mode
from mnemosaic.turns import Turn
from tests.conftest import Server

pytestmark = pytest.mark.live

EXPLAINED = [name for name in statements.names() if statements.load(name).mode in (Mode.READ, Mode.WRITE)]
TYPES = {"r": "read", "w": "write", "rw": "write", "s": "schema"}
SCHEMA = "\n".join(statements.load(name).text for name in statements.names("schema"))
CLAUSE = r"(?=\b(?:WITH|MATCH|RETURN|CALL|MERGE|CREATE|UNWIND|REMOVE|DELETE|FOREACH|FINISH|SET|ON)\b|\Z)"
WRITTEN_AS_MAPS = {
    *re.findall(r"n\.(\w+)", SCHEMA),
    *Atom.model_fields,
    *Turn.model_fields,
    *"changing_to clarification content_key corrects dimension mode slot_kind slot_past slot_value".split(),
}


def written() -> set[str]:
    """The properties that some statement writes by their name."""
    found: set[str] = set()
    for name in statements.names():
        text = re.sub(r"^//.*$", "", statements.load(name).text, flags=re.MULTILINE)
        for clause in re.findall(rf"\bSET\b(.*?){CLAUSE}", text, re.DOTALL):
            found.update(re.findall(r"\.(\w+)\s*=", clause))
        for clause in re.findall(rf"\b(?:CREATE|MERGE|SET)\b(.*?){CLAUSE}", text, re.DOTALL):
            found.update(re.findall(r"[{,]\s*(\w+):", clause))
    return found


@pytest.fixture(scope="module")
def explained(server: Server, memory: Memory, scope_with_atoms: str) -> Iterator[Any]:
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver, driver.session() as session:

        def explain(name: str) -> tuple[list[str], neo4j.ResultSummary]:
            text = statements.load(name).text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
            result = session.run(text)
            return list(result.keys()), result.consume()

        yield explain


@pytest.fixture(scope="module")
def scope_with_atoms(memory: Memory) -> str:
    """The planner chooses by statistics: without data it would scan."""
    turns = [f"Ann keeps {number} blue boats in Bergen and never sails on Fridays." for number in range(300)]
    memory.remember(turns, scope="contract/ann")
    return "contract/ann"


DENSE = """
FOREACH (i IN range(1, 300) |
  CREATE (:Atom:Semantic {id: $scope + i, scope: $scope, status: 'active', community: i % 2, touched: i}))
FOREACH (i IN range(1, 30) | CREATE (:Community {id: 9000000 + i, scope: $scope, level: i % 2}))
WITH 1 AS done
MATCH (a:Atom {scope: $scope})
MATCH (b:Atom {scope: $scope}) WHERE b.touched % 5 = 0
CREATE (a)-[:ASSOCIATED {weight: 1.0}]->(b)
"""
"""300 atoms in two communities, each associated with 60 others."""


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", []):
        yield from operators(child)


VECTORS = ("semantic_embedding", "episodic_embedding", "procedural_embedding")
HOT = {
    "read/candidates": {*(f"VECTOR INDEX {name} " for name in (*VECTORS, "turn_embedding", "community_centroid"))},
    "read/compose": {"RANGE INDEX t:Turn(scope, session, position)"},
    "write/candidates": {
        *(f"VECTOR INDEX {name} " for name in VECTORS),
        "UNIQUE n:Atom(id)",
        "RANGE INDEX n:Atom(scope, slot)",
        "RANGE INDEX e:Entity(scope, key)",
    },
}
"""The indexes that the queries of each recall and each write seek in, as a plan names them."""


@pytest.mark.parametrize("name", HOT)
def test_a_hot_query_seeks_in_its_indexes_by_name_and_scans_nothing(name: str, explained: Any) -> None:
    _, summary = explained(name)
    steps = list(details(summary.plan))
    for index in HOT[name]:
        assert any(index in step for _, step in steps), index
    assert not [step for kind, step in steps if kind.endswith("Scan")]
    # the scope is filtered inside each vector index, never after it
    searched = [step for kind, step in steps if kind == "NodeVectorIndexSearch"]
    assert all("scope IN $scopes" in step for step in searched)


def details(plan: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["operatorType"].split("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", []):
        yield from details(child)


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_header_declares_what_the_database_says(name: str, explained: Any) -> None:
    statement = statements.load(name)
    columns, summary = explained(name)
    assert set(columns) == set(statement.returns)
    assert TYPES[summary.query_type] == statement.mode
    statuses = {item.gql_status: item.status_description for item in summary.gql_status_objects}
    missing = {found for text in [statuses.get("01N60", "")] for found in re.findall(r"\$`(\w+)`", text)}
    assert missing == set(statement.params)


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_plan_neither_scans_all_nodes_nor_multiplies(name: str, explained: Any) -> None:
    _, summary = explained(name)
    assert "AllNodesScan" not in set(operators(summary.plan))
    statuses = {item.gql_status for item in summary.gql_status_objects}
    assert "03N90" not in statuses, "a cartesian product"
    deprecated = [item.status_description for item in summary.gql_status_objects if item.gql_status.startswith("01N0")]
    assert deprecated == []


def test_no_plan_scans_all_nodes_where_atoms_have_many_associations(server: Server, explained: Any) -> None:
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        driver.execute_query(DENSE, scope="contract/dense")
        driver.execute_query("CALL db.clearQueryCaches()")
        scanning = {name for name in EXPLAINED if "AllNodesScan" in set(operators(explained(name)[1].plan))}
        driver.execute_query("MATCH (n:Atom|Community {scope: $scope}) DETACH DELETE n", scope="contract/dense")
    assert scanning == set()


@pytest.mark.parametrize("name", EXPLAINED)
def test_unknown_names_are_ones_that_something_writes(name: str, explained: Any) -> None:
    _, summary = explained(name)
    for item in summary.gql_status_objects:
        unknown = re.search(r"`(\w+)` does not exist", item.status_description)
        if item.gql_status in ("01N50", "01N52") and unknown:
            known = set(re.findall(r":(\w+)", SCHEMA)) | WRITTEN_AS_MAPS | written()
            assert unknown[1] in known, item.status_description


@pytest.mark.parametrize("name", sorted(set(statements.names()) - set(EXPLAINED)))
def test_schema_and_autocommit_statements_pass_a_syntax_check(name: str, memory: Memory) -> None:
    statement = statements.load(name)
    given = {"dimensions": 384, "seconds": 5}
    if "drop" not in name:
        assert isinstance(memory.graph.schema(name, **{key: given[key] for key in statement.params}), list)
