"""Stops a server that nobody has used for a while: `python -m mnemosaic.server.idle DATA`, started beside it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import psutil

from mnemosaic.server.jvm import spawn
from mnemosaic.server.paths import Layout
from mnemosaic.server.records import ServerState
from mnemosaic.server.state import end, is_alive, locked, process_of, running, write_state

MODULE = "mnemosaic.server.idle"


def watch(layout: Layout, state: ServerState, minutes: float | None) -> ServerState:
    """Have the server stopped after `minutes` without a client; without `minutes`, leave things as they are.

    The caller holds the lock. A watcher that runs already takes the new time over. Returns the new state.
    """
    if minutes is None:
        return state
    watcher = state.watcher if _watcher(state) else None
    if watcher is None:
        watcher = spawn([sys.executable, "-m", MODULE, str(layout.home)], layout.jvm_log)
    watched = state.model_copy(update={"idle_stop": minutes, "watcher": watcher})
    write_state(layout, watched)
    return watched


def dismiss(state: ServerState) -> None:
    """End the watcher of a server that is being stopped."""
    watcher = _watcher(state)
    if watcher is not None and watcher.pid != os.getpid():
        end(watcher, 5)


def _watcher(state: ServerState) -> psutil.Process | None:
    if state.watcher is None:
        return None
    try:
        process = psutil.Process(state.watcher)
        return process if is_alive(process) and MODULE in process.cmdline() else None
    except psutil.Error:
        return None


def has_clients(process: psutil.Process, state: ServerState) -> bool:
    """Whether anybody is connected to the server's ports."""
    try:
        return any(
            connection.status == psutil.CONN_ESTABLISHED
            and connection.laddr
            and connection.laddr.port in (state.bolt_port, state.http_port)
            for connection in process.net_connections("tcp")
        )
    except psutil.Error:
        return False


def stop_when_idle(layout: Layout) -> None:
    """Look every few seconds until the server is gone; stop it once it was without clients for its time."""
    from mnemosaic.server.control import halt

    last = time.time()
    while (state := running(layout)) is not None and state.idle_stop is not None:
        limit = state.idle_stop * 60
        process = process_of(layout, state)
        if process is not None and has_clients(process, state):
            last = time.time()
        if _rested(layout, last) >= limit:
            with locked(layout):
                if _rested(layout, last) >= limit:
                    halt(layout)
                    return
        time.sleep(min(15.0, max(0.5, limit / 10)))


def _rested(layout: Layout, last: float) -> float:
    """Seconds since the last client was seen, or somebody attached."""
    return time.time() - max(last, layout.used.stat().st_mtime)


if __name__ == "__main__":
    stop_when_idle(Layout.of(Path(sys.argv[1])))
