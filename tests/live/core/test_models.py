"""Embedding models that do not fit the graph, and language models that fail in the middle."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from mnemosaic.errors import ModelError, ModelMismatchError, ModelUnavailableError
from mnemosaic.memory import Memory
from mnemosaic.models import language_model_from
from mnemosaic.models.protocols import Vectors
from mnemosaic.settings import Settings
from mnemosaic.turns import Turn
from mnemosaic.write.protocols import Decomposition
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import counts, query, talk, verbatim
from tests.scripted_openai import ScriptedOpenAI, refused

pytestmark = pytest.mark.live


class Lying(HashEmbedder):
    """Declares one size and returns another."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        return super().passages(texts)[:, :128]


@pytest.mark.parametrize("other", [HashEmbedder(1536), HashEmbedder(name="other"), HashEmbedder(1536, "other")])
def test_another_model_or_size_is_refused_with_both_named(server: Server, memory: Memory, other: HashEmbedder) -> None:
    with pytest.raises(ModelMismatchError) as caught:
        Memory.open(server.uri, server.auth, settings=Settings(), embedder=other)
    for part in ("hash", "384", other.name, str(other.dimensions), "mnemosaic reembed"):
        assert part in str(caught.value)


def test_an_embedder_that_lies_about_its_size_writes_nothing(
    server: Server, memory: Memory, open_memory: OpenMemory, scope: str
) -> None:
    liar = open_memory(embedder=Lying())
    with pytest.raises(ModelMismatchError, match="128 dimensions where 384"):
        liar.remember("Ann keeps bees.", scope=scope)
    assert counts(server, scope) == {":Turn": 1}
    with pytest.raises(ModelMismatchError, match="128 dimensions where 384"):
        liar.recall("bees?", scope=scope)
    assert memory.resume(scope=scope).added == 1


def claims_of(body: dict[str, Any]) -> str:
    """An answer with one claim for each turn that was to be taken apart."""
    user = body["messages"][-1]["content"]
    lines = [json.loads(line) for line in user.splitlines() if re.match(r'\{"turn":', line)]
    taken = [line for line in lines if line["read"] == "take"]
    claims = [
        {
            "number": number,
            "title": line["text"][:40],
            "details": f"{line['speaker']} said: {line['text']}",
            "type": "semantic",
            "turns": [line["turn"]],
            "quote": line["text"],
            "entities": [{"name": line["speaker"], "kind": "person", "role": "subject"}],
        }
        for number, line in enumerate(taken, start=1)
    ]
    return json.dumps({"claims": claims})


WINDOW = 5


@pytest.fixture
def talking(open_memory: OpenMemory, scripted_openai: ScriptedOpenAI) -> Memory:
    given = {
        "model": "any",
        "base_url": scripted_openai.base_url,
        "api_key": "k",
        "window_turns": WINDOW,
        "model_attempts": 2,
        "effort": "light",
    }
    return open_memory(language_model=language_model_from(Settings(**given)), **given)


def waiting(server: Server, scope: str) -> int:
    text = "MATCH (t:Turn {scope: $scope, status: 'pending'}) RETURN count(t) AS many"
    return query(server, text, scope=scope)[0]["many"]


@pytest.mark.parametrize(
    ("trouble", "left"),
    [
        ([refused(401, "no key"), refused(401, "no key")], 15),
        ([refused(429, "quota", "insufficient_quota")] * 2, 15),
        (["I would rather talk about boats."] * 2, 5),
    ],
)
def test_a_model_that_fails_in_the_middle_leaves_turns_that_can_be_resumed(
    server: Server,
    talking: Memory,
    scripted_openai: ScriptedOpenAI,
    scope: str,
    trouble: list[Any],
    left: int,
) -> None:
    turns = talk(20)
    scripted_openai.say(claims_of, *trouble).always(claims_of)
    report = talking.remember(turns, scope=scope)
    if left == 15:
        # a provider that refuses for good is not asked for each window again
        assert len(scripted_openai.requests) <= 3
    assert not report.ok
    assert (report.turns.stored, report.turns.pending) == (20, left)
    assert waiting(server, scope) == left
    assert {problem.turn for problem in report.problems} == {
        row["id"]
        for row in query(server, "MATCH (t:Turn {scope: $scope, status: 'pending'}) RETURN t.id AS id", scope=scope)
    }
    assert all(problem.reason for problem in report.problems)
    scripted_openai._chat.clear()
    resumed = talking.resume(scope=scope)
    assert (resumed.ok, resumed.turns.done + resumed.turns.no_atoms) == (True, left)
    details = [atom.details for atom in talking.atoms(scope=scope)]
    assert len(details) == len(set(details)) == len({(turn.speaker, turn.text) for turn in turns})
    assert waiting(server, scope) == 0
    again = talking.remember(turns, scope=scope)
    assert (again.added, again.turns.existing) == (0, 20)


def test_one_window_that_no_model_understands_does_not_hold_up_the_others(
    server: Server, open_memory: OpenMemory, scope: str
) -> None:
    class Choosy:
        extractor = "choosy/1"

        def __init__(self, fails: str) -> None:
            self.fails = fails

        def decompose(self, turns: Any, context: Any = ()) -> Decomposition:
            if any(self.fails in turn.turn.text for turn in turns):
                raise ModelError("not understood")
            return verbatim().decompose(turns)

    choosy = Choosy("t")
    memory = open_memory(decomposer=choosy, batch_turns=2)
    texts = ["bad t one", "bad t two", "good a", "good b", "bad t three", "good c"]
    assert memory.remember([Turn(text=text, session=text) for text in texts], scope=scope).turns.pending == 4
    choosy.fails = "two"
    resumed = memory.resume(scope=scope)
    assert (resumed.turns.pending, resumed.turns.done) == (2, 2)
    assert {problem.text for problem in resumed.problems} == {"bad t one", "bad t two"}


def test_a_writer_that_fails_does_not_undo_what_another_finished(
    server: Server, memory: Memory, open_memory: OpenMemory, scope: str
) -> None:
    class Slow:
        extractor = "slow/1"

        def decompose(self, turns: Any, context: Any = ()) -> Decomposition:
            assert memory.resume(scope=scope).turns.done == 1
            raise ModelUnavailableError("gone")

    report = open_memory(decomposer=Slow()).remember("Ann keeps bees.", scope=scope)
    assert report.turns.pending == 1
    assert waiting(server, scope) == 0
    assert len(memory.atoms(scope=scope)) == 1


def test_an_embedder_that_cannot_be_reached_leaves_turns_waiting(
    server: Server, open_memory: OpenMemory, memory: Memory, scope: str
) -> None:
    class Down(HashEmbedder):
        def passages(self, texts: Sequence[str]) -> Vectors:
            raise ModelUnavailableError("the provider cannot be reached")

    report = open_memory(embedder=Down()).remember(["Ann keeps bees.", "Bob keeps geese."], scope=scope)
    assert (report.ok, report.turns.pending, report.added) == (False, 2, 0)
    assert "cannot be reached" in report.problems[0].reason
    assert memory.resume(scope=scope).added == 2
