"""The jobs inside a running engine."""

from __future__ import annotations

import time

import pytest

from gds_jobs import Mode
from mnemosaic.errors import SettingsError
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.conftest import Server
from tests.embedders import HashEmbedder

pytestmark = pytest.mark.live

TEXTS = ["The blue kettle is in the kitchen.", "The kitchen kettle is blue and old.", "My kitchen has a blue kettle."]


def test_a_memory_runs_its_jobs(memory: Memory, scope: str) -> None:
    memory.remember(TEXTS, scope=scope)
    report = memory.jobs.run("associations", "communities")
    assert report.ok
    assert [receipt.job for receipt in report.receipts] == ["associations", "communities"]
    assert memory.jobs.run().ok
    assert all(receipt.mode is Mode.FRESH for receipt in memory.jobs.run().receipts)
    assert memory.jobs.status().dirty == 0
    assert {atom.community for atom in memory.atoms(scope=scope)} != {-1}


def test_a_memory_that_was_opened_with_a_schedule_runs_them_by_itself(
    server: Server, memory: Memory, scope: str
) -> None:
    opened = Memory.open(server.uri, server.auth, settings=Settings(), embedder=HashEmbedder(), schedule="1s")
    with opened:
        opened.remember(TEXTS, scope=scope)
        until = time.monotonic() + 120
        while opened.jobs.status().dirty and time.monotonic() < until:
            time.sleep(0.5)
    state = memory.jobs.status()
    assert state.dirty == 0
    assert state.holder is None
    opened.close()


def test_a_schedule_that_is_none_is_refused(server: Server, memory: Memory) -> None:
    with pytest.raises(SettingsError, match="no schedule"):
        Memory.open(server.uri, server.auth, settings=Settings(), embedder=HashEmbedder(), schedule="now and then")
