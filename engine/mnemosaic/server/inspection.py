"""Looks at a data directory: does its server run, how big is it, what do its logs say."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path

import psutil

from mnemosaic.errors import InputError
from mnemosaic.server.control import address, attach_or_start
from mnemosaic.server.paths import Layout
from mnemosaic.server.progress import Progress, silent
from mnemosaic.server.records import LogReport, ServerState, ServerStatus, UpReport
from mnemosaic.server.state import process_of, running
from mnemosaic.server.versions import stored_version

LOGS = {"neo4j": "neo4j.log", "debug": "debug.log", "security": "security.log", "jvm": "jvm.log"}
MIB = 1 << 20


def status(data: Path | str | None = None) -> ServerStatus:
    """Whether a server runs for a data directory, and which. Starts and changes nothing."""
    layout = Layout.of(data)
    state = running(layout)
    return ServerStatus.model_validate(status_fields(layout, state))


def up(
    data: Path | str | None = None,
    *,
    port: int | None = None,
    http_port: int | None = None,
    memory: str | None = None,
    idle_stop: float | None = None,
    progress: Progress | None = None,
) -> UpReport:
    """As `ensure_running`, reporting what was done and what runs now."""
    layout, began = Layout.of(data), time.monotonic()
    state, attached = attach_or_start(layout, port, http_port, memory, idle_stop, progress or silent)
    done = {"attached": attached, "seconds": round(time.monotonic() - began, 2)}
    return UpReport.model_validate({**status_fields(layout, state), **done})


def status_fields(layout: Layout, state: ServerState | None) -> dict[str, object]:
    """The fields of `ServerStatus` for a server that runs, or for none."""
    return {
        "running": state is not None,
        "data": layout.home,
        "password_file": layout.password,
        "version": state.version if state else stored_version(layout),
        "store_mib": _tree_bytes(layout.store) // MIB if layout.has_store else None,
        **(_process_fields(layout, state) if state else {}),
    }


def _process_fields(layout: Layout, state: ServerState) -> dict[str, object]:
    found = address(layout, state)
    return {
        "uri": found.uri,
        "http": found.http,
        "browser": f"{found.http}/browser/",
        "pid": state.pid,
        "java": state.java,
        "java_version": state.java_version,
        "vector_module": state.vector_module,
        "memory": state.memory,
        "memory_used_mib": _resident_mib(layout, state),
        "idle_stop": state.idle_stop,
        "started_at": state.started_at,
    }


def _resident_mib(layout: Layout, state: ServerState) -> int | None:
    process = process_of(layout, state)
    try:
        return process.memory_info().rss // MIB if process else None
    except psutil.Error:
        return None


def _tree_bytes(folder: Path) -> int:
    """Bytes that the files below `folder` take on the disk, which may be less than their length."""
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.lstat().st_blocks * 512
        except OSError:
            continue
    return total


def tail(data: Path | str | None = None, *, log: str = "neo4j", lines: int = 40) -> LogReport:
    """The last lines of one of the server's logs, by its name in `LOGS`. None where it has not written any yet."""
    if log not in LOGS:
        raise InputError(f"there is no log {log!r}: it is one of {', '.join(LOGS)}")
    file = Layout.of(data).logs / LOGS[log]
    if not file.exists():
        return LogReport(file=file, lines=[])
    with file.open(encoding="utf-8", errors="replace") as content:
        return LogReport(file=file, lines=[line.rstrip("\n") for line in deque(content, maxlen=max(lines, 0))])
