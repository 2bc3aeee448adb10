"""The connection to a provider that speaks the OpenAI protocol."""

from __future__ import annotations

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
        """A client that retries nothing by itself: `retrying` does."""
        from openai import OpenAI

        return OpenAI(api_key=self.api_key or NO_KEY, base_url=self.base_url, timeout=self.timeout, max_retries=0)
