"""The firewall: every draft is compared with what is known, weighed, and decided on, as if one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from mnemosaic.atoms import AtomStatus, AtomType, QuarantineReason
from mnemosaic.relations import Relation
from mnemosaic.reports import Outcome
from mnemosaic.times import BEGINNING
from mnemosaic.verdicts import CONTRADICTING, UNRELATED, Judgement, Statement, Verdict
from mnemosaic.write import gate
from mnemosaic.write.candidates import Batch, Candidate, worth_judging
from mnemosaic.write.drafts import Draft
from mnemosaic.write.ended_by_events import Ending, endings
from mnemosaic.write.identity import frame
from mnemosaic.write.known import Known, of_draft
from mnemosaic.write.resolve import Decision, Finding, Link, repeat, resolve
from mnemosaic.write.timeline import Part, start
from mnemosaic.write.told_again import equal, late, placed, repeated, tell_again

Verdicts = Mapping[tuple[str, str], Judgement]
"""What a model said of (draft, known atom), by their ids."""
SURE = 0.8
"""Confidence of a rule that a model does not overrule by finding nothing."""


class Judge(Protocol):
    """Says how a new statement stands to known ones, quickly and without asking anybody."""

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        """One judgement a known atom, in order."""


class Derived(NamedTuple):
    """A statement that an event left behind: the draft of it, what was decided on it, and the event's id."""

    draft: Draft
    decision: Decision
    event: str


class Equal(NamedTuple):
    """An atom that states the same, since when it holds, and the quarantine that it lies in."""

    id: str
    kept_apart: QuarantineReason | None = None
    since: datetime = BEGINNING


@dataclass
class Plan:
    """What a batch comes to. `kept` are the drafts that become atoms, in order; `changed` known atoms.

    `beside` are the candidates of each of `kept`, by its id. `freed` are atoms that were kept apart and are replaced by
    one of `kept`, with its id. `parts` are atoms that are cut in two, in order. `derived` are those of `kept` that no
    turn states in so many words.
    """

    decisions: list[Decision] = field(default_factory=list)
    kept: list[tuple[Draft, Known, Decision]] = field(default_factory=list)
    changed: dict[str, Known] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    freed: dict[str, str] = field(default_factory=dict)
    beside: dict[str, list[Candidate]] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    derived: list[Derived] = field(default_factory=list)

    def free(self, apart: str, atom: str) -> None:
        """Let `atom` take the place of what was kept apart, in the graph or earlier in the batch."""
        fresh = [made for draft, _, made in self.kept if draft.id == apart]
        self.kept = [item for item in self.kept if item[0].id != apart]
        self.links = [link for link in self.links if link.source != apart]
        if not fresh:
            self.freed[apart] = atom
        for made in self.decisions:
            if made.target == apart:
                made.outcome, made.target, made.quarantine, made.links = Outcome.SKIP, atom, None, []


class Firewall:
    """Decides on batches of drafts. Safe for threads: it holds nothing of a batch."""

    def __init__(self, judge: Judge | None, threshold: float) -> None:
        """Without a `judge` nothing is compared, equal statements apart. `threshold` is the gate: a claim that is less
        confident is kept apart; 0 lets everything pass."""
        self._judge = judge
        self._threshold = threshold

    @property
    def compares(self) -> bool:
        """Whether statements are compared with what is known."""
        return self._judge is not None

    def without_gate(self) -> Firewall:
        """The same, but everything passes."""
        return Firewall(self._judge, 0.0)

    def plan(
        self,
        scope: str,
        drafts: Sequence[Draft],
        candidates: Sequence[Sequence[Candidate]],
        equal: Mapping[tuple[AtomType, str], Equal],
        told: Verdicts | None = None,
        stated_already: Callable[[Draft], bool] = lambda _: False,
    ) -> Plan:
        """Decide on each draft in order, each beside the candidates of the graph and the drafts kept before it.

        `equal` are the atoms of the graph by type and live key; `told` is what a model said, which comes before rules.
        `stated_already` says whether an atom of the graph states what an event would leave behind.
        """
        plan, batch = Plan(), Batch(drafts if self.compares else ())
        known = {found.known.id: found.known for group in candidates for found in group}
        live = dict(equal)
        stated: dict[tuple[AtomType, str], list[Known]] = {}
        for one in known.values():
            stated.setdefault((one.type, one.live_key), []).append(one)
        for place, draft in enumerate(drafts):
            new = of_draft(scope, draft)
            key = draft.type, draft.live_key
            same = live.get(key)
            there = known.get(same.id) if same is not None and same.kept_apart is None else None
            stands = same is not None and same.kept_apart is None and not _ended(there)
            if same is not None and stands and (there is None or not (draft.claim.corrects or self.late(new, there))):
                plan.decisions.append(Decision(Outcome.SKIP, same.id))
                tell_again(there, new)
                continue
            beside = [*candidates[place], *(batch.before(place, draft) if self.compares else ())]
            # what the batch ended or cut in two is looked at although the graph was not asked for it
            beside += [Candidate(one, "slot") for one in stated.get(key, ())]
            for cut in plan.parts:
                beside += [Candidate(cut.before, "slot")] if _among(beside, cut.after) else []
            equals = there if stands and draft.claim.corrects else None
            decision = self._decide(draft, new, beside, told or {}, equals)
            if same is not None and same.kept_apart is not None and decision.quarantine is not None:
                decision = Decision(Outcome.SKIP, same.id, f"it is kept apart already: {same.kept_apart.value}")
            plan.decisions.append(decision)
            for made in _cut(plan, decision, known):
                stated.setdefault((made.type, made.live_key), []).append(made)
            if decision.outcome is Outcome.SKIP:
                tell_again(known.get(decision.target), new)
            else:
                if same is not None and same.kept_apart is not None:
                    plan.free(same.id, new.id)
                known[new.id] = new
                plan.beside[new.id] = beside
                plan.kept.append((draft, new, decision))
                if not stands:
                    live[key] = Equal(new.id, decision.quarantine)
                if decision.quarantine is None and self.compares:
                    batch.keep(place, new)
                    stated.setdefault(key, []).append(new)
            _change(plan, decision, known, scope)
            if self.compares and decision.outcome is not Outcome.SKIP and decision.quarantine is None:
                for ending in endings(scope, draft, new, [found.known for found in beside], decision.findings):
                    _end(plan, ending, draft.id, known, live, stated_already)
        return plan

    def late(self, new: Known, same: Known | Equal) -> bool:
        """Whether a statement is of a time before the one since which an equal one is known to hold."""
        since = same.since if isinstance(same, Equal) else start(same)
        return self.compares and late(new, since)

    def _decide(
        self, draft: Draft, new: Known, candidates: Sequence[Candidate], told: Verdicts, equals: Known | None
    ) -> Decision:
        """What becomes of a draft; `equals` is what states the same of what a correction states, and is current."""
        beside = [found.known for found in worth_judging(candidates) if found.known.id != new.id]
        ruled = self._judge.judge(new, beside) if self._judge is not None else [UNRELATED] * len(beside)
        judged = [_weighed(told.get((new.id, item.id)), rule) for item, rule in zip(beside, ruled, strict=True)]
        findings = [Finding(item, _guarded(new, item, verdict)) for item, verdict in zip(beside, judged, strict=True)]
        consistency = _consistency(new, findings)
        new.confidence = gate.confidence(draft.claim, consistency)
        new.consistency = consistency
        decision = self._decision(draft, new, findings) if equals is None else repeat(new, equals, findings)
        decision.confidence = new.confidence
        decision.judged = [item.id for item in beside]
        return decision

    def _decision(self, draft: Draft, new: Known, findings: Sequence[Finding]) -> Decision:
        told = [found for found in findings if found.judgement.verdict is not Verdict.UNRELATED]
        current = next((found for found in equal(new, findings) if found.known.current), None)
        if new.confidence >= self._threshold or new.statement.corrects:
            return placed(new, findings)
        if current is not None:
            return repeated(new, current, findings)
        reason = gate.question(draft.claim)
        return Decision(Outcome.QUARANTINE, new.id, reason, quarantine=QuarantineReason.LOW_CONFIDENCE, findings=told)


def _cut(plan: Plan, decision: Decision, known: dict[str, Known]) -> list[Known]:
    """Take up the links of a decision, and what it cut in two: the earlier times are known from now on."""
    plan.links += decision.links
    plan.parts += decision.parts
    earlier = [cut.before for cut in decision.parts]
    known |= {made.id: made for made in earlier}
    return earlier


def _change(plan: Plan, decision: Decision, known: Mapping[str, Known], scope: str) -> None:
    """Take up what a decision changes of the atoms of the graph."""
    touched = [item for link in decision.links for item in _touched(link, known)]
    touched += [decision.moved] if decision.moved is not None else []
    plan.changed |= {item.id: item for item in touched if not item.fresh and item.scope == scope}


def _end(
    plan: Plan,
    ending: Ending,
    event: str,
    known: dict[str, Known],
    live: dict[tuple[AtomType, str], Equal],
    stated_already: Callable[[Draft], bool],
) -> None:
    """Let what an event left behind be an atom, and end what it ends; unless it is stated already."""
    draft, left = ending.draft, ending.known
    if (draft.type, draft.live_key) in live or stated_already(draft):
        return
    live[draft.type, draft.live_key] = Equal(draft.id)
    decision = resolve(left, [ending.over])
    decision.confidence = left.confidence
    known[left.id] = left
    plan.kept.append((draft, left, decision))
    plan.beside[left.id] = []
    plan.derived.append(Derived(draft, decision, event))
    _cut(plan, decision, known)
    _change(plan, decision, known, left.scope)


def _weighed(told: Judgement | None, ruled: Judgement) -> Judgement:
    """What a model or a person said comes before the rules, unless a model overlooks what a rule is sure of."""
    if told is None:
        return ruled
    overlooked = ruled.verdict in CONTRADICTING and ruled.confidence >= SURE and told.verdict not in CONTRADICTING
    return ruled if overlooked and told.by != "user" else told


def _ended(known: Known | None) -> bool:
    """Whether an atom that was current when the batch began has been ended by it."""
    return known is not None and known.status is not AtomStatus.CURRENT


def _among(candidates: Sequence[Candidate], known: Known) -> bool:
    return any(found.known is known for found in candidates)


def _guarded(new: Known, old: Known, judged: Judgement) -> Judgement:
    """That two statements are the same holds only where who, when and every number agree to the letter."""
    if judged.verdict is not Verdict.SAME or _same_frame(new.statement, old.statement):
        return judged
    return judged.model_copy(update={"verdict": Verdict.REFINES, "kind": "not_the_same_words"})


def _same_frame(new: Statement, old: Statement) -> bool:
    if (new.subject, new.occurred_from) != (old.subject, old.occurred_from):
        return False
    return frame(new.details) == frame(old.details)


def _consistency(new: Known, findings: Sequence[Finding]) -> float:
    """1 - the surest conflict with what is known, unless the speaker corrects it."""
    if new.statement.corrects:
        return 1.0
    conflicts = [
        found.judgement.confidence
        for found in findings
        if found.judgement.verdict is Verdict.CONFLICTS and found.known.current
    ]
    return round(1.0 - max(conflicts, default=0.0), 2)


def _touched(link: Link, known: Mapping[str, Known]) -> list[Known]:
    """The records that a link changed."""
    if link.change is not None:
        return [link.change.earlier, link.change.later]
    return [known[link.source], known[link.target]] if link.relation is Relation.CONTRADICTS else []
