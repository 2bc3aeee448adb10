"""What the server part says about itself: frozen models, printed as JSON by the command line."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Record(BaseModel):
    """Base of the models here: frozen, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ServerState(Record):
    """The state file of a data directory: which process serves it, and how it was started."""

    pid: int
    created: float = Field(description="when the process began, seconds since the epoch, as the system tells it")
    bolt_port: int
    http_port: int
    version: str
    java: str
    java_version: str
    vector_module: bool
    memory: str
    idle_stop: float | None = Field(default=None, description="minutes without a client until the server stops")
    watcher: int | None = Field(default=None, description="process that stops an idle server")
    ready: bool = Field(default=False, description="it has been seen to answer")
    log_offset: int = Field(default=0, description="where in neo4j.log this start begins")
    started_at: datetime


class ServerAddress(Record):
    """Where a running server answers, and how to get in."""

    schema_: Literal[1] = Field(default=1, alias="schema", serialization_alias="schema")
    uri: str = Field(description="for the driver")
    http: str = Field(description="HTTP address; Neo4j Browser is below it, at /browser/")
    user: str
    password: str = Field(repr=False)
    data: Path


class ServerStatus(Record):
    """Whether a server runs for a data directory, and which."""

    schema_: Literal[1] = Field(default=1, alias="schema", serialization_alias="schema")
    running: bool
    data: Path
    password_file: Path
    uri: str | None = None
    http: str | None = None
    browser: str | None = None
    pid: int | None = None
    version: str | None = None
    java: str | None = None
    java_version: str | None = None
    vector_module: bool | None = Field(default=None, description="whether vector search runs at full speed")
    memory: str | None = None
    memory_used_mib: int | None = Field(default=None, description="resident memory of the server")
    store_mib: int | None = Field(default=None, description="size of the databases and transaction logs")
    idle_stop: float | None = None
    started_at: datetime | None = None


class UpReport(ServerStatus):
    """What `up` did."""

    attached: bool = Field(description="a server ran already and was left as it was")
    seconds: float


class DownReport(Record):
    """What `down` did."""

    schema_: Literal[1] = Field(default=1, alias="schema", serialization_alias="schema")
    data: Path
    was_running: bool
    seconds: float


class LogReport(Record):
    """The last lines of a log."""

    schema_: Literal[1] = Field(default=1, alias="schema", serialization_alias="schema")
    file: Path
    lines: list[str]


class BackupReport(Record):
    """What `backup` or `restore` did."""

    schema_: Literal[1] = Field(default=1, alias="schema", serialization_alias="schema")
    data: Path
    file: Path
    bytes: int
    restarted: bool = Field(description="a running server was stopped for it and started again")
    seconds: float
