import numpy as np
import pytest

from mnemosaic.errors import InputError, ModelAnswerError, ModelMismatchError, ModelUnavailableError
from mnemosaic.models import openai_embedder
from mnemosaic.models.connection import Connection
from mnemosaic.models.openai_embedder import OpenAIEmbedder
from mnemosaic.models.protocols import Thresholds
from tests.scripted_openai import Reply, ScriptedOpenAI, refused, vectors


def embedder(
    server: ScriptedOpenAI, dimensions: int = 2, model: str = "tiny", waits: list[float] | None = None
) -> OpenAIEmbedder:
    sleep = ([] if waits is None else waits).append
    return OpenAIEmbedder(model, dimensions, Connection("key", server.base_url, 5.0, 3), sleep=sleep)


def test_order_is_by_index_and_rows_are_units(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say_vectors(vectors([[3.0, 4.0], [0.0, 2.0], [5.0, 0.0]], order=[2, 0, 1]))
    model = embedder(scripted_openai)
    rows = model.passages(["a", "b", "c"])
    assert np.allclose(rows, [[0.6, 0.8], [0.0, 1.0], [1.0, 0.0]])
    assert rows.dtype == np.float32
    assert (model.usage.calls, model.usage.prompt_tokens) == (1, 5)


def test_batches_by_number_and_by_tokens(scripted_openai: ScriptedOpenAI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_embedder, "BATCH_TEXTS", 3)
    monkeypatch.setattr(openai_embedder, "BATCH_TOKENS", 10)
    model = embedder(scripted_openai, 384)
    texts = ["one", "two", "three", "four", "x" * 36, "five", "y" * 400, "six"]
    rows = model.passages(texts)
    sent = [request.body["input"] for request in scripted_openai.requests]
    assert sent == [["one", "two", "three"], ["four", "x" * 36], ["five"], ["y" * 400], ["six"]]
    assert np.allclose(rows, np.concatenate([model.passages([text]) for text in texts]))


@pytest.mark.parametrize("declared", [3, 1536])
def test_a_provider_that_lies_about_its_size(scripted_openai: ScriptedOpenAI, declared: int) -> None:
    scripted_openai.say_vectors(vectors([[1.0, 0.0]]))
    with pytest.raises(ModelMismatchError, match=rf"openai:tiny returned vectors of 2 .* where {declared} were"):
        embedder(scripted_openai, declared).passages(["a"])
    assert len(scripted_openai.requests) == 1


def test_one_vector_of_another_size_among_many(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say_vectors(vectors([[1.0, 0.0], [1.0, 0.0, 0.0]]))
    with pytest.raises(ModelMismatchError, match="vectors of 3"):
        embedder(scripted_openai).passages(["a", "b"])


def test_size_is_asked_for_where_the_provider_can_shorten(scripted_openai: ScriptedOpenAI) -> None:
    embedder(scripted_openai, 384, "text-embedding-3-small").passages(["a"])
    embedder(scripted_openai, 384, "other").passages(["a"])
    assert scripted_openai.requests[0].body["dimensions"] == 384
    assert "dimensions" not in scripted_openai.requests[1].body


@pytest.mark.parametrize(
    "reply",
    [
        vectors([[1.0, 0.0]]),
        vectors([[0.0, 0.0], [1.0, 0.0]]),
        vectors([]),
        Reply(200, '{"data": [{"embedding": [NaN, 1], "index": 0}, {"embedding": [1, 1], "index": 1}]}'),
        Reply(200, '{"data": ['),
    ],
)
def test_missing_and_unusable_vectors(scripted_openai: ScriptedOpenAI, reply: Reply) -> None:
    scripted_openai.say_vectors(reply, reply, reply)
    with pytest.raises(ModelAnswerError, match="openai:tiny"):
        embedder(scripted_openai).passages(["a", "b"])
    assert len(scripted_openai.requests) == 3


def test_429_in_the_middle_of_a_batch(scripted_openai: ScriptedOpenAI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_embedder, "BATCH_TEXTS", 1)
    first, second = vectors([[1.0, 0.0]]), vectors([[0.0, 1.0]])
    scripted_openai.say_vectors(first, refused(429, Retry_After="2"), second)
    waits: list[float] = []
    rows = embedder(scripted_openai, waits=waits).passages(["a", "b"])
    assert rows.tolist() == [[1, 0], [0, 1]]
    assert waits == [2.0]


def test_out_of_quota_for_good(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say_vectors(refused(429, "no money", "insufficient_quota"))
    with pytest.raises(ModelUnavailableError, match="quota is used up"):
        embedder(scripted_openai).passages(["a"])
    assert len(scripted_openai.requests) == 1


def test_a_page_instead_of_an_api(scripted_openai: ScriptedOpenAI) -> None:
    scripted_openai.say_vectors(Reply(200, "<html>", {"content-type": "text/html"}))
    with pytest.raises(ModelUnavailableError, match="base_url"):
        embedder(scripted_openai).passages(["a"])


def test_empty_text_is_refused_before_anything_is_sent(scripted_openai: ScriptedOpenAI) -> None:
    with pytest.raises(InputError, match="text 2 of 2"):
        embedder(scripted_openai).passages(["a", " \n"])
    assert scripted_openai.requests == []


def test_thresholds_can_be_given(scripted_openai: ScriptedOpenAI) -> None:
    given = Thresholds(associated=0.5, duplicate=0.9, unrelated=0.2)
    model = OpenAIEmbedder("tiny", 2, Connection(base_url=scripted_openai.base_url), given)
    assert model.thresholds is given
    assert model.name == "openai:tiny"
