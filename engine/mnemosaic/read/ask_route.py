"""The router's question to a language model, for those who have one and ask for it."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from mnemosaic.atoms import AtomType
from mnemosaic.errors import ModelError
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import RouteWeights

log = logging.getLogger(__name__)


class ModelWeigher:
    """Asks a language model for the weights of the types; None where it gives no usable answer."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._prompt = load_prompt("route")

    def __call__(self, question: str) -> Mapping[AtomType, float] | None:
        """Weights that sum to 1. A model that fails costs the recall nothing but the wait: exemplars decide then."""
        try:
            answer = self._prompt.ask(self._model, RouteWeights, question=question)
        except ModelError as error:
            log.warning("the model gave no weights, the exemplars decide: %s", error)
            return None
        weights = {kind: float(getattr(answer, kind.value)) for kind in AtomType}
        total = sum(weights.values())
        return {kind: weight / total for kind, weight in weights.items()} if total else None
