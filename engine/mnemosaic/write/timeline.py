"""Which of two statements came first in the world, and where the one gives way to the other.

Event time decides, not the order of arrival: a home of 2020 that is told after one of 2025 ends when that one begins.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import AtomStatus, AtomType
from mnemosaic.times import BEGINNING
from mnemosaic.write.known import Known
from mnemosaic.write.persons import speaks_in_past


class Change(NamedTuple):
    """`later` replaces `earlier`, whose end and status were `until` and `status` before."""

    earlier: Known
    later: Known
    until: datetime
    status: AtomStatus


def change(new: Known, old: Known) -> Change | None:
    """Let the later of two statements replace the earlier one, and change both records; None where nothing changes.

    The later one holds from its start, the earlier one until then. One that has ended before is left as it is.
    """
    earlier, later = (new, old) if begins_before(new, old) else (old, new)
    at = _start(later)
    if later is new and later.valid_from == BEGINNING:
        later.valid_from = at
    if at == BEGINNING or earlier.valid_until <= at:
        return None
    made = Change(earlier, later, earlier.valid_until, earlier.status)
    # nothing is closed before it opened, whatever a clock says
    earlier.valid_until = max(at, earlier.valid_from)
    earlier.status = AtomStatus.SUPERSEDED
    if later.valid_from == BEGINNING:
        later.valid_from = at
    return made


def begins_before(new: Known, old: Known) -> bool:
    """Whether the new statement is the older one in the world."""
    if _start(new) != _start(old):
        return _start(new) < _start(old)
    return _over(new) and not _over(old)


def _start(known: Known) -> datetime:
    """Since when a statement holds: as it says itself, else since the time it names, else since it was said.

    What had passed when it was told began at an unknown time before.
    """
    if known.valid_from > BEGINNING:
        return known.valid_from
    told = known.statement.occurred_from
    if told is None and not _over(known):
        told = known.statement.said_at
    return told if told is not None and told <= known.valid_until else BEGINNING


def _over(known: Known) -> bool:
    """Whether a state is told as one that has passed: "lived in Rome", with no time."""
    return known.type is AtomType.SEMANTIC and speaks_in_past(known.statement.details)
