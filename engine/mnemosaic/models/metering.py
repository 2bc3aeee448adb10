"""Counting what model calls cost, from any thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mnemosaic.models import budget, tally
from mnemosaic.models.protocols import Usage


class Meter:
    """Adds up usage. Safe for threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """What was counted so far."""
        with self._guard:
            return self._usage

    def add(self, usage: Usage) -> None:
        """Count `usage` too, also for the tally that is open where this is called."""
        with self._guard:
            self._usage = self._usage + usage
        tally.note(usage)

    @contextmanager
    def call(self) -> Iterator[None]:
        """Count one call and the time it takes, also when it fails. Raises where a `Budget` allows no more."""
        budget.spend()
        start = time.perf_counter()
        try:
            yield
        finally:
            self.add(Usage(calls=1, seconds=time.perf_counter() - start))
