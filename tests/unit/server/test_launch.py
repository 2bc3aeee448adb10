from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path

import psutil
import pytest

from mnemosaic.errors import ServerStartError
from mnemosaic.server import jvm, launch
from mnemosaic.server.java import Java
from mnemosaic.server.paths import Layout
from mnemosaic.server.progress import silent
from mnemosaic.server.state import read_state

PORT_TAKEN = """\
2026-11-30 08:07:43.853+0000 ERROR Failed to start Neo4j on 127.0.0.1:7474.
java.lang.RuntimeException: Error starting Neo4j database server at /data
\tat org.neo4j.Somewhere(Somewhere.java:1)
Caused by: org.neo4j.LifecycleException: Component 'BoltServer' failed
Caused by: org.neo4j.PortBindException: could not bind to /127.0.0.1:7687
\t... 11 more
Caused by: io.netty.Errors$NativeIoException: bind(..) failed: Address already in use
2026-11-30 08:07:44.037+0000 INFO  Stopped.
"""


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    found = Layout.of(tmp_path)
    found.logs.mkdir()
    return found


@pytest.fixture
def bolt():
    """A port that answers Bolt's handshake."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(20)
                    connection.sendall(b"\0\0\0\x05")

        threading.Thread(target=answer, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def write_log(layout: Layout, text: str) -> None:
    with (layout.logs / "neo4j.log").open("a") as log:
        log.write(text)


@pytest.fixture
def state(layout, server_state):
    own = psutil.Process()
    return lambda **changes: server_state(own.pid, own.create_time(), **changes)


def test_the_innermost_causes_are_the_reason(layout, state) -> None:
    write_log(layout, PORT_TAKEN)
    expected = "could not bind to /127.0.0.1:7687: bind(..) failed: Address already in use"
    assert launch.reason(layout, state()) == expected


def test_an_error_without_a_cause_is_the_reason(layout, state) -> None:
    write_log(layout, "2026 ERROR old\n")
    offset = (layout.logs / "neo4j.log").stat().st_size
    write_log(layout, "2026 INFO  Starting...\n2026 ERROR new\n")
    assert launch.reason(layout, state(log_offset=offset)) == "new"


def test_else_the_last_word_of_java_is_the_reason(layout, state) -> None:
    layout.jvm_log.write_text("Error: no memory\n")
    assert launch.reason(layout, state()) == "Error: no memory"


def test_ready_takes_the_servers_word_and_an_answer(layout, state, bolt) -> None:
    write_log(layout, "2026 INFO  Started.\n")
    ready = launch.wait_ready(layout, state(bolt_port=bolt), silent)
    assert ready.ready
    assert read_state(layout) == ready


def test_a_server_that_was_ready_once_needs_no_log(layout, state, bolt) -> None:
    assert launch.wait_ready(layout, state(bolt_port=bolt, ready=True), silent).ready


def test_another_servers_answer_is_not_enough(layout, state, bolt, monkeypatch) -> None:
    monkeypatch.setattr(launch, "READY_SECONDS", 0.3)
    write_log(layout, "2026 INFO  Started.\n")
    offset = (layout.logs / "neo4j.log").stat().st_size
    with pytest.raises(ServerStartError, match="does not answer"):
        launch.wait_ready(layout, state(bolt_port=bolt, log_offset=offset), silent)


def test_a_log_that_was_rotated_meanwhile_is_read_from_its_beginning(layout, state) -> None:
    write_log(layout, "2026 INFO  Started.\n")
    assert " Started." in launch.start_log(layout, state(log_offset=10_000))


def test_nothing_answers_on_a_port_that_speaks_no_bolt() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        threading.Thread(target=lambda: listener.accept()[0].close(), daemon=True).start()
        assert not launch.answers(port)
    assert not launch.answers(port)


def test_what_is_spawned_outlives_the_shell_and_is_nobodys_child(tmp_path: Path) -> None:
    log = tmp_path / "out put.log"
    pid = jvm.spawn(["/bin/sh", "-c", 'echo "$1"; exec sleep 30', "sh", "a  b"], log)
    process = psutil.Process(pid)
    try:
        assert process.ppid() != os.getpid()
        assert os.getsid(pid) != os.getsid(0)
        deadline = time.monotonic() + 5
        while log.read_text() != "a  b\n" and time.monotonic() < deadline:
            time.sleep(0.02)
        assert log.read_text() == "a  b\n"
    finally:
        process.kill()


def test_words_survive_the_argument_file(tmp_path: Path) -> None:
    file = jvm.write_arguments(tmp_path / "args", ['-Dx=a "b" \\c'], [Path("/a b/c.jar"), Path("/d.jar")], ["Main"])
    assert file.read_text() == '"-Dx=a \\"b\\" \\\\c"\n"-cp"\n"/a b/c.jar:/d.jar"\n"Main"\n'
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_archive_is_named_after_the_files_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_CACHE", str(tmp_path))
    jar, java = tmp_path / "a.jar", Java(Path("/java"), "25", "Example", True, "PATH")
    jar.write_text("one")
    first = jvm.archive(java, [jar])
    first.touch()
    assert jvm.archive(java, [jar]) == first
    os.utime(jar, ns=(0, 1))
    assert jvm.archive(java, [jar]) != first
    assert not first.exists()


@pytest.mark.parametrize(("name", "added"), [("C", True), ("", True), ("de_DE.UTF-8", False), ("C.utf8", False)])
def test_java_always_gets_a_locale_with_unicode(name: str, added: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jvm.sys, "platform", "linux")
    monkeypatch.setenv("LC_ALL", name)
    monkeypatch.delenv("LC_CTYPE", raising=False)
    monkeypatch.delenv("LANG", raising=False)
    assert bool(jvm.environment()) == added
