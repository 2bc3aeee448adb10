"""What one call of the engine cost by step: counted where the cost arises, so that concurrent calls never mix.

    tally = Tally()
    with tally.open():
        counted(model, "verify").answer(...)
        with step("embed"):
            Meter().add(Usage(calls=1))
    tally.usage                       # {"verify": Usage(...), "embed": Usage(...)}

Which tally is open and which step it is lives in the context of the thread. A thread that is started meanwhile opens
the tally itself. No generator may yield while it holds one open: its consumer would be counted too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
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


@contextmanager
def counting(name: str, spent: Callable[[], Usage], at_least: int = 0) -> Iterator[None]:
    """Count under `name` what happens inside, also where it fails.

    What uses no `Meter` is counted too: the calls (`at_least` so many) and tokens by which `spent` grew, which are too
    many where other threads use it meanwhile, and the seconds.
    """
    own, before, start = Tally(), spent(), time.perf_counter()
    try:
        with own.open(), step(name):
            yield
    finally:
        seconds = time.perf_counter() - start
        for inner, usage in (own.usage or _grown(name, spent() - before, at_least, seconds)).items():
            with step(inner):
                note(usage)


def _grown(name: str, grown: Usage, at_least: int, seconds: float) -> dict[str, Usage]:
    calls = max(at_least, grown.calls)
    return {name: grown.model_copy(update={"calls": calls, "seconds": seconds})} if calls else {}


class Counted:
    """A `LanguageModel` whose calls are counted under a step."""

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
        """One call of the model."""
        with counting(self._step, lambda: self._model.usage, at_least=1):
            return self._model.answer(system, user, kind)


def counted(model: LanguageModel, name: str) -> LanguageModel:
    """`model`, with each of its calls counted under the step `name`."""
    return Counted(model, name)
