"""How turns become atoms: take in, decompose, embed, classify, find neighbours, commit. One batch at a time."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple

import numpy as np

from mnemosaic.errors import ModelError, ModelMismatchError, ModelUnavailableError
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Embedder, Usage, Vectors
from mnemosaic.reports import LeftOut, Outcome, Problem, TurnCounts, WriteReport, WrittenAtom
from mnemosaic.settings import Settings
from mnemosaic.stopwatch import Stopwatch
from mnemosaic.turns import StoredTurn, Turn, TurnStatus
from mnemosaic.write import drafts, intake, rows
from mnemosaic.write.commit import Batch, Committed, commit
from mnemosaic.write.intake import Intake
from mnemosaic.write.neighbours import Edge, Neighbourhood, bounded, spoken_together
from mnemosaic.write.protocols import Classifier, Decomposer, Decomposition, joined
from mnemosaic.write.rows import Draft

FAULTS = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
"""What a defect in a decomposer raises; a model that fails raises `ModelError`."""

log = logging.getLogger(__name__)


class Work(NamedTuple):
    """A batch of turns that were stored, and what it took so far."""

    taken: Intake
    watch: Stopwatch


class Prepared(NamedTuple):
    """A batch before it is committed. `before` names the turn before each turn, row i of `turn_vectors` is turn i."""

    made: Decomposition
    failed: dict[str, str]
    ready: list[Draft]
    before: dict[str, StoredTurn]
    turn_vectors: Vectors
    usage: dict[str, Usage]


class Outage:
    """Why no model can be asked any more during one call, as soon as that is so."""

    reason: str | None = None


class Writer:
    """The write path over one graph. Safe for threads: what a call needs lives in the call."""

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        embedder: Embedder,
        decomposer: Decomposer,
        classifier: Classifier,
        usage: Callable[[], Usage] = Usage,
    ) -> None:
        """`usage` is what the decomposer's model calls cost so far."""
        self._graph = graph
        self._settings = settings
        self._embedder = embedder
        self._decomposer = decomposer
        self._classifier = classifier
        self._usage = usage

    def remember(self, turns: Iterable[Turn], scope: str, bulk: bool = False) -> Iterator[WriteReport]:
        """Write turns batch by batch, each in one transaction; a report a batch. Stopping in between loses nothing.

        `bulk` reads the scope's vectors once, so that neighbours of many new atoms are found in memory.
        """
        return self._in_order(scope, self._taken_in(turns, scope), bulk, Outage())

    def resume(self, scope: str) -> Iterator[WriteReport]:
        """Work again on the turns of a scope that are pending or failed, each of them once; a report a batch.

        Where no model can be reached, the rest is left as it is.
        """
        outage = Outage()
        return self._in_order(scope, self._waiting(scope, outage), True, outage)

    def _taken_in(self, turns: Iterable[Turn], scope: str) -> Iterator[Work]:
        first = 0
        for batch in _batches(turns, self._batch_turns()):
            watch = Stopwatch()
            with watch.step("store"):
                taken = intake.take_in(self._graph, scope, batch, first)
            first += len(batch)
            yield Work(taken, watch)

    def _waiting(self, scope: str, outage: Outage) -> Iterator[Work]:
        tried: list[str] = []
        while outage.reason is None and (taken := intake.waiting(self._graph, scope, self._batch_turns(), tried)).work:
            tried += [turn.id for turn in taken.work]
            yield Work(taken, Stopwatch())

    def _in_order(self, scope: str, batches: Iterator[Work], bulk: bool, outage: Outage) -> Iterator[WriteReport]:
        """Commit batches in their order; while one is committed, the next is already decomposed and embedded."""
        hood = Neighbourhood(self._graph, scope, self._embedder.thresholds.associated, bulk)
        pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mnemosaic-prepare")
        try:
            before: tuple[Work, Future[Prepared]] | None = None
            for work in batches:
                following = pool.submit(self._prepare, scope, work, outage)
                if before is not None:
                    yield self._finish(scope, *before, hood)
                before = work, following
            if before is not None:
                yield self._finish(scope, *before, hood)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _batch_turns(self) -> int:
        return self._settings.window_turns if self._settings.uses_model else self._settings.batch_turns

    def _prepare(self, scope: str, work: Work, outage: Outage) -> Prepared:
        """What needs no look at the graph's atoms. Raises `ModelError`; after an outage no model is asked again."""
        if outage.reason is not None:
            raise ModelUnavailableError(outage.reason)
        try:
            return self._prepared(scope, work)
        except ModelUnavailableError as error:
            outage.reason = str(error)
            raise

    def _prepared(self, scope: str, work: Work) -> Prepared:
        taken, watch = work.taken, work.watch
        spent = self._usage(), self._embedder.usage
        with watch.step("decompose"):
            made, failed = self._decomposed(taken)
        with watch.step("embed"):
            before = _predecessors([*taken.context, *taken.work])
            texts = [claim.details for claim in made.claims]
            passages = [rows.turn_passage(turn, before) for turn in taken.work]
            vectors = self._embedder.passages(texts + passages) if passages else np.empty((0, 0), dtype=np.float32)
        with watch.step("classify"):
            ready = drafts.make(scope, taken.work, made.claims, vectors[: len(texts)], self._classifier)
        usage = {"decompose": self._usage() - spent[0], "embed": self._embedder.usage - spent[1]}
        return Prepared(made, failed, ready, before, vectors[len(texts) :], usage)

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

    def _finish(self, scope: str, work: Work, prepared: Future[Prepared], hood: Neighbourhood) -> WriteReport:
        """Commit one batch; its report. Where no model could be asked, its turns are left pending and say why."""
        taken, watch = work.taken, work.watch
        report = WriteReport(scope=scope, turns=TurnCounts(stored=taken.stored, existing=taken.existing))
        if taken.work:
            try:
                ready = prepared.result()
            except ModelMismatchError:
                raise
            except ModelError as error:
                commit(self._graph, _waiting_batch(scope, taken, str(error)), self._embedder)
                report = report.merged(_left_pending(scope, taken, str(error)))
            else:
                made = self._commit(scope, taken, ready, hood, watch)
                report = report.merged(made).model_copy(update={"usage": ready.usage})
        return report.model_copy(update={"seconds": watch.seconds})

    def _commit(
        self, scope: str, taken: Intake, prepared: Prepared, hood: Neighbourhood, watch: Stopwatch
    ) -> WriteReport:
        made, ready = prepared.made, prepared.ready
        statuses = _statuses(taken.work, prepared)
        with watch.step("associate"):
            edges = self._edges(prepared, taken, hood)
        with watch.step("commit"):
            ended = zip(taken.work, statuses, prepared.turn_vectors, strict=True)
            turns = [
                rows.turn_row(turn, status, vector, prepared.failed.get(turn.id)) for turn, status, vector in ended
            ]
            batch = Batch(scope, self._decomposer.extractor, ready, edges, drafts.stated(ready), turns)
            done = commit(self._graph, batch, self._embedder)
            hood.grow([draft for draft in ready if draft.id in done.new])
            hood.ended = {draft.claim.main_turn: done.atoms[draft.id] for draft in ready}
        problems = tuple(Problem(reason=reason, turn=turn) for turn, reason in prepared.failed.items())
        return _report(scope, ready, made, done, statuses).model_copy(update={"problems": problems})

    def _edges(self, prepared: Prepared, taken: Intake, hood: Neighbourhood) -> list[Edge]:
        limit = self._settings.associations
        # what a batch states twice is one atom, the first of them
        kept = {(draft.type, draft.live_key): draft for draft in reversed(prepared.ready)}
        unique = [draft for draft in prepared.ready if kept[draft.type, draft.live_key] is draft]
        if not unique or not limit:
            return []
        # a batch is taken in before the one before it is committed
        last = taken.last_atoms | hood.ended
        last |= {draft.claim.main_turn: kept[draft.type, draft.live_key].id for draft in prepared.ready}
        adjacent = {turn: last[previous.id] for turn, previous in prepared.before.items() if previous.id in last}
        ids = [draft.id for draft in unique]
        spoken = spoken_together(ids, [draft.claim.main_turn for draft in unique], adjacent)
        return bounded([*spoken, *hood.similar(unique, limit)], limit)


def _batches(turns: Iterable[Turn], size: int) -> Iterator[list[Turn]]:
    source = iter(turns)
    while batch := list(islice(source, size)):
        yield batch


def _predecessors(turns: Sequence[StoredTurn]) -> dict[str, StoredTurn]:
    """For each turn the one before it in its session, where it is among `turns`."""
    found: dict[str, StoredTurn] = {}
    last: dict[str, StoredTurn] = {}
    for turn in sorted(turns, key=lambda turn: turn.position):
        if turn.turn.session in last:
            found[turn.id] = last[turn.turn.session]
        last[turn.turn.session] = turn
    return found


def _statuses(work: Sequence[StoredTurn], prepared: Prepared) -> list[str]:
    found = dict.fromkeys((turn.id for turn in work), TurnStatus.NO_ATOMS)
    found |= dict.fromkeys((claim.main_turn for claim in prepared.made.claims), TurnStatus.DONE)
    found |= dict.fromkeys(prepared.failed, TurnStatus.FAILED)
    return [found[turn.id].value for turn in work]


def _waiting_batch(scope: str, taken: Intake, reason: str) -> Batch:
    turns = [rows.turn_row(turn, TurnStatus.PENDING.value, None, reason) for turn in taken.work]
    return Batch(scope, "", (), (), (), turns)


def _left_pending(scope: str, taken: Intake, reason: str) -> WriteReport:
    return WriteReport(
        scope=scope,
        turns=TurnCounts(pending=len(taken.work)),
        problems=tuple(Problem(reason=reason, turn=turn.id, text=turn.turn.text[:80]) for turn in taken.work),
    )


def _report(
    scope: str, ready: Sequence[Draft], made: Decomposition, done: Committed, statuses: Sequence[str]
) -> WriteReport:
    count = Counter(statuses)
    atoms, seen = [], set()
    for draft in ready:
        fresh = draft.id in done.new and draft.id not in seen
        seen.add(draft.id)
        atoms.append(
            WrittenAtom(
                id=done.atoms[draft.id],
                outcome=Outcome.ADD if fresh else Outcome.SKIP,
                type=draft.type,
                title=draft.claim.title,
                turn=draft.claim.main_turn,
            )
        )
    return WriteReport(
        scope=scope,
        turns=TurnCounts(**{name: count[name] for name in ("done", "no_atoms", "failed")}),
        added=len(done.new),
        existing=len(ready) - len(done.new),
        edges=done.edges,
        atoms=tuple(atoms),
        left_out=tuple(LeftOut(turn=item.turn_id, text=item.text, reason=item.reason.value) for item in made.skipped),
    )
