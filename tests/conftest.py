"""One real Neo4j for each worker of a test session, and scopes of their own for the tests that share it.

`MNEMOSAIC_TEST_NEO4J` says which: nothing for the embedded server in a temporary folder, `container` for a container of
the official image, or an address such as `bolt://neo4j:password@localhost:7687` of a server that may be written to.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from hypothesis import settings

from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.embedders import HashEmbedder

# a busy machine is no failure, and the same texts are tried each time
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

IMAGE = "neo4j:2026.08.1"


class Server(NamedTuple):
    """Where the test session's Neo4j answers."""

    uri: str
    auth: tuple[str, str]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    wanted = os.environ.get("MNEMOSAIC_TEST_NEO4J", "")
    if wanted == "container":
        yield from _container()
    elif wanted:
        parts = urlsplit(wanted)
        yield Server(
            f"{parts.scheme}://{parts.hostname}:{parts.port or 7687}", (parts.username or "neo4j", parts.password or "")
        )
    else:
        from mnemosaic import server as embedded

        data = tmp_path_factory.mktemp("neo4j") / "data"
        address = embedded.ensure_running(data, memory="1g")
        yield Server(address.uri, (address.user, address.password))
        embedded.stop(data)


def _container() -> Iterator[Server]:
    from testcontainers.neo4j import Neo4jContainer

    with Neo4jContainer(IMAGE, password="mnemosaic-test").with_env("NEO4J_PLUGINS", '["graph-data-science"]') as found:
        yield Server(found.get_connection_url(), ("neo4j", "mnemosaic-test"))


@pytest.fixture(scope="session")
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture(scope="session")
def memory(server: Server, embedder: HashEmbedder) -> Iterator[Memory]:
    """A memory with the tiny embedder, shared by the session: use the `scope` fixture to be alone."""
    with Memory.open(server.uri, server.auth, settings=Settings(), embedder=embedder) as opened:
        yield opened


@pytest.fixture(scope="session")
def graph(memory: Memory) -> Graph:
    return memory.graph


@pytest.fixture
def scope() -> str:
    """A scope that no other test uses."""
    return f"test-{uuid.uuid4().hex[:12]}/ann"


def pytest_xdist_auto_num_workers() -> int:
    """Each worker has an embedded server of its own; on one that is given the tests follow each other, since the jobs
    look at every scope."""
    return 1 if os.environ.get("MNEMOSAIC_TEST_NEO4J") else 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The jobs look at every scope there is: their tests come first, while the shared database is small."""
    items.sort(key=lambda item: "tests/live/jobs/" not in item.nodeid)
