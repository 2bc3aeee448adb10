import importlib.machinery
import subprocess
import sys
from typing import Any

import pytest

from mnemosaic import models
from mnemosaic.errors import ModelUnavailableError, SettingsError
from mnemosaic.models import embedder_from, language_model_from
from mnemosaic.models.protocols import Embedder
from mnemosaic.settings import Settings


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "MNEMOSAIC_API_KEY", "MNEMOSAIC_MODEL", "MNEMOSAIC_EMBEDDER", "MNEMOSAIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", ["bge-small-en-v1.5-q", "e5-small-v2-q", "all-MiniLM-L6-v2-q"])
def test_local_embedders_by_name(name: str) -> None:
    model = embedder_from(Settings(embedder=name))
    assert isinstance(model, Embedder)
    assert (model.name, model.dimensions) == (name, 384)


def test_case_of_a_name_does_not_matter() -> None:
    assert embedder_from(Settings(embedder="ALL-minilm-l6-v2-q")).name == "all-MiniLM-L6-v2-q"


def test_unknown_embedder_names_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"'word2vec'.*bge-small-en-v1.5-q"):
        embedder_from(Settings(embedder="word2vec"))


def test_libraries_of_the_extra_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_spec(name: str) -> importlib.machinery.ModuleSpec | None:
        return None if name == "onnxruntime" else importlib.machinery.ModuleSpec(name, None)

    monkeypatch.setattr(models, "find_spec", find_spec)
    with pytest.raises(ModelUnavailableError, match=r"onnxruntime: run pip install 'mnemosaic\[embedded\]'"):
        embedder_from(Settings(embedder="e5-small-v2-q"))


@pytest.mark.parametrize(
    "given",
    [
        {"embedder": "openai:text-embedding-3-small"},
        {"embedder": "openai:own", "base_url": "http://x/v1"},
        {"embedder": "openai:", "embedding_dimensions": 3, "base_url": "http://x/v1"},
        {"model": "gpt-4.1-mini"},
        {"pipeline": "llm", "api_key": "k"},
    ],
)
def test_what_is_missing_is_said(given: dict[str, Any]) -> None:
    settings = Settings.load(**given)
    with pytest.raises(SettingsError, match="MNEMOSAIC_"):
        embedder_from(settings) if "embedder" in given else language_model_from(settings)


def test_openai_embedder_with_known_or_given_size() -> None:
    assert embedder_from(Settings(embedder="openai:text-embedding-3-small", api_key="k")).dimensions == 1536
    own = embedder_from(Settings(embedder="openai:own", base_url="http://x/v1", embedding_dimensions=7))
    assert (own.name, own.dimensions) == ("openai:own", 7)


def test_language_model_only_where_one_is_named() -> None:
    assert language_model_from(Settings()) is None
    model = language_model_from(Settings(model="tiny", base_url="http://127.0.0.1:9/v1"))
    assert model is not None
    assert model.name == "tiny"


def test_making_models_imports_nothing_heavy() -> None:
    script = (
        "import sys; from mnemosaic.settings import Settings; from mnemosaic import models;"
        "models.language_model_from(Settings(model='m', api_key='k'));"
        "models.embedder_from(Settings(embedder='e5-small-v2-q'));"
        "models.embedder_from(Settings(embedder='openai:text-embedding-3-small', api_key='k'));"
        "print(*{'openai', 'onnxruntime', 'tokenizers', 'httpx', 'tenacity'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
