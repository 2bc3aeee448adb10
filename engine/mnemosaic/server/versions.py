"""Guards the store against the wrong Neo4j: a newer store is refused, an older one is copied before it is upgraded."""

from __future__ import annotations

import json
import re
import shutil
import time

from mnemosaic.errors import ServerVersionError
from mnemosaic.server.lock import load_lock
from mnemosaic.server.paths import Layout
from mnemosaic.server.progress import Progress
from mnemosaic.server.state import write_atomically

UNKNOWN = "unknown"


def numbers(version: str) -> tuple[int, ...]:
    """A version such as `2026.08.1` as numbers that compare."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def stored_version(layout: Layout) -> str | None:
    """The Neo4j that last opened this store; `unknown` where nobody noted it, nothing where there is no store."""
    if not layout.has_store:
        return None
    try:
        return str(json.loads(layout.store_version.read_text("utf-8"))["neo4j"])
    except (OSError, ValueError, KeyError, TypeError):
        return UNKNOWN


def note_version(layout: Layout) -> None:
    """Note that the lock's Neo4j has opened the store."""
    write_atomically(layout.store_version, json.dumps({"neo4j": load_lock().neo4j}), 0o644)


def prepare_store(layout: Layout, progress: Progress) -> None:
    """Before a start: refuse a store of a newer Neo4j, copy one of an older or unknown. The server is down.

    The copy takes in everything, transaction logs and users too, so it is whole even after an unclean stop. Going back
    means putting it in the place of `data` and using the older release. Raises `ServerVersionError`.
    """
    found, ours = stored_version(layout), load_lock().neo4j
    if found is None or found == ours:
        return
    if found != UNKNOWN and numbers(found) > numbers(ours):
        raise ServerVersionError(
            f"the store in {layout.home} was last opened by Neo4j {found}, and this release brings {ours}, which "
            f"cannot read it: upgrade mnemosaic, or use another data directory"
        )
    target = layout.backups / f"neo4j-{found}-{time.strftime('%Y%m%dT%H%M%S')}"
    progress(f"copying the store of Neo4j {found} to {target.name} before its upgrade to {ours}")
    layout.backups.mkdir(exist_ok=True)
    part = target.with_suffix(".part")
    shutil.copytree(layout.store, part)
    part.rename(target)
