import json
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.errors import InputError
from mnemosaic.readers import read
from mnemosaic.readers.moments import parse_time, zone_named
from mnemosaic.turns import Turn

NOON = datetime(2023, 5, 24, 12, tzinfo=UTC)
OSLO = ZoneInfo("Europe/Oslo")


@pytest.mark.parametrize(
    "written",
    [
        "2023-05-24T12:00:00",
        "2023-05-24 12:00",
        "2023-05-24T12:00:00Z",
        "2023-05-24 12:00:00 UTC",
        "2023-05-24T21:00:00+09:00",
        "2023-05-24T12:00:00.000000000Z",
        "20230524T120000Z",
        1684929600,
        1684929600.0,
        1684929600000,
        "1684929600",
        "1684929600.0",
        datetime(2023, 5, 24, 12),
        datetime(2023, 5, 24, 21, tzinfo=timezone(timedelta(hours=9))),
    ],
)
def test_every_form_of_one_moment(written: object) -> None:
    assert parse_time(written, UTC) == NOON


def test_only_times_without_a_zone_are_in_the_readers_zone() -> None:
    assert parse_time("2023-05-24T12:00:00", OSLO) == NOON - timedelta(hours=2)
    assert parse_time("2023-01-24T12:00:00", OSLO) == datetime(2023, 1, 24, 11, tzinfo=UTC)
    assert parse_time("2023-05-24T12:00:00Z", OSLO) == NOON
    assert parse_time(1684929600, OSLO) == NOON


def test_a_day_is_its_midnight() -> None:
    assert parse_time("2023-05-24", UTC) == datetime(2023, 5, 24, tzinfo=UTC)
    assert parse_time("20230524", UTC) == datetime(2023, 5, 24, tzinfo=UTC)


def test_nothing_stays_nothing() -> None:
    assert parse_time(None, UTC) is None
    assert parse_time("", UTC) is None


@pytest.mark.parametrize("written", ["soon", "2023-13-01", "12:00", True, [], {}, float("nan"), 1e300, "9" * 400])
def test_what_is_no_time_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="said_at is no time"):
        parse_time(written, UTC)


@given(st.datetimes(timezones=st.timezones()))
def test_any_moment_survives_iso(moment: datetime) -> None:
    try:
        expected = moment.astimezone(UTC)
    except OverflowError:
        return
    assert parse_time(moment.astimezone(UTC).isoformat(), OSLO) == expected


def test_zones_have_names() -> None:
    assert zone_named("utc") is UTC
    assert zone_named(OSLO) is OSLO
    for name in ("Nowhere/At_All", "", "../etc", "Europe", "\0"):
        with pytest.raises(InputError, match="no time zone"):
            zone_named(name)


def test_forms_mixed_in_one_file_become_utc(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    times = ["2023-05-24T12:00:00", "2023-05-24T12:00:00Z", "2023-05-24T12:00:00+09:00", 1684929600.5]
    path.write_text("\n".join(json.dumps({"text": "x", "said_at": time}) for time in times))
    said = [item.said_at for item in read(path, timezone="Europe/Oslo") if isinstance(item, Turn)]
    assert said == [
        NOON - timedelta(hours=2),
        NOON,
        NOON - timedelta(hours=9),
        NOON + timedelta(milliseconds=500),
    ]
    assert [moment.date() for moment in said if moment] == [date(2023, 5, 24)] * 4
    assert all(moment and moment.tzinfo is UTC for moment in said)
