"""Calls to a provider: which failures are worth another try, how long to wait, and what to say at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, TypeVar

from mnemosaic.errors import ModelAnswerError, ModelError, ModelUnavailableError

if TYPE_CHECKING:
    from tenacity import RetryCallState

T = TypeVar("T")

LONGEST_WAIT = 60.0
FIRST_WAIT, LONGEST_BACKOFF = 0.5, 20.0
QUOTA = "insufficient_quota"
REQUEST_TIMEOUT, TOO_MANY = 408, 429

ADVICE = {
    400: "the request itself is refused",
    401: "check the key (OPENAI_API_KEY or MNEMOSAIC_API_KEY)",
    403: "the key may not use this model",
    404: "check the name of the model and base_url",
    413: "the request is too long: lower window_tokens",
}


def persistently(
    attempt: Callable[[], T], *, what: str, attempts: int, sleep: Callable[[float], None] = time.sleep
) -> T:
    """The result of `attempt`, called up to `attempts` times in all.

    Tried again after 429, 5xx, a time-out or a lost connection, when `Retry-After` says, or else after 0.5, 1, 2 ...
    seconds and a random half; and at once after an answer that could not be understood. Anything else is permanent, an
    exhausted quota and a demanded wait of over a minute included. Raises `ModelUnavailableError` or
    `ModelAnswerError`, naming `what`.
    """
    from openai import OpenAIError
    from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_exponential, wait_random

    backoff = wait_exponential(multiplier=FIRST_WAIT, max=LONGEST_BACKOFF) + wait_random(0, FIRST_WAIT)

    def wait(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, ModelAnswerError):
            return 0.0
        asked = retry_after(error)
        return backoff(state) if asked is None else asked

    retrying = Retrying(
        retry=retry_if_exception(is_transient),
        stop=stop_after_attempt(attempts),
        wait=wait,
        sleep=sleep,
        reraise=True,
    )
    try:
        return retrying(attempt)
    except OpenAIError as error:
        tries = retrying.statistics.get("attempt_number", 1)
        raise ModelUnavailableError(explain(error, what, tries)) from error


def is_transient(error: BaseException) -> bool:
    """Whether another try may succeed."""
    from openai import APIConnectionError, APIStatusError

    if isinstance(error, ModelError):
        return isinstance(error, ModelAnswerError)
    if isinstance(error, APIConnectionError):
        return True
    if not isinstance(error, APIStatusError):
        return False
    status = error.status_code
    worth_it = status in (REQUEST_TIMEOUT, TOO_MANY) or status >= 500
    return worth_it and not _is_out_of_quota(error) and (retry_after(error) or 0.0) <= LONGEST_WAIT


def retry_after(error: BaseException | None) -> float | None:
    """Seconds that the provider asked to wait, by `Retry-After` as seconds or as a date; None where it did not say."""
    response = getattr(error, "response", None)
    said = response.headers.get("retry-after") if response is not None else None
    if not said:
        return None
    try:
        return max(0.0, float(said))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    aware = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (aware - datetime.now(UTC)).total_seconds())


def explain(error: Exception, what: str, tries: int) -> str:
    """One line: what failed, how often it was tried, what the provider said, what to do."""
    from openai import APIStatusError, APITimeoutError

    tried = f" after {tries} tries" if tries > 1 else ""
    if isinstance(error, APITimeoutError):
        return f"{what} did not answer in time{tried}: try again later, raise model_timeout, or lower window_turns"
    if not isinstance(error, APIStatusError):
        return f"{what} cannot be reached{tried} ({error}): check base_url and the network"
    if _is_out_of_quota(error):
        advice = "the quota is used up: see the account at the provider"
    else:
        advice = ADVICE.get(error.status_code, "try again later")
    return f"{what} refused with status {error.status_code}{tried}: {error.message}; {advice}"


def _is_out_of_quota(error: Exception) -> bool:
    """Whether a 429 is for good: nothing comes back by waiting."""
    return QUOTA in (getattr(error, "code", None), getattr(error, "type", None))
