"""The classifier's last question, to a language model: of what kind the statements are that exemplars left open."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from mnemosaic.atoms import AtomType, Facet
from mnemosaic.errors import ModelError, SettingsError
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import AnsweredKind, KindsAnswer
from mnemosaic.settings import Settings

PROMPT = "classify"

log = logging.getLogger(__name__)


class Open(NamedTuple):
    """A statement whose kind is open, and the types that it may have."""

    text: str
    allowed: frozenset[AtomType]


class Kind(NamedTuple):
    """What a model said of one statement; `confidence` in 0..1 is its own."""

    type: AtomType
    facet: Facet | None
    confidence: float


class KindAsker(Protocol):
    """Says of what kind statements are."""

    def __call__(self, statements: Sequence[Open]) -> Mapping[int, Kind]:
        """Kinds by place in `statements`; a place that is missing stays open."""


class ModelKinds:
    """A `KindAsker` that asks a language model about all statements in one call. Safe for threads.

    A model that fails costs nothing but the wait: then every place is missing. Of an answer, numbers that were not
    given, numbers answered twice in different ways and types that a statement may not have are ignored and logged.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._prompt = load_prompt(PROMPT)

    def __call__(self, statements: Sequence[Open]) -> Mapping[int, Kind]:
        """Kinds by place in `statements`."""
        try:
            return self.ask(statements)
        except ModelError as error:
            log.warning("the model named no types, the exemplars decide: %s", error)
            return {}

    def ask(self, statements: Sequence[Open]) -> Mapping[int, Kind]:
        """The same, but a model that fails raises its `ModelError`."""
        if not statements:
            return {}
        answer = self._prompt.ask(self._model, KindsAnswer, statements=_lines(statements))
        return _usable(answer.statements, statements)


def kind_asker(settings: Settings, model: LanguageModel | None) -> KindAsker | None:
    """What `settings.classify_with_model` asks for. Raises `SettingsError` where that is on and there is no model."""
    if not settings.classify_with_model:
        return None
    if model is None:
        raise SettingsError("classify_with_model needs a language model: set MNEMOSAIC_MODEL, and a key or a base_url")
    return ModelKinds(model)


def _lines(statements: Sequence[Open]) -> str:
    return "\n".join(
        json.dumps({"number": number, "statement": text, **_limits(allowed)}, ensure_ascii=False)
        for number, (text, allowed) in enumerate(statements, start=1)
    )


def _limits(allowed: frozenset[AtomType]) -> dict[str, list[str]]:
    return {"may_be": sorted(allowed)} if allowed != frozenset(AtomType) else {}


def _usable(answers: Sequence[AnsweredKind], statements: Sequence[Open]) -> dict[int, Kind]:
    found: dict[int, Kind] = {}
    doubtful: set[int] = set()
    for answered in answers:
        place = answered.number - 1
        if not 0 <= place < len(statements) or answered.type not in statements[place].allowed:
            log.warning("ignored the kind %r: no such number was given, or it may not have that type", answered)
            continue
        kind = Kind(answered.type, answered.facet, answered.confidence)
        if found.setdefault(place, kind).type is not kind.type:
            log.warning("ignored the kinds of statement %d: two types were answered", answered.number)
            doubtful.add(place)
    return {place: kind for place, kind in found.items() if place not in doubtful}
