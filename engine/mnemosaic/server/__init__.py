"""The embedded Neo4j: jars from a committed lock, a Java that is found, one server for a data directory.

    address = ensure_running(data)      start or attach; address.uri, address.user, address.password
    status(data); stop(data); backup(file, data); restore(file, data)
    ensure("embedding-bge")             the jars of one part of the lock, fetched where they are missing

Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mnemosaic.server.control import ensure_running as ensure_running
    from mnemosaic.server.control import stop as stop
    from mnemosaic.server.dumps import backup as backup
    from mnemosaic.server.dumps import restore as restore
    from mnemosaic.server.fetch import damaged as damaged
    from mnemosaic.server.fetch import ensure as ensure
    from mnemosaic.server.fetch import ensure_parts as ensure_parts
    from mnemosaic.server.inspection import status as status
    from mnemosaic.server.inspection import tail as tail
    from mnemosaic.server.inspection import up as up
    from mnemosaic.server.java import find_java as find_java
    from mnemosaic.server.paths import default_data_dir as default_data_dir
    from mnemosaic.server.progress import Progress as Progress
    from mnemosaic.server.progress import terminal as terminal
    from mnemosaic.server.records import ServerAddress as ServerAddress
    from mnemosaic.server.records import ServerStatus as ServerStatus

_HOMES = {
    "Progress": "progress",
    "ServerAddress": "records",
    "ServerStatus": "records",
    "backup": "dumps",
    "damaged": "fetch",
    "default_data_dir": "paths",
    "ensure": "fetch",
    "ensure_parts": "fetch",
    "ensure_running": "control",
    "find_java": "java",
    "restore": "dumps",
    "status": "inspection",
    "stop": "control",
    "tail": "inspection",
    "terminal": "progress",
    "up": "inspection",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Import the module that holds `name` and return it from there."""
    if name not in _HOMES:
        raise AttributeError(f"module 'mnemosaic.server' has no attribute {name!r}")
    return getattr(importlib.import_module(f"mnemosaic.server.{_HOMES[name]}"), name)
