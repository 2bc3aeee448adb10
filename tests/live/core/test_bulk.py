"""A long import goes through in batches: memory is bounded, progress is shown. benchmarks/import_100k.py does more."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from mnemosaic.memory import Memory
from mnemosaic.reports import WriteReport
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import query, talk

pytestmark = pytest.mark.live

TURNS = 3000


def test_three_thousand_turns_of_a_file(
    server: Server, open_memory: OpenMemory, memory: Memory, scope: str, tmp_path: Path
) -> None:
    path = tmp_path / "long.jsonl"
    lines = [turn.model_dump_json(by_alias=True, exclude_none=True) for turn in talk(TURNS, sessions=100)]
    lines[1500] = '{"text": "broken'
    lines[1501] = '{"speaker": "nobody"}'
    path.write_text("\n".join(lines))
    reports: list[WriteReport] = []
    held: list[int] = []

    def progress(report: WriteReport) -> None:
        reports.append(report)
        held.append(psutil.Process().memory_info().rss)

    writer = open_memory(batch_turns=250, associations=3)
    total = writer.ingest(path, scope=scope, progress=progress)
    assert [report.turns.stored for report in reports] == [250 * step for step in range(1, 12)] + [TURNS - 2]
    assert (total.turns.stored, total.turns.pending, total.atoms) == (TURNS - 2, 0, ())
    assert [problem.line for problem in total.problems] == [1501, 1502]
    assert not total.ok
    # what is kept from batch to batch are the vectors of the scope, 1.5 kB an atom, while one is copied to grow
    assert held[-1] - held[1] < 60 * 2**20
    assert query(server, "MATCH (t:Turn {scope: $scope}) RETURN count(t) AS many", scope=scope)[0]["many"] == TURNS - 2
    again = writer.ingest(path, scope=scope)
    assert (again.turns.stored, again.added, again.edges) == (0, 0, 0)
    assert memory.recall("What of the shed?", scope=scope).entries
