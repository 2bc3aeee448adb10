"""What the commands print as JSON where the library has no report of its own. All carry `"schema": 1`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.atoms import Atom, AtomType
from mnemosaic.conflicts import Clarification, Conflict
from mnemosaic.entities import AtomAbout, Entity, EntityChange
from mnemosaic.evidence import Recall
from mnemosaic.exemplars.store import ExemplarTask
from mnemosaic.reports import SCHEMA, WriteReport


class CliReport(BaseModel):
    """Base of the reports here."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")


class AtomPage(CliReport):
    """Atoms of one scope, newest first. `after` leads to the next page; None: this was the last one."""

    scope: str
    atoms: tuple[Atom, ...]
    after: str | None = None


class ConflictPage(CliReport):
    """The open contradictions of a scope, newest first."""

    scope: str
    conflicts: tuple[Conflict, ...]


class DecidedConflict(CliReport):
    """A contradiction after the decision on it; `conflict.id` takes it back."""

    conflict: Conflict


class UndoneDecision(CliReport):
    """The id of the decision that was taken back."""

    undone: str


class ClarificationPage(CliReport):
    """What is kept apart in a scope, newest first."""

    scope: str
    clarifications: tuple[Clarification, ...]


class EntityPage(CliReport):
    """Entities of one scope by name. `after` leads to the next page; None: this was the last one."""

    scope: str
    entities: tuple[Entity, ...]
    after: str | None = None


class EntityShown(CliReport):
    """An entity, the newest atoms about it, and its changes, newest first."""

    entity: Entity
    atoms: tuple[AtomAbout, ...]
    changes: tuple[EntityChange, ...]


class EntityChanged(CliReport):
    """The receipt of a merge, a split, a name or their undoing."""

    change: EntityChange


class ListedExemplar(BaseModel):
    """One labelled text and the model that it was embedded with."""

    model_config = ConfigDict(frozen=True)

    task: ExemplarTask
    label: str
    text: str
    model: str


class ExemplarPage(CliReport):
    """The exemplars of a graph, or those of one task."""

    exemplars: tuple[ListedExemplar, ...]


class ExemplarsAdded(CliReport):
    """How many exemplars were written, and the version that tells running engines to read them again."""

    added: int
    version: int


class ExemplarsRemoved(CliReport):
    """How many exemplars were removed, and the version that tells running engines to read them again."""

    removed: int
    version: int


class AskedQuestion(BaseModel):
    """A question of the demo, what was recalled, and the turns that answer it."""

    model_config = ConfigDict(frozen=True)

    question: str
    why: str
    expected: tuple[str, ...] = Field(description="source ids of the turns that answer it")
    found: tuple[str, ...] = Field(description="those of them among the turns of the evidence")
    answer: tuple[str, ...] = Field(description="a pattern for each thing asked; a line that matches it states it")
    stated: tuple[int | None, ...] = Field(description="for each, the place from 1 of the first entry that states it")
    earlier: int | None = Field(description="place of the first entry that states what no longer holds")
    recall: Recall


class DemoReport(CliReport):
    """What the demo wrote, asked and offers to look at. `queries` are to be pasted into Neo4j Browser."""

    scope: str
    written: WriteReport
    atoms: dict[AtomType, int]
    questions: tuple[AskedQuestion, ...]
    browser: str | None = Field(description="None: the server is not the embedded one")
    user: str
    password_file: str | None
    queries: dict[str, str]
