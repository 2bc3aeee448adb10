from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from mnemosaic.errors import InputError
from mnemosaic.times import BEGINNING, FOREVER, as_utc, iso
from mnemosaic.turns import Turn
from mnemosaic.write.intake import as_turns

TOKYO = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    "given",
    [
        datetime(2026, 3, 1, 0, 30),
        datetime(2026, 3, 1, 0, 30, tzinfo=UTC),
        datetime(2026, 3, 1, 9, 30, tzinfo=TOKYO),
        "2026-03-01T00:30:00",
        "2026-03-01T00:30:00Z",
        "2026-03-01T09:30:00+09:00",
        "2026-03-01 00:30",
    ],
)
def test_times_with_and_without_a_zone_are_one_moment_in_utc(given: datetime | str) -> None:
    said_at = Turn.model_validate({"text": "x", "said_at": given}).said_at
    assert said_at == datetime(2026, 3, 1, 0, 30, tzinfo=UTC)
    assert said_at is not None
    assert said_at.utcoffset() == timedelta(0)


def test_times_are_written_in_utc_and_bounds_as_open() -> None:
    assert iso(datetime(2026, 3, 1, 9, tzinfo=TOKYO)) == "2026-03-01T00:00:00Z"
    assert iso(BEGINNING) == iso(FOREVER) == ".."


@pytest.mark.parametrize("given", ["0001-01-01T00:00:00+09:00", "9999-12-31T23:00:00-09:00", "soon", "2026-13-01"])
def test_a_time_that_cannot_be_kept_is_refused_with_its_place(given: str) -> None:
    with pytest.raises(InputError, match="turn 1 cannot be used: said_at"):
        as_turns(["fine", {"text": "x", "said_at": given}])


def test_a_moment_before_the_first_year_is_no_time() -> None:
    with pytest.raises(ValueError, match="outside the years 1 to 9999"):
        as_utc(datetime(1, 1, 1, tzinfo=TOKYO))
