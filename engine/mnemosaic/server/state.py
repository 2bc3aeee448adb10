"""The state file of a data directory, and whether the process it names is still the server that was started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from mnemosaic.errors import ServerError
from mnemosaic.server.paths import Layout
from mnemosaic.server.progress import Progress, silent
from mnemosaic.server.records import ServerState

LOCK_SECONDS = 600.0
# The system's idea of when a process began moves a little when its clock is set.
CREATED_TOLERANCE = 2.0


@contextmanager
def locked(layout: Layout, progress: Progress = silent) -> Iterator[None]:
    """Hold the data directory against every other process that starts, stops, dumps or loads here."""
    lock = FileLock(layout.lock)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        progress("waiting for another process that starts or stops this server")
        try:
            lock.acquire(timeout=LOCK_SECONDS)
        except Timeout:
            raise ServerError(
                f"another process has been starting or stopping the server of {layout.home} for ten minutes: "
                f"find out who holds {layout.lock} and stop it"
            ) from None
    try:
        yield
    finally:
        lock.release()


def home_option(layout: Layout) -> str:
    """The argument by which the server of a data directory is known among all processes."""
    return f"--home-dir={layout.home}"


def read_state(layout: Layout) -> ServerState | None:
    """What the state file says; nothing where there is none or it is damaged."""
    try:
        return ServerState.model_validate_json(layout.state.read_bytes())
    except (OSError, ValueError):
        return None


def write_state(layout: Layout, state: ServerState) -> None:
    """Replace the state file at once."""
    write_atomically(layout.state, state.model_dump_json(indent=1))


def write_atomically(file: Path, text: str, mode: int = 0o600) -> None:
    """Replace `file` by a rename, so that nobody ever reads half of it."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as out:
        out.write(text)
    part.replace(file)


def running(layout: Layout) -> ServerState | None:
    """The state of the server that runs for this data directory; nothing where it has ended or its id was reused."""
    state = read_state(layout)
    return state if state is not None and process_of(layout, state) is not None else None


def process_of(layout: Layout, state: ServerState) -> psutil.Process | None:
    """The live process that `state` names, if it is the same one and serves this data directory."""
    try:
        process = psutil.Process(state.pid)
        same = abs(process.create_time() - state.created) <= CREATED_TOLERANCE
        return process if same and is_alive(process) and home_option(layout) in process.cmdline() else None
    except psutil.Error:
        return None


def is_alive(process: psutil.Process) -> bool:
    """Whether a process still runs; one that ended but was not collected by its parent does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def strays(layout: Layout) -> list[psutil.Process]:
    """Servers of this data directory that no state file knows: their starter was killed in the middle."""
    wanted = home_option(layout)
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if wanted in (process.info["cmdline"] or ()) and is_alive(process)
    ]


def end(process: psutil.Process, seconds: float) -> bool:
    """Ask a process to stop (SIGTERM) and wait; whether it did in time."""
    try:
        process.terminate()
        process.wait(seconds)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return not is_alive(process)
    return True
