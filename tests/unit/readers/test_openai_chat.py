import json
from pathlib import Path
from typing import Any

import pytest

from mnemosaic.readers import BadLine, Item, read
from mnemosaic.turns import Role, Turn

CHAT: list[dict[str, Any]] = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Look:"}, {"type": "input_text", "text": "what is it?"}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"x": 1}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "a cat"},
    {"role": "assistant", "content": "A cat.", "refusal": None},
]


def items(path: Path, value: object, **options: Any) -> list[Item]:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return list(read(path, **options))


def turns(path: Path, value: object, **options: Any) -> list[Turn]:
    found = items(path, value, **options)
    assert all(isinstance(item, Turn) for item in found), found
    return found  # type: ignore[return-value]


def lines(*values: object) -> str:
    return "\n".join(json.dumps(value) for value in values)


@pytest.mark.parametrize("value", [CHAT, {"messages": CHAT}, lines(*CHAT), lines({"messages": CHAT})])
def test_the_four_forms_give_the_same_turns(tmp_path: Path, value: object) -> None:
    found = turns(tmp_path / "f", value, speakers={"user": "Ann", "assistant": "Helper"})
    assert [(turn.role, turn.speaker, turn.text, turn.position) for turn in found] == [
        (Role.SYSTEM, "system", "Be brief.", 0),
        (Role.USER, "Ann", "Look:\nwhat is it?", 1),
        (Role.ASSISTANT, "Helper", 'look({"x": 1})', 2),
        (Role.TOOL, "look", "a cat", 3),
        (Role.ASSISTANT, "Helper", "A cat.", 4),
    ]
    assert found[2].metadata["tool_calls"][0]["id"] == "c1"
    expected = turns(tmp_path / "other name", CHAT, speakers={"user": "Ann", "assistant": "Helper"})
    assert [turn.id_in("a", 0) for turn in found] == [turn.id_in("a", 0) for turn in expected]
    assert {turn.session for turn in found} == {expected[0].session}
    assert expected[0].session.startswith("chat-")


def test_records_are_sessions_of_their_own(tmp_path: Path) -> None:
    record = {"messages": CHAT}
    other = {"messages": [{"role": "user", "content": "Hello"}]}
    found = turns(tmp_path / "f", lines(record, record, other, {"conversation_id": "t1", **other}))
    sessions = list(dict.fromkeys(turn.session for turn in found))
    assert len(sessions) == 4
    assert sessions[1] == f"{sessions[0]}-2"
    assert sessions[3] == "t1"
    assert [turn.position for turn in found] == [*range(5), *range(5), 0, 0]
    named = turns(tmp_path / "f", lines(record, other), session="work")
    assert list(dict.fromkeys(turn.session for turn in named)) == ["work", "work-2"]


def test_a_list_of_records(tmp_path: Path) -> None:
    found = turns(tmp_path / "f", [{"messages": CHAT[:2]}, {"messages": CHAT[3:]}])
    assert len({turn.session for turn in found}) == 2


def test_names_times_and_ids_are_kept(tmp_path: Path) -> None:
    message = {"role": "user", "name": "Ann", "id": "m1", "created_at": 1684929600, "content": "Hi", "x": {"y": 1}}
    (turn,) = turns(tmp_path / "f", [message])
    assert (turn.speaker, turn.source_id, turn.metadata) == ("Ann", "m1", {"x": {"y": 1}})
    assert turn.said_at is not None
    assert turn.said_at.isoformat() == "2023-05-24T12:00:00+00:00"


def test_parts_without_text_stay_in_the_metadata_without_their_data(tmp_path: Path) -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 50_000}}
    message = {"role": "user", "content": [{"type": "text", "text": "See"}, image]}
    (turn,) = turns(tmp_path / "f", [message])
    assert turn.metadata["parts"] == [{"type": "image_url", "image_url": {"url": "data:image/png;base64…"}}]
    (bad,) = items(tmp_path / "f", [{"role": "user", "content": [image]}])
    assert isinstance(bad, BadLine)
    assert bad.reason == "has no text, only image_url"


def test_a_function_call_of_the_old_kind(tmp_path: Path) -> None:
    call = {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}}
    result = {"role": "function", "name": "f", "content": "1"}
    assert [turn.text for turn in turns(tmp_path / "f", [call, result])] == ["f({})", "1"]


@pytest.mark.parametrize("as_lines", [True, False])
def test_bad_messages_are_named_and_keep_their_places(tmp_path: Path, as_lines: bool) -> None:
    chat = [CHAT[1], {"role": "ghost", "content": "boo"}, "text", {"role": "user", "content": ""}, CHAT[4]]
    found = items(tmp_path / "f", lines(*chat) if as_lines else chat)
    assert [type(item) for item in found] == [Turn, BadLine, BadLine, BadLine, Turn]
    bad = [item for item in found if isinstance(item, BadLine)]
    assert [item.line for item in bad] == ([2, 3, 4] if as_lines else [0, 0, 0])
    assert [item.where for item in bad] == [f"{'line' if as_lines else 'message'} {n}" for n in (2, 3, 4)]
    assert "role 'ghost' is none of" in bad[0].reason
    last = found[4]
    assert isinstance(last, Turn)
    assert last.position == 4


def test_a_line_that_is_no_json(tmp_path: Path) -> None:
    found = items(tmp_path / "f", lines(CHAT[1]) + '\n{"role": "us\n' + lines(CHAT[4]))
    assert [type(item) for item in found] == [Turn, BadLine, Turn]
