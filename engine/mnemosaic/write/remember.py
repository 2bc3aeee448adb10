"""How turns become atoms: take in, decompose, embed, classify, find neighbours, commit. One batch at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from mnemosaic.errors import ModelError, ModelMismatchError, ModelUnavailableError
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Embedder, Usage
from mnemosaic.reports import LeftOut, Outcome, Problem, TurnCounts, WriteReport, WrittenAtom
from mnemosaic.settings import Settings
from mnemosaic.stopwatch import Stopwatch
from mnemosaic.turns import StoredTurn, Turn, TurnStatus
from mnemosaic.write import drafts, intake, rows
from mnemosaic.write.commit import Batch, Committed, commit
from mnemosaic.write.intake import Intake
from mnemosaic.write.neighbours import Edge, Neighbourhood, bounded, spoken_together
from mnemosaic.write.protocols import Classifier, Decomposer, Decomposition
from mnemosaic.write.rows import Draft


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
        hood = self._neighbourhood(scope, bulk)
        down: str | None = None
        first = 0
        for batch in _batches(turns, self._batch_turns()):
            watch = Stopwatch()
            with watch.step("store"):
                taken = intake.take_in(self._graph, scope, batch, first)
            first += len(batch)
            report, down = self._make_atoms(scope, taken, hood, watch, down)
            yield report

    def resume(self, scope: str) -> Iterator[WriteReport]:
        """Work again on the turns of a scope that are pending or failed, each of them once; a report a batch."""
        hood = self._neighbourhood(scope, bulk=True)
        tried: list[str] = []
        while (taken := intake.waiting(self._graph, scope, self._batch_turns(), tried)).work:
            report, down = self._make_atoms(scope, taken, hood, Stopwatch(), None)
            tried += [turn.id for turn in taken.work]
            yield report
            if down:
                return

    def _neighbourhood(self, scope: str, bulk: bool) -> Neighbourhood:
        return Neighbourhood(self._graph, scope, self._embedder.thresholds.associated, bulk)

    def _batch_turns(self) -> int:
        return self._settings.window_turns if self._settings.uses_model else self._settings.batch_turns

    def _make_atoms(
        self, scope: str, taken: Intake, hood: Neighbourhood, watch: Stopwatch, down: str | None
    ) -> tuple[WriteReport, str | None]:
        """The report of one batch, and why no model can be asked any more, where that is so."""
        report = WriteReport(scope=scope, turns=TurnCounts(stored=taken.stored, existing=taken.existing))
        if not taken.work:
            return report.model_copy(update={"seconds": watch.seconds}), down
        before = self._usage(), self._embedder.usage
        if down is None:
            try:
                made = self._write(scope, taken, hood, watch)
                return self._priced(report.merged(made), before, watch), None
            except ModelMismatchError:
                raise
            except ModelError as error:
                reason = str(error)
                down = reason if isinstance(error, ModelUnavailableError) else None
        else:
            reason = down
        commit(self._graph, _waiting_batch(scope, taken, reason), self._embedder)
        waiting = WriteReport(
            scope=scope,
            turns=TurnCounts(pending=len(taken.work)),
            problems=tuple(Problem(reason=reason, turn=turn.id, text=turn.turn.text[:80]) for turn in taken.work),
        )
        return self._priced(report.merged(waiting), before, watch), down

    def _write(self, scope: str, taken: Intake, hood: Neighbourhood, watch: Stopwatch) -> WriteReport:
        with watch.step("decompose"):
            made = self._decomposer.decompose(taken.work, taken.context)
        before = _predecessors([*taken.context, *taken.work])
        with watch.step("embed"):
            texts = [claim.details for claim in made.claims]
            passages = [rows.turn_passage(turn, before) for turn in taken.work]
            vectors = self._embedder.passages(texts + passages)
        with watch.step("classify"):
            ready = drafts.make(scope, taken.work, made.claims, vectors[: len(texts)], self._classifier)
        with watch.step("associate"):
            edges = self._edges(ready, taken, before, hood)
        with watch.step("commit"):
            turns = [
                rows.turn_row(turn, status, vector)
                for turn, status, vector in zip(
                    taken.work, _statuses(taken.work, made), vectors[len(texts) :], strict=True
                )
            ]
            batch = Batch(scope, self._decomposer.extractor, ready, edges, drafts.stated(ready), turns)
            done = commit(self._graph, batch, self._embedder)
            hood.grow([draft for draft in ready if draft.id in done.new])
        return _report(scope, ready, made, done, _statuses(taken.work, made))

    def _edges(
        self, ready: Sequence[Draft], taken: Intake, before: Mapping[str, StoredTurn], hood: Neighbourhood
    ) -> list[Edge]:
        limit = self._settings.associations
        # what a batch states twice is one atom, the first of them
        kept = {(draft.type, draft.live_key): draft for draft in reversed(ready)}
        unique = [draft for draft in ready if kept[draft.type, draft.live_key] is draft]
        if not unique or not limit:
            return []
        ids = [draft.id for draft in unique]
        last = dict(taken.last_atoms)
        last |= {draft.claim.main_turn: kept[draft.type, draft.live_key].id for draft in ready}
        adjacent = {turn: last[previous.id] for turn, previous in before.items() if previous.id in last}
        spoken = spoken_together(ids, [draft.claim.main_turn for draft in unique], adjacent)
        return bounded([*spoken, *hood.similar(unique, limit)], limit)

    def _priced(self, report: WriteReport, before: tuple[Usage, Usage], watch: Stopwatch) -> WriteReport:
        usage = {"decompose": self._usage() - before[0], "embed": self._embedder.usage - before[1]}
        return report.model_copy(update={"seconds": watch.seconds, "usage": usage})


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


def _statuses(work: Sequence[StoredTurn], made: Decomposition) -> list[str]:
    stating = {claim.main_turn for claim in made.claims}
    return [(TurnStatus.DONE if turn.id in stating else TurnStatus.NO_ATOMS).value for turn in work]


def _waiting_batch(scope: str, taken: Intake, reason: str) -> Batch:
    turns = [rows.turn_row(turn, TurnStatus.PENDING.value, None, reason) for turn in taken.work]
    return Batch(scope, "", (), (), (), turns)


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
        turns=TurnCounts(done=count[TurnStatus.DONE.value], no_atoms=count[TurnStatus.NO_ATOMS.value]),
        added=len(done.new),
        existing=len(ready) - len(done.new),
        edges=done.edges,
        atoms=tuple(atoms),
        left_out=tuple(LeftOut(turn=item.turn_id, text=item.text, reason=item.reason.value) for item in made.skipped),
    )
