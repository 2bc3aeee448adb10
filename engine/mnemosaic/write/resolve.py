"""What becomes of one new statement, given its verdicts: add, update, skip, flag, or keep it apart.

| verdict | same type and scope | an ancestor's atom | another type |
|---|---|---|---|
| same | skip, where the words allow no difference | SUPPORTS | SUPPORTS |
| refines | SUPPORTS | SUPPORTS | SUPPORTS |
| changes over time | the earlier ends where the later begins, UPDATES | SCOPES | CONTRADICTS, open; of an event none |
| conflicts | by authority, below | CONTRADICTS, open | CONTRADICTS, open |

A change is a conflict too where a source tells it that is trusted clearly less, where somebody tells it of another who
spoke of themselves, and where it denies an allergy: such things are decided, not assumed.
Authority = explicit correction > trust of the source > confidence > recency. A correction retires what it corrects. A
source that is trusted clearly less than the one it contradicts is rejected: kept apart, with the reason. Otherwise both
stay, CONTRADICTS is open until somebody decides, and the belief in each says which to prefer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from mnemosaic.atoms import AtomStatus, AtomType, QuarantineReason, entity_key
from mnemosaic.coverage import Mark
from mnemosaic.relations import ConflictStatus, Relation
from mnemosaic.reports import Outcome
from mnemosaic.times import BEGINNING
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.beliefs import beliefs, reliability
from mnemosaic.write.contradict import taken_back
from mnemosaic.write.known import Known
from mnemosaic.write.marks import marks_of
from mnemosaic.write.timeline import Change, Part, both_told, change, part, start

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
    """An edge that keeps a verdict. `change` is what it closed; `status` is that of a contradiction.

    `since` is given where the source was known before, and says since when it held until now: it began earlier.
    """

    source: str
    target: str
    relation: Relation
    judgement: Judgement
    status: ConflictStatus | None = None
    change: Change | None = None
    since: datetime | None = None


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
    parts: list[Part] = field(default_factory=list)
    """Known statements that the new one cut in two."""
    moved: Known | None = None
    """The known statement that the new one lets begin earlier."""


def resolve(new: Known, findings: Sequence[Finding]) -> Decision:
    """Decide on a statement that passed the gate and equals none that is current; changes the records of what ends."""
    told = [found for found in findings if found.judgement.verdict is not Verdict.UNRELATED]
    told = sorted(told, key=lambda found: _order(new, found))
    rejected = next((found for found in told if _rejects(new, found)), None)
    if rejected is not None:
        kept = Link(new.id, rejected.known.id, Relation.CONTRADICTS, rejected.judgement, ConflictStatus.DISMISSED)
        reason = f"a source trusted more says otherwise: {rejected.judgement.reason}"
        return Decision(
            Outcome.REJECT, new.id, reason, quarantine=QuarantineReason.REJECTED, links=[kept], findings=told
        )
    decision = Decision(Outcome.ADD, new.id, findings=told[:MOST_EDGES])
    for found in told:
        if len(decision.links) >= MOST_EDGES:
            break
        links = _changed(new, found, decision.parts) if changes(new, found) else _beside(new, found)
        decision.links += links
        for outcome in map(_outcome, links):
            if outcome > _RANK[decision.outcome]:
                decision.outcome, decision.reason = _BY_RANK[outcome], found.judgement.reason
    return decision


def begins_earlier(new: Known, same: Known, findings: Sequence[Finding]) -> Decision:
    """Decide on a statement that equals one which is known to hold from later on, with nothing else in between."""
    since = same.valid_from
    if since > BEGINNING:
        same.valid_from = start(new)
    same.told = tuple(sorted({*same.told, *new.told}))
    decision = Decision(Outcome.SKIP, same.id, "it began earlier than was known", moved=same)
    for found in findings:
        if changes(new, found) and start(found.known) <= start(new):
            decision.links += [link._replace(since=since) for link in _updates(same, found)]
    return decision


def _rejects(new: Known, found: Finding) -> bool:
    judged = found.judgement
    if judged.verdict is not Verdict.CONFLICTS or judged.confidence < SURE or new.statement.corrects:
        return False
    return found.known.trust - new.trust > TRUST_GAP and found.known.current


def changes(new: Known, found: Finding) -> bool:
    """Whether of two statements each has its own time, and nobody has to decide that."""
    old, judged = found.known, found.judgement
    if judged.verdict is not Verdict.CHANGES_OVER_TIME or judged.confidence < SURE or old.retired:
        return False
    if not _inside(new, old) or _happened(new, old):
        return False
    return old.trust - new.trust <= TRUST_GAP and not _may_not_end(new, old, judged)


def _order(new: Known, found: Finding) -> tuple[float, datetime]:
    """The surest first; of values that have their own time the earlier, so that the next one is what ends a new one."""
    return -found.judgement.confidence, start(found.known) if changes(new, found) else BEGINNING


def _changed(new: Known, found: Finding, parts: list[Part]) -> list[Link]:
    """The edges of a change over time; a known statement that it cuts in two is added to `parts`."""
    if found.judgement.kind == "slot" and found.known.current and both_told(new, found.known):
        # one value at a time, and both are said to hold: somebody has to decide
        return [_open(new, found)]
    cut = part(new, found.known)
    if cut is None:
        return _updates(new, found)
    parts.append(cut)
    again = found.judgement.model_copy(update={"reason": "it was said again after what came in between"})
    return [
        Link(cut.after.id, cut.before.id, Relation.UPDATES, again, change=cut.change),
        *_updates(new, Finding(cut.before, found.judgement)),
        *_updates(new, found),
    ]


def _updates(new: Known, found: Finding) -> list[Link]:
    made = change(new, found.known)
    return [Link(made.later.id, made.earlier.id, Relation.UPDATES, found.judgement, change=made)] if made else []


def _beside(new: Known, found: Finding) -> list[Link]:
    """The edge of a verdict that is no change over time."""
    old, judged = found
    if old.retired or not old.current:
        return []
    if judged.verdict in (Verdict.SAME, Verdict.REFINES):
        return [Link(new.id, old.id, Relation.SUPPORTS, judged)]
    over_time = judged.verdict is Verdict.CHANGES_OVER_TIME
    if over_time and _inside(new, old) and _happened(new, old):
        return []
    if over_time and old.type is not new.type and _tells_of_event(new, old):
        # that something happened stays true; the state that it left is compared with states
        return []
    if over_time and old.scope != new.scope and old.type is new.type:
        return [Link(new.id, old.id, Relation.SCOPES, judged)]
    if _takes_back(new, found):
        if new.valid_from == BEGINNING:
            # it stands where the other stood
            new.valid_from = old.valid_from
        return [_corrected(new, old, judged)]
    return [_open(new, found)]


def _open(new: Known, found: Finding) -> Link:
    """A contradiction that waits for somebody's decision."""
    _believe(new, found.known)
    return Link(new.id, found.known.id, Relation.CONTRADICTS, found.judgement, ConflictStatus.OPEN)


def _may_not_end(new: Known, old: Known, judged: Judgement) -> bool:
    """Whether a change has to be decided by somebody.

    It has where another tells it of one who spoke of themselves, and where it denies a danger and is no correction.
    """
    mine, theirs = new.statement, old.statement
    of_themselves = bool(theirs.subject) and theirs.subject == entity_key(theirs.speaker)
    if of_themselves and entity_key(mine.speaker) != theirs.subject and judged.by != "user":
        return True
    dangerous = Mark.ALLERGY in marks_of(theirs.details) and not mine.corrects
    return dangerous and judged.by != "user"


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
    """Whether a statement corrects a known one, by the word of a source that may: as a whole, or by denying it."""
    old, judged = found.known, found.judgement
    if judged.verdict is not Verdict.CONFLICTS or not (new.statement.corrects or judged.kind == taken_back.KIND):
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
        if item.scope != new.scope:
            # what a scope says moves nothing above it: its siblings read that too
            continue
        item.belief = round(min(belief, 1.0 if item.belief is None else item.belief), 4)


_RANK = {Outcome.ADD: 0, Outcome.UPDATE: 1, Outcome.FLAG: 2}
_BY_RANK = {rank: outcome for outcome, rank in _RANK.items()}


def _outcome(link: Link) -> int:
    if link.relation is Relation.CONTRADICTS:
        return _RANK[Outcome.FLAG]
    return _RANK[Outcome.UPDATE if link.relation is Relation.UPDATES else Outcome.ADD]
