"""The demo: a conversation of the project's own writing, and six questions about it.

Two people and an assistant, eight sessions from March to November 2024.
"""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

_HERE = Path(__file__).parent


class Question(BaseModel):
    """A question, the source ids of the turns that answer it, and what it shows.

    `answer` holds a pattern for each thing that is asked: a line that matches it states the answer itself. `earlier`
    is the pattern of a statement that has been corrected or no longer holds.
    """

    model_config = ConfigDict(frozen=True)

    question: str
    evidence: tuple[str, ...]
    why: str
    answer: tuple[str, ...]
    earlier: str | None = None


def states(text: str, pattern: str | None) -> bool:
    """Whether a line states what the pattern of a question stands for."""
    return pattern is not None and re.search(pattern, text, re.IGNORECASE | re.DOTALL) is not None


def conversation_path() -> Path:
    """The file of the conversation, in the format `turns`."""
    return _HERE / "conversation.jsonl"


def questions() -> tuple[Question, ...]:
    """The questions, in the order in which the demo asks them."""
    text = (_HERE / "questions.json").read_text(encoding="utf-8")
    return TypeAdapter(tuple[Question, ...]).validate_json(text)
