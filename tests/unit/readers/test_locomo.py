import json
from pathlib import Path
from typing import Any

import pytest

from mnemosaic.errors import FormatError, NotFoundError
from mnemosaic.readers import BadLine, read
from mnemosaic.readers.locomo import conversations, read_conversation, time_of_session
from mnemosaic.turns import Turn


def sample(name: str, **extra: Any) -> dict[str, Any]:
    talk = {
        "speaker_a": "Uma",
        "speaker_b": "Vik",
        "session_10_date_time": "12:06 am on 11 November, 2022",
        "session_10": [{"speaker": "Uma", "dia_id": "D10:1", "text": "Later."}],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            {"speaker": "Uma", "dia_id": "D2:1", "text": "Hi"},
            {"speaker": "Vik", "dia_id": "D2:2", "text": "Look", "blip_caption": "a cat", "img_url": ["u"]},
        ],
        "session_3_date_time": "1:00 pm on 9 May, 2023",
        **extra,
    }
    return {"sample_id": name, "qa": [], "conversation": talk}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps([sample("conv-1"), sample("conv-2")]))
    return file


def test_sessions_times_captions_and_ids(path: Path) -> None:
    turns = read_conversation(path, "conv-1")
    assert [(turn.source_id, turn.session, turn.position, turn.speaker) for turn in turns] == [
        ("D2:1", "conv-1/session_2", 0, "Uma"),
        ("D2:2", "conv-1/session_2", 1, "Vik"),
        ("D10:1", "conv-1/session_10", 0, "Uma"),
    ]
    assert [str(turn.said_at) for turn in turns[1:]] == ["2023-05-08 13:56:00+00:00", "2022-11-11 00:06:00+00:00"]
    assert turns[1].content == "Look [image: a cat]"
    assert turns[1].metadata == {"img_url": ["u"]}


def test_conversations_are_listed_and_apart(path: Path) -> None:
    assert conversations(path) == ["conv-1", "conv-2"]
    found = [item for item in read(path) if isinstance(item, Turn)]
    assert found == read_conversation(path, "conv-1") + read_conversation(path, "conv-2")
    assert len({turn.id_in("a", 0) for turn in found}) == 6
    assert list(read(path, conversation="conv-2")) == read_conversation(path, "conv-2")


def test_an_unknown_conversation_is_refused_at_once(path: Path) -> None:
    with pytest.raises(NotFoundError, match="no conversation 'conv-9'; it has conv-1, conv-2"):
        read(path, conversation="conv-9")


def test_times_without_a_zone_are_in_the_zone_that_is_told(path: Path) -> None:
    first = next(read(path, timezone="Asia/Tokyo"))
    assert isinstance(first, Turn)
    assert str(first.said_at) == "2023-05-08 04:56:00+00:00"


def test_broken_turns_are_named(tmp_path: Path) -> None:
    file = tmp_path / "l.json"
    talk = sample("c", session_1=[{"speaker": "Uma", "dia_id": "D1:1"}, 3, {"speaker": "V", "text": "ok"}])
    file.write_text(json.dumps([talk, {"sample_id": "d"}]))
    found = list(read(file))
    assert [str(item) for item in found if isinstance(item, BadLine)] == [
        "turn 1 of c/session_1: text is invalid: Input should be a valid string",
        "turn 2 of c/session_1: is no turn",
        "d: has no conversation",
    ]
    assert len(found) == 7


def test_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text('{"text": "a"}')
    with pytest.raises(FormatError, match="it looks like turns"):
        conversations(file)


def test_times_of_sessions() -> None:
    assert time_of_session("12:09 pm on 13 September, 2023") == "2023-09-13T12:09:00"
    assert time_of_session("some day") == "some day"
