"""The report of a commit: for every claim and every turn, what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mnemosaic.reports import Against, LeftOut, Outcome, Problem, TurnCounts, WriteReport, WrittenAtom
from mnemosaic.turns import StoredTurn, TurnStatus
from mnemosaic.write.commit import Committed
from mnemosaic.write.drafts import Draft
from mnemosaic.write.protocols import Decomposition
from mnemosaic.write.resolve import Decision, Finding

KEPT = (Outcome.ADD, Outcome.UPDATE, Outcome.FLAG)
"""Outcomes that make an atom which recalls may find."""


def account(
    scope: str, ready: Sequence[Draft], made: Decomposition, done: Committed, ended: Sequence[str]
) -> WriteReport:
    """What a commit did with the drafts and turns of a batch; `ended` are the turns' statuses."""
    count = Counter(ended)
    decided = [*zip(ready, done.decisions, strict=True), *((left.draft, left.decision) for left in done.derived)]
    outcomes = Counter(decision.outcome for _, decision in decided)
    return WriteReport(
        scope=scope,
        turns=TurnCounts(**{name: count[name] for name in ("done", "no_atoms", "failed")}),
        added=sum(outcomes[outcome] for outcome in KEPT),
        existing=outcomes[Outcome.SKIP],
        edges=done.edges,
        outcomes=dict(outcomes),
        atoms=tuple(_written(draft, decision) for draft, decision in decided),
        left_out=tuple(LeftOut(turn=item.turn_id, text=item.text, reason=item.reason.value) for item in made.skipped),
        coverage=made.coverage,
        warnings=tuple(made.coverage.failures),
    )


def left_pending(scope: str, turns: Sequence[StoredTurn], reason: str) -> WriteReport:
    """The report of turns that wait, and why."""
    return WriteReport(
        scope=scope,
        turns=TurnCounts(pending=len(turns)),
        problems=tuple(Problem(reason=reason, turn=turn.id, text=turn.turn.text[:80]) for turn in turns),
    )


def statuses(work: Sequence[StoredTurn], made: Decomposition, failed: Mapping[str, str]) -> list[str]:
    """How each turn ends."""
    found = dict.fromkeys((turn.id for turn in work), TurnStatus.NO_ATOMS)
    found |= dict.fromkeys((claim.main_turn for claim in made.claims), TurnStatus.DONE)
    found |= dict.fromkeys(failed, TurnStatus.FAILED)
    return [found[turn.id].value for turn in work]


def _written(draft: Draft, decision: Decision) -> WrittenAtom:
    return WrittenAtom(
        id=decision.target,
        outcome=decision.outcome,
        type=draft.type,
        title=draft.claim.title,
        turn=draft.claim.main_turn,
        confidence=decision.confidence,
        reason=decision.reason,
        against=tuple(_against(found) for found in decision.findings),
    )


def _against(found: Finding) -> Against:
    return Against(
        atom=found.known.id, details=found.known.statement.details, **found.judgement.model_dump(mode="python")
    )
