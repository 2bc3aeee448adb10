"""What the updates of HaluMem's form find and end, with a user invented here, on a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemosaic.cli.bench_classify import _update_lines
from mnemosaic.errors import InputError
from mnemosaic.evaluate.halumem_updates import run
from mnemosaic.memory import Memory

POINTS = [
    ("Ann Moe lives in Oslo.", "Jan 15, 2027, 16:15:20", []),
    ("Ann Moe likes green tea with honey.", "Jan 15, 2027, 16:15:20", []),
    ("Ann Moe repaired her bicycle.", "Feb 15, 2027, 16:15:20", []),
    ("Ann Moe lives in Bergen.", "Mar 15, 2027, 16:15:20", ["Ann Moe lives in Oslo."]),
    ("Ann Moe speaks French.", "Apr 15, 2027, 16:15:20", ["Nothing of the kind was ever said"]),
]


def write(folder: Path) -> None:
    points = [
        {
            "memory_content": text,
            "memory_type": "Persona Memory",
            "is_update": str(bool(originals)),
            "original_memories": originals,
            "timestamp": at,
        }
        for text, at, originals in POINTS
    ]
    user = {"persona_info": "Name: Ann Moe; Gender: Female;", "sessions": [{"memory_points": points}]}
    (folder / "part_user1.jsonl").write_text(json.dumps(user) + "\n", encoding="utf-8")


def test_an_original_is_found_and_ended_and_nothing_else(memory: Memory, tmp_path: Path) -> None:
    write(tmp_path)
    report = run(memory, tmp_path)
    found = report.overall
    assert (found.points, found.updates, found.originals, found.equal, found.without_original) == (5, 2, 1, 1, 1)
    assert found.judged == 1.0
    assert (found.same_type, found.candidates, found.superseded, found.contradicted) == (1, 1.0, 1.0, 0.0)
    assert (found.false_updates, found.false_conflicts) == (0.0, 0.0)
    assert report.by_user == {"user1": found}
    assert (report.false_alarms, report.overlooked) == ((), ())
    shown = "\n".join(_update_lines(report))
    assert "all: 5 points, 2 updates, 1 without an original" in shown
    assert "superseded       100.0%" in shown
    dumped = report.model_dump(mode="json", by_alias=True)
    assert dumped["schema"] == 1


def test_a_folder_without_users_is_refused(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no user of HaluMem"):
        run(memory, tmp_path)
