"""Checks of this machine: what the embedded server and the local models need."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from mnemosaic import models
from mnemosaic.checkup.findings import Finding, error, good, warning
from mnemosaic.errors import JavaError, MnemosaicError, SettingsError
from mnemosaic.models.catalogue import local_model
from mnemosaic.models.protocols import Embedder
from mnemosaic.settings import Settings

MIB = 1 << 20
GIB = 1 << 30
LITTLE_DISK = 2 * GIB
NO_DISK = GIB // 4


def embedder(settings: Settings) -> tuple[Embedder | None, Finding]:
    """The configured embedder, and whether it can be used; nothing is fetched."""
    try:
        found = models.embedder_from(settings)
    except MnemosaicError as problem:
        return None, error("embedder", f"{settings.embedder} cannot be used", str(problem))
    return found, good("embedder", f"{found.name}, {found.dimensions} dimensions")


def local_parts(settings: Settings) -> list[str]:
    """The parts of the lock that these settings need: the server's, and the local embedder's."""
    from mnemosaic.server.lock import SERVER_PART

    parts = [] if settings.uri else [SERVER_PART]
    if not settings.embedder.startswith(models.OPENAI_PREFIX):
        try:
            parts.append(local_model(settings.embedder).part)
        except SettingsError:
            return parts
    return parts


def java() -> Finding:
    """Which Java runs the embedded server."""
    from mnemosaic.server import find_java

    try:
        found = find_java()
    except JavaError as problem:
        return error("java", "no usable Java", str(problem))
    faster = "" if found.has_vector_module else "a full JDK 21 or newer would search vectors 1.5 to 3 times faster"
    return good("java", f"Java {found.version} ({found.source}) at {found.path}", faster)


def cache(parts: list[str]) -> Finding:
    """Whether the jars are all there and intact. Hashes them, which takes about a second."""
    from mnemosaic.server.fetch import damaged, jar_dir
    from mnemosaic.server.lock import load_lock

    jars = [jar for part in parts for jar in load_lock().part(part)]
    size = f"{sum(jar.size for jar in jars) / MIB:.0f} MiB in {jar_dir()}"
    wrong = damaged(parts)
    if not wrong:
        return good("cache", f"complete: {len(jars)} jars, {size}")
    broken = [name for name, state in wrong.items() if state == "damaged"]
    detail = (
        f"{len(wrong) - len(broken)} of {len(jars)} jars are missing and {len(broken)} damaged ({size} when complete)"
    )
    return warning(
        "cache", detail, "they are fetched when they are first needed, which takes the network: mnemosaic up"
    )


def memory(settings: Settings, running: bool) -> Finding:
    """Whether the embedded server fits into what is free."""
    import psutil

    from mnemosaic.server.config import split_memory

    free = psutil.virtual_memory().available / GIB
    if running:
        return good("memory", f"{free:.1f} GiB free beside the running server")
    try:
        split = split_memory(settings.memory)
    except SettingsError as problem:
        return error("memory", f"{settings.memory} is no size", str(problem))
    needed = (split.heap + split.page_cache) / 1024
    detail = f"{free:.1f} GiB free, the server takes {needed:.1f} GiB"
    if free < needed:
        return warning("memory", detail, "close something, or give it less: mnemosaic up --memory 512m")
    return good("memory", detail)


def disk(folders: dict[str, Path]) -> Iterator[Finding]:
    """Room where data and cache are; folders of one file system are one finding."""
    seen: dict[int, list[str]] = {}
    places: dict[int, Path] = {}
    for name, folder in folders.items():
        there = next(path for path in (folder, *folder.parents) if path.exists())
        seen.setdefault(there.stat().st_dev, []).append(name)
        places.setdefault(there.stat().st_dev, there)
    for device, names in seen.items():
        free = shutil.disk_usage(places[device]).free
        detail = f"{free / GIB:.1f} GiB free for {' and '.join(names)}"
        if free < NO_DISK:
            yield error("disk", detail, "make room: the server stops writing on a full disk")
        elif free < LITTLE_DISK:
            yield warning("disk", detail, "make room, or move the data with --data")
        else:
            yield good("disk", detail)
