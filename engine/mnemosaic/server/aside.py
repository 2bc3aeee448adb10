"""Replaces the store of a data directory by a loaded one, whole or not at all, through a kill at any moment.

The new store is loaded in `staging/`. Then the old one moves to `restoring/`, and while that folder exists the restore
is not done: whoever comes next puts the old store back. Renaming it to `replaced/` is when the new store counts.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from mnemosaic.server.paths import Layout


def staging(layout: Layout) -> Layout:
    """Where a dump is loaded before it replaces the store."""
    return Layout(layout.home / "staging")


def swap(layout: Layout) -> None:
    """Replace the store by the one in `staging`, and drop it. The server is down and the caller holds the lock."""
    try:
        _put_aside(layout)
        for place, new in _pairs(layout, staging(layout).store):
            place.parent.mkdir(parents=True, exist_ok=True)
            new.rename(place)
        _waiting(layout).rename(_replaced(layout))
    finally:
        recover(layout)


def recover(layout: Layout) -> None:
    """Undo a restore that did not come to its end, and clear away what one leaves behind."""
    if _waiting(layout).is_dir():
        _put_back(layout)
    for folder in (_replaced(layout), staging(layout).home):
        if folder.is_dir():
            shutil.rmtree(folder)


def _put_aside(layout: Layout) -> None:
    """Move the store out of the way. An empty folder stands for a part that did not exist."""
    for place, kept in _pairs(layout, _waiting(layout)):
        kept.parent.mkdir(parents=True, exist_ok=True)
        if place.exists():
            place.rename(kept)
        else:
            kept.mkdir()


def _put_back(layout: Layout) -> None:
    """What was moved away replaces what came in its place; what was not moved was never touched."""
    for place, kept in _pairs(layout, _waiting(layout)):
        if kept.is_dir():
            shutil.rmtree(place, ignore_errors=True)
            if any(kept.iterdir()):
                kept.rename(place)
    shutil.rmtree(_waiting(layout))


def _waiting(layout: Layout) -> Path:
    return layout.home / "restoring"


def _replaced(layout: Layout) -> Path:
    return layout.home / "replaced"


def _pairs(layout: Layout, other: Path) -> Iterator[tuple[Path, Path]]:
    """The folders of the store, each with the one of the same name below `other`."""
    for place in (layout.database(), layout.transactions()):
        yield place, other / place.relative_to(layout.store)
