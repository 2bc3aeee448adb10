from __future__ import annotations

import re

import pytest

from mnemosaic.server.lock import load_lock, parse_lock


def test_the_committed_lock_is_whole() -> None:
    lock = load_lock()
    assert lock.parts == ("server", "embedding-bge", "embedding-e5", "embedding-minilm", "wordnet")
    assert len(lock.part("server")) == 380
    assert all(re.fullmatch(r"[0-9a-f]{64}", jar.sha256) and jar.size > 0 for jar in lock.jars)
    assert {jar.version for jar in lock.jars if jar.group == "org.neo4j"} == {lock.neo4j}
    assert {jar.version for jar in lock.jars if jar.plugin} == {lock.gds}


def test_no_two_jars_share_a_place_or_a_name() -> None:
    jars = load_lock().jars
    assert len({jar.cache_path for jar in jars}) == len(jars)
    assert len({jar.name for jar in jars}) == len(jars)


@pytest.mark.parametrize("part", ["embedding-bge", "embedding-e5", "embedding-minilm", "wordnet"])
def test_a_model_is_one_jar(part: str) -> None:
    assert len(load_lock().part(part)) == 1


def test_the_places_of_a_jar_with_a_classifier() -> None:
    jar = next(jar for jar in load_lock().jars if jar.classifier == "linux-x86_64")
    assert jar.repository_path.endswith(f"/netty-transport-native-epoll/{jar.version}/{jar.name}")
    assert jar.name.endswith("-linux-x86_64.jar")


def test_an_unknown_part_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no part 'embedding-x'.*embedding-bge"):
        load_lock().part("embedding-x")


@pytest.mark.parametrize(
    "text",
    ['{"schema": 2}', '{"schema": 1}', '{"schema": 1, "neo4j": "1", "gds": "1", "jars": [{"group": "g"}]}'],
)
def test_a_malformed_lock_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="lock of jars"):
        parse_lock(text)
