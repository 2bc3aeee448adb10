"""An import that was killed, or whose server was, ends as one that was not when it is run again."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mnemosaic import server as embedded
from mnemosaic.errors import GraphError, UnavailableError
from mnemosaic.memory import Memory
from mnemosaic.reports import WriteReport
from mnemosaic.settings import Settings
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import START, begin, content, counts, query, talk

pytestmark = pytest.mark.live

TURNS, BATCH = 200, 25

IMPORT = """
from tests.live.core.probes import talk
with opened(batch_turns=int(sys.argv[3])) as memory:
    print("ready", flush=True)
    report = memory.remember(talk(int(sys.argv[2])), scope=sys.argv[1])
    print(report.ok, flush=True)
"""
OPEN_AT_ONCE = """
with opened() as memory:
    print(memory.remember("Ann keeps bees.", scope="first/open").ok)
"""


@pytest.fixture(scope="module")
def undisturbed(server: Server, memory: Memory) -> dict[str, list[str]]:
    """What an import without any trouble ends as."""
    scope = "interrupted/never"
    memory.drop_scope(scope=scope)
    with Memory.open(server.uri, server.auth, settings=Settings(batch_turns=BATCH), embedder=HashEmbedder()) as writer:
        assert writer.remember(talk(TURNS), scope=scope).ok
    found = content(server, scope)
    assert all(found.values())
    return found


def stored(server: Server, scope: str) -> int:
    return query(server, "MATCH (t:Turn {scope: $scope, status: 'done'}) RETURN count(t) AS many", scope=scope)[0][
        "many"
    ]


def test_an_importer_that_is_killed_again_and_again(
    server: Server, open_memory: OpenMemory, undisturbed: dict[str, list[str]], scope: str
) -> None:
    done = [0]
    for _ in range(3):
        importer = begin(server, IMPORT, scope, TURNS, BATCH)
        assert importer.stdout is not None
        assert importer.stdout.readline() == "ready\n"
        deadline = time.monotonic() + 60
        while stored(server, scope) <= done[-1] and time.monotonic() < deadline:
            time.sleep(0.01)
        importer.send_signal(signal.SIGKILL)
        importer.wait()
        done.append(stored(server, scope))
    assert 0 < done[1] < TURNS, "it was not killed in the middle"
    report = open_memory(batch_turns=BATCH).remember(talk(TURNS), scope=scope)
    assert report.ok
    assert content(server, scope) == undisturbed


def test_one_that_is_stopped_by_hand_can_be_resumed(
    server: Server, open_memory: OpenMemory, undisturbed: dict[str, list[str]], scope: str, tmp_path: Path
) -> None:
    """Ctrl-C between two batches, then again after it: nothing twice, nothing lost."""
    path = tmp_path / "turns.jsonl"
    path.write_text("\n".join(turn.model_dump_json(by_alias=True, exclude_none=True) for turn in talk(TURNS)))
    memory = open_memory(batch_turns=BATCH)
    seen: list[int] = []

    def stop(report: WriteReport) -> None:
        seen.append(report.turns.stored)
        if len(seen) % 3 == 0:
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            memory.ingest(path, scope=scope, progress=stop)
    assert seen[:3] == [BATCH, 2 * BATCH, 3 * BATCH]
    assert stored(server, scope) < TURNS
    report = memory.ingest(path, scope=scope)
    assert (report.ok, report.turns.stored + report.turns.existing) == (True, TURNS)
    assert content(server, scope) == undisturbed


def test_one_whose_commit_fails_each_time_can_be_resumed(
    server: Server,
    open_memory: OpenMemory,
    undisturbed: dict[str, list[str]],
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Turns are stored and nothing is made of them: `resume` alone finishes them."""
    from mnemosaic.write import remember

    def fails(*_: object) -> None:
        raise GraphError("the commit failed")

    memory = open_memory(batch_turns=BATCH)
    with monkeypatch.context() as patch:
        patch.setattr(remember, "commit", fails)
        for start in range(0, TURNS, BATCH):
            with pytest.raises(GraphError):
                memory.remember(talk(TURNS)[start : start + BATCH], scope=scope)
    assert counts(server, scope) == {":Turn": TURNS}
    report = memory.resume(scope=scope)
    assert report.ok
    assert content(server, scope) == undisturbed


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    data = tmp_path / "data"
    yield data
    embedded.stop(data)


def test_a_server_that_is_killed(own: Path, undisturbed: dict[str, list[str]], scope: str) -> None:
    address = embedded.ensure_running(own, memory="512m")
    server = Server(address.uri, (address.user, address.password))
    # the graph is empty: whoever opens it first makes the schema, and here two do
    openers = [begin(server, OPEN_AT_ONCE) for _ in range(2)]
    for opener in openers:
        text, errors = opener.communicate(timeout=180)
        assert text == "True\n", errors
    importer = begin(server, IMPORT, scope, TURNS, BATCH)
    assert importer.stdout is not None
    assert importer.stdout.readline() == "ready\n"
    deadline = time.monotonic() + 60
    while not stored(server, scope) and time.monotonic() < deadline:
        time.sleep(0.01)
    killed = embedded.status(own).pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    text, errors = importer.communicate(timeout=60)
    assert importer.returncode != 0
    assert "UnavailableError" in errors.splitlines()[-1], errors
    again = embedded.ensure_running(own, memory="512m")
    server = Server(again.uri, (again.user, again.password))
    assert 0 < stored(server, scope) < TURNS
    with Memory.open(server.uri, server.auth, settings=Settings(batch_turns=BATCH), embedder=HashEmbedder()) as memory:
        assert memory.remember(talk(TURNS), scope=scope).ok
        assert content(server, scope) == undisturbed
        embedded.stop(own)
        with pytest.raises(UnavailableError, match="no server answers"):
            memory.recall("Who keeps the boat?", scope=scope)


def test_turns_of_a_call_that_failed_are_resumed_with_what_came_before_them(
    server: Server, open_memory: OpenMemory, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not with the turn that happened to wait before them."""
    from mnemosaic.write import remember

    def fails(*_: object) -> None:
        raise GraphError("the commit failed")

    memory = open_memory()
    turns = [
        Turn(text="Do you like olives?", speaker="Bob", position=0, said_at=START),
        Turn(text="No.", speaker="Ann", position=1, said_at=START),
        Turn(text="Do you like cheese?", speaker="Bob", position=2, said_at=START),
        Turn(text="Yes!", speaker="Ann", position=3, said_at=START),
    ]
    for turn, waits in zip(turns, (True, False, False, True), strict=True):
        with monkeypatch.context() as patch:
            if waits:
                patch.setattr(remember, "commit", fails)
                with pytest.raises(GraphError):
                    memory.remember(turn, scope=scope)
            else:
                assert memory.remember(turn, scope=scope).ok
    assert memory.resume(scope=scope).ok
    details = {atom.details for atom in memory.atoms(scope=scope)}
    assert any("cheese" in text and "Yes" in text for text in details), details
    assert not any("olives" in text and "Yes" in text for text in details)
