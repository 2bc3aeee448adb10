"""Values that come back: where in time a statement belongs that equals known ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mnemosaic.atoms import AtomStatus
from mnemosaic.times import BEGINNING, FOREVER
from mnemosaic.verdicts import Verdict
from mnemosaic.write.known import Known
from mnemosaic.write.resolve import Decision, Finding, begins_earlier, changes, repeat, resolve
from mnemosaic.write.timeline import resumption, start

_STANDS = (AtomStatus.CURRENT, AtomStatus.SUPERSEDED)


def late(new: Known, since: datetime) -> bool:
    """Whether a statement is of a time before the one since which an equal one is known to hold."""
    return new.valid_until == FOREVER and start(new) < since


def placed(new: Known, findings: Sequence[Finding]) -> Decision:
    """Decide on a statement by its time: told again of a time that is known, earlier than was known, or of its own."""
    same = equal(new, findings)
    current = next((finding for finding in same if finding.known.current), None)
    stands = current if new.statement.corrects else within(new, same)
    if stands is not None:
        return repeated(new, stands, findings)
    if (later := following(new, same, findings)) is not None:
        return begins_earlier(new, later.known, findings)
    equals = {found.known.id for found in same}
    decision = resolve(new, [found for found in findings if found.known.id not in equals])
    if current is not None and new.current and decision.quarantine is None:
        # no two that hold state the same
        return repeated(new, current, findings)
    return decision


def repeated(new: Known, same: Finding, findings: Sequence[Finding]) -> Decision:
    """Decide on a statement that is known of its time already."""
    decision = repeat(new, same.known, findings, same.judgement.reason or "it is known of that time already")
    if same.judgement.verdict is Verdict.SAME:
        decision.findings = [same, *decision.findings]
    return decision


def tell_again(known: Known | None, new: Known) -> None:
    """Let an atom know of another time at which it was told."""
    if known is not None:
        known.told = tuple(sorted({*known.told, *new.told}))


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
