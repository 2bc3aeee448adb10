"""Reading and judging HaluMem's form, with users invented here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemosaic.cli.bench_classify import _facet_lines
from mnemosaic.errors import FormatError, InputError
from mnemosaic.evaluate.halumem_facets import points, run
from tests.embedders import HashEmbedder

EVENTS = ["Ann moved to Oslo in May.", "Ann sold her boat last week.", "Ann broke her arm on Friday."]
TRAITS = ["Ann likes chess.", "Ann is patient and calm.", "Ann prefers tea.", "Ann wants to become a pilot."]
TIES = ["Ann is married to Bruno."]


def write(folder: Path, name: str) -> Path:
    typed = [("Event", EVENTS), ("Persona", TRAITS), ("Relationship", TIES)]
    made = [{"memory_content": text, "memory_type": f"{kind} Memory"} for kind, texts in typed for text in texts]
    user = {"uuid": "u", "sessions": [{"memory_points": made[:2]}, {"memory_points": made[2:]}, {"dialogue": []}]}
    path = folder / f"part_{name}.jsonl"
    path.write_text(json.dumps(user) + "\n", encoding="utf-8")
    return path


def test_points_are_read_with_their_facets(tmp_path: Path) -> None:
    found = points(write(tmp_path, "user1"))
    assert [text for text, _ in found] == [*EVENTS, *TRAITS, *TIES]
    assert [label for _, label in found] == ["event"] * 3 + ["persona"] * 4 + ["relationship"]


def test_users_are_judged_apart_and_together(tmp_path: Path) -> None:
    for name in ("user1", "user2"):
        write(tmp_path, name)
    report = run(HashEmbedder(), tmp_path)
    assert set(report.by_user) == {"user1", "user2"}
    assert report.overall.points == 16
    assert report.overall.true == {"event": 6, "persona": 8, "relationship": 2}
    assert (report.overall.majority.accuracy, report.overall.majority.f1["event"]) == (0.5, 0.0)
    assert report.overall.exemplars.accuracy > report.overall.majority.accuracy
    assert report.overall.written.accuracy <= report.overall.exemplars.accuracy
    shown = "\n".join(_facet_lines(report))
    assert "user2: 8 points (3 event, 4 persona, 1 relationship)" in shown
    assert "majority                            50.0%    22.2%" in shown


def test_one_user_is_not_enough(tmp_path: Path) -> None:
    write(tmp_path, "user1")
    with pytest.raises(InputError, match="fewer than two users"):
        run(HashEmbedder(), tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[1]",
        '{"uuid": "u"}',
        '{"sessions": [{"memory_points": [{"memory_content": "x"}]}]}',
        '{"sessions": [{"memory_points": [{"memory_content": "x", "memory_type": "Odd"}]}]}',
    ],
)
def test_another_form_is_refused_by_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a_user1.jsonl"
    path.write_text(text)
    with pytest.raises(FormatError, match="a_user1"):
        points(path)
