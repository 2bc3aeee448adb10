"""LoCoMo conversations written into scopes of their own, for benchmarks that ask the same graph in many ways."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from mnemosaic.evaluate.locomo import Question, questions
from mnemosaic.memory import Memory
from mnemosaic.readers import locomo


class Put(NamedTuple):
    """A question that is put to the scope that its conversation was written to."""

    conversation: str
    scope: str
    question: Question


@contextmanager
def written(memory: Memory, data: Path) -> Iterator[list[Put]]:
    """Every question with its conversation and the scope that it was written to; the scopes are removed at the end.

    The jobs have run, so that there are communities and PageRank.
    """
    root = f"bench-{uuid.uuid4().hex[:12]}"
    asked: list[Put] = []
    scopes: list[str] = []
    try:
        for name in locomo.conversations(data):
            turns = locomo.read_conversation(data, name)
            scopes.append(f"{root}/{name}")
            memory.remember(turns, scope=scopes[-1])
            known = {turn.source_id or "" for turn in turns}
            asked += [Put(name, scopes[-1], question) for question in questions(data, name, known)]
        memory.jobs.run()
        yield asked
    finally:
        for scope in scopes:
            memory.drop_scope(scope=scope)
