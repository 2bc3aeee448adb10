"""Exemplars in the graph: taught and taken back while engines run, renewed with a release; and the model's say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.exemplars import store
from mnemosaic.exemplars.store import Exemplar, ExemplarTask
from mnemosaic.memory import Memory
from mnemosaic.models import language_model_from
from mnemosaic.settings import Settings
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import verbatim
from tests.scripted_openai import ScriptedOpenAI

pytestmark = pytest.mark.live

TAUGHT = [
    Exemplar(task=ExemplarTask.TYPE, label="procedural", text=f"Blorp zwick quonk number {number}")
    for number in range(60)
]


@pytest.fixture
def taken_back(memory: Memory) -> Iterator[None]:
    yield
    memory.exemplars.remove(TAUGHT)


def kind_of(memory: Memory, text: str, scope: str) -> AtomType:
    (written,) = memory.remember(text, scope=scope).atoms
    return written.type


@pytest.mark.usefixtures("taken_back")
def test_what_is_taught_and_taken_back_counts_at_once_in_another_engine(
    memory: Memory, open_memory: OpenMemory, scope: str
) -> None:
    other = open_memory(decomposer=verbatim(None))
    before = kind_of(other, "Blorp zwick quonk number one hundred", scope)
    assert memory.exemplars.add(TAUGHT) == len(TAUGHT)
    taught = kind_of(other, "Blorp zwick quonk number two hundred", scope)
    assert memory.exemplars.remove(TAUGHT) == len(TAUGHT)
    after = kind_of(other, "Blorp zwick quonk number three hundred", scope)
    assert (taught, after) == (AtomType.PROCEDURAL, before)
    assert before is not AtomType.PROCEDURAL
    version = memory.exemplars.version()
    assert memory.exemplars.remove(TAUGHT) == memory.exemplars.remove([]) == 0
    assert memory.exemplars.version() == version


@pytest.mark.usefixtures("taken_back")
def test_what_a_release_does_not_ship_any_more_is_gone_and_what_users_added_stays(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def texts() -> set[str]:
        return {item["text"] for item in memory.graph.read("lifecycle/exemplars")[0]["exemplars"]}

    earlier, own = TAUGHT[:2]
    memory.exemplars.add([own])
    with monkeypatch.context() as patch:
        shipped = [*store.shipped(), earlier]
        patch.setattr(store, "shipped", lambda: shipped)
        memory.exemplars.seed()
        assert {earlier.text, own.text} <= texts()
    memory.exemplars.seed()
    assert texts() & {earlier.text, own.text} == {own.text}
    assert {exemplar.text for exemplar in store.shipped()} <= texts()


def all_procedural(body: dict[str, Any]) -> str:
    numbers = [int(number) for number in re.findall(r'^\{"number": (\d+)', body["messages"][-1]["content"], re.M)]
    return json.dumps({"statements": [{"number": number, "type": "procedural"} for number in numbers]})


def procedural(memory: Memory, scope: str) -> set[str]:
    return {atom.details for atom in memory.atoms(scope=scope) if atom.type is AtomType.PROCEDURAL}


def test_a_model_is_asked_once_a_batch_about_what_exemplars_leave_open(
    open_memory: OpenMemory, scripted_openai: ScriptedOpenAI, scope: str
) -> None:
    given = {"model": "any", "base_url": scripted_openai.base_url, "api_key": "k", "model_attempts": 1}
    settings = {**given, "pipeline": "local", "classify_with_model": True}
    asking = open_memory(decomposer=verbatim(None), language_model=language_model_from(Settings(**given)), **settings)
    turns = [f"Mumble {number} grumble {number * 7} stumble" for number in range(30)]
    # a model that fails leaves what the exact path says, and every turn is done
    failed = asking.remember(turns, scope=f"{scope}/failed")
    assert (failed.ok, failed.added, len(scripted_openai.requests)) == (True, 30, 1)
    scripted_openai.say(all_procedural)
    report = asking.remember(turns, scope=scope)
    assert (report.ok, report.added, len(scripted_openai.requests)) == (True, 30, 2)
    moved = procedural(asking, scope) - procedural(asking, f"{scope}/failed")
    assert moved
    assert all(text in scripted_openai.asked() for text in moved)
