"""Time as the engine keeps it: UTC, aware, half-open, with sentinels instead of nulls."""

from __future__ import annotations

from datetime import UTC, datetime

BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
"""Stands for an unknown or unbounded start."""
FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
"""Stands for an end that is not known or has not come."""


def as_utc(moment: datetime) -> datetime:
    """`moment` in UTC; one without a zone is taken to be UTC. Raises `ValueError` where UTC has no such year."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"{moment.isoformat()} lies outside the years 1 to 9999 of UTC") from error


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """`moment` as ISO 8601 in UTC, without fractions where there are none; sentinels as an open mark."""
    if moment in (BEGINNING, FOREVER):
        return ".."
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
