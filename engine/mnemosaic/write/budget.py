"""A bound on model calls that several threads spend together."""

from __future__ import annotations

import threading

from mnemosaic.settings import Settings


class Budget:
    """How many calls may still be made for a turn, or for a batch of turns. Safe for threads.

    A call that is repeated because its answer was unusable counts once.
    """

    def __init__(self, calls: int) -> None:
        self._guard = threading.Lock()
        self._left = calls

    @classmethod
    def of(cls, settings: Settings, turns: int = 1) -> Budget:
        """What the settings allow for so many turns."""
        return cls(settings.judge_calls_per_turn * turns)

    def take(self) -> bool:
        """Whether one more call may be made; it is counted then."""
        with self._guard:
            if not self._left:
                return False
            self._left -= 1
            return True
