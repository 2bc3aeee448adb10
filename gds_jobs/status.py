"""How fresh the derived part of the graph is, and what ran last."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from gds_jobs.receipts import Job, JobsStatus, Mode, Progress, Receipt
from gds_jobs.rounds import read_state
from mnemosaic.graph import Graph

LAST = 10
PLAIN = frozenset({"id", "name", "mode", "started_at", "seconds", "atoms", "waiting", "written", "converged"})
"""Properties of a receipt's node that are no figures."""


def status(graph: Graph, last: int = LAST) -> JobsStatus:
    """The state of the jobs of a graph, with the `last` receipts, newest first. Nothing is changed."""
    known = bool(graph.schema("inspect/gds_functions"))
    if graph.read("lifecycle/models")[0]["dimensions"] is None:
        # nothing was ever written: there is no index to look in
        return JobsStatus(algorithms=_version(graph, known), atoms=0, dirty=0, communities=0, holder=None, jobs=())
    state = read_state(graph)
    return JobsStatus(
        algorithms=_version(graph, known),
        atoms=state.atoms,
        dirty=state.dirty,
        communities=state.communities,
        holder=state.holder,
        jobs=tuple(
            Progress(
                job=job,
                done=state.done[job],
                finished_at=_time(state.finished_at[job]),
                full_at=_time(state.full_at[job]),
                waiting=state.waiting[job],
                drifted=state.drifted[job],
            )
            for job in Job
        ),
        last=tuple(_receipt(row["receipt"]) for row in graph.read("inspect/jobs", limit=last)),
    )


def _version(graph: Graph, known: bool) -> str | None:
    return str(graph.read("inspect/gds_version")[0]["version"]) if known else None


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text is not None else None


def _receipt(row: dict[str, Any]) -> Receipt:
    given = {name: row[name] for name in PLAIN - {"name"} if name in row}
    return Receipt(
        **{**given, "mode": Mode(row["mode"])},
        job=Job(row["name"]),
        problem=row.get("problem", ""),
        parameters=json.loads(row["parameters"]),
        figures={
            name: float(value)
            for name, value in row.items()
            if name not in PLAIN and isinstance(value, (int, float)) and not isinstance(value, bool)
        },
    )
