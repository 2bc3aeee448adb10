"""The judge that asks nobody: the rules of `contradict` over what is known."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write import contradict
from mnemosaic.write.contradict import Reading
from mnemosaic.write.known import Known


class Rules:
    """A `Judge` by rules; each statement is read once."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        """One judgement a known atom, in order."""
        own = _reading(new) if known else None
        return [contradict.judge(own, _reading(item)) for item in known] if own is not None else []


class Unrelated:
    """A `Judge` to whom nothing is related to anything."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:  # noqa: ARG002 -- a protocol's
        """One judgement a known atom, in order."""
        return [Judgement(verdict=Verdict.UNRELATED)] * len(known)


def _reading(known: Known) -> Reading:
    if known.reading is None:
        known.reading = contradict.read(known.statement)
    reading: Reading = known.reading
    return reading
