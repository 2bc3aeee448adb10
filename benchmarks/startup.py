"""Measures the start of the embedded server step by step: `python benchmarks/startup.py [--runs N] [--json]`.

The first run has no store and no class archive (cold); the others have both (warm), once with the archive and once
without. Jars are fetched before, or with `--fetch` into an empty cache as a step of its own. Uses a temporary data
directory and free ports, and stops what it starts. Set MNEMOSAIC_JAVA to measure another Java.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import psutil

from mnemosaic.server import jvm
from mnemosaic.server.admin import ensure_password
from mnemosaic.server.control import halt
from mnemosaic.server.fetch import ensure
from mnemosaic.server.java import find_java
from mnemosaic.server.launch import configure, launch, wait_ready
from mnemosaic.server.paths import CACHE_VARIABLE, Layout
from mnemosaic.server.ports import choose_ports
from mnemosaic.server.progress import silent

MEMORY = "512m"
Result = TypeVar("Result")


class Steps:
    """Names and seconds, in the order in which they were done."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds: dict[str, float] = {}

    def take(self, step: str, work: Callable[[], Result]) -> Result:
        """Do `work` and note how long it took."""
        began = time.perf_counter()
        try:
            return work()
        finally:
            self.seconds[step] = round(time.perf_counter() - began, 3)


def run(name: str, layout: Layout) -> Steps:
    """Start and stop once; what a start does, in the same order."""
    steps = Steps(name)
    java = steps.take("find java", find_java)
    jars = list(steps.take("check jars", lambda: ensure("server")).values())
    ports = steps.take("choose ports", lambda: choose_ports(None, None))
    configure(layout, ports, MEMORY, jars)
    steps.take("set password", lambda: ensure_password(layout, java, jars))
    steps.take("prepare java", lambda: jvm.prepare_sharing(java))
    state = steps.take("launch process", lambda: launch(layout, java, jars, ports, MEMORY))
    steps.take("started and Bolt answers", lambda: wait_ready(layout, state, silent))
    times = psutil.Process(state.pid).cpu_times()
    steps.seconds["total"] = round(sum(steps.seconds.values()), 3)
    steps.seconds["(processor time of Java)"] = round(times.user + times.system, 3)
    steps.take("(stop)", lambda: halt(layout))
    return steps


def measure(runs: int) -> list[Steps]:
    """One cold run, then `runs` warm ones of each kind in turn, so that a busy machine is fair to both."""
    with tempfile.TemporaryDirectory() as folder, patch.object(jvm, "cache_dir", lambda: Path(folder)):
        layout = Layout.of(Path(folder, "data"))
        layout.home.mkdir()
        found = [run("cold", layout)]
        for _ in range(runs):
            with patch.object(jvm, "sharing_options", lambda *_: []):
                found.append(run("warm, no class archive", layout))
            found.append(run("warm", layout))
        return found


def report(fetch: bool, runs: int) -> dict[str, Any]:
    """Everything measured, as one document."""
    with tempfile.TemporaryDirectory() as cache:
        if fetch:
            os.environ |= {CACHE_VARIABLE: cache, "M2_REPO": str(Path(cache, "none"))}
        fetching = Steps("fetch")
        fetching.take("fetch jars", lambda: ensure("server"))
        java = find_java()
        measured = measure(runs)
    return {
        "schema": 1,
        "java": {"version": java.version, "source": java.source, "vector_module": java.has_vector_module},
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0],
        "fetch_jars": fetching.seconds["fetch jars"] if fetch else None,
        "runs": [{"name": steps.name, "seconds": steps.seconds} for steps in measured],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2, help="warm runs of each kind")
    parser.add_argument("--fetch", action="store_true", help="fetch the jars into an empty cache first")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = report(options.fetch, options.runs)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    print(f"Java {found['java']['version']} ({found['java']['source']}), load {found['load']:.1f}")
    if options.fetch:
        print(f"fetch jars: {found['fetch_jars']:.1f} s")
    for one in found["runs"]:
        print(f"\n{one['name']}")
        for step, seconds in one["seconds"].items():
            print(f"  {step:28} {seconds:8.3f} s")


if __name__ == "__main__":
    main()
