"""Neo4j's own administration tool: sets the first password, dumps and loads a database."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
from collections.abc import Sequence
from pathlib import Path

from mnemosaic.errors import ServerStartError
from mnemosaic.server.java import Java
from mnemosaic.server.jvm import ADMIN_CLASS, common_options, environment, write_arguments
from mnemosaic.server.paths import Layout
from mnemosaic.server.state import write_atomically

USER = "neo4j"
ADMIN_HEAP = "-Xmx512m"
FAILURE = re.compile(r"Failed to \w+ database '\w+': (.+)")


def run_admin(layout: Layout, java: Java, jars: Sequence[Path], words: Sequence[str]) -> tuple[int, str]:
    """Run one command of the tool on a data directory whose server is down; its exit status and what it printed.

    The words go through a file that only the owner can read: a password must not show in the list of processes.
    """
    options = [*common_options(java), ADMIN_HEAP, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    arguments = write_arguments(layout.home / "admin.args", options, jars, [ADMIN_CLASS, *words])
    try:
        done = subprocess.run(
            [java.path, f"@{arguments}"],
            env={**os.environ, **environment(), "NEO4J_HOME": str(layout.home), "NEO4J_CONF": str(layout.conf)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        arguments.unlink(missing_ok=True)
    return done.returncode, (done.stdout + done.stderr).strip()


def last_words(output: str) -> str:
    """The line of the tool's output that says what went wrong."""
    if found := FAILURE.search(output):
        return found.group(1)
    lines = [line.strip() for line in output.splitlines() if line.strip(" -\t") and not line.startswith(("\t", " "))]
    return lines[-1] if lines else "it said nothing"


def read_password(layout: Layout) -> str:
    """The password of this data directory. Raises `ServerStartError` where the file is gone."""
    try:
        return layout.password.read_text("utf-8").strip()
    except OSError as error:
        raise ServerStartError(
            f"the password file {layout.password} cannot be read ({error.strerror}): put it back from a copy, "
            f"or delete {layout.store / 'dbms'}, {layout.database('system')} and {layout.transactions('system')} "
            f"to have a new one made; the memories stay"
        ) from error


def ensure_password(layout: Layout, java: Java, jars: Sequence[Path]) -> None:
    """Before the first start, make up a password, keep it in a file for the owner only, and tell Neo4j."""
    if layout.database("system").is_dir():
        read_password(layout)
        return
    if not layout.password.exists():
        write_atomically(layout.password, secrets.token_hex(24) + "\n")
    # without the dashes a password that begins with one is taken for an option
    status, output = run_admin(layout, java, jars, ["dbms", "set-initial-password", "--", read_password(layout)])
    if status != 0:
        raise ServerStartError(f"could not set the server's first password: {last_words(output)}")
