"""HaluMem (arXiv 2511.03506): recall of the memory points that answer a question, one scope a user.

Each point is a turn and an atom, with the gate off and compared with nothing: what is measured is reading. A text that
comes several times counts once.
"""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import TextIO

from mnemosaic.errors import InputError
from mnemosaic.evaluate.halumem import FILES, Question, User, questions, user
from mnemosaic.evaluate.halumem_updates import PointDecomposer
from mnemosaic.evaluate.retrieval import Asked, Measured, RetrievalReport, Say, silent
from mnemosaic.memory import Memory
from mnemosaic.turns import Turn

CUTS = (5, 10, 20)


def run(memory: Memory, data: Path, rankings: TextIO | None = None, say: Say = silent) -> RetrievalReport:
    """Write the points of the users in the folder `data` to scopes of their own, ask, and remove them again.

    Raises `InputError` where there are none and `FormatError` for a file of another form.
    """
    files = sorted(data.glob(FILES))
    if not files:
        raise InputError(f"{data} holds no user of HaluMem: files are named {FILES}")
    settings = memory.settings.model_copy(update={"confidence_gate": 0.0, "compare": False})
    writer = Memory(memory.graph, settings, memory.embedder, decomposer=PointDecomposer())
    measured = Measured(memory.embedder, CUTS, rankings)
    for path in files:
        found = user(path)
        ids = identities(found)
        asked = [one for item in questions(path) if (one := _asked(item, found.label, ids)).gold]
        if not asked:
            raise InputError(f"{path} holds no question about its memory points: leave it out of the folder")
        scope = f"bench-{uuid.uuid4().hex[:12]}"
        say(f"{found.label}: {len(found.points)} points, {len(asked)} questions")
        try:
            writer.remember(turns(found), scope=scope)
            measured.ask(memory, scope, asked)
        finally:
            memory.drop_scope(scope=scope)
        measured.compare({name: text for text, name in ids.items()}, asked)
    return measured.report()


def identities(user: User) -> dict[str, str]:
    """An id for each text: the place at which it comes first."""
    found: dict[str, str] = {}
    for place, point in enumerate(user.points):
        found.setdefault(point.text, str(place))
    return found


def turns(user: User) -> list[Turn]:
    """The points as the user states them, in the sessions they come from."""
    ids = identities(user)
    return [
        Turn(
            text=point.text,
            speaker=user.name,
            session=f"s{point.session}",
            said_at=point.said_at,
            position=place,
            source_id=ids[point.text],
        )
        for place, point in enumerate(user.points)
    ]


def _asked(question: Question, user: str, ids: dict[str, str]) -> Asked:
    gold = frozenset(ids[text] for text in question.evidence if text in ids)
    return Asked(str(question.place), question.text, question.kind, user, gold)
