"""`AsyncMemory` offers what `Memory` offers, with the same parameters."""

from __future__ import annotations

import inspect
from unittest.mock import create_autospec

import anyio
import pytest

from mnemosaic.aio import AsyncMemory
from mnemosaic.memory import Memory

NOT_AWAITED = {"drop_scope"}
"""For benchmarks and tests only."""


def methods(of: type) -> dict[str, inspect.Signature]:
    return {
        name: inspect.signature(member)
        for name, member in inspect.getmembers(of)
        if inspect.isfunction(member) and not name.startswith("_")
    }


def test_both_have_the_same_methods_with_the_same_parameters_and_results() -> None:
    plain, awaited = methods(Memory), methods(AsyncMemory)
    assert plain.keys() - awaited.keys() == NOT_AWAITED
    assert awaited.keys() <= plain.keys()
    for name, signature in awaited.items():
        assert signature.parameters == plain[name].parameters, name
        assert signature.return_annotation == plain[name].return_annotation, name


ARGUMENTS = {
    "remember": (("text",), {"scope": "a"}),
    "preview": (("text",), {"scope": "a"}),
    "ingest": (("file",), {"scope": "a", "kind": "text", "progress": None, "timezone": "UTC"}),
    "resume": ((), {"scope": "a"}),
    "recall": (("who?",), {"scope": "a", "k": 3, "min_similarity": 0.5, "as_of": None, "explain": True}),
    "answer": (("who?",), {"scope": "a", "k": 3, "as_of": None}),
    "why_not": (("i", "who?"), {"scope": "a", "k": 3, "min_similarity": 0.5, "as_of": None}),
    "shadow": ((["who?"],), {"scope": "a", "k": 3}),
    "get": (("i",), {"scope": "a"}),
    "atoms": ((), {"scope": "a", "kind": None, "limit": 3, "after": "i", "as_of": None}),
    "history": (("i",), {"as_of": None}),
    "correct": (("i", "text"), {}),
    "conflicts": ((), {"scope": "a", "limit": 3, "as_of": None}),
    "resolve": (("c",), {"keep": "both"}),
    "undo": (("c",), {}),
    "clarifications": ((), {"scope": "a", "limit": 3}),
    "clarify": (("i", False), {}),
    "forget": ((), {"turn": None, "atom": None, "entity": None, "scope": "a", "subtree": True}),
    "close": ((), {}),
}


@pytest.mark.parametrize("name", methods(AsyncMemory))
def test_each_hands_everything_on_and_its_result_back(name: str) -> None:
    memory = create_autospec(Memory, instance=True)
    given, named = ARGUMENTS[name]

    async def call() -> object:
        return await getattr(AsyncMemory(memory), name)(*given, **named)

    result = anyio.run(call)
    called = getattr(memory, name)
    called.assert_called_once_with(*given, **named)
    assert result is (None if name in ("undo", "close") else called.return_value)
