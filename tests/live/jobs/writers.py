"""What a process that writes beside the jobs does: on its own here, so that it is imported once for all of them."""

from __future__ import annotations

from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.conftest import Server
from tests.embedders import HashEmbedder

BATCHES, EACH = 6, 5


def write(server: Server, scope: str, number: int) -> None:
    """Remember some statements, batch by batch, through a memory of its own."""
    with Memory.open(server.uri, server.auth, settings=Settings(), embedder=HashEmbedder()) as memory:
        for batch in range(BATCHES):
            texts = [f"Worker {number} stored the blue box {batch}-{place} in Bergen." for place in range(EACH)]
            report = memory.remember(texts, scope=scope)
            assert report.ok, report.problems
