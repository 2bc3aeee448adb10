"""Keeps vectors of different models apart: an engine writes and reads only with the model that its graph records."""

from __future__ import annotations

from mnemosaic.errors import ModelMismatchError
from mnemosaic.models.protocols import Embedder


def check(embedder: Embedder, name: str | None, dimensions: int | None, changing_to: str | None) -> None:
    """Raise `ModelMismatchError`, naming both models and sizes, unless `embedder` is the recorded model.

    `changing_to` is the model that an unfinished change of the graph leads to.
    """
    if changing_to:
        raise ModelMismatchError(
            f"the vectors of this graph are being changed from {name} to {changing_to}: wait for it "
            f"to end, or finish it with mnemosaic reembed --embedder {changing_to}"
        )
    if (name, dimensions) != (embedder.name, embedder.dimensions):
        raise ModelMismatchError(
            f"the graph was written with {name} ({dimensions} dimensions), the embedder is "
            f"{embedder.name} ({embedder.dimensions}): open it with that model, or run mnemosaic reembed"
        )
