"""Made-up conversations and vectors, the same for the same seed: speed depends on their number and shape alone."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from mnemosaic.models.protocols import Thresholds, Usage, Vectors
from mnemosaic.turns import Turn

DIMENSIONS = 384
CLUSTERS = 200
SPREAD = 0.9

_PEOPLE = ("Ines", "Marek", "Yuki", "Dele", "Sana", "Piotr")
_VERBS = ("bought", "repaired", "painted", "measured", "ordered", "sold", "packed", "counted", "labelled", "tested")
_ADJECTIVES = ("blue", "wooden", "heavy", "spare", "second-hand", "narrow", "cheap", "old", "silver", "round")
_NOUNS = ("boat", "lamp", "ladder", "engine", "bookcase", "kettle", "bicycle", "router", "violin", "tent", "printer")
_PLACES = ("Bergen", "Porto", "Gdynia", "Osaka", "Lagos", "Lyon", "Tartu", "Cork", "Quito", "Perth")


class SyntheticEmbedder:
    """An `Embedder` of clustered random unit vectors, a function of the text alone."""

    name = "synthetic"
    dimensions = DIMENSIONS
    thresholds = Thresholds(associated=0.35, duplicate=0.95, unrelated=0.1)
    usage = Usage()

    def __init__(self) -> None:
        self._centres = _unit(np.random.default_rng(7).standard_normal((CLUSTERS, DIMENSIONS)))

    def passages(self, texts: Sequence[str]) -> Vectors:
        """A vector a text: the centre of its cluster with noise."""
        seeds = [zlib.crc32(text.encode()) for text in texts]
        noise = [np.random.default_rng(seed).standard_normal(DIMENSIONS) for seed in seeds]
        centres = self._centres[[seed % CLUSTERS for seed in seeds]]
        return _unit(centres + SPREAD * _unit(np.array(noise).reshape(len(texts), DIMENSIONS)))

    def queries(self, texts: Sequence[str]) -> Vectors:
        """The same as for passages."""
        return self.passages(texts)


def conversation(sentences: int, seed: int) -> list[Turn]:
    """Turns of two sentences each, `sentences` in all, each a statement of its own; sessions of twenty turns."""
    rng = np.random.default_rng(seed)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    turns = []
    for place in range(sentences // 2):
        speaker = _PEOPLE[place % 2]
        text = " ".join(_sentence(rng, seed * 1_000_000 + place * 2 + half) for half in (0, 1))
        said_at = start + timedelta(minutes=place)
        turns.append(Turn(text=text, speaker=speaker, session=f"s{place // 20}", said_at=said_at, position=place % 20))
    return turns


def questions(count: int, seed: int) -> list[str]:
    """Questions in the words of the conversations."""
    rng = np.random.default_rng(seed)
    return [
        f"Which {_pick(rng, _ADJECTIVES)} {_pick(rng, _NOUNS)} went to {_pick(rng, _PLACES)}?" for _ in range(count)
    ]


def _sentence(rng: np.random.Generator, number: int) -> str:
    thing = f"{_pick(rng, _ADJECTIVES)} {_pick(rng, _NOUNS)} number {number}"
    kind = number % 3
    if kind == 0:
        return f"I {_pick(rng, _VERBS)} the {thing} with {_pick(rng, _PEOPLE)} in {_pick(rng, _PLACES)} yesterday."
    if kind == 1:
        return f"My favourite thing in {_pick(rng, _PLACES)} is the {thing} from {_pick(rng, _PEOPLE)}."
    return f"Always clean the {thing} before sending it to {_pick(rng, _PLACES)}."


def _pick(rng: np.random.Generator, words: Sequence[str]) -> str:
    return words[int(rng.integers(len(words)))]


def _unit(rows: NDArray[np.float64]) -> Vectors:
    unit: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit
