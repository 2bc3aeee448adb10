"""A bound on the requests that are made of a model, however often an answer has to be asked for again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Self

from mnemosaic.errors import ModelUnavailableError
from mnemosaic.settings import Settings


class Budget:
    """How many requests may still be made, for a turn or a batch of turns. Safe for threads."""

    def __init__(self, calls: int) -> None:
        self._guard = threading.Lock()
        self._left = calls

    @classmethod
    def of(cls, settings: Settings, turns: int = 1) -> Self:
        """What the settings allow for judging so many turns."""
        return cls(settings.judge_calls_per_turn * turns)

    @property
    def left(self) -> int:
        """How many there are still."""
        with self._guard:
            return self._left

    def take(self) -> bool:
        """Whether one more request may be made; it is counted then."""
        with self._guard:
            if not self._left:
                return False
            self._left -= 1
            return True

    @contextmanager
    def open(self) -> Iterator[None]:
        """Take one for each request made inside, in this thread; one that is over the bound raises.

        What uses no `Meter` is taken for one request.
        """
        before, token = self.left, _OPEN.set(self)
        try:
            yield
        finally:
            _OPEN.reset(token)
            if self.left == before:
                self.take()


_OPEN: ContextVar[Budget | None] = ContextVar("mnemosaic_budget", default=None)


def spend() -> None:
    """Take one request from the budget that is open here, if any. Every `Meter` does so before a call.

    Raises `ModelUnavailableError` where none is left.
    """
    budget = _OPEN.get()
    if budget is not None and not budget.take():
        raise ModelUnavailableError("the calls that the settings allow are used up: raise judge_calls_per_turn")
