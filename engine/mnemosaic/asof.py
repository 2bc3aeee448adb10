"""The two clocks by which a read can look at the past, and the bounds that they put on atoms."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from mnemosaic import times
from mnemosaic.atoms import Atom, AtomStatus
from mnemosaic.errors import InputError
from mnemosaic.turns import UtcDatetime


class AsOf(BaseModel):
    """A moment to read at; a time without a zone is UTC.

    `valid`: what held in the world then, as is known now. `recorded`: what the memory believed then; an end that it
    learnt later counts as open. Both: what it believed then to hold at `valid`. An unknown start counts as open, and a
    start is the one that is known now. What was forgotten is gone from the past too, and a decision that was taken back
    counts as never made.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    valid: UtcDatetime | None = None
    recorded: UtcDatetime | None = None

    @field_validator("valid", "recorded", mode="before")
    @classmethod
    def _no_number(cls, given: object) -> object:
        """A number, or a text of digits alone, would be taken for seconds since 1970."""
        if given is None or isinstance(given, datetime) or (isinstance(given, str) and not given.strip().isdigit()):
            return given
        raise ValueError("give a datetime, or a text such as 2024-05-01T09:00:00Z")

    @model_validator(mode="after")
    def _one_at_least(self) -> Self:
        if self.valid is None and self.recorded is None:
            raise ValueError("give valid, recorded, or both")
        return self

    def __str__(self) -> str:
        clocks = {"as of": self.valid, "as recorded by": self.recorded}
        return ", ".join(f"{name} {times.iso(moment)}" for name, moment in clocks.items() if moment is not None)


When = AsOf | datetime | None
"""What a read takes: a bare datetime is the valid clock; None is now."""


class Bounds(NamedTuple):
    """An atom holds where valid_from <= `begun`, valid_until > `until`, recorded_at <= `known`, retired_at > `held`.

    On the recorded clock its end is the one that was known by `known`.
    """

    begun: datetime
    until: datetime
    known: datetime
    held: datetime

    @property
    def past(self) -> bool:
        """Whether the recorded clock was asked for."""
        return self.known != times.FOREVER

    @property
    def parameters(self) -> dict[str, Any]:
        """What every query that reads in time takes."""
        return {**self._asdict(), "forever": times.FOREVER}


ANY_TIME = Bounds(times.FOREVER, times.BEGINNING, times.FOREVER, times.BEGINNING)
"""Lets everything through."""


def given(when: When) -> AsOf | None:
    """`when` as an `AsOf`. Raises `InputError` for what is no time."""
    if when is None or isinstance(when, AsOf):
        return when
    try:
        return AsOf(valid=when)
    except ValidationError as error:
        raise InputError(f"as_of is {when!r}: give a datetime, or AsOf(valid=..., recorded=...)") from error


def bounds(when: AsOf | None, now: datetime) -> Bounds:
    """The bounds for a read at `when`, or at `now`; a start in the future is allowed now."""
    if when is None:
        return Bounds(times.FOREVER, now, times.FOREVER, now)
    recorded = when.recorded
    return Bounds(
        begun=when.valid if when.valid is not None else times.FOREVER,
        until=when.valid or recorded or now,
        known=times.FOREVER if recorded is None else recorded,
        held=now if recorded is None else recorded,
    )


def as_known(atom: Atom, until: str | datetime | None, known: datetime) -> Atom:
    """The atom as the memory held it at `known`; `until` is its end before the first change after that."""
    if known == times.FOREVER:
        return atom
    changed: dict[str, Any] = {}
    if atom.closed_at > known:
        end = datetime.fromisoformat(until) if isinstance(until, str) else until
        changed |= {"valid_until": end or times.FOREVER, "closed_at": times.FOREVER}
    if atom.retired_at > known:
        ended = atom.recorded_at < atom.closed_at <= known or changed.get("valid_until", times.FOREVER) != times.FOREVER
        changed |= {
            "retired_at": times.FOREVER,
            "status": AtomStatus.SUPERSEDED if ended else AtomStatus.CURRENT,
            "belief": None,
        }
    return Atom.model_validate({**dict(atom), **changed})
