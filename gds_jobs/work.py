"""What a job is given to work with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from gds_jobs.hold import Hold
from gds_jobs.projection import Projection
from gds_jobs.receipts import Job, Mode
from gds_jobs.rounds import BATCH, State
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.settings import Settings

PAGE = 2_000
"""Rows read at a time."""


class Show(Protocol):
    """Told how far a job is."""

    def __call__(self, job: str, done: int, total: int) -> None:
        """`done` of `total` of a job; a total of 0 is not known."""


def silent(job: str, done: int, total: int) -> None:
    """Show nothing."""


@dataclass
class Done:
    """What a job did, for its receipt. `drifted`: atoms that were only updated; None for all that waited."""

    mode: Mode
    written: int = 0
    converged: bool | None = None
    drifted: int | None = None
    figures: dict[str, float] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass
class Work:
    """One run of one job: what there is, what waits, and where to write.

    `since` is the round up to which the job is done, `round` the one that runs. `waiting` atoms changed since,
    `drifted` were only updated since everything was last computed anew, which `full` asks for.
    """

    job: Job
    graph: Graph
    settings: Settings
    hold: Hold
    state: State
    round: int
    since: int
    waiting: int
    drifted: int
    full: bool
    projection: Projection
    show: Callable[[int, int], None]
    seeded: bool = True
    model: LanguageModel | None = None

    @property
    def anew(self) -> bool:
        """Whether everything is computed anew: so many atoms changed since that was done last, or it never was."""
        changed = self.waiting + self.drifted
        return self.full or not self.since or changed >= self.settings.jobs_full_share * self.state.atoms

    @property
    def heavy(self) -> list[str] | None:
        """The scopes that are computed anew, where only the others are updated; None: all are computed anew."""
        return None if self.anew else self._heavy

    @cached_property
    def _heavy(self) -> list[str]:
        share = self.settings.jobs_full_share
        # no scope changed by more than this, so none that has more atoms is computed anew
        most = int((self.waiting + self.drifted) / share) + 2
        rows = self.graph.read("jobs/scopes_changed", done=self.since, drifted=self._drifted, most=most)
        return [row["scope"] for row in rows if row["changed"] >= share * row["atoms"]]

    @property
    def _drifted(self) -> str:
        return f"{self.job.value}_drifted"

    def drift(self, anew: Iterable[str], updated: Mapping[str, int]) -> None:
        """Note which scopes were computed anew, and in which others how many atoms were only updated."""
        rows: list[Row] = [{"path": path, "added": None} for path in sorted(anew)]
        rows += [{"path": path, "added": count} for path, count in sorted(updated.items())]
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            paths = [row["path"] for row in batch]
            self.hold.run("jobs/drift", *paths, drifted=self._drifted, scopes=batch)

    def pages(self, statement: str) -> Iterator[list[Row]]:
        """Pages of a statement that returns what changed since the job was done."""
        return self.paged(statement, PAGE, done=self.since)

    def paged(self, statement: str, limit: int, key: str = "number", **params: Any) -> Iterator[list[Row]]:
        """Pages of a statement that returns rows in the order of `key`; a page that is not full is the last."""
        after, full = -1, True
        while full:
            rows = self.graph.read(statement, after=after, limit=limit, **params)
            full = len(rows) == limit
            rows = there(rows, key)
            if not rows:
                return
            yield rows
            after = rows[-1][key]

    def write(self, statement: str, rows: Sequence[Row], of: Sequence[str] | None = None, **params: Any) -> list[Row]:
        """Write `rows`, which begin with the `number` of an atom, in batches; what each batch returned.

        `of` are the scopes of these atoms where they are known, which saves looking them up.
        """
        returned = []
        for start in range(0, len(rows), BATCH):
            batch = list(rows[start : start + BATCH])
            if of is None:
                numbers = [row["number"] for row in batch]
                scopes = self.graph.read("jobs/scopes_of", numbers=numbers)[0]["scopes"]
            else:
                scopes = sorted(set(of[start : start + BATCH]))
            returned += self.hold.run(statement, *scopes, atoms=batch, round=self.round, **params)
            self.show(start + len(batch), len(rows))
        return returned


def there(rows: list[Row], key: str = "number") -> list[Row]:
    """Rows of atoms that are still there: one that is removed at this moment is found last, without its properties."""
    return [row for row in rows if None not in (row[key], row.get("scope", ""), row.get("community", -1))]
