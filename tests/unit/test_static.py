"""The checks that need no run of the code: lint, formatting and types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "words",
    [
        ["ruff", "check", "engine", "gds_jobs", "benchmarks", "tests"],
        ["ruff", "format", "--check", "engine", "gds_jobs", "benchmarks", "tests"],
        ["mypy", "--no-error-summary"],
    ],
    ids=["lint", "format", "types"],
)
def test_the_sources_pass(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
