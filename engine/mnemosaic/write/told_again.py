"""Values that come back: where in time a statement belongs that equals known ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mnemosaic.atoms import AtomStatus
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.verdicts import Verdict
from mnemosaic.write.known import Known
from mnemosaic.write.resolve import Finding, changes
from mnemosaic.write.timeline import resumption, start

_STANDS = (AtomStatus.CURRENT, AtomStatus.SUPERSEDED)


def equal(new: Known, findings: Sequence[Finding]) -> list[Finding]:
    """The known atoms that state the same, in the order of their time: current ones, and what has ended."""
    found = [finding for finding in findings if _states_the_same(new, finding)]
    return sorted(found, key=lambda finding: start(finding.known))


def within(new: Known, same: Sequence[Finding]) -> Finding | None:
    """The equal atom in whose time a statement falls, or any where its time is unknown."""
    at = start(new)
    return next(
        (found for found in same if at == BEGINNING or start(found.known) <= at < found.known.valid_until), None
    )


def following(new: Known, same: Sequence[Finding], findings: Sequence[Finding]) -> Finding | None:
    """The equal atom that holds from later on, where nothing else is known of the time between."""
    others = [found.known for found in findings if changes(new, found)]
    if any(resumption(new, other) for other in others):
        return None
    ends = _next(new, others)
    return next((found for found in same if start(new) < start(found.known) <= ends), None)


def _next(new: Known, others: Sequence[Known]) -> datetime:
    return min((start(other) for other in others if start(other) > start(new)), default=FOREVER)


def _states_the_same(new: Known, found: Finding) -> bool:
    known = found.known
    if known.retired or known.status not in _STANDS or (known.scope, known.type) != (new.scope, new.type):
        return False
    return known.live_key == new.live_key or (known.current and found.judgement.verdict is Verdict.SAME)
