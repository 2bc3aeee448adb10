"""The options that set a read back in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from datetime import datetime

    from mnemosaic.asof import AsOf

AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="What held in the world then, such as 2024-05-01; UTC if no zone."),
]
AsRecorded = Annotated[
    str | None, typer.Option("--as-recorded", metavar="TIME", help="What the memory believed then; UTC if no zone.")
]


def moment(as_of: str | None, as_recorded: str | None) -> AsOf | None:
    """The moment that the two options name; None: now. Raises `InputError` for what is no time."""
    from mnemosaic.asof import AsOf

    valid, recorded = _time("--as-of", as_of), _time("--as-recorded", as_recorded)
    return AsOf(valid=valid, recorded=recorded) if valid or recorded else None


def _time(option: str, text: str | None) -> datetime | None:
    from datetime import UTC

    from mnemosaic.errors import InputError
    from mnemosaic.readers.moments import parse_time

    if text is None:
        return None
    try:
        found = parse_time(text.strip(), UTC)
    except ValueError:
        found = None
    if found is None:
        raise InputError(f"{option} is no time: {text!r}; give ISO 8601, such as 2024-05-01 or 2024-05-01T09:30Z")
    return found
