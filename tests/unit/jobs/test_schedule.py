from __future__ import annotations

import sys
import threading
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from gds_jobs.runner import Runner
from gds_jobs.schedule import Scheduler, trigger_of
from mnemosaic.errors import JobsBusyError, MnemosaicError, SettingsError


@pytest.mark.parametrize(("text", "seconds"), [("15m", 900), ("30s", 30), ("2h", 7200), ("1 d", 86400)])
def test_an_interval(text: str, seconds: int) -> None:
    assert trigger_of(text).interval.total_seconds() == seconds


def test_cron_is_in_utc() -> None:
    fires = trigger_of("30 3 * * *").get_next_fire_time(None, datetime(2026, 3, 2, 5, tzinfo=UTC))
    assert fires == datetime(2026, 3, 3, 3, 30, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "0m", "often", "* * *", "61 * * * *", "15 minutes"])
def test_what_is_no_schedule_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="no schedule"):
        trigger_of(text)


def test_without_apscheduler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "apscheduler.triggers.cron", None)
    with pytest.raises(SettingsError, match=r"mnemosaic\[jobs\]"):
        trigger_of("15m")


class Runs:
    def __init__(self) -> None:
        self.ran = threading.Event()
        self.count = 0

    def run(self) -> str:
        self.count += 1
        if self.count == 1:
            raise JobsBusyError("another")
        self.ran.set()
        return "report"


def test_it_goes_on_after_an_error_and_stops_when_it_is_told() -> None:
    runs, told = Runs(), []
    scheduler = Scheduler(cast(Runner, runs), trigger_of("1s"), lambda result: told.append(result))
    scheduler.start()
    assert runs.ran.wait(10)
    scheduler.stop()
    scheduler.stop()
    count = runs.count
    assert isinstance(told[0], MnemosaicError)
    assert "report" in told
    assert runs.count == count


def test_what_ran_is_logged_without_a_listener(caplog: Any) -> None:
    scheduler = Scheduler(cast(Runner, Runs()), trigger_of("1h"))
    with caplog.at_level("INFO", logger="mnemosaic.jobs"):
        scheduler.once()
    assert "left out" in caplog.text
