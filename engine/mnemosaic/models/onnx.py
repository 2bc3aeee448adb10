"""One ONNX model read out of its jar: token ids in, one pooled vector out."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mnemosaic.errors import ModelUnavailableError
from mnemosaic.models.catalogue import LocalModel, Pooling

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

FIRST, LAST = "[CLS]", "[SEP]"


class Onnx:
    """Tokenizer and network of one model. Safe for threads; the network itself runs on the thread that calls it.

    One text is run at a time, never a padded batch: these networks are quantised dynamically, with one scale for a
    whole batch, so that a batch moves the vectors of its members (cosine to the text alone as low as 0.975, measured).
    Alone, equal texts have equal vectors, whatever they were embedded with. Speed comes from calling it from many
    threads. The network having no threads of its own, it also works after a fork.
    """

    def __init__(self, model: LocalModel, jar: Path) -> None:
        """Load `model` from `jar`. Raises `ModelUnavailableError` where the jar lacks it."""
        self.model = model
        network, tokenizer = _members(model, jar)
        self._session = _session(network)
        self._inputs = frozenset(node.name for node in self._session.get_inputs())
        self._tokenizer = _tokenizer(tokenizer)
        self._first = self._tokenizer.token_to_id(FIRST)
        self._last = self._tokenizer.token_to_id(LAST)

    def tokens(self, text: str) -> list[int]:
        """The ids of `text`, without special tokens; all of them, however long it is."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def run(self, ids: list[int]) -> NDArray[np.float32]:
        """The pooled vector of `ids`, special tokens added here. Shape (dimensions,); not normalised."""
        row = np.array([[self._first, *ids, self._last]], dtype=np.int64)
        feeds = {"input_ids": row, "attention_mask": np.ones_like(row), "token_type_ids": np.zeros_like(row)}
        states = self._session.run(None, {name: feeds[name] for name in self._inputs})[0][0]
        pooled: NDArray[np.float32] = states[0] if self.model.pooling is Pooling.CLS else states.mean(axis=0)
        return pooled


def _members(model: LocalModel, jar: Path) -> tuple[bytes, str]:
    """The network and the tokenizer's description, straight from the jar, whose checksum was verified on arrival."""
    try:
        with zipfile.ZipFile(jar) as archive:
            network = archive.read(f"{model.stem}.onnx")
            return network, archive.read(f"{model.stem}-tokenizer.json").decode()
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise ModelUnavailableError(f"{jar} does not hold the model {model.name}: {error}") from error


def _session(network: bytes) -> InferenceSession:
    """A session without threads of its own."""
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return InferenceSession(network, options, providers=["CPUExecutionProvider"])


def _tokenizer(description: str) -> Tokenizer:
    """The tokenizer, with the cutting and padding that some of the files ask for switched off."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(description)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
