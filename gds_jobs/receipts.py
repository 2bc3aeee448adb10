"""What a run of a job says of itself: kept as a `Job` node in the graph, and printed as JSON."""

from __future__ import annotations

import json
from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, computed_field

SCHEMA = 1


class Job(StrEnum):
    """The jobs, in the order in which they build on each other."""

    ASSOCIATIONS = "associations"
    COMMUNITIES = "communities"
    CENTRALITY = "centrality"
    CENTROIDS = "centroids"


class Mode(StrEnum):
    """How a run ended. `fresh`: nothing was waiting, nothing was done, and no receipt is kept."""

    FRESH = "fresh"
    INCREMENTAL = "incremental"
    FULL = "full"
    REFUSED = "refused"
    FAILED = "failed"


class Receipt(BaseModel):
    """One run of one job. Counts and figures that a job does not have are absent."""

    model_config = ConfigDict(frozen=True)

    id: str
    job: Job
    mode: Mode
    started_at: datetime
    seconds: float = 0.0
    atoms: int = Field(default=0, description="atoms there were")
    waiting: int = Field(default=0, description="atoms that had changed since the job last ended well")
    written: int = Field(default=0, description="atoms, edges or communities that were changed")
    converged: bool | None = Field(default=None, description="what the algorithm said of itself")
    figures: dict[str, float] = Field(default_factory=dict, description="counts, modularity, estimated bytes, ...")
    parameters: dict[str, Any] = Field(default_factory=dict)
    problem: str = ""

    @property
    def ok(self) -> bool:
        """Whether the run ended well."""
        return self.mode not in (Mode.REFUSED, Mode.FAILED)

    def properties(self) -> dict[str, Any]:
        """As properties of a node: figures one by one, parameters as JSON."""
        row = self.model_dump(mode="json", exclude_none=True)
        for key in ("id", "job", "started_at", "figures", "parameters"):
            del row[key]
        return {**row, **self.figures, "parameters": json.dumps(self.parameters, sort_keys=True)}


class JobsReport(BaseModel):
    """What one call ran, in order."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    receipts: tuple[Receipt, ...]
    seconds: float

    @computed_field  # type: ignore[prop-decorator]
    @property
    def ok(self) -> bool:
        """Whether every job ended well."""
        return all(receipt.ok for receipt in self.receipts)


class Progress(BaseModel):
    """How far one job has come."""

    model_config = ConfigDict(frozen=True)

    job: Job
    done: int = Field(description="the round up to which it is done")
    finished_at: datetime | None = None
    full_at: datetime | None = Field(default=None, description="when everything was last computed anew")
    waiting: int = Field(description="atoms that changed since, and were taken into a round")
    drifted: int = Field(default=0, description="atoms that were updated since everything was last computed anew")


class JobsStatus(BaseModel):
    """How fresh the derived part of the graph is. `holder`: the run that is at work."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    algorithms: str | None = Field(description="version of Graph Data Science; None: it is not installed")
    atoms: int
    dirty: int = Field(description="atoms that changed and that no job has looked at")
    communities: int = Field(description="communities that have to be summed up again")
    holder: str | None
    jobs: tuple[Progress, ...]
    last: tuple[Receipt, ...] = ()
