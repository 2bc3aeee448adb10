"""The connection to a provider that speaks the OpenAI protocol."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openai import OpenAI

NO_KEY = "none"


@dataclass(frozen=True, slots=True, repr=False)
class Connection:
    """Where a provider is and how it is asked. `base_url` None: OpenAI itself. Nothing is opened by making one.

    `attempts` bounds the requests of one call, the first included; `timeout` is in seconds, for each of them.
    """

    api_key: str | None = None
    base_url: str | None = None
    timeout: float = 60.0
    attempts: int = 4

    def client(self) -> OpenAI:
        """A client that retries nothing by itself: `retrying` does. After a fork it is another one."""
        return _client(self, os.getpid())


@functools.lru_cache(maxsize=8)
def _client(connection: Connection, process: int) -> OpenAI:  # noqa: ARG001 - sockets must not be shared by processes
    """One client for a connection and a process, so that its sockets are used again."""
    from openai import OpenAI

    return OpenAI(
        api_key=connection.api_key or NO_KEY,
        base_url=connection.base_url,
        timeout=connection.timeout,
        max_retries=0,
    )
