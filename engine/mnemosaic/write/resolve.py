"""What becomes of one new statement, given its verdicts: add, update, skip, flag, or keep it apart.

| verdict | same type and scope | an ancestor's atom | another type |
|---|---|---|---|
| same | skip, where the words allow no difference | SUPPORTS | SUPPORTS |
| refines | SUPPORTS | SUPPORTS | SUPPORTS |
| changes over time | the earlier ends where the later begins, UPDATES | SCOPES | CONTRADICTS, open; of an event none |
| conflicts | by authority, below | CONTRADICTS, open | CONTRADICTS, open |

A change that a source tells which is trusted clearly less is a conflict too: a web page ends nothing a user said.
Authority = explicit correction > trust of the source > confidence > recency. A correction retires what it corrects. A
source that is trusted clearly less than the one it contradicts is rejected: kept apart, with the reason. Otherwise both
stay, CONTRADICTS is open until somebody decides, and the belief in each says which to prefer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mnemosaic.atoms import AtomStatus, AtomType, QuarantineReason
from mnemosaic.relations import ConflictStatus, Relation
from mnemosaic.reports import Outcome
from mnemosaic.times import BEGINNING
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.beliefs import beliefs, reliability
from mnemosaic.write.known import Known
from mnemosaic.write.timeline import Change, change

TRUST_GAP = 0.3
"""How much less a source is trusted for its contradiction to be rejected."""
SURE = 0.6
"""Confidence of a verdict below which nothing is closed or rejected for it."""
MOST_EDGES = 8
"""Verdicts of one statement that become edges, the surest first."""


class Finding(NamedTuple):
    """A verdict on a new statement beside a known one."""

    known: Known
    judgement: Judgement


class Link(NamedTuple):
    """An edge that keeps a verdict. `change` is what it closed; `status` is that of a contradiction."""

    source: str
    target: str
    relation: Relation
    judgement: Judgement
    status: ConflictStatus | None = None
    change: Change | None = None


@dataclass
class Decision:
    """The end of one statement. `target` is the atom that it became or that states the same."""

    outcome: Outcome
    target: str
    reason: str = ""
    confidence: float = 1.0
    quarantine: QuarantineReason | None = None
    links: list[Link] = field(default_factory=list)
    findings: Sequence[Finding] = ()
    judged: Sequence[str] = ()
    """The known atoms that a verdict was asked for."""


def resolve(new: Known, findings: Sequence[Finding]) -> Decision:
    """Decide on a statement that passed the gate and equals none that is current; changes the records of what ends."""
    told = [found for found in findings if found.judgement.verdict is not Verdict.UNRELATED]
    told = sorted(told, key=lambda found: -found.judgement.confidence)[:MOST_EDGES]
    rejected = next((found for found in told if _rejects(new, found)), None)
    if rejected is not None:
        kept = Link(new.id, rejected.known.id, Relation.CONTRADICTS, rejected.judgement, ConflictStatus.DISMISSED)
        reason = f"a source trusted more says otherwise: {rejected.judgement.reason}"
        return Decision(
            Outcome.REJECT, new.id, reason, quarantine=QuarantineReason.REJECTED, links=[kept], findings=told
        )
    decision = Decision(Outcome.ADD, new.id, findings=told)
    for found in told:
        link = _link(new, found)
        if link is None:
            continue
        decision.links.append(link)
        if (outcome := _outcome(link)) > _RANK[decision.outcome]:
            decision.outcome, decision.reason = _BY_RANK[outcome], found.judgement.reason
    return decision


def _rejects(new: Known, found: Finding) -> bool:
    judged = found.judgement
    if judged.verdict is not Verdict.CONFLICTS or judged.confidence < SURE or new.statement.corrects:
        return False
    return found.known.trust - new.trust > TRUST_GAP and found.known.current


def _link(new: Known, found: Finding) -> Link | None:
    old, judged = found.known, found.judgement
    if old.retired:
        return None
    inside = _inside(new, old)
    if judged.verdict in (Verdict.SAME, Verdict.REFINES):
        return Link(new.id, old.id, Relation.SUPPORTS, judged) if old.current else None
    if judged.verdict is Verdict.CHANGES_OVER_TIME and inside and _happened(new, old):
        return None
    outranked = old.trust - new.trust > TRUST_GAP
    if judged.verdict is Verdict.CHANGES_OVER_TIME and inside and judged.confidence >= SURE and not outranked:
        made = change(new, old)
        return Link(made.later.id, made.earlier.id, Relation.UPDATES, judged, change=made) if made else None
    if not old.current:
        return None
    if judged.verdict is Verdict.CHANGES_OVER_TIME and old.type is not new.type and _tells_of_event(new, old):
        # that something happened stays true; the state that it left is compared with states
        return None
    if judged.verdict is Verdict.CHANGES_OVER_TIME and old.scope != new.scope and old.type is new.type:
        return Link(new.id, old.id, Relation.SCOPES, judged)
    if _takes_back(new, found):
        if new.valid_from == BEGINNING:
            # it stands where the other stood
            new.valid_from = old.valid_from
        return _corrected(new, old, judged)
    _believe(new, old)
    return Link(new.id, old.id, Relation.CONTRADICTS, judged, ConflictStatus.OPEN)


def _happened(new: Known, old: Known) -> bool:
    """Whether the known one is an event that was over when the new one was told: a plan can change, a past cannot."""
    at, told = old.statement.occurred_from, new.statement.said_at
    return new.type is AtomType.EPISODIC and at is not None and told is not None and at <= told


def _tells_of_event(new: Known, old: Known) -> bool:
    return AtomType.EPISODIC in (new.type, old.type)


def repeat(new: Known, same: Known, findings: Sequence[Finding], reason: str = "") -> Decision:
    """Decide on a statement that equals one that is current: it may take back another one all the same."""
    told = [found for found in findings if found.known is not same and _takes_back(new, found)]
    links = [_corrected(same, found.known, found.judgement) for found in told]
    return Decision(Outcome.SKIP, same.id, reason, links=links, findings=told)


def _inside(new: Known, old: Known) -> bool:
    return old.scope == new.scope and old.type is new.type


def _takes_back(new: Known, found: Finding) -> bool:
    """Whether a statement corrects a known one, by the word of a source that may."""
    old, judged = found.known, found.judgement
    if judged.verdict is not Verdict.CONFLICTS or not new.statement.corrects:
        return False
    trusted = new.trust >= old.trust - TRUST_GAP
    return old.current and _inside(new, old) and judged.confidence >= SURE and trusted


def _corrected(new: Known, old: Known, judged: Judgement) -> Link:
    made = Change(old, new, old.valid_until, old.status)
    old.status, old.retired = AtomStatus.RETIRED, True
    return Link(new.id, old.id, Relation.UPDATES, judged, change=made)


def _believe(new: Known, old: Known) -> None:
    """Each gets the lowest belief of the contradictions that it stands in."""
    stated = [[reliability(item.trust, item.confidence)] for item in (new, old)]
    for item, belief in zip((new, old), beliefs(stated), strict=True):
        item.belief = round(min(belief, 1.0 if item.belief is None else item.belief), 4)


_RANK = {Outcome.ADD: 0, Outcome.UPDATE: 1, Outcome.FLAG: 2}
_BY_RANK = {rank: outcome for outcome, rank in _RANK.items()}


def _outcome(link: Link) -> int:
    if link.relation is Relation.CONTRADICTS:
        return _RANK[Outcome.FLAG]
    return _RANK[Outcome.UPDATE if link.relation is Relation.UPDATES else Outcome.ADD]
