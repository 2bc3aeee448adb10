"""Times as sources write them, made UTC."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from mnemosaic.errors import InputError
from mnemosaic.times import as_utc

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS = 1e11
"""From here on a number counts milliseconds: as seconds it would be in the year 5138."""


def zone_named(zone: str | tzinfo) -> tzinfo:
    """The time zone of an IANA name such as `Europe/Oslo`, or `zone` itself. Raises `InputError` for an unknown one."""
    if isinstance(zone, tzinfo):
        return zone
    if zone.upper() in {"UTC", "Z"}:
        return UTC
    try:
        return ZoneInfo(zone)
    except (KeyError, ValueError, OSError) as error:  # unknown, malformed, a folder of the zone database
        raise InputError(f"{zone!r} is no time zone; give an IANA name such as Europe/Oslo, or UTC") from error


def parse_time(value: object, zone: tzinfo) -> datetime | None:
    """`value` in UTC: a datetime, ISO 8601 text, or seconds (milliseconds from 1e11 on) since 1970. None stays None.

    Text without a zone is in `zone`; numbers are always UTC. Raises `ValueError` with a one-line reason.
    """
    if value is None or value == "":
        return None
    try:
        if isinstance(value, datetime):
            return _in_utc(value, zone)
        if isinstance(value, str):
            return _from_text(value.strip(), zone)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _from_number(float(value))
    except (ValueError, OverflowError) as error:
        raise ValueError(f"said_at is no time: {value!r}; give ISO 8601 or seconds since 1970") from error
    raise ValueError(f"said_at is no time: {value!r}; give ISO 8601 or seconds since 1970")


def _from_text(text: str, zone: tzinfo) -> datetime:
    if re.fullmatch(r"-?\d{9,}(\.\d+)?", text):  # eight digits are a date, more are a number in quotes
        return _from_number(float(text))
    if text[-4:].upper() in {" UTC", " GMT"}:
        text = text[:-4] + "Z"
    return _in_utc(datetime.fromisoformat(text), zone)


def _from_number(number: float) -> datetime:
    if not math.isfinite(number):
        raise ValueError(number)
    return _EPOCH + timedelta(seconds=number / 1000 if abs(number) >= _MILLISECONDS else number)


def _in_utc(moment: datetime, zone: tzinfo) -> datetime:
    return as_utc(moment if moment.tzinfo else moment.replace(tzinfo=zone))
