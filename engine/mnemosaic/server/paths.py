"""Where things are: the cache that all projects share, and the inside of one data directory."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

CACHE_VARIABLE = "MNEMOSAIC_CACHE"
DATA_VARIABLE = "MNEMOSAIC_DATA"


def cache_dir() -> Path:
    """The user's cache, shared by all projects: `MNEMOSAIC_CACHE`, else the platform's own place."""
    import platformdirs

    return Path(
        os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("mnemosaic", appauthor=False)
    ).expanduser()


def default_data_dir() -> Path:
    """The data directory used where none is named: `MNEMOSAIC_DATA`, else `default` in the platform's own place."""
    import platformdirs

    named = os.environ.get(DATA_VARIABLE)
    return (
        Path(named).expanduser() if named else Path(platformdirs.user_data_dir("mnemosaic", appauthor=False), "default")
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """One data directory. `home` is absolute; nothing is created by asking for a path."""

    home: Path

    @classmethod
    def of(cls, data: Path | str | None) -> Layout:
        """The layout of `data`, or of the default data directory, with links and `~` resolved."""
        return cls((Path(data).expanduser() if data is not None else default_data_dir()).resolve())

    @property
    def lock(self) -> Path:
        """Held by whoever starts, stops, dumps or loads."""
        return self.home / "server.lock"

    @property
    def state(self) -> Path:
        """What runs now: process, ports, settings."""
        return self.home / "server.json"

    @property
    def used(self) -> Path:
        """Touched whenever somebody attaches, so that an idle stop does not cut in between."""
        return self.home / "server.used"

    @property
    def password(self) -> Path:
        """The password of the user neo4j, readable by the owner only."""
        return self.home / "password"

    @property
    def store_version(self) -> Path:
        """Which Neo4j last opened the store."""
        return self.home / "store.json"

    @property
    def conf(self) -> Path:
        """Neo4j's configuration directory; written anew at each start."""
        return self.home / "conf"

    @property
    def store(self) -> Path:
        """Neo4j's databases and transaction logs."""
        return self.home / "data"

    @property
    def logs(self) -> Path:
        """Neo4j's rotating logs, and `jvm.log`."""
        return self.home / "logs"

    @property
    def jvm_log(self) -> Path:
        """What the Java process prints before and outside of Neo4j's own logging."""
        return self.logs / "jvm.log"

    @property
    def backups(self) -> Path:
        """Copies taken before an upgrade of the store."""
        return self.home / "backups"

    def database(self, name: str = "neo4j") -> Path:
        """The folder of one database's files."""
        return self.store / "databases" / name

    def transactions(self, name: str = "neo4j") -> Path:
        """The folder of one database's transaction logs."""
        return self.store / "transactions" / name

    @property
    def has_store(self) -> bool:
        """Whether a server has ever created its databases here."""
        return self.database("system").is_dir() or self.database().is_dir()
