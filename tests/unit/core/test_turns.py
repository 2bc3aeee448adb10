from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mnemosaic.errors import InputError
from mnemosaic.turns import Role, Turn
from mnemosaic.write.intake import MAX_CHARACTERS, as_turns

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def identity(index: int = 0, scope: str = "s", **given: object) -> str:
    return Turn.model_validate({"text": "hello", **given}).id_in(scope, index)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"id": "D1:3"}, {"id": "D1:4"}),
        ({"position": 1}, {"position": 2}),
        ({"said_at": NOON}, {"said_at": NOON.replace(hour=13)}),
        ({"session": "a"}, {"session": "b"}),
        ({"speaker": "Ann"}, {"speaker": "Bob"}),
        ({"text": "hello"}, {"text": "Hello"}),
        ({"caption": "a boat"}, {"caption": None}),
        ({"scope": "s"}, {"scope": "t"}),
        ({"index": 0}, {"index": 1}),
    ],
)
def test_what_tells_turns_apart(one: dict[str, object], other: dict[str, object]) -> None:
    assert identity(**one) != identity(**other)  # type: ignore[arg-type]
    assert identity(**one) == identity(**one)  # type: ignore[arg-type]


@pytest.mark.parametrize("own", [{"id": "D1:3"}, {"position": 1}, {"said_at": NOON}])
def test_a_turn_that_knows_its_place_is_the_same_wherever_it_stands(own: dict[str, object]) -> None:
    assert identity(index=0, **own) == identity(index=9, **own)  # type: ignore[arg-type]


def test_composed_and_decomposed_forms_are_one_turn() -> None:
    assert identity(text="caf\u00e9") == identity(text="cafe\u0301")


def test_text_turns_dictionaries_and_chat_messages_become_turns() -> None:
    turns = as_turns(
        [
            "plain",
            Turn(text="made"),
            {"text": "own form", "speaker": "Ann", "id": "7"},
            {"role": "assistant", "content": "as chat"},
            {
                "role": "user",
                "name": "Ann",
                "content": [{"type": "text", "text": "in"}, {"type": "text", "text": "parts"}],
            },
            {"role": "developer", "content": "rules"},
            {"role": "function", "content": "output"},
        ]
    )
    assert [turn.text for turn in turns] == ["plain", "made", "own form", "as chat", "in\nparts", "rules", "output"]
    assert [turn.role for turn in turns[3:]] == [Role.ASSISTANT, Role.USER, Role.SYSTEM, Role.TOOL]
    assert [turn.speaker for turn in turns[2:5]] == ["Ann", "assistant", "Ann"]
    assert turns[2].source_id == "7"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("", "turn 1 is empty"),
        (" \n\t", "turn 1 is empty"),
        (7, "turn 1 is a int"),
        (None, "turn 1 is a NoneType"),
        ({"speaker": "Ann"}, "turn 1 cannot be used: text"),
        ({"text": "x", "colour": "red"}, "turn 1 cannot be used: colour"),
        ({"text": "x", "role": "king"}, "turn 1 cannot be used: role"),
        ({"text": "x", "trust": 2}, "turn 1 cannot be used: trust"),
        ({"role": "assistant", "content": None, "tool_calls": []}, "turn 1"),
        ("\ud800", "turn 1: its text holds half a surrogate pair"),
        ({"text": "x", "speaker": "\udfff"}, "turn 1 cannot be used: speaker"),
        ({"text": "x", "session": "\udfff"}, "turn 1 cannot be used: session"),
        ({"text": "x", "metadata": {"a": {1}}}, r"metadata\.a is a set"),
        ("x" * (MAX_CHARACTERS + 1), "turn 1 has 1000001 characters"),
        ({"text": "x", "session": "s" * 2000}, "turn 1 cannot be used: session: .* at most 1024"),
        ({"text": "x", "speaker": "s" * 2000}, "turn 1 cannot be used: speaker: .* at most 1024"),
        ({"text": "x", "position": 2**63}, "turn 1 cannot be used: position"),
        ({"text": "x", "position": -(2**63) - 1}, "turn 1 cannot be used: position"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_its_place(bad: object, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        as_turns(["fine", bad])  # type: ignore[list-item]


def test_a_caption_is_part_of_what_a_turn_says() -> None:
    assert Turn(text="Look!", caption="a red boat").content == "Look! [image: a red boat]"
    assert as_turns([Turn(text="", caption="a red boat")])


def test_a_chat_message_keeps_what_the_projects_own_form_has_besides() -> None:
    message = {
        "role": "user",
        "content": "I own a dog.",
        "said_at": "2020-01-01",
        "session": "zz",
        "id": "q1",
        "metadata": {"a": 1},
    }
    calls = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}],
    }
    turn, call = as_turns([message, calls])
    assert (turn.session, turn.source_id, turn.metadata, turn.position) == ("zz", "q1", {"a": 1}, None)
    assert turn.said_at is not None
    assert turn.said_at.year == 2020
    assert call.text == "f({})"


def test_the_same_words_on_another_day_are_another_turn() -> None:
    turn = Turn(text="I took my pill.")
    assert turn.id_in("a", 0, "2026-01-01") == turn.id_in("a", 0, "2026-01-01")
    assert turn.id_in("a", 0, "2026-01-01") != turn.id_in("a", 0, "2026-01-02")
