"""Which atoms a run of jobs has to look at: marks of writers become a round's number, without a race.

A writer marks atoms `dirty`. A round takes the marks off before it reads anything of the atoms, and notes its own
number on them instead. A job that ended well notes the round up to which it is done; what changed in a later round
waits for it. Nothing has to be cleared after a run, so a run that is killed is simply not done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from gds_jobs.hold import Hold
from gds_jobs.receipts import Job
from mnemosaic.graph import Graph, Transaction

BATCH = 1_000


class State(NamedTuple):
    """How far the jobs have come, read in one round trip."""

    atoms: int
    dirty: int
    communities: int
    model: str | None
    associated: float
    holder: str | None
    done: dict[Job, int]
    waiting: dict[Job, int]
    drifted: dict[Job, int]
    finished_at: dict[Job, str | None]
    full_at: dict[Job, str | None]

    def is_fresh(self, job: Job) -> bool:
        """Whether nothing waits for a job."""
        return not self.dirty and not self.waiting[job] and not (job is Job.CENTROIDS and self.communities)


def read_state(graph: Graph) -> State:
    """The state of all jobs."""
    row = graph.read("jobs/state", jobs=[job.value for job in Job])[0]
    progress = {Job(found["name"]): found for found in row["progress"]}
    return State(
        atoms=row["atoms"],
        dirty=row["dirty"],
        communities=row["communities"],
        model=row["model"],
        associated=row["associated"] if row["associated"] is not None else 1.0,
        holder=row["holder"],
        done={job: progress[job]["done"] for job in Job},
        waiting={job: progress[job]["waiting"] for job in Job},
        drifted={job: progress[job]["drifted"] for job in Job},
        finished_at={job: progress[job]["finished_at"] for job in Job},
        full_at={job: progress[job]["full_at"] for job in Job},
    )


def begin(hold: Hold, progress: Callable[[int], None]) -> int:
    """Begin a round and take every dirty atom into it; its number. `progress` is told how many were taken so far."""
    number = int(hold.write((), lambda tx: tx.run("jobs/begin"), "jobs/begin")[0]["round"])
    taken = 0
    while rows := hold.graph.read("jobs/dirty", limit=BATCH):
        # one that is removed at this moment is found without its properties
        rows = [row for row in rows if row["scope"] is not None]
        ids, scopes = [row["id"] for row in rows], [row["scope"] for row in rows]
        hold.write(scopes, partial(_collect, ids=ids, number=number), "jobs/collect")
        taken += len(rows)
        progress(taken)
    return number


def _collect(tx: Transaction, ids: list[str], number: int) -> None:
    first = tx.run("jobs/take_numbers", count=len(ids))[0]["first"]
    tx.run("jobs/collect", ids=ids, round=number, first=first)


def take_numbers(hold: Hold, count: int) -> int:
    """The first of `count` numbers that were never used before."""
    return int(hold.write((), lambda tx: tx.run("jobs/take_numbers", count=count), "jobs/take_numbers")[0]["first"])
