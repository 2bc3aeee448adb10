"""What a job is given to work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from gds_jobs.hold import Hold
from gds_jobs.projection import Projection
from gds_jobs.receipts import Mode
from gds_jobs.rounds import BATCH, State
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.settings import Settings


class Show(Protocol):
    """Told how far a job is."""

    def __call__(self, job: str, done: int, total: int) -> None:
        """`done` of `total` of a job; a total of 0 is not known."""


def silent(job: str, done: int, total: int) -> None:
    """Show nothing."""


@dataclass
class Done:
    """What a job did, for its receipt."""

    mode: Mode
    written: int = 0
    converged: bool | None = None
    figures: dict[str, float] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Work:
    """One run of one job: what there is, what waits, and where to write.

    `since` is the round up to which the job is done, `round` the one that runs. `full` says to compute everything anew.
    """

    graph: Graph
    settings: Settings
    hold: Hold
    state: State
    round: int
    since: int
    waiting: int
    full: bool
    projection: Projection
    show: Callable[[int, int], None]
    seeded: bool = True
    model: LanguageModel | None = None

    @property
    def share(self) -> float:
        """Share of the atoms that changed."""
        return self.waiting / max(1, self.state.atoms)

    @property
    def anew(self) -> bool:
        """Whether everything is computed anew, not only what changed."""
        return self.full or self.share >= self.settings.jobs_full_share

    def write(self, statement: str, rows: Sequence[Row], **params: Any) -> list[Row]:
        """Write `rows`, which begin with the `number` of an atom, in batches; what each batch returned."""
        returned = []
        for start in range(0, len(rows), BATCH):
            batch = list(rows[start : start + BATCH])
            numbers = [row["number"] for row in batch]
            scopes = self.graph.read("jobs/scopes_of", numbers=numbers)[0]["scopes"]
            returned += self.hold.run(statement, *scopes, atoms=batch, round=self.round, **params)
            self.show(start + len(batch), len(rows))
        return returned
