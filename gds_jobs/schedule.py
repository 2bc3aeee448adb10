"""Runs the jobs again and again inside a process that lives long, by APScheduler. Still one run at a time."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import UTC
from typing import TYPE_CHECKING, Any

from mnemosaic.errors import JobsBusyError, MnemosaicError, SettingsError

if TYPE_CHECKING:
    from gds_jobs.receipts import JobsReport
    from gds_jobs.runner import Runner

UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
LATE_SECONDS = 3600
"""A run that was missed, say while the machine slept, is still made that much later; several are made one."""

_EVERY = re.compile(r"(\d+)\s*([smhd])")
_log = logging.getLogger("mnemosaic.jobs")

Told = Callable[["JobsReport | MnemosaicError"], None]


class Scheduler:
    """Runs all jobs when its trigger says, in a thread of its own, until it is stopped."""

    def __init__(self, runner: Runner, trigger: Any, told: Told | None = None) -> None:
        """`told` hears of every run: its report, or the error that ended it."""
        from apscheduler.schedulers.background import BackgroundScheduler

        self._runner = runner
        self._told = told or _logged
        self._scheduler = BackgroundScheduler(timezone=UTC)
        self._scheduler.add_job(
            self.once, trigger, max_instances=1, coalesce=True, misfire_grace_time=LATE_SECONDS, name="mnemosaic jobs"
        )

    def start(self) -> None:
        """Begin to wait for the first run."""
        self._scheduler.start()

    def stop(self) -> None:
        """Wait for a run that is under way, and make no more."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

    def once(self) -> None:
        """Run now. What goes wrong is told, and the next run is made all the same."""
        try:
            self._told(self._runner.run())
        except MnemosaicError as error:
            self._told(error)


def trigger_of(when: str) -> Any:
    """APScheduler's trigger for `15m` (s, m, h or d), or five fields of cron, in UTC. Raises `SettingsError`."""
    try:
        from apscheduler.triggers.cron import CronTrigger
        from apscheduler.triggers.interval import IntervalTrigger
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"a schedule needs {error.name}, which is not installed: run pip install 'mnemosaic[jobs]'"
        ) from error
    match = _EVERY.fullmatch(when.strip())
    try:
        if match and int(match[1]):
            return IntervalTrigger(**{UNITS[match[2]]: int(match[1])})
        return CronTrigger.from_crontab(when, timezone=UTC)
    except ValueError as error:
        raise SettingsError(
            f"{when!r} is no schedule: write an interval such as 15m, or five fields of cron such as '*/15 * * * *'"
        ) from error


def _logged(result: JobsReport | MnemosaicError) -> None:
    if isinstance(result, JobsBusyError):
        _log.info("another run of the jobs is at work: this one is left out")
    elif isinstance(result, MnemosaicError):
        _log.error("the jobs could not be run: %s", result)
    else:
        for receipt in result.receipts:
            level = logging.INFO if receipt.ok else logging.ERROR
            _log.log(level, "%s: %s in %.1f s %s", receipt.job, receipt.mode, receipt.seconds, receipt.problem)
