from __future__ import annotations

import multiprocessing
import os
import shutil
from pathlib import Path

import pytest

from mnemosaic.errors import DownloadError
from mnemosaic.server import fetch
from mnemosaic.server.fetch import ensure_jars
from mnemosaic.server.lock import Jar, JarLock


@pytest.fixture
def jars(repository) -> list[Jar]:
    return [repository.add(f"jar{n}", bytes([n]) * 3000, plugin=n == 0) for n in range(12)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "jars"


def damage(file: Path, content: bytes) -> None:
    """Change a file, with a time of change that differs even on a coarse clock."""
    file.write_bytes(content)
    os.utime(file, ns=(0, 12345))


def test_an_empty_cache_is_filled_in_class_path_order(repository, jars, folder) -> None:
    found = ensure_jars(jars, folder)
    assert list(found) == [jar.name for jar in jars]
    assert [path.read_bytes() for path in found.values()] == [bytes([n]) * 3000 for n in range(12)]
    assert found["jar0-1.0.jar"].parent == folder / "plugins-1.0"
    assert len(repository.requests) == 12


def test_a_full_cache_asks_nobody(repository, jars, folder, monkeypatch) -> None:
    ensure_jars(jars, folder)
    repository.requests.clear()
    monkeypatch.setenv("MNEMOSAIC_MAVEN_URL", "http://127.0.0.1:1")
    ensure_jars(jars, folder)
    ensure_jars(jars, folder, verify=True)
    assert repository.requests == []


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 3000], ids=["empty", "cut off", "same size"])
def test_a_damaged_jar_is_noticed_and_fetched_again(repository, jars, folder, content) -> None:
    found = ensure_jars(jars, folder)
    repository.requests.clear()
    damage(found["jar3-1.0.jar"], content)
    assert ensure_jars(jars, folder)["jar3-1.0.jar"].read_bytes() == b"\x03" * 3000
    assert repository.requests == ["/" + jars[3].repository_path]


def test_damage_behind_an_unchanged_time_stamp_is_found_by_verifying(repository, jars, folder) -> None:
    victim = ensure_jars(jars, folder)["jar3-1.0.jar"]
    before = victim.stat()
    victim.write_bytes(b"y" * 3000)
    os.utime(victim, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ensure_jars(jars, folder, verify=True)["jar3-1.0.jar"].read_bytes() == b"\x03" * 3000


def test_a_missing_jar_is_fetched_again(repository, jars, folder) -> None:
    ensure_jars(jars, folder)["jar5-1.0.jar"].unlink()
    assert ensure_jars(jars, folder)["jar5-1.0.jar"].exists()


def test_a_broken_connection_is_tried_again(repository, jars, folder) -> None:
    path = "/" + jars[2].repository_path
    repository.cut[path] = 1000
    assert ensure_jars(jars, folder)["jar2-1.0.jar"].stat().st_size == 3000
    assert repository.requests.count(path) == 2


def test_a_busy_repository_is_tried_again(repository, jars, folder) -> None:
    path = "/" + jars[2].repository_path
    repository.answers[path] = [503, 429]
    ensure_jars(jars, folder)
    assert repository.requests.count(path) == 3


def test_wrong_content_is_refused_and_leaves_nothing(repository, jars, folder) -> None:
    repository.files["/" + jars[4].repository_path] = b"z" * 3000
    with pytest.raises(DownloadError, match=r"jar4-1.0.jar.*SHA-256"):
        ensure_jars(jars, folder)
    assert not (folder / jars[4].cache_path).exists()
    assert list(folder.rglob("*.part")) == []
    repository.files["/" + jars[4].repository_path] = b"\x04" * 3000
    assert len(ensure_jars(jars, folder)) == 12


def test_a_jar_that_is_not_there_is_not_tried_again(repository, jars, folder) -> None:
    path = "/" + jars[1].repository_path
    del repository.files[path]
    with pytest.raises(DownloadError, match="answered 404"):
        ensure_jars(jars, folder)
    assert repository.requests.count(path) == 1


def test_offline_says_so_and_what_to_do(jars, folder, monkeypatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_MAVEN_URL", "http://127.0.0.1:1")
    with pytest.raises(DownloadError, match=r"could not fetch .* check the network, or name a mirror"):
        ensure_jars(jars, folder)


def test_what_came_before_a_failure_is_kept(repository, jars, folder) -> None:
    removed = repository.files.pop("/" + jars[11].repository_path)
    with pytest.raises(DownloadError):
        ensure_jars(jars, folder)
    repository.files["/" + jars[11].repository_path] = removed
    repository.requests.clear()
    ensure_jars(jars, folder)
    assert len(repository.requests) < 12


def test_an_intact_jar_of_the_local_maven_repository_saves_the_network(repository, jars, folder, tmp_path) -> None:
    for jar, content in ((jars[0], b"\x00" * 3000), (jars[1], b"q" * 3000)):
        local = tmp_path / "m2" / jar.repository_path
        local.parent.mkdir(parents=True)
        local.write_bytes(content)
    ensure_jars(jars, folder)
    assert "/" + jars[0].repository_path not in repository.requests
    assert "/" + jars[1].repository_path in repository.requests


def fetch_in_a_process(jars: list[Jar], folder: Path) -> None:
    ensure_jars(jars, folder)


def test_processes_at_once_fetch_each_jar_once(repository, jars, folder) -> None:
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=fetch_in_a_process, args=(jars, folder)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)
    assert [process.exitcode for process in processes] == [0] * 4
    assert len(repository.requests) == 12


def test_progress_ends_at_the_whole(jars, folder) -> None:
    seen: list[tuple[int, int]] = []
    ensure_jars(jars, folder, lambda what, done=0, total=0: seen.append((done, total)))
    assert seen[-1] == (36000, 36000)


def test_damaged_names_what_is_wrong_and_repairs_nothing(repository, jars, folder, monkeypatch) -> None:
    monkeypatch.setattr(fetch, "load_lock", lambda: JarLock("1", "1", "d", tuple(jars)))
    found = ensure_jars(jars, folder)
    assert fetch.damaged(["server"]) == {}
    found["jar1-1.0.jar"].unlink()
    found["jar2-1.0.jar"].write_bytes(b"?")
    repository.requests.clear()
    assert fetch.damaged(["server"]) == {"jar1-1.0.jar": "missing", "jar2-1.0.jar": "damaged"}
    assert repository.requests == []


def test_ensure_gives_one_part_only(repository, folder, monkeypatch) -> None:
    parts = [repository.add("a", b"a"), repository.add("b", b"b", part="wordnet")]
    monkeypatch.setattr(fetch, "load_lock", lambda: JarLock("1", "1", "d", tuple(parts)))
    assert list(fetch.ensure("wordnet")) == ["b-1.0.jar"]
    shutil.rmtree(folder)
    assert list(fetch.ensure_parts(["server", "wordnet"])) == ["a-1.0.jar", "b-1.0.jar"]
