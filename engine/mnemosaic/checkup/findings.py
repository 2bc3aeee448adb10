"""What a check finds."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field, computed_field

from mnemosaic.reports import SCHEMA


class State(StrEnum):
    """How a check ended. With a warning everything still works, as its hint says how far."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


class Finding(BaseModel):
    """One check: what was found, and what to do about it. The hint is empty where there is nothing to do."""

    model_config = ConfigDict(frozen=True)

    name: str
    state: State
    detail: str
    hint: str = ""


class Health(BaseModel):
    """All findings, in the order of the checks. `ok` is False where one is an error."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    findings: tuple[Finding, ...]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def ok(self) -> bool:
        """Whether no check ended in an error."""
        return all(finding.state is not State.ERROR for finding in self.findings)


def good(name: str, detail: str, hint: str = "") -> Finding:
    """A finding that is as it should be."""
    return Finding(name=name, state=State.OK, detail=detail, hint=hint)


def warning(name: str, detail: str, hint: str) -> Finding:
    """A finding that does not stop anything."""
    return Finding(name=name, state=State.WARNING, detail=detail, hint=hint)


def error(name: str, detail: str, hint: str) -> Finding:
    """A finding with which the engine does not work."""
    return Finding(name=name, state=State.ERROR, detail=detail, hint=hint)
