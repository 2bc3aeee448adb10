"""Runs jobs in their order, under one lock, and keeps a receipt of each."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gds_jobs import associations, centrality, centroids, client, communities
from gds_jobs.hold import Hold, held
from gds_jobs.projection import Projection, projection
from gds_jobs.receipts import Job, JobsReport, Mode, Receipt
from gds_jobs.rounds import State, begin, read_state
from gds_jobs.work import Done, Show, Work, silent
from mnemosaic import schema, times
from mnemosaic.errors import AlgorithmsMissingError, JobError, JobMemoryError, JobsBusyError, MnemosaicError
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.settings import Settings

KEEP = 200
"""Receipts of a job that are kept."""
JOBS: dict[Job, Callable[[Work], Done]] = {
    Job.ASSOCIATIONS: associations.run,
    Job.COMMUNITIES: communities.run,
    Job.CENTRALITY: centrality.run,
    Job.CENTROIDS: centroids.run,
}


DRIFTING = (Job.COMMUNITIES, Job.CENTRALITY)
"""Jobs whose updates are not what a full run would have made."""


class Options(NamedTuple):
    """How to run: `full` computes everything anew, `seeded=False` forgets the communities of before."""

    full: bool = False
    seeded: bool = True


DEFAULT = Options()


class Runner:
    """Runs jobs on one graph. Safe to kill and to run again; a run that another one took over writes nothing more."""

    def __init__(
        self,
        graph: Graph,
        settings: Settings,
        model: LanguageModel | None = None,
        connect: client.Connect | None = None,
    ) -> None:
        """`model` names communities, where there is one; `connect` makes the algorithms, by default GDS."""
        self._graph = graph
        self._settings = settings
        self._model = model
        self._connect = connect or (lambda: client.connect(graph, settings))

    def run(self, names: Iterable[str] = (), options: Options = DEFAULT, show: Show = silent) -> JobsReport:
        """Run the jobs named, all by default, in their order; those for which nothing waits end at once.

        A job that fails is in the report with its problem, and those that build on it are still run on what is stored.
        Raises `JobsBusyError` where another run is at work, `InputError` for a name that is no job.
        """
        began = time.monotonic()
        jobs = chosen(names)
        prepare(self._graph)
        state = read_state(self._graph)
        if not options.full and all(state.is_fresh(job) for job in jobs):
            receipts = [_fresh(job, state) for job in jobs]
        else:
            with held(self._graph) as hold:
                receipts = self._run(jobs, hold, options, show)
        return JobsReport(receipts=tuple(receipts), seconds=round(time.monotonic() - began, 3))

    def _run(self, jobs: list[Job], hold: Hold, options: Options, show: Show) -> list[Receipt]:
        number = begin(hold, lambda taken: show("collect", taken, 0))
        receipts = []
        with projection(self._graph, self._settings, self._connect) as shared:
            for job in jobs:
                state = read_state(self._graph)
                # what is written meanwhile waits for the next round
                if not options.full and state._replace(dirty=0).is_fresh(job):
                    receipts.append(_fresh(job, state))
                    continue
                work = self._work(job, state, number, hold, options, shared, show)
                receipts.append(self._receipt(job, work))
        return receipts

    def _work(
        self, job: Job, state: State, number: int, hold: Hold, options: Options, shared: Projection, show: Show
    ) -> Work:
        return Work(
            job=job,
            graph=self._graph,
            settings=self._settings,
            hold=hold,
            state=state,
            round=number,
            since=state.done[job],
            waiting=state.waiting[job],
            drifted=state.drifted[job] if job in DRIFTING else 0,
            full=options.full,
            seeded=options.seeded,
            projection=shared,
            show=lambda done, total: show(job.value, done, total),
            model=self._model,
        )

    def _receipt(self, job: Job, work: Work) -> Receipt:
        """Run one job and keep its receipt; how far it has come moves in the same transaction."""
        began, started_at, problem = time.monotonic(), times.now(), ""
        try:
            done = JOBS[job](work)
        except JobsBusyError:
            raise
        except MnemosaicError as error:
            refused = isinstance(error, (JobMemoryError, AlgorithmsMissingError))
            done, problem = Done(Mode.REFUSED if refused else Mode.FAILED), str(error)
        receipt = Receipt(
            id=str(uuid.uuid4()),
            job=job,
            mode=done.mode,
            started_at=started_at,
            seconds=round(time.monotonic() - began, 3),
            atoms=work.state.atoms,
            waiting=work.waiting,
            written=done.written,
            converged=done.converged,
            figures=done.figures,
            parameters=done.parameters,
            problem=problem,
        )
        _keep(work, receipt, done.drifted)
        return receipt


def prepare(graph: Graph) -> None:
    """Bring the schema up to date. Raises `JobsBusyError` while the embedding model of the graph is being changed."""
    known = graph.read("lifecycle/models")[0]
    if known["changing_to"] is not None:
        raise JobsBusyError(f"the graph is being changed to {known['changing_to']}: let mnemosaic reembed finish first")
    # a graph that no memory was opened on has nothing to compute, and no size of vectors yet
    if known["dimensions"] is not None:
        schema.migrate(graph, known["dimensions"])


def chosen(names: Iterable[str]) -> list[Job]:
    """The jobs of these names in the order in which they build on each other; all where there is none."""
    wanted = set(names)
    unknown = wanted - {job.value for job in Job}
    if unknown:
        raise JobError(f"there is no job {sorted(unknown)[0]!r}: the jobs are {', '.join(Job)}")
    return [job for job in Job if not wanted or job.value in wanted]


def _fresh(job: Job, state: State) -> Receipt:
    return Receipt(id=str(uuid.uuid4()), job=job, mode=Mode.FRESH, started_at=times.now(), atoms=state.atoms)


def _keep(work: Work, receipt: Receipt, drifted: int | None) -> None:
    work.hold.run(
        "jobs/finish",
        name=receipt.job.value,
        round=work.round if receipt.ok else None,
        id=receipt.id,
        receipt=receipt.properties(),
        started_at=receipt.started_at,
        full=receipt.mode is Mode.FULL,
        waiting=receipt.waiting if drifted is None else drifted,
        keep=KEEP,
    )
