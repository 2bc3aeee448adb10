"""The memory points of HaluMem's users, with a user invented here."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mnemosaic.atoms import Facet
from mnemosaic.errors import FormatError
from mnemosaic.evaluate.halumem import user, users


def point(text: str, at: str = "", **given: Any) -> dict[str, Any]:
    return {"memory_content": text, "memory_type": "Persona Memory", "timestamp": at, **given}


def write(folder: Path, *sessions: list[dict[str, Any]], persona: str = "Name: Ann Moe; Gender: Female;") -> Path:
    path = folder / "part_user7.jsonl"
    made = {"persona_info": persona, "sessions": [{"memory_points": points} for points in sessions]}
    path.write_text(json.dumps(made) + "\n", encoding="utf-8")
    return path


def test_points_come_in_their_order_of_time(tmp_path: Path) -> None:
    late, early = "Feb 13, 2029, 11:43:39", "Jan 15, 2029, 16:15:20"
    changed = point("Ann Moe works at Init now.", late, is_update="True", original_memories=["Ann Moe works at Acme"])
    found = user(write(tmp_path, [changed], [point("Ann Moe works at Acme.", early), point("Ann likes tea.", early)]))
    assert (found.label, found.name) == ("user7", "Ann Moe")
    assert [one.text for one in found.points] == [
        "Ann Moe works at Acme.",
        "Ann likes tea.",
        "Ann Moe works at Init now.",
    ]
    last = found.points[-1]
    assert (last.update, last.originals, last.session) == (True, ("Ann Moe works at Acme",), 0)
    assert last.said_at == datetime(2029, 2, 13, 11, 43, 39, tzinfo=UTC)
    assert last.facet is Facet.PERSONA


def test_what_an_assistant_made_up_is_told_apart(tmp_path: Path) -> None:
    found = user(write(tmp_path, [point("a", memory_source="interference"), point("b", memory_source="secondary")]))
    assert [one.interference for one in found.points] == [True, False]


def test_a_user_without_a_name_is_called_user(tmp_path: Path) -> None:
    assert user(write(tmp_path, [point("a")], persona="")).name == "user"
    assert [one.label for one in users(tmp_path)] == ["user7"]


def test_a_time_of_another_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="part_user7"):
        user(write(tmp_path, [point("a", "2029-02-13")]))
