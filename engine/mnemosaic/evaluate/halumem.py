"""HaluMem (arXiv 2511.03506): its users and their memory points, as typed and dated by its authors."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from mnemosaic.atoms import Facet
from mnemosaic.errors import FormatError

FILES = "*user*.jsonl"
INTERFERENCE = "interference"
_FACETS = {f"{facet.value} memory": facet for facet in Facet}
_TIME = "%b %d, %Y, %H:%M:%S"
_NAME = re.compile(r"\bName: ([^;]+);")


class Point(NamedTuple):
    """One memory point. `originals` are what an update says that it replaces, in words that may occur nowhere else.

    `said_at` is None where the file gives no time. `interference` is what only an assistant said, and wrongly.
    """

    text: str
    facet: Facet
    session: int
    said_at: datetime | None
    update: bool
    originals: tuple[str, ...]
    interference: bool


class User(NamedTuple):
    """A user by the file's last word, with the points in their order of time."""

    label: str
    name: str
    points: list[Point]


class _Point(BaseModel):
    memory_content: str
    memory_type: str
    memory_source: str = ""
    is_update: bool = False
    original_memories: list[str] = []
    timestamp: str = ""


class Question(NamedTuple):
    """A question at its place among the user's, with the texts of the points that answer it: none where none does."""

    place: int
    text: str
    kind: str
    evidence: tuple[str, ...]


class _Evidence(BaseModel):
    memory_content: str


class _Question(BaseModel):
    question: str
    question_type: str = ""
    evidence: list[_Evidence] = []


class _Session(BaseModel):
    memory_points: list[_Point] = []
    questions: list[_Question] = []


class _User(BaseModel):
    persona_info: str = ""
    sessions: list[_Session]


def users(data: Path) -> list[User]:
    """The users in the folder `data`, by name of file. Raises `FormatError` for a file of another form."""
    return [user(path) for path in sorted(data.glob(FILES))]


def user(path: Path) -> User:
    """The user of one file. Raises `FormatError`."""
    try:
        found = _parsed(path)
        sessions = [session for one in found for session in one.sessions]
        points = [_read(place, point) for place, session in enumerate(sessions) for point in session.memory_points]
    except (OSError, ValueError, ValidationError, KeyError) as error:
        raise FormatError(f"{path} is no user of HaluMem with typed memory points: {error}") from error
    named = next((name for one in found if (name := _NAME.search(one.persona_info))), None)
    # the sort is stable: points of one session stay in their order
    points.sort(key=lambda point: point.said_at or datetime.min.replace(tzinfo=UTC))
    return User(path.stem.rpartition("_")[2], named[1].strip() if named else "user", points)


def questions(path: Path) -> list[Question]:
    """The questions about the user of one file, in their order. Raises `FormatError`."""
    try:
        sessions = [session for one in _parsed(path) for session in one.sessions]
    except (OSError, ValueError) as error:
        raise FormatError(f"{path} is no user of HaluMem with questions: {error}") from error
    return [
        Question(place, item.question, item.question_type, tuple(one.memory_content for one in item.evidence))
        for place, item in enumerate(item for session in sessions for item in session.questions)
    ]


def _parsed(path: Path) -> list[_User]:
    lines = path.read_text("utf-8").splitlines()
    return [_User.model_validate(json.loads(line)) for line in lines if line.strip()]


def _read(session: int, point: _Point) -> Point:
    return Point(
        text=point.memory_content,
        facet=_FACETS[point.memory_type.lower()],
        session=session,
        said_at=datetime.strptime(point.timestamp, _TIME).replace(tzinfo=UTC) if point.timestamp else None,
        update=point.is_update,
        originals=tuple(point.original_memories),
        interference=point.memory_source == INTERFERENCE,
    )
