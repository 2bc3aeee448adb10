from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Judgement, Statement
from mnemosaic.write.contradict import judge, read

Compare = Callable[..., Judgement]


@pytest.fixture(scope="session")
def compare() -> Compare:
    """Judges a new text against an old one; fields of both statements may be given."""

    def run(old: str, new: str, kind: AtomType = AtomType.SEMANTIC, **fields: Any) -> Judgement:
        first = Statement(details=old, type=fields.pop("old_type", kind), said_at=_time(fields.pop("old_said", None)))
        second = Statement(details=new, type=kind, said_at=_time(fields.pop("new_said", None)), **fields)
        return judge(read(second), read(first))

    return run


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(f"{text}T12:00+00:00") if text else None
