from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gds_jobs import associations

CURRENT = [{"scope": "a", "numbers": [1, 4, 6]}, {"scope": "b", "numbers": [2, 3]}]


def test_the_vectors_of_scopes_are_read_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(associations, "PAGE", 2)
    asked: list[list[int]] = []

    def read(name: str, /, **given: Any) -> list[dict[str, Any]]:
        if name == "jobs/current":
            return CURRENT
        asked.append(given["numbers"])
        # one goes while they are read
        return [{"number": number, "embedding": [number, 0.0]} for number in reversed(asked[-1]) if number != 2]

    work: Any = SimpleNamespace(graph=SimpleNamespace(read=read))
    held = associations._vectors(work, ["a", "b", "empty"])
    assert asked == [[1, 4], [6, 2], [3]]
    assert {scope: vectors.numbers.tolist() for scope, vectors in held.items()} == {
        "a": [1, 4, 6],
        "b": [3],
        "empty": [],
    }
    assert held["a"].matrix.tolist() == [[1.0, 0.0], [4.0, 0.0], [6.0, 0.0]]


@pytest.mark.parametrize("associated", [0.0, 0.3, 0.95])
def test_the_nearest_are_those_of_sorting_all(associated: float) -> None:
    random = np.random.default_rng(1)
    numbers = np.arange(100, 1_100)
    # so that many are equally near
    scores = random.uniform(0.0, 1.0, 1_000).astype(np.float32).round(2)
    every = [(int(number), round(float(score), 5)) for number, score in zip(numbers, scores, strict=True)]
    wanted = sorted((pair for pair in every if pair[1] >= associated), key=lambda pair: (-pair[1], pair[0]))
    assert associations._best(numbers, scores, associated) == wanted[: associations.NEAREST]
