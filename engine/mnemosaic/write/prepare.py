"""What of a batch needs no look at the graph's atoms: decompose, embed, classify."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mnemosaic.errors import ModelUnavailableError
from mnemosaic.models.protocols import Embedder, Vectors
from mnemosaic.models.tally import Tally
from mnemosaic.stopwatch import Stopwatch
from mnemosaic.turns import StoredTurn
from mnemosaic.write import drafts, rows
from mnemosaic.write.drafts import Draft
from mnemosaic.write.intake import Intake
from mnemosaic.write.protocols import Classifier, Decomposer, Decomposition, joined

FAULTS = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
"""What a defect in a decomposer raises; a model that fails raises `ModelError`."""

log = logging.getLogger(__name__)


class Work(NamedTuple):
    """A batch of turns that were stored, and what it took so far: seconds, and what models cost."""

    taken: Intake
    watch: Stopwatch
    tally: Tally


class Prepared(NamedTuple):
    """A batch before it is committed. `before` names the turn before each turn, row i of `turn_vectors` is turn i."""

    made: Decomposition
    failed: dict[str, str]
    ready: list[Draft]
    before: dict[str, StoredTurn]
    turn_vectors: Vectors


class Outage:
    """Why no model can be asked any more during one call, as soon as that is so."""

    reason: str | None = None


class Preparer:
    """Makes drafts of turns. Safe for threads: what a call needs lives in the call."""

    def __init__(self, embedder: Embedder, decomposer: Decomposer, classifier: Classifier) -> None:
        self._embedder = embedder
        self._decomposer = decomposer
        self._classifier = classifier

    @property
    def extractor(self) -> str:
        """Name and version of the decomposer."""
        return self._decomposer.extractor

    def prepare(self, scope: str, work: Work, outage: Outage) -> Prepared:
        """What needs no look at the graph's atoms. Raises `ModelError`; after an outage no model is asked again."""
        if outage.reason is not None:
            raise ModelUnavailableError(outage.reason)
        try:
            with work.tally.open():
                return self.prepared(scope, work)
        except ModelUnavailableError as error:
            outage.reason = str(error)
            raise

    def prepared(self, scope: str, work: Work) -> Prepared:
        """The drafts of a batch. Raises `ModelError`."""
        taken, watch = work.taken, work.watch
        with watch.step("decompose"):
            made, failed = self._decomposed(taken)
        with watch.step("embed"):
            before = _predecessors([*taken.context, *taken.work])
            texts = [claim.details for claim in made.claims]
            passages = [rows.turn_passage(turn, before) for turn in taken.work]
            vectors = self._embedder.passages(texts + passages) if passages else np.empty((0, 0), dtype=np.float32)
        with watch.step("classify"):
            ready = drafts.make(scope, taken.work, made.claims, vectors[: len(texts)], self._classifier)
        return Prepared(made, failed, ready, before, vectors[len(texts) :])

    def _decomposed(self, taken: Intake) -> tuple[Decomposition, dict[str, str]]:
        """The claims of a batch, and why for each turn that could not be taken apart: one must not cost the others."""
        if not taken.work:
            return Decomposition(claims=()), {}
        try:
            return self._decomposer.decompose(taken.work, taken.context), {}
        except FAULTS as error:
            log.warning("a batch of %d turns could not be decomposed, they are tried alone: %r", len(taken.work), error)
        parts, failed = [], {}
        for turn in taken.work:
            try:
                parts.append(self._decomposer.decompose([turn], taken.context))
            except FAULTS as error:
                failed[turn.id] = f"it could not be decomposed: {error!r}"
        return joined(parts), failed


def _predecessors(turns: Sequence[StoredTurn]) -> dict[str, StoredTurn]:
    """For each turn the one before it in its session, where it is among `turns`."""
    found: dict[str, StoredTurn] = {}
    last: dict[str, StoredTurn] = {}
    for turn in sorted(turns, key=lambda turn: turn.position):
        if turn.turn.session in last:
            found[turn.id] = last[turn.turn.session]
        last[turn.turn.session] = turn
    return found
