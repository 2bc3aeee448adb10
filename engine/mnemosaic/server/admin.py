"""Neo4j's own administration tool: sets the first password, dumps and loads a database."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mnemosaic.errors import ServerStartError
from mnemosaic.server.java import Java
from mnemosaic.server.jvm import ADMIN_CLASS, common_options, write_arguments
from mnemosaic.server.paths import Layout
from mnemosaic.server.state import write_atomically

USER = "neo4j"
ADMIN_HEAP = "-Xmx512m"
ADMIN_SECONDS = 3600


def run_admin(layout: Layout, java: Java, jars: Sequence[Path], words: Sequence[str]) -> tuple[int, str]:
    """Run one command of the tool on a data directory whose server is down; its exit status and what it printed."""
    options = [*common_options(java), ADMIN_HEAP, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    arguments = write_arguments(layout.home / "admin.args", options, jars)
    done = subprocess.run(
        [java.path, f"@{arguments}", ADMIN_CLASS, *words],
        env={**os.environ, "NEO4J_HOME": str(layout.home), "NEO4J_CONF": str(layout.conf)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=ADMIN_SECONDS,
        check=False,
    )
    return done.returncode, (done.stdout + done.stderr).strip()


def last_words(output: str) -> str:
    """The line of a tool's output that says what went wrong: the last one that is no stack trace."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not line.startswith(("\t", "    at "))]
    return lines[-1] if lines else "it said nothing"


def read_password(layout: Layout) -> str:
    """The password of this data directory. Raises `ServerStartError` where the file is gone."""
    try:
        return layout.password.read_text("utf-8").strip()
    except OSError as error:
        raise ServerStartError(
            f"the password file {layout.password} cannot be read ({error.strerror}): put it back from a copy, "
            f"or delete {layout.store / 'dbms'} and {layout.database('system')} to have a new one made"
        ) from error


def ensure_password(layout: Layout, java: Java, jars: Sequence[Path]) -> None:
    """Before the first start, make up a password, keep it in a file for the owner only, and tell Neo4j."""
    if layout.database("system").is_dir():
        read_password(layout)
        return
    if not layout.password.exists():
        write_atomically(layout.password, secrets.token_urlsafe(24) + "\n")
    status, output = run_admin(layout, java, jars, ["dbms", "set-initial-password", read_password(layout)])
    if status != 0:
        raise ServerStartError(f"could not set the server's first password: {last_words(output)}")
