from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from pydantic import BaseModel

from mnemosaic.errors import ModelAnswerError
from mnemosaic.models.checked import CheckedEmbedder
from mnemosaic.models.connection import Connection
from mnemosaic.models.metering import Meter
from mnemosaic.models.openai_chat import OpenAIChat
from mnemosaic.models.protocols import AnswerT, LanguageModel, Usage
from mnemosaic.models.tally import OTHER, Tally, counted, counting, step
from tests.embedders import HashEmbedder
from tests.scripted_openai import ScriptedOpenAI


class Thing(BaseModel):
    value: int


class Foreign:
    """A model of somebody else's, which knows no `Meter`."""

    name = "foreign"

    def __init__(self, usage: Usage, fails: bool = False) -> None:
        self._each, self.usage, self._fails = usage, Usage(), fails

    def answer(self, system: str, user: str, kind: type[AnswerT]) -> AnswerT:
        self.usage += self._each
        if self._fails:
            raise ModelAnswerError("no")
        return kind.model_validate({"value": 1})


def chat(server: ScriptedOpenAI) -> OpenAIChat:
    return OpenAIChat("tiny", Connection("k", server.base_url, attempts=2), sleep=lambda seconds: None)


def test_each_step_is_counted_with_its_retries(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say('{"value": 1}', "prose", '{"value": 2}')
    model = chat(scripted_openai)
    tally = Tally()
    with tally.open():
        counted(model, "one").answer("s", "u", Thing)
        counted(model, "two").answer("s", "u", Thing)
    assert list(tally.usage) == ["one", "two"]
    assert [(usage.calls, usage.prompt_tokens, usage.completion_tokens) for usage in tally.usage.values()] == [
        (1, 7, 3),
        (2, 14, 6),
    ]
    assert all(usage.seconds > 0 for usage in tally.usage.values())
    assert sum(tally.usage.values(), Usage()) == model.usage


def test_what_fails_has_its_cost_too(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always("prose")
    tally = Tally()
    with tally.open(), pytest.raises(ModelAnswerError):
        counted(chat(scripted_openai), "one").answer("s", "u", Thing)
    assert tally.usage["one"].calls == 2


def test_nothing_is_counted_where_no_tally_is_open(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.always('{"value": 1}')
    model = counted(chat(scripted_openai), "one")
    tally = Tally()
    model.answer("s", "u", Thing)
    with tally.open():
        pass
    model.answer("s", "u", Thing)
    assert tally.usage == {}
    assert (model.name, model.usage.calls) == ("tiny", 2)
    assert isinstance(model, LanguageModel)


def test_concurrent_calls_do_not_mix(scripted_openai: ScriptedOpenAI) -> None:
    def answer(body: dict[str, Any]) -> str:
        return '{"value": 1}'

    scripted_openai.always(answer)
    model = chat(scripted_openai)

    def work(rounds: int) -> Tally:
        tally = Tally()
        for _ in range(rounds):
            with tally.open():
                counted(model, "first").answer("s", "u", Thing)
                with step("second"):
                    Meter().add(Usage(prompt_tokens=rounds))
        return tally

    with ThreadPoolExecutor(8) as pool:
        tallies = list(pool.map(work, range(1, 13)))
    for rounds, tally in enumerate(tallies, start=1):
        assert (tally.usage["first"].calls, tally.usage["first"].prompt_tokens) == (rounds, 7 * rounds)
        assert tally.usage["second"] == Usage(prompt_tokens=rounds * rounds)
    assert model.usage.calls == sum(range(1, 13))


def test_one_tally_may_be_open_in_several_threads() -> None:
    tally = Tally()

    def work(place: int) -> None:
        for _ in range(50):
            with tally.open(), step("embed"):
                Meter().add(Usage(calls=1))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert tally.usage == {"embed": Usage(calls=400)}


def test_the_innermost_tally_and_step_count() -> None:
    outer, inner, meter = Tally(), Tally(), Meter()
    with outer.open():
        meter.add(Usage(calls=1))
        with inner.open(), step("a"), step("b"):
            meter.add(Usage(calls=2))
        meter.add(Usage(calls=4))
    assert (outer.usage, inner.usage) == ({OTHER: Usage(calls=5)}, {"b": Usage(calls=2)})


@pytest.mark.parametrize(
    ("each", "calls", "tokens"),
    [(Usage(), 1, 0), (Usage(calls=3, prompt_tokens=10, seconds=99.0), 3, 10)],
)
@pytest.mark.parametrize("fails", [False, True])
def test_a_model_without_a_meter_is_counted_too(each: Usage, calls: int, tokens: int, fails: bool) -> None:
    tally = Tally()
    model = counted(Foreign(each, fails), "judge")
    with tally.open():
        if fails:
            with pytest.raises(ModelAnswerError):
                model.answer("s", "u", Thing)
        else:
            assert model.answer("s", "u", Thing).value == 1
    used = tally.usage["judge"]
    assert (used.calls, used.prompt_tokens) == (calls, tokens)
    assert 0 < used.seconds < 5


def test_embedding_is_a_step() -> None:
    tally = Tally()
    with tally.open(), step("anything"):
        CheckedEmbedder(HashEmbedder()).passages(["a", "b"])
        CheckedEmbedder(HashEmbedder()).queries(["a"])
    assert {name: usage.calls for name, usage in tally.usage.items()} == {"embed": 2}


def test_what_costs_nothing_is_not_counted() -> None:
    tally = Tally()
    with tally.open(), counting("cached", Usage):
        pass
    assert tally.usage == {}
