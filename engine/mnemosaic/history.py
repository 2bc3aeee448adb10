"""The story of an atom: what it replaced, what replaced it, and why."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.asof import AsOf
from mnemosaic.atoms import Atom
from mnemosaic.conflicts import Conflict
from mnemosaic.reports import SCHEMA


class Change(BaseModel):
    """That the atom `newer` replaced the atom `older`, and why. `at` is when the engine learnt it."""

    model_config = ConfigDict(frozen=True)

    id: str
    newer: str
    older: str
    kind: str | None = None
    reason: str | None = None
    by: str | None = None
    confidence: float | None = None
    at: datetime


class History(BaseModel):
    """`versions` are the atoms of one chain of changes, in the order they hold; `atom` is the one asked for.

    With `as_of`, those that were known then; on the valid clock, those that held then.
    """

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    atom: str
    as_of: AsOf | None = None
    versions: tuple[Atom, ...]
    changes: tuple[Change, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
