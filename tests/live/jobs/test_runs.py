"""One run at a time, killed at any point and run again, beside writers; what is written meanwhile waits."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import gds_jobs.hold
from gds_jobs import Mode, Options, Runner, runner
from gds_jobs.hold import Hold, held
from gds_jobs.receipts import Job
from mnemosaic.errors import GraphError, JobsBusyError
from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.conftest import Server
from tests.live.jobs import writers
from tests.live.jobs.conftest import Plot, cliques

pytestmark = pytest.mark.live


class KilledError(Exception):
    """Stands for the end of a process: nothing catches it, and nothing is let go."""


def test_two_runs_never_work_at_once(graph: Graph, plot: Plot, clear: str) -> None:
    plot.plant(clear, 2, [(0, 1, 0.5)])
    with patch.object(gds_jobs.hold, "BEAT_SECONDS", 0.3), held(graph), pytest.raises(JobsBusyError):
        Runner(graph, Settings()).run()


def test_the_lock_of_a_dead_holder_is_taken_over(graph: Graph) -> None:
    with patch.object(gds_jobs.hold, "ALIVE_SECONDS", 2):
        assert graph.write("jobs/lock", owner="dead", seconds=2)[0]["acquired"]
        with held(graph), pytest.raises(JobsBusyError):
            Hold(graph, "dead").alive()


def invariants(plot: Plot, scope: str, ids: list[str]) -> None:
    found = plot.communities(scope)
    assert all(len({found[each] for each in ids[start : start + 5]}) == 1 for start in range(0, len(ids), 5))
    assert len(set(found.values())) == len(ids) // 5
    for node in plot.nodes(scope):
        assert node["size"] == node["counted"] == 5
        assert node["title"]
        np.testing.assert_allclose(node["centroid"], plot.exact(node["id"]), atol=1e-6)
    ranked = plot.run("MATCH (n:Atom {scope: $scope}) WHERE n.pagerank > 0 RETURN count(n) AS many", scope=scope)
    assert ranked[0]["many"] == len(ids)
    assert plot.orphans() == []


def killed_after(writes: int) -> Callable[..., Any]:
    left, own = [writes], threading.current_thread()
    original = Hold.write

    def write(self: Hold, *given: Any, **named: Any) -> Any:
        # beats are no writes of the run, and end with it
        if threading.current_thread() is own:
            left[0] -= 1
            if left[0] < 0:
                raise KilledError
        return original(self, *given, **named)

    return write


def test_killed_at_any_point_and_run_again_it_ends_right(
    plot: Plot, graph: Graph, memory: Memory, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gds_jobs.hold, "ALIVE_SECONDS", 1)
    points, ended = 0, False
    while not ended:
        own = f"{scope}-{points}"
        ids = plot.plant(own, 10, cliques(2, 5))
        with patch.object(Hold, "write", killed_after(points)):
            try:
                Runner(graph, Settings()).run()
                ended = True
            except KilledError:
                points += 1
        report = Runner(graph, Settings()).run()
        assert report.ok, report
        invariants(plot, own, ids)
        memory.drop_scope(scope=own)
    assert points > 8


SLOW = """
import sys, time
from gds_jobs import Runner, communities
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings
original = communities._put
def put(work, rows):
    print("writing", flush=True)
    original(work, rows)
    time.sleep(60)
communities._put = put
Runner(Graph(sys.argv[1], (sys.argv[2], sys.argv[3])), Settings()).run()
"""


def test_a_killed_process_leaves_no_projection_and_its_work_is_done(
    plot: Plot, graph: Graph, server: Server, clear: str
) -> None:
    ids = plot.plant(clear, 300, cliques(60, 5))
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, server.uri, *server.auth], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "writing"
    time.sleep(1.0)
    process.send_signal(signal.SIGKILL)
    process.wait()
    report = Runner(graph, Settings()).run()
    assert report.ok, report
    invariants(plot, clear, ids)
    left = plot.run("CALL gds.graph.list() YIELD graphName WHERE graphName STARTS WITH 'mnemosaic-' RETURN graphName")
    assert left == []


def test_what_is_marked_during_a_job_waits_for_the_next_run(
    plot: Plot, graph: Graph, clear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = plot.plant(clear, 5, cliques(1, 5))
    original = runner.JOBS[Job.COMMUNITIES]

    def marked(work: Any) -> Any:
        done = original(work)
        plot.run("MATCH (n:Atom {id: $id}) SET n.dirty = true", id=ids[0])
        return done

    monkeypatch.setitem(runner.JOBS, Job.COMMUNITIES, marked)
    assert Runner(graph, Settings()).run().ok
    monkeypatch.setitem(runner.JOBS, Job.COMMUNITIES, original)
    assert plot.run("MATCH (n:Atom {id: $id}) RETURN n.dirty AS dirty", id=ids[0]) == [{"dirty": True}]
    assert {receipt.mode for receipt in Runner(graph, Settings()).run().receipts} == {Mode.INCREMENTAL}
    assert plot.run("MATCH (n:Atom {id: $id}) RETURN n.dirty AS dirty", id=ids[0]) == [{"dirty": None}]


def test_jobs_beside_eight_writers(plot: Plot, graph: Graph, server: Server, clear: str) -> None:
    seen: list[Any] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.is_set():
            seen.extend(plot.orphans())

    watcher = threading.Thread(target=watch, daemon=True)
    runs = 0
    context = multiprocessing.get_context("forkserver")
    # eight processes that have everything imported already
    context.set_forkserver_preload([writers.__name__])
    with ProcessPoolExecutor(8, context) as pool:
        scopes = [clear if number % 2 else f"{clear}/own" for number in range(8)]
        written = [pool.submit(writers.write, server, own, number) for number, own in enumerate(scopes)]
        watcher.start()
        while not all(each.done() for each in written):
            report = Runner(graph, Settings()).run((), Options(full=runs % 2 == 1))
            assert report.ok, report
            runs += 1
        ended.set()
        watcher.join()
        assert [error for each in written if (error := each.exception())] == []
    assert seen == []
    assert runs >= 2
    atoms = plot.run("MATCH (n:Atom) WHERE n.scope STARTS WITH $scope RETURN count(n) AS many", scope=clear)
    assert atoms[0]["many"] == 8 * writers.BATCHES * writers.EACH
    assert Runner(graph, Settings()).run().ok
    waiting = plot.run(
        "MATCH (n:Atom) WHERE n.scope STARTS WITH $scope AND n.dirty RETURN count(n) AS many", scope=clear
    )
    assert waiting[0]["many"] == 0
    assert plot.orphans() == []


def test_a_job_that_does_not_fit_refuses_with_the_figure(plot: Plot, graph: Graph, clear: str) -> None:
    rng = np.random.default_rng(1)
    ends = rng.integers(0, 800, (5_000, 2)).tolist()
    plot.plant(clear, 800, [(a, b, 0.8) for a, b in ends if a != b])
    plot.run("MATCH (n:Atom {scope: $scope}) SET n.associated_by = 'hash'", scope=clear)
    report = Runner(graph, Settings(jobs_memory=1)).run(("communities",), Options(full=True))
    assert [receipt.mode for receipt in report.receipts] == [Mode.REFUSED]
    assert "MiB" in report.receipts[0].problem
    assert set(plot.communities(clear).values()) == {-1}


def test_without_graph_data_science_the_jobs_refuse_and_say_what_to_do(
    plot: Plot, graph: Graph, clear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot.plant(clear, 2, [(0, 1, 0.5)])
    original = Graph.schema

    def without(self: Graph, name: str, /, **params: Any) -> Any:
        return [] if name == "inspect/gds_functions" else original(self, name, **params)

    monkeypatch.setattr(Graph, "schema", without)
    report = Runner(graph, Settings()).run((), Options(full=True))
    modes = {receipt.job: receipt.mode for receipt in report.receipts}
    assert modes[Job.COMMUNITIES] is modes[Job.CENTRALITY] is Mode.REFUSED
    assert modes[Job.ASSOCIATIONS] is modes[Job.CENTROIDS] is Mode.FULL
    assert all("not installed" in receipt.problem for receipt in report.receipts if not receipt.ok)


def test_an_error_of_the_database_is_a_receipt_and_the_lock_is_free_again(
    plot: Plot, graph: Graph, clear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plot.plant(clear, 2, [(0, 1, 0.5)])

    def broken(work: Any) -> Any:
        raise GraphError("the disk is full")

    monkeypatch.setitem(runner.JOBS, Job.CENTRALITY, broken)
    report = Runner(graph, Settings()).run()
    assert [receipt.problem for receipt in report.receipts if not receipt.ok] == ["the disk is full"]
    kept = plot.run("MATCH (j:Job {name: 'centrality'}) RETURN j.mode AS mode ORDER BY j.started_at DESC LIMIT 1")
    assert kept == [{"mode": "failed"}]
    monkeypatch.undo()
    assert Runner(graph, Settings()).run().ok
