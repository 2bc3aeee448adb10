from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

import openai
import pytest

from mnemosaic.models.retrying import is_transient, retry_after


def error(status: int, **headers: str) -> openai.APIStatusError:
    names = {name.replace("_", "-").lower(): value for name, value in headers.items()}
    response: Any = SimpleNamespace(status_code=status, headers=names, request=None)
    return openai.APIStatusError("no", response=response, body=None)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_status_worth_another_try(status: int) -> None:
    assert is_transient(error(status))


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422])
def test_status_that_is_for_good(status: int) -> None:
    assert not is_transient(error(status))


def test_retry_after_in_seconds_as_a_date_or_not_at_all() -> None:
    assert retry_after(error(429, Retry_After="1.5")) == 1.5
    later = retry_after(error(429, Retry_After=format_datetime(datetime.now(UTC) + timedelta(seconds=30))))
    assert later is not None
    assert 25 < later <= 30
    assert retry_after(error(429, Retry_After=format_datetime(datetime(2001, 1, 1, tzinfo=UTC)))) == 0.0
    assert retry_after(error(429, Retry_After="soon")) is None
    assert retry_after(error(429)) is None
    assert retry_after(ValueError()) is None


def test_other_errors_are_not_tried_again() -> None:
    assert not is_transient(ValueError())
    request: Any = None
    assert is_transient(openai.APITimeoutError(request))
