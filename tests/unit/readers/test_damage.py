"""Whatever stands in a file, a reader yields turns and bad lines or raises an error of the project."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemosaic.errors import MnemosaicError
from mnemosaic.readers import BadLine, read
from mnemosaic.turns import Turn

MESSAGES = [
    {"role": "user", "content": [{"type": "text", "text": "hi"}], "name": "Ann", "id": "1", "created_at": 5},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "1"}}]},
    {"role": "tool", "tool_call_id": "c", "content": "ok"},
]
NODE = {
    "parent": "r",
    "children": ["n"],
    "message": {
        "id": "m",
        "author": {"role": "user", "name": None},
        "create_time": 1.5,
        "content": {"content_type": "text", "parts": ["hello", {"content_type": "image", "x": 1}]},
        "metadata": {"is_visually_hidden_from_conversation": False},
    },
}
SOUND: list[Any] = [
    MESSAGES,
    {"session": "s", "metadata": {"id": "m"}, "messages": MESSAGES},
    [{"title": "T", "id": "c", "mapping": {"r": NODE, "n": NODE}, "current_node": "n"}],
    [
        {
            "sample_id": "c",
            "conversation": {
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [{"speaker": "Uma", "dia_id": "D1:1", "text": "Hi", "blip_caption": "a cat"}],
            },
        }
    ],
    {"id": "1", "session": "s", "speaker": "Ann", "role": "user", "text": "x", "said_at": 5, "metadata": {"a": [1]}},
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in entries for place in places(inner, (*path, key)))]


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data(), damage=JSON, indent=st.sampled_from([None, 1]))
@pytest.mark.parametrize("sound", SOUND, ids=["messages", "record", "export", "locomo", "turn"])
def test_one_value_exchanged(
    tmp_path_factory: pytest.TempPathFactory, sound: Any, data: st.DataObject, damage: Any, indent: int | None
) -> None:
    place = data.draw(st.sampled_from(places(sound)[1:]))
    broken = copy.deepcopy(sound)
    held = broken
    for key in place[:-1]:
        held = held[key]
    held[place[-1]] = damage
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    path.write_text(json.dumps(broken, indent=indent))
    try:
        items = list(read(path))
    except MnemosaicError:
        return
    for item in items:
        assert isinstance(item, Turn | BadLine)
        if isinstance(item, Turn):
            item.model_dump_json()
            item.id_in("acme", 0)
