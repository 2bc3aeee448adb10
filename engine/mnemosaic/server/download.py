"""Gets one jar into the cache: from the local Maven repository, or over the network, never half."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mnemosaic.errors import DownloadError
from mnemosaic.server.lock import Jar

if TYPE_CHECKING:
    import httpx

MAVEN_VARIABLE = "MNEMOSAIC_MAVEN_URL"
MAVEN_CENTRAL = "https://repo.maven.apache.org/maven2"
ATTEMPTS = 3
PAUSE_SECONDS = 1.0
CHUNK = 1 << 18

Count = Callable[[int], None]


def repository_url() -> str:
    """The Maven repository that jars come from: `MNEMOSAIC_MAVEN_URL` for a mirror, else Maven Central."""
    return os.environ.get(MAVEN_VARIABLE, MAVEN_CENTRAL).rstrip("/")


def local_repository() -> Path:
    """Maven's own cache of this user, which may hold a jar already: `M2_REPO`, else `~/.m2/repository`."""
    return Path(os.environ.get("M2_REPO") or Path.home() / ".m2" / "repository")


def sha256(path: Path) -> str:
    """The hexadecimal SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_intact(path: Path, jar: Jar) -> bool:
    """Whether `path` is a file with the size and the SHA-256 that the lock names."""
    return path.is_file() and path.stat().st_size == jar.size and sha256(path) == jar.sha256


def obtain(jar: Jar, target: Path, client: httpx.Client, count: Count) -> None:
    """Put a verified `jar` at `target` by an atomic rename. Raises `DownloadError`; `target` is then untouched."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{jar.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        if copy_local(jar, part):
            count(jar.size)
        else:
            download(jar, part, client, count)
        part.chmod(0o644)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def copy_local(jar: Jar, part: Path) -> bool:
    """Copy the jar from the local Maven repository, if it is there and intact."""
    source = local_repository() / jar.repository_path
    if not source.is_file() or source.stat().st_size != jar.size:
        return False
    shutil.copyfile(source, part)
    return is_intact(part, jar)


def download(jar: Jar, part: Path, client: httpx.Client, count: Count) -> None:
    """Fetch the jar into `part`, again where the connection broke or the content was wrong."""
    import httpx

    url = f"{repository_url()}/{jar.repository_path}"
    problem = ""
    for attempt in range(ATTEMPTS):
        time.sleep(attempt * PAUSE_SECONDS)
        try:
            problem = stream(jar, url, part, client, count)
        except httpx.TransportError as error:
            problem = str(error) or type(error).__name__
        except httpx.HTTPStatusError as error:
            problem = f"the repository answered {error.response.status_code}"
            if error.response.status_code < 500 and error.response.status_code != 429:
                break
        if not problem:
            return
    raise DownloadError(
        f"could not fetch {jar.name} from {url}: {problem}; check the network, or name a mirror in {MAVEN_VARIABLE}"
    )


def stream(jar: Jar, url: str, part: Path, client: httpx.Client, count: Count) -> str:
    """Write the answer to `part` and return what is wrong with it, or nothing."""
    digest, size = hashlib.sha256(), 0
    with client.stream("GET", url) as response, part.open("wb") as file:
        response.raise_for_status()
        for chunk in response.iter_bytes(CHUNK):
            file.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            count(len(chunk))
    if size == jar.size and digest.hexdigest() == jar.sha256:
        return ""
    count(-size)
    return f"{size} of {jar.size} bytes came" if size != jar.size else "its SHA-256 is not the one in the lock"
