from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from mnemosaic.server import control, inspection
from mnemosaic.server.paths import Layout
from mnemosaic.server.state import end, home_option, locked, read_state, running, strays, write_atomically, write_state

SLEEP = "import time; time.sleep(60)"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout.of(tmp_path)


@pytest.fixture
def process(layout: Layout):
    """A process that looks like the server of `layout`."""
    with subprocess.Popen([sys.executable, "-c", SLEEP, home_option(layout)]) as child:
        yield psutil.Process(child.pid)
        child.kill()


def test_a_live_server_is_recognised(layout, process, server_state) -> None:
    state = server_state(process.pid, process.create_time())
    write_state(layout, state)
    assert running(layout) == state


def test_a_dead_process_is_no_server(layout, process, server_state) -> None:
    write_state(layout, server_state(process.pid, process.create_time()))
    process.kill()
    process.wait()
    assert running(layout) is None


def test_a_zombie_is_no_server(layout, server_state) -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass", home_option(layout)])
    found = psutil.Process(child.pid)
    write_state(layout, server_state(child.pid, found.create_time()))
    deadline = time.monotonic() + 10
    while found.status() != psutil.STATUS_ZOMBIE and time.monotonic() < deadline:
        time.sleep(0.02)
    assert running(layout) is None
    child.wait()


def test_a_reused_process_id_is_no_server(layout, process, server_state) -> None:
    write_state(layout, server_state(process.pid, process.create_time() - 3600))
    assert running(layout) is None


def test_another_program_is_no_server(layout, server_state) -> None:
    own = psutil.Process()
    write_state(layout, server_state(own.pid, own.create_time()))
    assert running(layout) is None


@pytest.mark.parametrize("text", ["", "{", '{"pid": "x"}', "[]"])
def test_a_damaged_state_file_is_no_server(layout, text) -> None:
    layout.state.write_text(text)
    assert read_state(layout) is None
    assert running(layout) is None


def test_stop_clears_a_stale_state_and_hurts_nobody(layout, server_state) -> None:
    own = psutil.Process()
    write_state(layout, server_state(own.pid, own.create_time()))
    report = control.stop(layout.home)
    assert not report.was_running
    assert not layout.state.exists()


def test_stop_where_nothing_ever_was(tmp_path) -> None:
    assert not control.stop(tmp_path / "nothing").was_running
    assert not (tmp_path / "nothing").exists()


def test_stop_ends_a_server_that_no_state_file_knows(layout, process) -> None:
    assert [stray.pid for stray in strays(layout)] == [process.pid]
    assert control.stop(layout.home).was_running
    assert strays(layout) == []


def test_a_server_that_does_not_stop_is_not_killed(layout, monkeypatch) -> None:
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    command = [sys.executable, "-c", stubborn, home_option(layout)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        monkeypatch.setattr(control, "STOP_SECONDS", 0.2)
        with pytest.raises(control.ServerError, match=f"process {child.pid}.*has not stopped"):
            control.stop(layout.home)
        assert child.poll() is None
        child.kill()


def test_end_of_a_process_that_is_gone(process) -> None:
    process.kill()
    process.wait()
    assert end(process, 1)


def test_files_are_replaced_whole_and_private(tmp_path) -> None:
    file = tmp_path / "secret"
    write_atomically(file, "one")
    write_atomically(file, "two")
    assert file.read_text() == "two"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_status_without_a_server(layout) -> None:
    report = inspection.status(layout.home)
    assert (report.running, report.uri, report.version, report.store_mib) == (False, None, None, None)
    assert report.model_dump(by_alias=True)["schema"] == 1


def test_the_lock_keeps_others_out(layout) -> None:
    code = (
        "import sys; from mnemosaic.server.paths import Layout; from mnemosaic.server.state import locked\n"
        f"with locked(Layout.of({str(layout.home)!r})): print('in')"
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    with locked(layout):
        child = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
        )
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(1.5)
    assert child.communicate(timeout=10)[0] == b"in\n"
