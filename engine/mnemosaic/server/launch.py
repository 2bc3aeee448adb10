"""Starts the server's process for a data directory and waits until it answers."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import psutil

from mnemosaic.errors import ServerStartError
from mnemosaic.server.config import DEFAULT_MEMORY, HOST, settings, split_memory, write_config
from mnemosaic.server.java import Java
from mnemosaic.server.jvm import SERVER_CLASS, prepare_sharing, server_options, spawn, write_arguments
from mnemosaic.server.lock import PLUGIN_FOLDER, load_lock
from mnemosaic.server.paths import Layout
from mnemosaic.server.progress import Progress
from mnemosaic.server.records import ServerState
from mnemosaic.server.state import home_option, is_alive, write_state

READY_SECONDS = 300.0
POLL_SECONDS = 0.05
JVM_LOG_BYTES = 1 << 20
CAUSE = re.compile(r"^Caused by: [\w.$]+: (.+)$", re.MULTILINE)
ERROR = re.compile(r" ERROR (.+)$", re.MULTILINE)
# Bolt's opening: a magic number and four versions, of which any will do.
HANDSHAKE = bytes.fromhex("6060b01700080805000404040000000400000003")


def configure(layout: Layout, ports: tuple[int, int], memory: str | None, jars: Sequence[Path]) -> None:
    """Write what Neo4j reads at its start."""
    folders = (jar.parent for jar in jars if jar.parent.name.startswith(PLUGIN_FOLDER))
    write_config(layout, settings(ports, split_memory(memory), next(folders, layout.home / "plugins")))


def launch(layout: Layout, java: Java, jars: Sequence[Path], ports: tuple[int, int], memory: str | None) -> ServerState:
    """Start the process and note it in the state file at once, so that it is known even if the caller is killed."""
    prepare_sharing(java)
    layout.logs.mkdir(parents=True, exist_ok=True)
    _rotate(layout.jvm_log)
    arguments = write_arguments(
        layout.home / "server.args", server_options(java, jars, split_memory(memory).heap), jars
    )
    offset = _size(layout.logs / "neo4j.log")
    command: list[str | Path] = [
        java.path,
        f"@{arguments}",
        SERVER_CLASS,
        home_option(layout),
        f"--config-dir={layout.conf}",
    ]
    pid = spawn(command, layout.jvm_log)
    state = ServerState(
        pid=pid,
        created=_created(pid, layout),
        bolt_port=ports[0],
        http_port=ports[1],
        version=load_lock().neo4j,
        java=str(java.path),
        java_version=java.version,
        vector_module=java.has_vector_module,
        memory=memory or DEFAULT_MEMORY,
        log_offset=offset,
        started_at=datetime.now(UTC),
    )
    write_state(layout, state)
    return state


def wait_ready(layout: Layout, state: ServerState, progress: Progress) -> ServerState:
    """Return when the server has said that it has started, now or earlier, and Bolt answers.

    Raises `ServerStartError` with the server's own reason when it ends, or does not get there in time.
    """
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if (state.ready or " Started." in start_log(layout, state)) and answers(state.bolt_port):
            return state if state.ready else _note_ready(layout, state)
        if not _lives(state):
            raise ServerStartError(f"the server of {layout.home} ended while it started: {reason(layout, state)}")
        progress("starting Neo4j")
        time.sleep(POLL_SECONDS)
    raise ServerStartError(
        f"the server of {layout.home} (process {state.pid}) does not answer after {READY_SECONDS:.0f} s: "
        f"{reason(layout, state)}; its logs are in {layout.logs}"
    )


def _note_ready(layout: Layout, state: ServerState) -> ServerState:
    """Note it, because the line that says so is rotated away some day."""
    ready = state.model_copy(update={"ready": True})
    write_state(layout, ready)
    return ready


def answers(port: int) -> bool:
    """Whether something on this port speaks Bolt."""
    try:
        with socket.create_connection((HOST, port), timeout=2) as connection:
            connection.sendall(HANDSHAKE)
            return len(connection.recv(4)) == 4
    except OSError:
        return False


def start_log(layout: Layout, state: ServerState) -> str:
    """What this start has written to `neo4j.log`; all of it where the log has been rotated since."""
    file = layout.logs / "neo4j.log"
    try:
        with file.open("rb") as log:
            log.seek(state.log_offset if _size(file) >= state.log_offset else 0)
            return log.read().decode("utf-8", "replace")
    except OSError:
        return ""


def reason(layout: Layout, state: ServerState) -> str:
    """Why a start failed: the innermost causes or the last error of its log, else the last line that Java printed."""
    text = start_log(layout, state)
    if causes := CAUSE.findall(text):
        return ": ".join(causes[-2:])
    if errors := ERROR.findall(text):
        return str(errors[-1])
    try:
        lines = layout.jvm_log.read_text("utf-8", "replace").strip().splitlines()
    except OSError:
        lines = []
    return lines[-1] if lines else f"no reason given; see {layout.logs}"


def _lives(state: ServerState) -> bool:
    try:
        return is_alive(psutil.Process(state.pid))
    except psutil.Error:
        return False


def _created(pid: int, layout: Layout) -> float:
    try:
        return psutil.Process(pid).create_time()
    except psutil.Error as error:
        raise ServerStartError(f"Java ended at once; see {layout.jvm_log}") from error


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _rotate(log: Path) -> None:
    """Keep one older `jvm.log`: only the Java runtime itself writes there, and little."""
    if _size(log) > JVM_LOG_BYTES:
        log.replace(log.with_suffix(".log.1"))
