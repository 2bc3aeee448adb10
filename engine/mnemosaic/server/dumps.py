"""Dumps the memory database into one file, and loads it back. Both need the server down: Community can do no other.

The file is Neo4j's own dump format: `neo4j-admin database load` reads it too. Users and passwords are not in it.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mnemosaic.errors import BackupError
from mnemosaic.server import aside, idle, versions
from mnemosaic.server.admin import last_words, run_admin
from mnemosaic.server.control import halt, start
from mnemosaic.server.fetch import ensure
from mnemosaic.server.java import find_java
from mnemosaic.server.launch import configure
from mnemosaic.server.lock import SERVER_PART
from mnemosaic.server.paths import Layout
from mnemosaic.server.ports import BOLT_PORT, HTTP_PORT
from mnemosaic.server.progress import Progress, silent
from mnemosaic.server.records import BackupReport
from mnemosaic.server.state import locked, running

DATABASE = "neo4j"
DUMP_NAME = f"{DATABASE}.dump"


def backup(
    file: Path | str, data: Path | str | None = None, *, force: bool = False, progress: Progress | None = None
) -> BackupReport:
    """Dump the database of a data directory into `file`. A server that runs is stopped for it and started again.

    Raises `BackupError`; an existing file is replaced only with `force`, and only once the dump is whole.
    """
    layout, target, report, began = Layout.of(data), Path(file).expanduser().resolve(), progress or silent, time.time()
    if target.exists() and not force:
        raise BackupError(f"{target} exists already: choose another name, or use --force to replace it")
    if not layout.database().is_dir():
        raise BackupError(f"there is no store to back up in {layout.home}: start it once, or name another with --data")
    with _room_beside(target) as folder, locked(layout, report), _down(layout, report) as was_running:
        report("dumping the database")
        status, output = _admin(layout, ["database", "dump", DATABASE, f"--to-path={folder}"], report)
        if status != 0:
            raise BackupError(f"could not dump the store of {layout.home}: {last_words(output)}")
        Path(folder, DUMP_NAME).replace(target)
    return _report(layout, target, was_running, began)


def restore(
    file: Path | str, data: Path | str | None = None, *, force: bool = False, progress: Progress | None = None
) -> BackupReport:
    """Load a dump into a data directory. A server that runs is stopped for it and started again.

    A store that is there is replaced only with `force`, and put back when the dump cannot be loaded. The password of
    the data directory stays as it is. Raises `BackupError`.
    """
    layout, source, report, began = Layout.of(data), Path(file).expanduser().resolve(), progress or silent, time.time()
    if not source.is_file():
        raise BackupError(f"there is no file {source} to restore from")
    if layout.database().is_dir() and not force:
        raise BackupError(
            f"{layout.home} holds a store already: name another with --data, or use --force to replace it"
        )
    layout.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with locked(layout, report):
        aside.recover(layout)
        _load(source, aside.staging(layout), report)
        with _down(layout, report) as was_running:
            if not layout.database("system").is_dir():
                versions.note_version(layout)
            aside.swap(layout)
    return _report(layout, source, was_running, began)


def _load(source: Path, staging: Layout, progress: Progress) -> None:
    """Load into a store of its own, beside the one in use: a broken dump then costs no downtime either."""
    progress("loading the dump")
    staging.home.mkdir()
    Path(staging.home, DUMP_NAME).symlink_to(source)
    status, output = _admin(staging, ["database", "load", DATABASE, f"--from-path={staging.home}"], progress)
    if status != 0 or not staging.database().is_dir():
        shutil.rmtree(staging.home)
        raise BackupError(f"{source} could not be loaded, and nothing was changed: {last_words(output)}")


@contextmanager
def _room_beside(target: Path) -> Iterator[str]:
    """A temporary folder on the target's own file system, made before the server is stopped."""
    if not target.parent.is_dir():
        raise BackupError(f"the folder {target.parent} does not exist: make it, or write the backup somewhere else")
    try:
        room = tempfile.TemporaryDirectory(prefix=".mnemosaic-", dir=target.parent)
    except OSError as error:
        raise BackupError(f"cannot write to {target.parent}: {error.strerror}") from error
    with room as folder:
        yield folder


def _admin(layout: Layout, words: Sequence[str], progress: Progress) -> tuple[int, str]:
    """Run the administration tool with the jars and the Java that the server would have."""
    jars = list(ensure(SERVER_PART, progress).values())
    if not layout.conf.is_dir():
        configure(layout, (BOLT_PORT, HTTP_PORT), None, jars)
    return run_admin(layout, find_java(), jars, words)


@contextmanager
def _down(layout: Layout, progress: Progress) -> Iterator[bool]:
    """Have the server down, and start it again as it was, whatever happened meanwhile. The caller holds the lock."""
    state = running(layout)
    halt(layout, progress)
    try:
        yield state is not None
    finally:
        if state is not None:
            layout.used.touch()
            again = start(layout, state.bolt_port, state.http_port, state.memory, progress)
            idle.watch(layout, again, state.idle_stop)


def _report(layout: Layout, file: Path, restarted: bool, began: float) -> BackupReport:
    seconds = round(time.time() - began, 2)
    return BackupReport(data=layout.home, file=file, bytes=file.stat().st_size, restarted=restarted, seconds=seconds)
