"""The demo: a conversation of the project's own writing, and six questions about it.

Two people and an assistant, eight sessions from March to November 2024.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

_HERE = Path(__file__).parent


class Question(BaseModel):
    """A question, the source ids of the turns that answer it, and what it shows."""

    model_config = ConfigDict(frozen=True)

    question: str
    evidence: tuple[str, ...]
    why: str


def conversation_path() -> Path:
    """The file of the conversation, in the format `turns`."""
    return _HERE / "conversation.jsonl"


def questions() -> tuple[Question, ...]:
    """The questions, in the order in which the demo asks them."""
    text = (_HERE / "questions.json").read_text(encoding="utf-8")
    return TypeAdapter(tuple[Question, ...]).validate_json(text)
