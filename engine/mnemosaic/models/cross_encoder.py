"""A reranker on this machine: a cross-encoder in ONNX, from a folder of one's own."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mnemosaic.errors import ModelUnavailableError, SettingsError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

FILES = NETWORK, TOKENIZER = "model.onnx", "tokenizer.json"
WINDOW = 512
"""Tokens of question and text together; a longer text is cut off."""


class CrossEncoder:
    """A `Reranker` over a folder with `model.onnx` and `tokenizer.json`, as exporters of cross-encoders write it.

    The network takes token ids of a pair and gives one number, or one for each class: then the last counts. It is
    loaded on first use; safe for threads. Raises `SettingsError` where the folder does not hold such a model: that does
    not pass, so a recall does not go on without it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loading = threading.Lock()
        self._loaded: tuple[InferenceSession, Tokenizer] | None = None

    @property
    def name(self) -> str:
        """The folder's name."""
        return self._folder.name

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """The network's number for each pair of the question and a text."""
        from onnxruntime.capi import onnxruntime_pybind11_state as refusals

        session, tokenizer = self._load()
        wanted = {node.name for node in session.get_inputs()}
        found = []
        for text in texts:
            pair = tokenizer.encode(question, text)
            feeds = {
                "input_ids": np.array([pair.ids], dtype=np.int64),
                "attention_mask": np.array([pair.attention_mask], dtype=np.int64),
                "token_type_ids": np.array([pair.type_ids], dtype=np.int64),
            }
            try:
                logits = session.run(None, {name: feeds[name] for name in wanted})[0]
                found.append(float(np.asarray(logits).reshape(-1)[-1]))
            except (KeyError, ValueError, IndexError, TypeError, refusals.Fail, refusals.InvalidArgument) as error:
                raise SettingsError(f"the network in {self._folder} is no cross-encoder: {error}") from error
        return found

    def _load(self) -> tuple[InferenceSession, Tokenizer]:
        with self._loading:
            if self._loaded is None:
                self._loaded = _read(self._folder)
            return self._loaded


def _read(folder: Path) -> tuple[InferenceSession, Tokenizer]:
    try:
        from onnxruntime import InferenceSession
        from onnxruntime.capi import onnxruntime_pybind11_state as refusals
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ModelUnavailableError("a cross-encoder needs onnxruntime: run pip install 'mnemosaic[rerank]'") from error
    refused = (refusals.Fail, refusals.InvalidProtobuf, refusals.InvalidGraph, refusals.NotImplemented)
    try:
        description = (folder / TOKENIZER).read_text("utf-8")
        described = json.loads(description)["model"]
        if not (described["type"] and described["vocab"]):
            raise ValueError(f"{TOKENIZER} describes no tokenizer")
        session = InferenceSession((folder / NETWORK).read_bytes(), providers=["CPUExecutionProvider"])
    except (OSError, ValueError, TypeError, KeyError, *refused) as error:
        raise SettingsError(
            f"the folder {folder} holds no cross-encoder, which is {NETWORK} and {TOKENIZER}: {error}"
        ) from error
    tokenizer = Tokenizer.from_str(description)
    tokenizer.enable_truncation(WINDOW, strategy="only_second")
    tokenizer.no_padding()
    return session, tokenizer
