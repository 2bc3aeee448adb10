"""The jobs from the command line, and what doctor says of them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from mnemosaic.checkup import database
from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from tests.conftest import Server
from tests.live.cli.conftest import Run

pytestmark = pytest.mark.live

TEXTS = ["The blue kettle is in the kitchen.", "The kitchen kettle is blue and old.", "My kitchen has a blue kettle."]


def test_jobs_are_run_and_looked_at(mnemosaic: Run, memory: Memory, scope: str) -> None:
    memory.remember(TEXTS, scope=scope)
    done = mnemosaic("jobs", "run", "--json")
    assert done.status == 0
    assert [receipt["job"] for receipt in done.json["receipts"]] == [
        "associations",
        "communities",
        "centrality",
        "centroids",
    ]
    # what other tests left on this server, such as a community whose last part went, may take a round or two more
    for _ in range(3):
        again = mnemosaic("jobs", "run")
        assert again.status == 0
        if again.out.count("nothing to do") == 4:
            break
    else:
        pytest.fail(again.out)
    status = mnemosaic("jobs", "status", "--json").json
    assert status["dirty"] == 0
    assert status["holder"] is None
    assert status["algorithms"].startswith("2.")
    assert all(job["waiting"] == 0 and job["finished_at"] for job in status["jobs"])
    assert {receipt["job"] for receipt in status["last"]} >= {"communities", "centrality"}
    text = mnemosaic("jobs", "status")
    assert "communities   done " in text.out
    assert memory.atoms(scope=scope)[0].pagerank is not None


def test_one_job_may_be_named_and_a_wrong_name_is_an_error(mnemosaic: Run) -> None:
    done = mnemosaic("jobs", "run", "centrality", "--full")
    assert done.status == 0
    assert done.out.startswith("centrality    full")
    wrong = mnemosaic("jobs", "run", "magic")
    assert wrong.status == 2
    assert "there is no job 'magic'" in wrong.err


def test_a_schedule_that_is_none_is_refused_before_anything_is_opened(mnemosaic: Run) -> None:
    wrong = mnemosaic("jobs", "schedule", "--when", "often")
    assert wrong.status == 2
    assert "no schedule" in wrong.err


def test_a_schedule_runs_until_it_is_told_to_stop(server: Server, memory: Memory, scope: str) -> None:
    memory.remember(TEXTS, scope=scope)
    given = ["--uri", server.uri, "--user", server.auth[0], "--password", server.auth[1], "--when", "1s", "--json"]
    command = [sys.executable, "-c", "from mnemosaic.cli.app import main; main()", "jobs", "schedule", *given]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert '"receipts"' in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert time.monotonic() - began < 30


def test_doctor_says_how_fresh_what_is_derived_is(memory: Memory, graph: Graph, scope: str, mnemosaic: Run) -> None:
    memory.remember(TEXTS, scope=scope)
    mnemosaic("jobs", "run")
    fresh = database.derived(graph)
    assert fresh.state == "ok"
    assert fresh.detail.startswith("0 of ")
    memory.remember("The kettle in the kitchen is broken now.", scope=scope)
    assert not database.derived(graph).detail.startswith("0 of ")
