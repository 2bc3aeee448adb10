"""The stages of a change of model: atoms, turns, exemplars, indexes. Each batch notes in the graph how far it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic import schema, statements
from mnemosaic.errors import GraphError, InputError
from mnemosaic.exemplars.store import Exemplar, ExemplarStore
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import Embedder
from mnemosaic.reembed.hold import busy, held
from mnemosaic.reports import SCHEMA
from mnemosaic.write.intake import turn_from
from mnemosaic.write.rows import turn_passage

BATCH = 256
"""Texts embedded and written at a time."""
POLL_SECONDS = 0.5
STAGES = ("atoms", "turns", "exemplars", "indexes")


class Progress(Protocol):
    """Told how far a stage is."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """`done` of `total` of a stage."""


class ReembedReport(BaseModel):
    """What was embedded again by this run. `resumed`: it went on with a run that did not finish."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    before: str
    before_dimensions: int
    model: str
    dimensions: int
    changed: bool = Field(description="False: the graph was one of this model already")
    resumed: bool = False
    atoms: int = 0
    turns: int = 0
    exemplars: int = 0
    seconds: float = 0.0


def _silent(stage: str, done: int, total: int) -> None:
    pass


def reembed(graph: Graph, embedder: Embedder, progress: Progress = _silent) -> ReembedReport:
    """Embed every atom, turn and exemplar of a graph with `embedder`, and make it the model of the graph.

    Other engines must not be open. Safe to kill and to run again, also with another model. Raises `GraphError` where
    another run is at work, `ModelError` where the embedder fails: what is done stays done.
    """
    began = time.monotonic()
    schema.migrate(graph, embedder.dimensions)
    state = _state(graph)
    same = (state["name"], state["dimensions"]) == (embedder.name, embedder.dimensions)
    report = ReembedReport(
        before=state["name"],
        before_dimensions=state["dimensions"],
        model=embedder.name,
        dimensions=embedder.dimensions,
        changed=not same or state["next_name"] is not None,
        resumed=(state["next_name"], state["next_dimensions"]) == (embedder.name, embedder.dimensions),
    )
    if not report.changed:
        return report
    embedder.passages(["Does it answer, and in the size that it declares?"])
    with held(graph, embedder) as (owner, place):
        done = _Run(graph, embedder, owner, state, progress).go_on(place)
    return report.model_copy(update={**done, "seconds": round(time.monotonic() - began, 2)})


class _Run:
    """One run, which holds the graph as `owner`."""

    def __init__(self, graph: Graph, embedder: Embedder, owner: str, totals: Row, progress: Progress) -> None:
        self._graph = graph
        self._embedder = embedder
        self._owner = owner
        self._totals = totals
        self._progress = progress

    def go_on(self, place: Row) -> dict[str, int]:
        """All stages from `place` on; how many were embedded, by stage."""
        if place["stage"] == STAGES[0]:
            for index in schema.VECTOR_INDEXES:
                self._graph.schema("lifecycle/drop_index", name=index)
        done: dict[str, int] = {}
        for stage in STAGES[STAGES.index(place["stage"]) :]:
            if stage != place["stage"]:
                self._require(self._graph.write("lifecycle/reembed_stage", owner=self._owner, stage=stage), "moved")
                place = {"stage": stage, "cursor": "", "done": 0}
            if stage == "indexes":
                self._create_indexes()
            elif stage == "exemplars":
                done[stage] = self._exemplars()
            else:
                done[stage] = self._vectors(stage, place["cursor"], place["done"])
        thresholds = self._embedder.thresholds.model_dump()
        self._require(self._graph.write("lifecycle/reembed_finish", owner=self._owner, **thresholds), "finished")
        return done

    def _vectors(self, stage: str, cursor: str, before: int) -> int:
        text = _atom_text if stage == "atoms" else _turn_text
        done = 0
        while rows := self._graph.read(f"lifecycle/reembed_{stage}", after=cursor, limit=BATCH):
            self._progress(stage, before + done, self._totals[stage])
            vectors = self._embedder.passages([text(row) for row in rows])
            cursor = rows[-1]["id"]
            written = self._graph.write(
                f"lifecycle/reembed_set_{stage}",
                owner=self._owner,
                cursor=cursor,
                rows=[
                    {"id": row["id"], "embedding": vector} for row, vector in zip(rows, vectors.tolist(), strict=True)
                ],
            )
            self._require(written, "written")
            done += len(rows)
        self._progress(stage, before + done, before + done)
        return done

    def _exemplars(self) -> int:
        """The shipped ones, then those of the users that another model, or another size of it, was used for."""
        self._progress("exemplars", 0, self._totals["exemplars"])
        store = ExemplarStore(self._graph, self._embedder)
        store.seed()
        rows = self._graph.read("lifecycle/exemplars")[0]["exemplars"]
        wanted = (self._embedder.name, self._embedder.dimensions)
        store.add(
            Exemplar(task=row["task"], label=row["label"], text=row["text"])
            for row in rows
            if (row["model"], len(row["embedding"])) != wanted
        )
        return len(rows)

    def _create_indexes(self) -> None:
        for name in statements.names("schema"):
            if name.endswith(schema.VECTOR_INDEXES):
                schema.apply(self._graph, name, self._embedder.dimensions)
        total, online = len(schema.VECTOR_INDEXES), 0
        while online < total:
            rows = self._graph.schema("inspect/indexes")
            states = {row["name"]: row["state"] for row in rows if row["name"] in schema.VECTOR_INDEXES}
            if "FAILED" in states.values():
                raise GraphError(f"an index could not be built ({states}): look at the server's log, and run it again")
            online = sum(state == "ONLINE" for state in states.values())
            self._progress("indexes", online, total)
            time.sleep(POLL_SECONDS if online < total else 0)

    def _require(self, rows: Sequence[Row], column: str) -> None:
        if not rows[0][column]:
            raise busy()


def _state(graph: Graph) -> Row:
    rows = graph.read("lifecycle/reembed_state")
    if not rows:
        raise InputError("the graph has no embedding model yet: it takes that of the first memory that is opened on it")
    return rows[0]


def _atom_text(row: Row) -> str:
    return str(row["details"])


def _turn_text(row: Row) -> str:
    turn = turn_from(row["turn"])
    return turn_passage(turn, {turn.id: turn_from(row["before"])} if row["before"] else {})
