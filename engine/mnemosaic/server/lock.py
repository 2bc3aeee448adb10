"""The committed lock: which jars make up the server and the local models, each with its size and SHA-256."""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOCK_FILE = Path(__file__).with_name("jars.lock.json")
SERVER_PART = "server"
PLUGIN_FOLDER = "plugins-"


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of a Maven repository. `part` says what it is needed for.

    `plugin` marks those of GDS's jars that hold procedures: only they belong into Neo4j's plugin directory.
    """

    group: str
    artifact: str
    version: str
    classifier: str
    part: str
    plugin: bool
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The file's name, as Maven gives it."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    @property
    def repository_path(self) -> str:
        """Where the file is inside a Maven repository."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.name}"

    @property
    def cache_path(self) -> str:
        """Where the file is inside the cache. Plugins share a folder, which serves as the plugin directory."""
        return f"{PLUGIN_FOLDER}{self.version}/{self.name}" if self.plugin else self.repository_path


@dataclass(frozen=True, slots=True)
class JarLock:
    """What the lock file says. `digest` changes whenever any jar does."""

    neo4j: str
    gds: str
    digest: str
    jars: tuple[Jar, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all parts, in the order of the file."""
        return tuple(dict.fromkeys(jar.part for jar in self.jars))

    def part(self, name: str) -> tuple[Jar, ...]:
        """The jars of one part, in class path order. Raises `ValueError` for a name the lock does not have."""
        found = tuple(jar for jar in self.jars if jar.part == name)
        if not found:
            raise ValueError(f"no part {name!r} in the lock of jars; it has {', '.join(self.parts)}")
        return found


def parse_lock(text: str) -> JarLock:
    """Read a lock file's text. Raises `ValueError` where a field is missing or unknown."""
    document: dict[str, Any] = json.loads(text)
    if document.get("schema") != 1:
        raise ValueError(f"the lock of jars has schema {document.get('schema')!r}; this version reads 1")
    try:
        jars = tuple(Jar(**record) for record in document["jars"])
        digest = hashlib.sha256("".join(jar.sha256 for jar in jars).encode()).hexdigest()[:12]
        return JarLock(neo4j=document["neo4j"], gds=document["gds"], digest=digest, jars=jars)
    except (KeyError, TypeError) as error:
        raise ValueError(f"the lock of jars is malformed: {error}") from error


@functools.cache
def load_lock() -> JarLock:
    """The lock that belongs to this version of the package."""
    return parse_lock(LOCK_FILE.read_text("utf-8"))
