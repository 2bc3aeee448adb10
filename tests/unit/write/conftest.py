from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from mnemosaic.turns import Role, StoredTurn, Turn, TurnStatus
from mnemosaic.write.decompose import LocalDecomposer
from mnemosaic.write.protocols import Decomposition

SAID = datetime(2023, 5, 24, 12, 0, tzinfo=UTC)

Stored = Callable[..., StoredTurn]
Decompose = Callable[..., Decomposition]


@pytest.fixture(scope="session")
def stored() -> Stored:
    """Makes a stored turn of a text; everything else has a default."""

    def make(text: str, speaker: str = "Ann", role: Role = Role.USER, **given: object) -> StoredTurn:
        said = given.pop("said_at", SAID)
        turn = Turn.model_validate({"text": text, "speaker": speaker, "role": role, "said_at": said, **given})
        return StoredTurn(
            id=turn.id_in("s", 0),
            scope="s",
            turn=turn,
            position=0,
            received_at=datetime(2026, 1, 1, tzinfo=UTC),
            status=TurnStatus.PENDING,
        )

    return make


@pytest.fixture(scope="session")
def decompose(stored: Stored) -> Decompose:
    """Decomposes turns, or one text said by Ann."""

    def run(*turns: StoredTurn | str, **given: object) -> Decomposition:
        made = [turn if isinstance(turn, StoredTurn) else stored(turn, **given) for turn in turns]
        return LocalDecomposer().decompose(made)

    return run
