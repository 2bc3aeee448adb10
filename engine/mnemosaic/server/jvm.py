"""The Java command: its options, the class path, the class-data-sharing archive, and starting it apart from us."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from mnemosaic.errors import ServerStartError
from mnemosaic.server.java import VECTOR_MODULE, Java
from mnemosaic.server.paths import cache_dir
from mnemosaic.server.state import write_atomically

SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
ADMIN_CLASS = "org.neo4j.cli.AdminTool"
OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.lang", "java.util.concurrent")
# The shell starts the command in the background and ends: the server is then nobody's child, so it outlives its starter
# without ever being left as a zombie in it.
DETACH = '"$@" >>"$MNEMOSAIC_LOG" 2>&1 </dev/null & echo $!'


def common_options(java: Java) -> list[str]:
    """Options that the server and the administration tool both need."""
    options = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
    options += ["--enable-native-access=ALL-UNNAMED", "-Dlog4j2.disable.jmx=true", "-Djava.awt.headless=true"]
    if java.has_vector_module:
        options += ["--add-modules", VECTOR_MODULE]
    if java.major >= 24:
        options.append("--sun-misc-unsafe-memory-access=allow")
    return options


def server_options(java: Java, jars: Sequence[Path], heap_mib: int) -> list[str]:
    """Options of the server's own process."""
    return [*common_options(java), f"-Xms{heap_mib}m", f"-Xmx{heap_mib}m", *sharing_options(java, jars)]


def sharing_options(java: Java, jars: Sequence[Path]) -> list[str]:
    """Load classes from an archive that the first clean stop writes. A missing or outdated one is no reason to warn."""
    return ["-XX:+AutoCreateSharedArchive", f"-XX:SharedArchiveFile={archive(java, jars)}", "-Xlog:disable"]


def archive(java: Java, jars: Sequence[Path]) -> Path:
    """The archive of this Java with exactly these files; one of the same Java with others is removed.

    Java refuses an archive whose class path has changed, but does not replace it by itself: hence the name.
    """
    folder = cache_dir() / "cds"
    folder.mkdir(parents=True, exist_ok=True)
    files = "".join(f"{jar}|{jar.stat().st_mtime_ns}|" for jar in jars)
    owner = _digest(f"{java.path}|{java.version}|{java.vendor}")
    wanted = folder / f"{owner}-{_digest(files)}.jsa"
    for other in folder.glob(f"{owner}-*.jsa"):
        if other != wanted:
            other.unlink(missing_ok=True)
    return wanted


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def prepare_sharing(java: Java) -> None:
    """Write the base archive that a Java from pip comes without. Skipped where its folder is not writable."""
    library = java.path.parent.parent / "lib" / "server"
    if list(library.glob("classes*.jsa")) or not os.access(library, os.W_OK):
        return
    subprocess.run([java.path, "-Xshare:dump"], capture_output=True, timeout=120, check=False)


def environment() -> dict[str, str]:
    """What to add to Java's environment. In a locale without UTF-8 it could not open a path such as `/home/José`."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    utf8 = locale.lower().replace("-", "").endswith("utf8")
    return {} if utf8 or sys.platform == "darwin" else {"LC_ALL": "C.UTF-8"}


def write_arguments(file: Path, options: Iterable[str], jars: Iterable[Path], rest: Iterable[str] = ()) -> Path:
    """Write options, class path and more to an argument file: a few hundred jars do not fit every command line."""
    words = [*options, "-cp", os.pathsep.join(map(str, jars)), *rest]
    quoted = ('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words)
    write_atomically(file, "\n".join(quoted) + "\n")
    return file


def spawn(command: Sequence[str | Path], log: Path) -> int:
    """Start a process in a session of its own, its output appended to `log`, and return its id."""
    values = {**os.environ, **environment(), "MNEMOSAIC_LOG": str(log)}
    shell = ["/bin/sh", "-c", DETACH, "sh", *map(str, command)]
    try:
        done = subprocess.run(shell, env=values, stdout=subprocess.PIPE, text=True, check=True, start_new_session=True)
        return int(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise ServerStartError(f"could not run {command[0]}: {error}") from error
