"""What happens to the store's folders: version guard, and the swap of a restore, killed at every step."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemosaic.errors import ServerVersionError
from mnemosaic.server import aside
from mnemosaic.server.lock import load_lock
from mnemosaic.server.paths import Layout
from mnemosaic.server.progress import silent
from mnemosaic.server.versions import note_version, prepare_store, stored_version


def make_store(layout: Layout, mark: str) -> None:
    for folder in (layout.database(), layout.transactions()):
        folder.mkdir(parents=True)
        (folder / "content").write_text(mark)


def marks(layout: Layout) -> list[str | None]:
    files = [folder / "content" for folder in (layout.database(), layout.transactions())]
    return [file.read_text() if file.exists() else None for file in files]


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout.of(tmp_path / "home")


def note(layout: Layout, version: str) -> None:
    layout.store_version.write_text(json.dumps({"neo4j": version}))


def test_without_a_store_there_is_nothing_to_guard(layout) -> None:
    assert stored_version(layout) is None
    prepare_store(layout, silent)
    assert not layout.backups.exists()


def test_the_same_version_is_left_alone(layout) -> None:
    make_store(layout, "old")
    note_version(layout)
    assert stored_version(layout) == load_lock().neo4j
    prepare_store(layout, silent)
    assert not layout.backups.exists()


@pytest.mark.parametrize("version", ["2026.07.3", "5.26.0"])
def test_an_older_store_is_copied_first(layout, version) -> None:
    make_store(layout, "old")
    note(layout, version)
    prepare_store(layout, silent)
    (copy,) = layout.backups.iterdir()
    assert copy.name.startswith(f"neo4j-{version}-")
    assert (copy / "databases" / "neo4j" / "content").read_text() == "old"
    assert marks(layout) == ["old", "old"]


def test_a_store_of_unknown_version_is_copied_first(layout) -> None:
    make_store(layout, "old")
    prepare_store(layout, silent)
    assert len(list(layout.backups.iterdir())) == 1


def test_a_newer_store_is_refused_with_both_versions(layout) -> None:
    make_store(layout, "new")
    note(layout, "2027.01.0")
    with pytest.raises(ServerVersionError, match=rf"2027\.01\.0.*{load_lock().neo4j}"):
        prepare_store(layout, silent)
    assert not layout.backups.exists()


@pytest.mark.parametrize("had_store", [True, False])
def test_a_swap_replaces_the_store_and_clears_up(layout, had_store) -> None:
    if had_store:
        make_store(layout, "old")
    make_store(aside.staging(layout), "new")
    aside.swap(layout)
    assert marks(layout) == ["new", "new"]
    assert sorted(path.name for path in layout.home.iterdir()) == ["data"]


class Killed(BaseException):
    """Stands for a process that ends at once: nothing after it runs."""


@pytest.mark.parametrize("had_store", [True, False])
@pytest.mark.parametrize("step", range(8))
def test_a_swap_killed_at_any_step_leaves_one_whole_store(layout, monkeypatch, had_store, step) -> None:
    if had_store:
        make_store(layout, "old")
    make_store(aside.staging(layout), "new")
    steps, rename, recover = iter(range(100)), Path.rename, aside.recover

    def killing(self: Path, target: Path) -> Path:
        if next(steps) == step:
            raise Killed
        return rename(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", killing)
        patch.setattr(aside, "recover", lambda layout: None)
        try:
            aside.swap(layout)
            finished = True
        except Killed:
            finished = False
    recover(layout)
    before = ["old", "old"] if had_store else [None, None]
    assert marks(layout) == (["new", "new"] if finished else before)
    assert not aside.staging(layout).home.exists()
    assert not (layout.home / "restoring").exists()
    assert not (layout.home / "replaced").exists()


def test_putting_back_can_itself_be_killed(layout, monkeypatch) -> None:
    make_store(layout, "old")
    make_store(aside.staging(layout), "new")
    monkeypatch.setattr(aside, "_replaced", lambda layout: layout.home / "no" / "such" / "place")
    with monkeypatch.context() as patch:
        patch.setattr(aside, "recover", lambda layout: None)
        with pytest.raises(OSError, match="place"):
            aside.swap(layout)
    rename, calls = Path.rename, iter([False, True, False, False])

    def killing(self: Path, target: Path) -> Path:
        if next(calls):
            raise Killed
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", killing)
    with pytest.raises(Killed):
        aside.recover(layout)
    aside.recover(layout)
    assert marks(layout) == ["old", "old"]
