"""Writes Neo4j's configuration for a data directory: this machine only, bounded memory and logs, no reports home."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from mnemosaic.errors import SettingsError
from mnemosaic.server.paths import Layout

HOST = "127.0.0.1"
DEFAULT_MEMORY = "1g"
MINIMUM_MIB = 256
LOG_FILES = ("user-logs.xml", "server-logs.xml")


@dataclass(frozen=True, slots=True)
class MemorySplit:
    """The server's memory in MiB: its Java heap, and half as much again for the page cache."""

    heap: int
    page_cache: int


def split_memory(text: str | None) -> MemorySplit:
    """Read the size of the heap, such as `768m`, `2g` or `1.5GiB`; without one it is 1 GiB.

    Raises `SettingsError` for what is no size, or is too small for the server to start.
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([mg])(?:i?b)?\s*", text or DEFAULT_MEMORY, re.IGNORECASE)
    if found is None:
        raise SettingsError(f"{text!r} is no amount of memory: write it as 768m or 2g")
    mib = int(float(found.group(1)) * (1024 if found.group(2).lower() == "g" else 1))
    if mib < MINIMUM_MIB:
        raise SettingsError(f"{text} of memory is too little for the server: give it at least {MINIMUM_MIB}m")
    return MemorySplit(heap=mib, page_cache=mib // 2)


def settings(ports: tuple[int, int], memory: MemorySplit, plugins: Path) -> dict[str, str]:
    """The settings in `neo4j.conf`, for a Bolt and an HTTP port and the folder of GDS's jars."""
    bolt, http = (f"{HOST}:{port}" for port in ports)
    return {
        "server.default_listen_address": HOST,
        "server.default_advertised_address": HOST,
        "server.bolt.listen_address": bolt,
        "server.bolt.advertised_address": bolt,
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "server.directories.plugins": str(plugins),
        # By default netty waits twice for five seconds, whether there are clients or not.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
        "server.memory.heap.initial_size": f"{memory.heap}m",
        "server.memory.heap.max_size": f"{memory.heap}m",
        "server.memory.pagecache.size": f"{memory.page_cache}m",
        "db.tx_log.rotation.size": "64m",
        # by default a vector index keeps a segment for each batch that was written, and searches every one of them
        "internal.dbms.index.vector.standard_merge_factor": "10",
        "dbms.security.procedures.unrestricted": "gds.*",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
    }


def write_config(layout: Layout, values: dict[str, str]) -> None:
    """Write `neo4j.conf` and the two files that bound the logs."""
    layout.conf.mkdir(parents=True, exist_ok=True)
    lines = ["# Written by `mnemosaic up` at each start: changes here are lost."]
    lines += [f"{name}={value}" for name, value in values.items()]
    (layout.conf / "neo4j.conf").write_text("\n".join(lines) + "\n", "utf-8")
    for name in LOG_FILES:
        (layout.conf / name).write_bytes(Path(__file__).with_name("conf").joinpath(name).read_bytes())
