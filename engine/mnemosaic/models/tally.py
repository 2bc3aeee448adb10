"""What one call of the engine cost by step: counted where the cost arises, so that concurrent calls never mix.

    tally = Tally()
    with tally.open():
        counted(model, "verify").answer(...)
        with step("embed"):
            embedder.passages(texts)
    tally.usage                       # {"verify": Usage(...), "embed": Usage(...)}

Which tally is open and which step it is lives in the context of the thread. A thread that is started meanwhile opens
the tally itself. No generator may yield while it holds one open: its consumer would be counted too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mnemosaic.models.protocols import AnswerT, LanguageModel, Usage

OTHER = "other"
"""The step of what is counted outside any."""


class Tally:
    """Usage by step of what happens while it is open, in any number of threads and parts."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._usage: dict[str, Usage] = {}

    @contextmanager
    def open(self) -> Iterator[None]:
        """Count what happens inside, in this thread. Of several that are open, the innermost counts."""
        token = _OPEN.set(self)
        try:
            yield
        finally:
            _OPEN.reset(token)

    @property
    def usage(self) -> dict[str, Usage]:
        """What was counted so far, by step in the order they were first counted."""
        with self._guard:
            return dict(self._usage)

    def add(self, name: str, usage: Usage) -> None:
        """Count `usage` under the step called `name`."""
        with self._guard:
            self._usage[name] = self._usage.get(name, Usage()) + usage


_OPEN: ContextVar[Tally | None] = ContextVar("mnemosaic_tally", default=None)
_STEP: ContextVar[str] = ContextVar("mnemosaic_step", default=OTHER)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Count what happens inside under `name`; the innermost step counts."""
    token = _STEP.set(name)
    try:
        yield
    finally:
        _STEP.reset(token)


def note(usage: Usage) -> None:
    """Count `usage` for the tally that is open here, if any. Every `Meter` does so."""
    tally = _OPEN.get()
    if tally is not None:
        tally.add(_STEP.get(), usage)


class Counted:
    """A `LanguageModel` whose calls are counted under a step.

    A model that uses no `Meter` is counted too: its calls (at least one), the tokens by which its own `usage` grew (too
    many where other threads ask it meanwhile), and the seconds.
    """

    def __init__(self, model: LanguageModel, name: str) -> None:
        self._model = model
        self._step = name

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def usage(self) -> Usage:
        """What the model cost since it was made, whoever asked it."""
        return self._model.usage

    def answer(self, system: str, user: str, kind: type[AnswerT]) -> AnswerT:
        """One call of the model. What it costs is counted also where it fails."""
        own, before, start = Tally(), self._model.usage, time.perf_counter()
        try:
            with own.open(), step(self._step):
                return self._model.answer(system, user, kind)
        finally:
            seconds = time.perf_counter() - start
            self._pass_on(own.usage or {self._step: _single(self._model.usage - before, seconds)})

    def _pass_on(self, found: dict[str, Usage]) -> None:
        for name, usage in found.items():
            with step(name):
                note(usage)


def counted(model: LanguageModel, name: str) -> LanguageModel:
    """`model`, with each of its calls counted under the step `name`."""
    return Counted(model, name)


def _single(grown: Usage, seconds: float) -> Usage:
    return grown.model_copy(update={"calls": max(1, grown.calls), "seconds": seconds})
