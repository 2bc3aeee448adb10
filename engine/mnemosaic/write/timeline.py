"""Which of two statements came first in the world, and where the one gives way to the other.

Event time decides, not the order of arrival: a home of 2020 that is told after one of 2025 ends when that one begins,
and one of 2022 that is told after another was stated in 2020 and again in 2025 stands between those two times.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
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


class Part(NamedTuple):
    """`before` is a statement's earlier time, which another one ended; `after` is the rest, which holds again.

    `change` is how the later time follows the earlier one.
    """

    before: Known
    after: Known
    change: Change


def change(new: Known, old: Known) -> Change | None:
    """Let the later of two statements replace the earlier one, and change both records; None where nothing changes.

    The later one holds from its start, the earlier one until then. One that has ended before is left as it is, and so
    are both where the earlier one was told last, as one that holds.
    """
    earlier, later = (new, old) if begins_before(new, old) else (old, new)
    at = start(later)
    if _still_told(earlier, later):
        return None
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


def both_told(new: Known, old: Known) -> bool:
    """Whether neither of two statements ends the other, for what began before was said last to hold still."""
    return _still_told(*((new, old) if begins_before(new, old) else (old, new)))


def _still_told(earlier: Known, later: Known) -> bool:
    """Whether what began before was said to hold when the other one had begun, and last of the two.

    "I have worked at Acme since 2020", said in March, is not over because of a job that was told of in February.
    """
    if not earlier.told or not later.told or _over(earlier):
        return False
    at = start(later)
    return BEGINNING < earlier.valid_from < at and earlier.told[-1] > max(at, later.told[-1])


def part(new: Known, old: Known) -> Part | None:
    """Cut a known statement in two where it was told before the new one holds and again after it; None elsewhere.

    The known record keeps its id and the later time.
    """
    resumes = resumption(new, old)
    if resumes is None:
        return None
    before = replace(
        old,
        id=str(uuid.uuid4()),
        valid_until=resumes,
        status=AtomStatus.SUPERSEDED,
        fresh=True,
        belief=None,
        told=tuple(at for at in old.told if at < resumes),
    )
    old.valid_from, old.told = resumes, tuple(at for at in old.told if at >= resumes)
    return Part(before, old, Change(before, old, old.valid_until, old.status))


def resumption(new: Known, old: Known) -> datetime | None:
    """When a known statement was told again after the new one; None where that one does not fall between two times."""
    at = start(new)
    if old.type is AtomType.EPISODIC or not start(old) <= at < old.valid_until:
        return None
    since = max(at, min(new.statement.said_at or at, new.valid_until))
    told_before = any(told <= at for told in old.told)
    return next((told for told in old.told if told_before and since < told < old.valid_until), None)


def begins_before(new: Known, old: Known) -> bool:
    """Whether the new statement is the older one in the world."""
    if start(new) != start(old):
        return start(new) < start(old)
    return _over(new) and not _over(old)


def start(known: Known) -> datetime:
    """Since when a statement holds: as it says itself, else since the time it names, else since it was first said.

    What had passed when it was told began at an unknown time before.
    """
    if known.valid_from > BEGINNING:
        return known.valid_from
    told = known.statement.occurred_from
    if told is None and not _over(known):
        told = known.told[0] if known.told else known.statement.said_at
    return told if told is not None and told <= known.valid_until else BEGINNING


def _over(known: Known) -> bool:
    """Whether a state is told as one that has passed: "lived in Rome", with no time."""
    return known.type is AtomType.SEMANTIC and speaks_in_past(known.statement.details)
