"""Servers that are down, old or locked; engines shared by threads, loops and processes; clocks that go back."""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from mnemosaic import statements, times
from mnemosaic.aio import AsyncMemory
from mnemosaic.errors import (
    AuthError,
    ClosedError,
    GraphError,
    InputError,
    OutOfMemoryError,
    ServerTooOldError,
    StatementError,
    UnavailableError,
)
from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import query

pytestmark = pytest.mark.live


def opened(uri: str, auth: tuple[str, str]) -> Memory:
    return Memory.open(uri, auth, settings=Settings(), embedder=HashEmbedder())


def test_a_server_that_is_down_is_said_so_with_its_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(UnavailableError, match=f"no server answers at bolt://127.0.0.1:{port}: start it"):
        opened(f"bolt://127.0.0.1:{port}", ("neo4j", "x"))


def test_a_server_that_does_not_answer_is_given_up() -> None:
    """It takes connections and says nothing; the test would hang otherwise."""
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(UnavailableError):
        opened(f"bolt://127.0.0.1:{silent.getsockname()[1]}", ("neo4j", "x"))


def test_a_wrong_password_is_said_so(server: Server) -> None:
    with pytest.raises(AuthError, match="refused the user name or password"):
        opened(server.uri, ("neo4j", "wrong"))


@pytest.mark.parametrize("uri", ["", "neo4j", "http://127.0.0.1", "ftp://x:1"])
def test_what_is_no_address_is_said_so(uri: str) -> None:
    with pytest.raises(InputError, match="is no address of a server"):
        Graph(uri, ("neo4j", "x")).verify()


@pytest.mark.parametrize("uri", ["bolt://no-such-host.invalid", "neo4j://no-such-host.invalid", "bolt://localhost:x"])
def test_a_host_that_does_not_exist_is_said_so(uri: str) -> None:
    with pytest.raises(UnavailableError, match="check the address"):
        Graph(uri, ("neo4j", "x")).verify()


@pytest.mark.parametrize(
    ("agent", "fine"),
    [
        ("Neo4j/5.26.1", False),
        ("Neo4j/2025.12.0", False),
        ("Neo4j/2026.07.3", False),
        ("Neo4j/2026.08.1", True),
        ("Neo4j/2026.08-aura", True),
        ("Neo4j/2027.01.0", True),
        ("Neo4j/dev", False),
    ],
)
def test_an_old_server_is_refused_with_both_versions(
    server: Server, monkeypatch: pytest.MonkeyPatch, agent: str, fine: bool
) -> None:
    graph = Graph(server.uri, server.auth)
    monkeypatch.setattr(graph._driver, "get_server_info", lambda: SimpleNamespace(agent=agent))
    if fine:
        assert agent.endswith(graph.verify())
    else:
        with pytest.raises(ServerTooOldError, match=rf"{agent}.*needs Neo4j 2026\.08\.1 or newer"):
            graph.verify()
    graph.close()


def test_statements_are_run_as_they_are_declared(graph: Graph) -> None:
    with pytest.raises(StatementError, match="mode: write"):
        graph.read("write/lock_scope", scope="never", now=None)
    with pytest.raises(StatementError, match="mode: read"):
        graph.schema("read/atom", id="x")
    with pytest.raises(StatementError, match=r"missing \['known'\], unknown \['ids'\]"):
        graph.read("read/atom", id="x", ids="x")
    with pytest.raises(GraphError, match="write/lock_scope: the database refused it"):
        graph.write("write/lock_scope", scope=None, now=None)


LARGE = """// Takes more memory than there is.
//
// mode: read
// returns size: INTEGER
CYPHER 25
UNWIND range(1, 400000000) AS number
WITH collect(toString(number)) AS texts
RETURN size(texts) AS size
"""


def test_a_statement_that_takes_too_much_memory_is_said_so(
    graph: Graph, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "read").mkdir()
    (tmp_path / "read" / "large.cypher").write_text(LARGE)
    monkeypatch.setattr(statements, "root", lambda: tmp_path)
    with pytest.raises(OutOfMemoryError, match="give it more"):
        graph.read("read/large")
    monkeypatch.undo()
    assert graph.read("lifecycle/exemplar_version")


def test_a_closed_engine_says_so(open_memory: OpenMemory, scope: str) -> None:
    memory = open_memory()
    memory.close()
    memory.close()
    for call in (
        lambda: memory.remember("Ann keeps bees.", scope=scope),
        lambda: memory.recall("bees?", scope=scope),
        lambda: memory.atoms(scope=scope),
        lambda: memory.get("x"),
        lambda: memory.resume(scope=scope),
    ):
        with pytest.raises(ClosedError, match="open a new one"):
            call()


def test_closing_while_threads_read_gives_answers_or_says_so(open_memory: OpenMemory, scope: str) -> None:
    memory = open_memory()
    memory.remember("Ann keeps bees.", scope=scope)

    def ask(_: int) -> str:
        try:
            return memory.recall("Who keeps bees?", scope=scope).entries[0].atom.details
        except ClosedError:
            return "closed"

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(ask, number) for number in range(40)]
        answers[3].result()
        memory.close()
        found = {answer.result() for answer in answers}
    assert "closed" in found
    assert len(found) == 2


def test_threads_share_one_engine(memory: Memory, scope: str) -> None:
    def cycle(number: int) -> list[str]:
        own = f"{scope}/{number % 3}"
        memory.remember(f"Ann keeps the boat number {number}.", scope=own)
        return [entry.atom.details for entry in memory.recall(f"boat number {number}", scope=own).entries]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(cycle, range(24)))
    assert all(any(f"number {number}." in text for text in texts) for number, texts in enumerate(found))
    assert sum(len(memory.atoms(scope=f"{scope}/{part}")) for part in range(3)) == 24


def test_two_event_loops_share_one_process_and_one_engine(server: Server, memory: Memory, scope: str) -> None:
    shared = AsyncMemory(memory)

    async def talk(number: int) -> list[str]:
        settings, embedder = Settings(), HashEmbedder()
        async with await AsyncMemory.open(server.uri, server.auth, settings=settings, embedder=embedder) as own:
            await own.remember(f"Ann keeps the boat number {number}.", scope=scope)
            listed = await shared.atoms(scope=scope)
            assert await own.get(listed[0].id) == listed[0]
        with pytest.raises(ClosedError):
            await own.recall("boat?", scope=scope)
        return [entry.atom.details for entry in (await shared.recall("boat", scope=scope)).entries]

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda number: asyncio.run(talk(number)), (1, 2))
    assert asyncio.run(talk(3)) == anyio.run(talk, 3)
    assert any("number 1" in text for text in first)
    assert any("number 2" in text for text in second)


def _forked(memory: Memory, scope: str, answers: Any) -> None:
    report = memory.remember("Bob keeps geese.", scope=scope)
    answers.put((report.ok, [entry.atom.details for entry in memory.recall("Who keeps bees?", scope=scope).entries]))


def test_a_forked_worker_gets_connections_of_its_own(open_memory: OpenMemory, scope: str) -> None:
    memory = open_memory()
    memory.remember("Ann keeps bees.", scope=scope)
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    workers = [context.Process(target=_forked, args=(memory, scope, answers)) for _ in range(2)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        assert memory.recall("Who keeps bees?", scope=scope).entries
    for worker in workers:
        worker.join(30)
        assert worker.exitcode == 0
    for ok, details in (answers.get(timeout=10) for _ in workers):
        assert ok
        assert any("bees" in text for text in details)
    assert len(memory.atoms(scope=scope)) == 2


def test_a_clock_that_is_set_back_keeps_the_order(
    server: Server, open_memory: OpenMemory, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_memory()
    start = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for number, moment in enumerate([start, start, start - timedelta(hours=3), start + timedelta(seconds=1), start]):
        monkeypatch.setattr(times, "now", lambda moment=moment: moment)
        memory.remember(Turn(text=f"Ann keeps the boat number {number}.", speaker="Ann"), scope=scope)
    listed = memory.atoms(scope=scope)
    assert [atom.details for atom in listed] == [f"Ann keeps the boat number {number}." for number in (4, 3, 2, 1, 0)]
    recorded = [atom.recorded_at for atom in reversed(listed)]
    assert recorded == sorted(set(recorded))
    assert all(atom.recorded_at < atom.closed_at and atom.valid_from < atom.valid_until for atom in listed)
    positions = query(server, "MATCH (t:Turn {scope: $scope}) RETURN t.text AS text ORDER BY t.position", scope=scope)
    assert [row["text"][-2] for row in positions] == list("01234")
