"""The local embedding models: how each is pooled and prefixed, and what its similarities mean."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mnemosaic.errors import SettingsError
from mnemosaic.models.protocols import Thresholds


class Pooling(StrEnum):
    """How the vectors of the tokens become one: that of the first token, or their mean."""

    CLS = "cls"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """One model of the lock. `part` is its part of the lock, `stem` the name of its files inside the jar.

    `window` is the most tokens one run of the model reads, special tokens and prefix included.
    """

    name: str
    part: str
    stem: str
    pooling: Pooling
    thresholds: Thresholds
    query_prefix: str = ""
    passage_prefix: str = ""
    dimensions: int = 384
    window: int = 512


# The one place for what cosines of the local models mean. `associated`: 22% of random pairs of statements from LoCoMo
# reach it, half of the pairs from one conversation: as many as reach 0.40 with MiniLM. On SICK, 80% of the pairs at or
# above `duplicate` were judged near-paraphrases, and 0.5% of the related pairs are below `unrelated`.
THRESHOLDS = {
    "bge-small-en-v1.5-q": Thresholds(associated=0.605, duplicate=0.945, unrelated=0.585),
    "e5-small-v2-q": Thresholds(associated=0.81, duplicate=0.975, unrelated=0.755),
    "all-MiniLM-L6-v2-q": Thresholds(associated=0.40, duplicate=0.935, unrelated=0.355),
}

LOCAL_MODELS = (
    LocalModel(
        name="bge-small-en-v1.5-q",
        part="embedding-bge",
        stem="bge-small-en-v1.5-q",
        pooling=Pooling.CLS,
        query_prefix="Represent this sentence for searching relevant passages: ",
        thresholds=THRESHOLDS["bge-small-en-v1.5-q"],
    ),
    LocalModel(
        name="e5-small-v2-q",
        part="embedding-e5",
        stem="e5-small-v2-q",
        pooling=Pooling.MEAN,
        query_prefix="query: ",
        passage_prefix="passage: ",
        thresholds=THRESHOLDS["e5-small-v2-q"],
    ),
    LocalModel(
        name="all-MiniLM-L6-v2-q",
        part="embedding-minilm",
        stem="all-minilm-l6-v2-q",
        pooling=Pooling.MEAN,
        window=256,
        thresholds=THRESHOLDS["all-MiniLM-L6-v2-q"],
    ),
)


def local_model(name: str) -> LocalModel:
    """The local model called `name`, whatever the case. Raises `SettingsError` naming those there are."""
    for model in LOCAL_MODELS:
        if model.name.casefold() == name.strip().casefold():
            return model
    known = ", ".join(model.name for model in LOCAL_MODELS)
    raise SettingsError(f"no embedder is called {name!r}: use one of {known}, or openai:<model name>")
