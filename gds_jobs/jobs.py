"""`Jobs`: what `memory.jobs` is, the jobs of one graph."""

from __future__ import annotations

from gds_jobs.receipts import JobsReport, JobsStatus
from gds_jobs.runner import Options, Runner
from gds_jobs.schedule import Scheduler, trigger_of
from gds_jobs.status import status
from gds_jobs.work import Show, silent
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.settings import Settings


class Jobs:
    """The jobs of one graph: run them, look at them, or let them run by themselves."""

    def __init__(self, graph: Graph, settings: Settings, model: LanguageModel | None = None) -> None:
        """`model` gives titles to communities, where there is one."""
        self._graph = graph
        self._runner = Runner(graph, settings, model)

    def run(self, *names: str, full: bool = False, seeded: bool = True, show: Show = silent) -> JobsReport:
        """Run the jobs named, or all: see `Runner.run`. `full` computes everything anew, not only what changed."""
        return self._runner.run(names, Options(full or not seeded, seeded), show)

    def status(self) -> JobsStatus:
        """How fresh what is derived is."""
        return status(self._graph)

    def schedule(self, when: str) -> Scheduler:
        """Run all jobs again and again in the background, such as `15m` or `0 3 * * *` (UTC), until it is stopped.

        Raises `SettingsError` for what is neither.
        """
        scheduler = Scheduler(self._runner, trigger_of(when))
        scheduler.start()
        return scheduler
