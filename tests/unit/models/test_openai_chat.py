import threading
from collections.abc import Callable

import pytest
from pydantic import BaseModel

from mnemosaic.errors import ModelAnswerError, ModelUnavailableError
from mnemosaic.models.connection import Connection
from mnemosaic.models.openai_chat import Mode, OpenAIChat
from mnemosaic.models.protocols import LanguageModel
from tests.scripted_openai import Reply, Scripted, ScriptedOpenAI, completion, refused


class Item(BaseModel):
    title: str


class Items(BaseModel):
    items: list[Item]


GOOD = '{"items": [{"title": "a"}]}'
Ask = Callable[..., Items]


class Asker:
    def __init__(self, server: ScriptedOpenAI, attempts: int = 4, timeout: float = 5.0) -> None:
        self.waits: list[float] = []
        connection = Connection("key", server.base_url, timeout=timeout, attempts=attempts)
        self.model = OpenAIChat("tiny", connection, sleep=self.waits.append)

    def __call__(self, system: str = "be brief", user: str = "list") -> Items:
        return self.model.answer(system, user, Items)


def test_structured_output_is_asked_for(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say(GOOD))
    assert ask().items[0].title == "a"
    request = scripted_openai.requests[0]
    assert request.body["response_format"]["json_schema"]["strict"] is True
    assert request.body["messages"] == [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "list"},
    ]
    assert request.headers["authorization"] == "Bearer key"
    assert isinstance(ask.model, LanguageModel)
    usage = ask.model.usage
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens) == (1, 7, 3)
    assert usage.seconds > 0


@pytest.mark.parametrize(
    ("refusals", "mode", "kind"),
    [
        ([refused(400, "response_format json_schema is not supported")], Mode.JSON_OBJECT, "json_object"),
        ([refused(422, "This model does not support response format `json_schema`")], Mode.JSON_OBJECT, "json_object"),
        ([Reply(422, {"detail": [{"loc": ["body", "response_format"], "msg": "extra"}]})] * 2, Mode.PLAIN, None),
        (
            [refused(400, "unknown type json_schema"), refused(400, "'response_format.type' must be text")],
            Mode.PLAIN,
            None,
        ),
    ],
)
def test_falls_back_and_remembers(
    scripted_openai: ScriptedOpenAI, refusals: list[Reply], mode: Mode, kind: str | None
) -> None:
    ask = Asker(scripted_openai.say(*refusals, GOOD, GOOD), attempts=1)
    assert ask() == ask()
    assert ask.model.mode is mode
    assert len(scripted_openai.requests) == len(refusals) + 2
    last = scripted_openai.requests[-1].body
    assert last.get("response_format", {}).get("type") == kind
    assert '"title"' in last["messages"][0]["content"]
    assert ask.waits == []


def test_too_long_a_request_is_no_reason_to_fall_back(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say(refused(400, "maximum context length is 8 tokens", "context_length_exceeded")))
    with pytest.raises(ModelUnavailableError, match="maximum context length"):
        ask()
    assert len(scripted_openai.requests) == 1
    assert ask.model.mode is Mode.JSON_SCHEMA


@pytest.mark.parametrize(
    "bad",
    [
        "I found one item.",
        '{"$defs": {}, "properties": {"items": {}}, "type": "object"}',
        '{"items": [{"title": "a"}, {"tit',
        '{"items": [{"title": "\\ud83d"}]}',
        completion('{"items": [{"title": "a"}]}', finish_reason="length"),
        completion(None, refusal="I cannot help with that"),
        completion(""),
        Reply(200, {"error": {"message": "upstream"}}),
        Reply(200, '{"id": "c", "choi'),
    ],
)
def test_bad_answers_are_asked_again_with_a_correction_then_fail_visibly(
    scripted_openai: ScriptedOpenAI, bad: Scripted
) -> None:
    ask = Asker(scripted_openai.say(bad, GOOD), attempts=3)
    assert ask().items[0].title == "a"
    assert "could not be used" not in scripted_openai.asked(0)
    assert "could not be used" in scripted_openai.asked(1)
    assert ask.waits == [0.0]

    scripted_openai.say(bad, bad, bad, GOOD)
    with pytest.raises(ModelAnswerError, match=r"tiny gave no usable Items in 3 tries"):
        ask()
    assert len(scripted_openai.requests) == 5
    assert ask.model.usage.calls == 5


def test_the_error_quotes_the_answer(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say("Bananas are berries."), attempts=1)
    with pytest.raises(ModelAnswerError, match="Bananas are berries"):
        ask()


def test_lone_surrogates_in_a_prompt_do_not_break_the_request(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say(GOOD))
    ask(user="half \ud83d pair")
    assert scripted_openai.asked().endswith("half � pair")


def test_transient_failures_are_tried_again_as_the_provider_asks(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say(refused(429, Retry_After="7"), refused(503), GOOD))
    assert ask().items
    assert ask.waits[0] == 7.0
    assert 0.0 < ask.waits[1] < 5.0
    assert ask.model.usage.calls == 3


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (refused(401, "bad key"), "OPENAI_API_KEY"),
        (refused(403, "not yours"), "key may not use"),
        (refused(404, "no such model"), "name of the model"),
        (refused(400, "temperature must be 1"), "temperature must be 1"),
        (refused(429, "You exceeded your current quota", "insufficient_quota"), "quota is used up"),
        (refused(429, "come back tomorrow", Retry_After="86400"), "come back tomorrow"),
        (Reply(200, "<html>hello</html>", {"content-type": "text/html"}), "base_url"),
    ],
)
def test_permanent_failures_are_not_tried_again(scripted_openai: ScriptedOpenAI, reply: Reply, message: str) -> None:
    ask = Asker(scripted_openai.say(reply))
    with pytest.raises(ModelUnavailableError, match=message):
        ask()
    assert len(scripted_openai.requests) == 1
    assert ask.waits == []


def test_tries_are_bounded(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.always(refused(500, "boom")), attempts=3)
    with pytest.raises(ModelUnavailableError, match=r"status 500 after 3 tries: .*boom"):
        ask()
    assert len(scripted_openai.requests) == 3


def test_bad_answers_and_failures_share_one_bound(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say("prose", refused(502), "prose", refused(502)).always(GOOD), attempts=4)
    with pytest.raises(ModelUnavailableError):
        ask()
    assert len(scripted_openai.requests) == 4


def test_a_time_out_is_tried_again(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.say(Reply(200, "{}", delay=1.0), GOOD), timeout=0.3)
    assert ask().items
    scripted_openai.say(Reply(200, "{}", delay=1.0))
    slow = Asker(scripted_openai, attempts=1, timeout=0.3)
    with pytest.raises(ModelUnavailableError, match="model_timeout"):
        slow()


def test_nobody_there() -> None:
    waits: list[float] = []
    model = OpenAIChat("tiny", Connection(None, "http://127.0.0.1:9/v1", 1.0, 2), waits.append)
    with pytest.raises(ModelUnavailableError, match="cannot be reached after 2 tries"):
        model.answer("s", "u", Items)
    assert len(waits) == 1


def test_threads_share_a_model(scripted_openai: ScriptedOpenAI) -> None:
    ask = Asker(scripted_openai.always(GOOD))
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ask.model.usage.calls == 8
    assert ask.model.usage.prompt_tokens == 56


def test_a_connection_keeps_its_client_and_no_secret_is_shown() -> None:
    connection = Connection("secret-key", "http://127.0.0.1:9/v1")
    assert connection.client() is Connection("secret-key", "http://127.0.0.1:9/v1").client()
    assert "secret" not in repr(connection)
