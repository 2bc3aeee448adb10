from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.scripted_openai import scripted_openai as scripted_openai

OpenMemory = Callable[..., Memory]


@pytest.fixture
def open_memory(server: Server, memory: Memory) -> Iterator[OpenMemory]:
    """Opens further memories on the session's server, with parts of their own; closed after the test."""
    with ExitStack() as stack:

        def opened(
            embedder: Any = None,
            decomposer: Any = None,
            language_model: Any = None,
            reranker: Any = None,
            **given: Any,
        ) -> Memory:
            return stack.enter_context(
                Memory.open(
                    server.uri,
                    server.auth,
                    settings=Settings(**given),
                    embedder=embedder or HashEmbedder(),
                    decomposer=decomposer,
                    model=language_model,
                    reranker=reranker,
                )
            )

        yield opened
