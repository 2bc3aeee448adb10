"""How turns become atoms: take in, decompose, embed, classify, find neighbours, commit. One batch at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from mnemosaic import times
from mnemosaic.atoms import Claim
from mnemosaic.errors import ForgottenError, ModelError, ModelMismatchError
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Embedder
from mnemosaic.models.tally import Tally
from mnemosaic.reports import Problem, TurnCounts, WriteReport
from mnemosaic.settings import Settings
from mnemosaic.stopwatch import Stopwatch
from mnemosaic.turns import StoredTurn, Turn, TurnStatus
from mnemosaic.verdicts import Judgement
from mnemosaic.write import drafts, intake, rows
from mnemosaic.write.account import account, left_pending, statuses
from mnemosaic.write.commit import Batch, Committed, commit, decided
from mnemosaic.write.drafts import Draft
from mnemosaic.write.firewall import Firewall
from mnemosaic.write.intake import Intake
from mnemosaic.write.llm_adviser import Adviser
from mnemosaic.write.llm_told import Told
from mnemosaic.write.neighbours import Edge, Neighbourhood, spoken_together
from mnemosaic.write.prepare import Outage, Prepared, Preparer, Work
from mnemosaic.write.protocols import Classifier, Decomposer, Decomposition
from mnemosaic.write.relate import stated
from mnemosaic.write.resolution import meanings

STATED_BY_HAND = "user/1"
"""Extractor of what was corrected or clarified by hand."""


log = logging.getLogger(__name__)


class Writer:
    """The write path over one graph. Safe for threads: what a call needs lives in the call."""

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        embedder: Embedder,
        decomposer: Decomposer,
        classifier: Classifier,
        firewall: Firewall,
        adviser: Adviser | None = None,
    ) -> None:
        """`adviser` has a model judge what is new; without one, rules do."""
        self._graph = graph
        self._settings = settings
        self._embedder = embedder
        self._preparer = Preparer(embedder, decomposer, classifier)
        self._classifier = classifier
        self._firewall = firewall
        self._adviser = adviser

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

    def state(
        self, scope: str, turn: Turn, make: Callable[[StoredTurn], Claim], told: Mapping[str, Judgement]
    ) -> WriteReport:
        """Write one turn as the one claim that `make` makes of it, which passes the gate whatever it is.

        `told` are verdicts on it beside atoms by their ids, which come before any other.
        """
        watch = Stopwatch()
        taken = intake.take_in(self._graph, scope, [turn])
        if not taken.work:
            return WriteReport(scope=scope, turns=TurnCounts(existing=taken.existing))
        claim = make(taken.work[0])
        vectors = self._embedder.passages([claim.details, rows.turn_passage(taken.work[0], {})])
        ready = drafts.make(scope, taken.work, [claim], vectors[:1], self._classifier)
        done = rows.turn_row(taken.work[0], TurnStatus.DONE.value, vectors[1])
        batch = Batch(
            scope,
            STATED_BY_HAND,
            ready,
            (),
            (),
            [done],
            associated=self._embedder.thresholds.associated,
            limit=self._settings.associations,
            told={(ready[0].id, atom): verdict for atom, verdict in told.items()},
            beside=list(told),
        )
        with watch.step("commit"):
            made = commit(self._graph, batch, self._embedder, self._firewall.without_gate())
        report = account(scope, ready, Decomposition(claims=(claim,)), made, [TurnStatus.DONE.value])
        turns = report.turns.model_copy(update={"stored": taken.stored})
        return report.model_copy(update={"turns": turns, "seconds": watch.seconds})

    def preview(self, scope: str, turns: Sequence[Turn]) -> WriteReport:
        """What `remember` would decide on these turns beside what the graph holds; nothing is written."""
        watch = Stopwatch()
        taken = intake.untaken(scope, turns)
        work = Work(taken, watch, Tally())
        with work.tally.open():
            prepared = self._preparer.prepared(scope, work)
            said = self._told(scope, work, prepared.ready, None)
        with watch.step("decide"):
            named = meanings(self._graph.read, scope, [draft.claim for draft in prepared.ready])
            meant = drafts.as_meant(prepared.ready, named)
            batch = Batch(scope, self._preparer.extractor, meant, (), (), (), told=said.verdicts)
            beside, plan = decided(self._graph.read, batch, times.now(), self._firewall)
        done = Committed(plan.decisions, frozenset(draft.id for draft, _, _ in plan.kept), 0, 0, plan.derived)
        ended = statuses(taken.work, prepared.made, prepared.failed)
        report = account(scope, prepared.ready, prepared.made, done, ended)
        looked = dict.fromkeys(found.known.id for group in beside for found in group)
        judged = dict.fromkeys(atom for decision in plan.decisions for atom in decision.judged)
        seen = {
            "looked_at": tuple(looked),
            "judged": tuple(judged),
            "seconds": watch.seconds,
            "usage": work.tally.usage,
        }
        return report.model_copy(update=seen)

    def _taken_in(self, turns: Iterable[Turn], scope: str) -> Iterator[Work]:
        first = 0
        for batch in _batches(turns, self._batch_turns()):
            watch = Stopwatch()
            with watch.step("store"):
                taken = intake.take_in(self._graph, scope, batch, first)
            first += len(batch)
            yield Work(taken, watch, Tally())

    def _waiting(self, scope: str, outage: Outage) -> Iterator[Work]:
        tried: list[str] = []
        while outage.reason is None and (taken := intake.waiting(self._graph, scope, self._batch_turns(), tried)).work:
            tried += [turn.id for turn in taken.work]
            yield Work(taken, Stopwatch(), Tally())

    def _in_order(self, scope: str, batches: Iterator[Work], bulk: bool, outage: Outage) -> Iterator[WriteReport]:
        """Commit batches in their order; while one is committed, the next is already decomposed and embedded."""
        looks = self._firewall.compares or self._settings.associations > 0
        hood = Neighbourhood(self._graph, scope, self._embedder.thresholds.associated, bulk and looks)
        pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mnemosaic-prepare")
        try:
            before: tuple[Work, Future[Prepared]] | None = None
            for work in batches:
                following = pool.submit(self._preparer.prepare, scope, work, outage)
                if before is not None:
                    yield self._finish(scope, *before, hood)
                before = work, following
            if before is not None:
                yield self._finish(scope, *before, hood)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _batch_turns(self) -> int:
        return self._settings.window_turns if self._settings.uses_model else self._settings.batch_turns

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
                report = report.merged(self._left(scope, taken.work, str(error)))
            else:
                with work.tally.open():
                    report = report.merged(self._committed(scope, work, ready, hood))
        return report.model_copy(update={"seconds": watch.seconds, "usage": work.tally.usage})

    def _committed(self, scope: str, work: Work, prepared: Prepared, hood: Neighbourhood) -> WriteReport:
        """Commit what was made; where turns were forgotten meanwhile the others are left pending."""
        try:
            return self._commit(scope, work, prepared, hood)
        except ForgottenError as error:
            there = [turn for turn in work.taken.work if turn.id not in error.turns]
            left = self._left(scope, there, str(error))
            gone = [Problem(reason=str(error), turn=turn) for turn in error.turns]
            return left.model_copy(update={"problems": (*left.problems, *gone)})

    def _left(self, scope: str, turns: Sequence[StoredTurn], reason: str) -> WriteReport:
        """Leave turns pending, with the reason."""
        pending = [rows.turn_row(turn, TurnStatus.PENDING.value, None, reason) for turn in turns]
        commit(self._graph, Batch(scope, "", (), (), (), pending), self._embedder, self._firewall)
        return left_pending(scope, turns, reason)

    def _commit(self, scope: str, work: Work, prepared: Prepared, hood: Neighbourhood) -> WriteReport:
        taken, watch = work.taken, work.watch
        made, ready = prepared.made, prepared.ready
        ended = statuses(taken.work, made, prepared.failed)
        with watch.step("associate"):
            seen = hood.look(ready, self._settings.associations)
            spoken = self._spoken(prepared, taken, hood)
        said = self._told(scope, work, ready, seen.nearest)
        with watch.step("commit"):
            states = zip(taken.work, ended, prepared.turn_vectors, strict=True)
            turns = [
                rows.turn_row(turn, status, vector, prepared.failed.get(turn.id)) for turn, status, vector in states
            ]
            batch = Batch(
                scope,
                self._preparer.extractor,
                ready,
                [*spoken, *seen.edges],
                stated(ready),
                turns,
                seen.nearest,
                hood.writes,
                self._embedder.thresholds.associated,
                self._settings.associations,
                said.verdicts,
            )
            done = commit(self._graph, batch, self._embedder, self._firewall)
            hood.grow([draft for draft in ready if draft.id in done.new], done.writes)
            atoms = done.atoms(ready)
            hood.ended = {draft.claim.main_turn: atoms[draft.id] for draft in ready}
        problems = tuple(Problem(reason=reason, turn=turn) for turn, reason in prepared.failed.items())
        report = account(scope, ready, made, done, ended)
        return report.model_copy(update={"problems": problems, "warnings": (*report.warnings, *said.failures)})

    def _told(
        self, scope: str, work: Work, ready: Sequence[Draft], nearest: Sequence[Mapping[str, float]] | None
    ) -> Told:
        """What a model says of the drafts, where there is one and the scope is worth it."""
        if self._adviser is None:
            return Told({})
        with work.watch.step("judge"):
            told = self._adviser.told(scope, ready, len(work.taken.work), nearest)
        for reason in told.failures:
            log.warning("rules judge what the model did not: %s", reason)
        return told

    def _spoken(self, prepared: Prepared, taken: Intake, hood: Neighbourhood) -> list[Edge]:
        """Edges between what was said together, and to the end of the turn before."""
        if not prepared.ready or not self._settings.associations:
            return []
        # a batch is taken in before the one before it is committed
        last = taken.last_atoms | hood.ended
        last |= {draft.claim.main_turn: draft.id for draft in prepared.ready}
        adjacent = {turn: last[previous.id] for turn, previous in prepared.before.items() if previous.id in last}
        return spoken_together(
            [draft.id for draft in prepared.ready], [draft.claim.main_turn for draft in prepared.ready], adjacent
        )


def _batches(turns: Iterable[Turn], size: int) -> Iterator[list[Turn]]:
    source = iter(turns)
    while batch := list(islice(source, size)):
        yield batch
