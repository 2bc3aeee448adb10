from __future__ import annotations

from collections.abc import Callable

import pytest

from mnemosaic.memory import Memory
from mnemosaic.write.firewall import Judge
from tests.live.core.conftest import OpenMemory
from tests.live.core.conftest import open_memory as open_memory
from tests.live.core.probes import Scripted, verbatim

OpenJudged = Callable[..., Memory]


@pytest.fixture
def open_judged(open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch) -> OpenJudged:
    """Opens memories whose firewall asks the judge that is given, and nobody else."""

    def opened(judge: Judge, decomposer: Scripted | None = None, **given: object) -> Memory:
        with monkeypatch.context() as patch:
            patch.setattr("mnemosaic.memory.Rules", lambda: judge)
            return open_memory(decomposer=decomposer or verbatim(), **given)

    return opened
