"""Start or attach to, stop, and look at the one server of a data directory."""

from __future__ import annotations

import os
import time
from pathlib import Path

from mnemosaic.errors import PortInUseError, ServerError, ServerStartError
from mnemosaic.server import aside, idle, versions
from mnemosaic.server.admin import USER, ensure_password, read_password
from mnemosaic.server.config import HOST, split_memory
from mnemosaic.server.fetch import ensure
from mnemosaic.server.java import find_java
from mnemosaic.server.launch import configure, launch, wait_ready
from mnemosaic.server.lock import SERVER_PART
from mnemosaic.server.paths import Layout
from mnemosaic.server.ports import choose_ports
from mnemosaic.server.progress import Progress, silent
from mnemosaic.server.records import DownReport, ServerAddress, ServerState
from mnemosaic.server.state import end, locked, process_of, running, strays

STOP_SECONDS = 60.0
PORT_ATTEMPTS = 3
PORT_TAKEN = "already in use"


def ensure_running(
    data: Path | str | None = None,
    *,
    port: int | None = None,
    http_port: int | None = None,
    memory: str | None = None,
    idle_stop: float | None = None,
    progress: Progress | None = None,
) -> ServerAddress:
    """Start the server of a data directory, or attach to the one that runs, and return where it answers.

    Processes that call this at once end with one server. Without `port` the usual ports are taken, or free ones.
    `memory` is the heap (`2g`); `idle_stop` is in minutes. What is started stays up until `stop`, or until idle.
    Raises a `ServerError`: `PortInUseError`, `JavaError`, `DownloadError`, `ServerVersionError`, `ServerStartError`.
    """
    layout = Layout.of(data)
    state, _ = attach_or_start(layout, port, http_port, memory, idle_stop, progress or silent)
    return address(layout, state)


def attach_or_start(
    layout: Layout,
    port: int | None,
    http_port: int | None,
    memory: str | None,
    idle_stop: float | None,
    progress: Progress,
) -> tuple[ServerState, bool]:
    """As `ensure_running`; returns the server's state, and whether it ran before."""
    split_memory(memory)
    _make_home(layout)
    with locked(layout, progress):
        layout.used.touch()
        found = _attach(layout, port, http_port, progress)
        state = found or start(layout, port, http_port, memory, progress)
        return idle.watch(layout, state, idle_stop), found is not None


def _attach(layout: Layout, port: int | None, http_port: int | None, progress: Progress) -> ServerState | None:
    """The server that runs, once it answers; nothing where none does, or where it ends while we wait."""
    state = running(layout)
    if state is None:
        return None
    _check_request(layout, state, port, http_port)
    try:
        return wait_ready(layout, state, progress)
    except ServerStartError:
        if running(layout) is not None:
            raise
        return None


def start(
    layout: Layout, port: int | None, http_port: int | None, memory: str | None, progress: Progress
) -> ServerState:
    """Start the server of a data directory that has none. The caller holds the lock."""
    for stray in strays(layout):
        progress("stopping a server whose start was interrupted")
        end(stray, STOP_SECONDS)
    aside.recover(layout)
    java = find_java()
    jars = list(ensure(SERVER_PART, progress).values())
    versions.prepare_store(layout, progress)
    for attempt in range(PORT_ATTEMPTS):
        ports = choose_ports(port, http_port)
        configure(layout, ports, memory, jars)
        ensure_password(layout, java, jars)
        state = launch(layout, java, jars, ports, memory)
        try:
            state = wait_ready(layout, state, progress)
            break
        except ServerStartError as error:
            halt(layout, progress)
            if PORT_TAKEN not in str(error) or attempt == PORT_ATTEMPTS - 1:
                raise
    versions.note_version(layout)
    return state


def stop(data: Path | str | None = None, progress: Progress | None = None) -> DownReport:
    """Stop the server of a data directory and wait for its clean end. Nothing to do is no error.

    Raises `ServerError` when it has not ended after a minute; it is then still stopping, and was not killed.
    """
    layout, began = Layout.of(data), time.monotonic()
    if not layout.home.is_dir():
        return DownReport(data=layout.home, was_running=False, seconds=0.0)
    with locked(layout, progress or silent):
        was_running = halt(layout, progress or silent)
    return DownReport(data=layout.home, was_running=was_running, seconds=round(time.monotonic() - began, 2))


def halt(layout: Layout, progress: Progress = silent) -> bool:
    """Stop what runs; whether anything did. The caller holds the lock."""
    state = running(layout)
    processes = strays(layout)
    if state is not None and (known := process_of(layout, state)) is not None:
        processes = [known]
        idle.dismiss(state)
    for process in processes:
        progress("stopping Neo4j")
        if not end(process, STOP_SECONDS):
            raise ServerError(
                f"the server of {layout.home} (process {process.pid}) has not stopped after {STOP_SECONDS:.0f} s "
                f"and is still at it: wait and run `mnemosaic down` again; its log is {layout.logs / 'neo4j.log'}"
            )
    layout.state.unlink(missing_ok=True)
    return bool(processes)


def address(layout: Layout, state: ServerState) -> ServerAddress:
    """Where the server of `state` answers."""
    return ServerAddress(
        uri=f"bolt://{HOST}:{state.bolt_port}",
        http=f"http://{HOST}:{state.http_port}",
        user=USER,
        password=read_password(layout),
        data=layout.home,
    )


def _make_home(layout: Layout) -> None:
    try:
        layout.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ServerStartError(f"cannot make the data directory {layout.home}: {error.strerror}") from error
    if not os.access(layout.home, os.W_OK):
        raise ServerStartError(f"the data directory {layout.home} is not writable: choose another with --data")


def _check_request(layout: Layout, state: ServerState, port: int | None, http_port: int | None) -> None:
    for asked, has in ((port, state.bolt_port), (http_port, state.http_port)):
        if asked is not None and asked != has:
            raise PortInUseError(
                f"the server of {layout.home} already runs, on port {has}, not {asked}: "
                f"use it as it is, or run `mnemosaic down` first"
            )
