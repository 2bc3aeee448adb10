"""Brings a graph's constraints and indexes up to date: one migration a file, each applied once and never changed."""

from __future__ import annotations

import hashlib

from mnemosaic import statements
from mnemosaic.errors import SchemaError
from mnemosaic.graph import Graph

AWAIT_SECONDS = 300
VECTOR_INDEXES = (
    "semantic_embedding",
    "episodic_embedding",
    "procedural_embedding",
    "turn_embedding",
    "community_centroid",
)


def migrate(graph: Graph, dimensions: int) -> list[str]:
    """Apply the migrations that the graph lacks, in the order of their names; returns those names.

    `dimensions` is the size of the embedder's vectors. Raises `SchemaError` where an applied migration is not the one
    that this engine has, or is one that it does not know.
    """
    known = {name: checksum(name) for name in statements.names("schema")}
    applied = _applied(graph)
    _check(known, applied)
    missing = [name for name in known if name not in applied]
    for name in missing:
        apply(graph, name, dimensions)
        graph.write("lifecycle/record_migration", name=name, checksum=known[name])
    if missing:
        graph.schema("lifecycle/await_indexes", seconds=AWAIT_SECONDS)
    return missing


def apply(graph: Graph, name: str, dimensions: int) -> None:
    """Run one schema statement; the vector indexes are given the size of their vectors."""
    wanted = {"dimensions": dimensions}
    graph.schema(name, **{key: wanted[key] for key in statements.load(name).params})


def checksum(name: str) -> str:
    """SHA-256 of a statement's text."""
    return hashlib.sha256(statements.load(name).text.encode()).hexdigest()


def _applied(graph: Graph) -> dict[str, str]:
    return {row["name"]: row["checksum"] for row in graph.read("inspect/schema_versions")}


def _check(known: dict[str, str], applied: dict[str, str]) -> None:
    for name, found in applied.items():
        if name not in known:
            raise SchemaError(f"the graph has the migration {name}, this engine does not: use the newer Mnemosaic")
        if found != known[name]:
            raise SchemaError(
                f"the migration {name} was changed after it was applied to this graph: restore the file, "
                "and write the change as a new migration"
            )
