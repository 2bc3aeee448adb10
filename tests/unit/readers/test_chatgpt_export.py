import json
from pathlib import Path
from typing import Any

from mnemosaic.readers import BadLine, Item, read
from mnemosaic.turns import Role, Turn


def message(name: str, role: str, *parts: object, **extra: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": list(parts)}
    author = {"role": role, "name": None, "metadata": {}}
    return {"id": name, "author": author, "create_time": None, "content": content, "recipient": "all", **extra}


def node(name: str, parent: str | None, held: dict[str, Any] | None, *children: str) -> dict[str, Any]:
    return {"id": name, "parent": parent, "children": list(children), "message": held}


def conversation(**extra: Any) -> dict[str, Any]:
    nodes = [
        node("root", None, None, "sys"),
        node("sys", "root", message("sys", "system", ""), "u1"),
        node("u1", "sys", message("u1", "user", "Plan a trip", create_time=1684929600.25), "a1", "a2"),
        node("a1", "u1", message("a1", "assistant", "To Rome?", create_time=1684929601.0)),
        node("a2", "u1", message("a2", "assistant", "To Oslo?", create_time=1684929602.0), "u2"),
        node("u2", "a2", message("u2", "user", {"content_type": "image_asset_pointer"}, "Yes!"), "t"),
        node(
            "t",
            "u2",
            message("t", "tool", author={"role": "tool", "name": "python"})
            | {"content": {"content_type": "execution_output", "text": "42"}},
        ),
    ]
    mapping = {entry["id"]: entry for entry in nodes}
    return {"title": "Trip", "conversation_id": "c-1", "mapping": mapping, "current_node": "t", **extra}


def items(tmp_path: Path, value: object) -> list[Item]:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(value))
    return list(read(path))


def texts(found: list[Item]) -> list[str]:
    return [item.text for item in found if isinstance(item, Turn)]


def test_the_branch_that_was_last_seen(tmp_path: Path) -> None:
    found = items(tmp_path, [conversation()])
    assert texts(found) == ["Plan a trip", "To Oslo?", "Yes!", "42"]
    turns = [item for item in found if isinstance(item, Turn)]
    assert {turn.session for turn in turns} == {"Trip [c-1]"}
    assert [turn.position for turn in turns] == [0, 1, 2, 3]
    assert [turn.role for turn in turns] == [Role.USER, Role.ASSISTANT, Role.USER, Role.TOOL]
    assert turns[3].speaker == "python"
    assert turns[0].source_id == "u1"
    assert turns[0].said_at is not None
    assert turns[0].said_at.isoformat() == "2023-05-24T12:00:00.250000+00:00"
    assert turns[2].metadata == {"parts": [{"content_type": "image_asset_pointer"}]}


def test_another_branch(tmp_path: Path) -> None:
    assert texts(items(tmp_path, [conversation(current_node="a1")])) == ["Plan a trip", "To Rome?"]


def test_without_a_current_node_the_latest_leaf_is_taken(tmp_path: Path) -> None:
    talk = conversation(current_node=None)
    talk["mapping"]["t"]["message"]["create_time"] = 1684929700.0
    assert texts(items(tmp_path, [talk]))[-1] == "42"


def test_a_ring_of_parents_ends(tmp_path: Path) -> None:
    talk = conversation()
    talk["mapping"]["u1"]["parent"] = "t"
    assert texts(items(tmp_path, [talk])) == ["Plan a trip", "To Oslo?", "Yes!", "42"]


def test_conversations_of_one_title_are_apart(tmp_path: Path) -> None:
    found = items(tmp_path, [conversation(), conversation(conversation_id="c-2")])
    assert {item.session for item in found if isinstance(item, Turn)} == {"Trip [c-1]", "Trip [c-2]"}
    assert len({item.id_in("a", 0) for item in found if isinstance(item, Turn)}) == 8


def test_hidden_messages_are_left_out(tmp_path: Path) -> None:
    talk = conversation()
    talk["mapping"]["a2"]["message"]["metadata"] = {"is_visually_hidden_from_conversation": True}
    assert texts(items(tmp_path, [talk])) == ["Plan a trip", "Yes!", "42"]


def test_what_is_broken_is_named(tmp_path: Path) -> None:
    talk = conversation()
    talk["mapping"]["a2"]["message"]["create_time"] = "noon"
    talk["mapping"]["u2"]["message"]["content"]["parts"] = [{"content_type": "image_asset_pointer"}]
    found = items(tmp_path, [{"title": "empty"}, talk])
    bad = [item for item in found if isinstance(item, BadLine)]
    assert [str(item).partition(":")[0] for item in bad] == [
        "conversation 1",
        "message 2 of conversation 2 (Trip [c-1])",
        "message 3 of conversation 2 (Trip [c-1])",
    ]
    assert bad[2].reason == "has no text, only image_asset_pointer"
    assert texts(found) == ["Plan a trip", "42"]
