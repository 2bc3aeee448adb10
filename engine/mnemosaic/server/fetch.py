"""The cache of jars: complete it from the lock, and know cheaply that it is intact.

A jar counts as intact while its size and time of change are those noted when its SHA-256 was last found right. Any
write to the file changes one of them, so a damaged jar is hashed, found wrong and fetched again, and a start need not
hash 200 MB.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mnemosaic.server.download import is_intact, obtain
from mnemosaic.server.lock import Jar, load_lock
from mnemosaic.server.paths import cache_dir
from mnemosaic.server.progress import Progress, silent

WORKERS = 8
STAMPS = "verified.json"

Stamps = dict[str, list[int]]


def jar_dir() -> Path:
    """The folder of the cached jars."""
    return cache_dir() / "jars"


def ensure(part: str, progress: Progress | None = None) -> dict[str, Path]:
    """The jars of one part of the lock, fetched where they are missing or damaged, by file name in class path order.

    Uses no network when the cache is complete. Raises `DownloadError`, or `ValueError` for an unknown part.
    """
    return ensure_parts([part], progress)


def ensure_parts(parts: Iterable[str], progress: Progress | None = None, *, verify: bool = False) -> dict[str, Path]:
    """As `ensure`, for several parts at once; `verify` hashes every file, whatever was noted about it."""
    jars = [jar for part in parts for jar in load_lock().part(part)]
    return ensure_jars(jars, jar_dir(), progress or silent, verify=verify)


def damaged(parts: Iterable[str]) -> dict[str, str]:
    """Hash the cached jars of `parts`; by name, say whether one is `missing` or `damaged`. Repairs nothing."""
    jars, folder = [jar for part in parts for jar in load_lock().part(part)], jar_dir()
    with ThreadPoolExecutor(WORKERS) as pool:
        intact = list(pool.map(lambda jar: is_intact(folder / jar.cache_path, jar), jars))
    wrong = [jar for jar, good in zip(jars, intact, strict=True) if not good]
    return {jar.name: "damaged" if (folder / jar.cache_path).exists() else "missing" for jar in wrong}


def ensure_jars(jars: list[Jar], folder: Path, progress: Progress = silent, *, verify: bool = False) -> dict[str, Path]:
    """Complete `folder` with `jars` and return their paths. Processes that do this at once take turns."""
    if verify or _suspects(jars, folder):
        from filelock import FileLock

        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".lock"):
            _complete(jars if verify else _suspects(jars, folder), folder, progress)
    return {jar.name: folder / jar.cache_path for jar in jars}


def _suspects(jars: Iterable[Jar], folder: Path) -> list[Jar]:
    """The jars that are not known to be intact."""
    stamps = _read_stamps(folder)
    return [jar for jar in jars if stamps.get(jar.cache_path) != _stamp(folder / jar.cache_path, jar)]


def _stamp(path: Path, jar: Jar) -> list[int]:
    """Size and time of change; nothing where the file is missing or of the wrong size, which equals no note."""
    try:
        found = path.stat()
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns] if found.st_size == jar.size else []


def _read_stamps(folder: Path) -> Stamps:
    """The notes of earlier verifications; none where the file is missing or damaged."""
    try:
        stamps = json.loads((folder / STAMPS).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamps if isinstance(stamps, dict) else {}


def _complete(suspects: list[Jar], folder: Path, progress: Progress) -> None:
    """Hash the suspects, fetch those that are wrong, and note all of them as verified."""
    if not suspects:
        return
    with ThreadPoolExecutor(WORKERS) as pool:
        intact = pool.map(lambda jar: is_intact(folder / jar.cache_path, jar), suspects)
        wrong = [jar for jar, good in zip(suspects, intact, strict=True) if not good]
    for jar in wrong:
        (folder / jar.cache_path).unlink(missing_ok=True)
    try:
        if wrong:
            _fetch(wrong, folder, progress)
    finally:
        _note(suspects, folder)


def _fetch(jars: list[Jar], folder: Path, progress: Progress) -> None:
    """Fetch in parallel; the first failure cancels what has not begun."""
    import httpx

    total, guard, done = sum(jar.size for jar in jars), threading.Lock(), 0

    def count(size: int) -> None:
        nonlocal done
        with guard:
            done += size
            progress("fetching jars", done, total)

    with (
        httpx.Client(timeout=30, follow_redirects=True) as client,
        ThreadPoolExecutor(WORKERS) as pool,
    ):
        futures = [pool.submit(obtain, jar, folder / jar.cache_path, client, count) for jar in jars]
        try:
            for future in futures:
                future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _note(jars: Iterable[Jar], folder: Path) -> None:
    """Record as verified what is there: it was found intact, or fetched; what was wrong has been removed."""
    stamps = _read_stamps(folder)
    found = {jar.cache_path: _stamp(folder / jar.cache_path, jar) for jar in jars}
    stamps.update({path: stamp for path, stamp in found.items() if stamp})
    temporary = folder / f"{STAMPS}.{os.getpid()}"
    temporary.write_text(json.dumps(stamps), "utf-8")
    temporary.replace(folder / STAMPS)
