"""Why a recall did not return one atom: the first rule that kept it out."""

from __future__ import annotations

from mnemosaic import scopes, times
from mnemosaic.asof import AsOf, Bounds, as_known, bounds
from mnemosaic.atoms import Atom
from mnemosaic.errors import NotFoundError
from mnemosaic.evidence import Entry, Recall
from mnemosaic.explained import Rule, WhyNot
from mnemosaic.graph import Graph
from mnemosaic.read.compose import atom_from
from mnemosaic.read.recall import MAX_K, Reader


def why_not(
    graph: Graph,
    reader: Reader,
    atom_id: str,
    question: str,
    scope: str,
    *,
    k: int | None = None,
    min_similarity: float | None = None,
    as_of: AsOf | None = None,
) -> WhyNot:
    """Ask the question again and say what became of the atom. Raises as a recall does.

    Raises `NotFoundError` where the reader of the scope may not see the atom, as if there were none.
    """
    readable = scopes.readable_from(scope)
    within = bounds(as_of, times.now())
    rows = graph.read("read/atom", id=atom_id, known=within.known)
    if not rows or rows[0]["atom"]["scope"] not in readable:
        raise NotFoundError(f"there is no atom {atom_id!r} in {readable[0]} or above it, and no reader sees further")
    atom = atom_from(rows[0]["atom"])
    found = reader.recall(question, scope, k=k, min_similarity=min_similarity, as_of=as_of)
    rule, reason = _timely(atom, as_known(atom, rows[0]["atom"]["until_then"], within.known), within) or (None, "")
    if rule is not None:
        return WhyNot(atom=atom_id, question=question, scope=readable[0], rule=rule, reason=reason)
    everything = reader.recall(question, scope, k=MAX_K, min_similarity=0.0, as_of=as_of)
    ranked = found if any(entry.atom.id == atom_id for entry in found.entries) else everything
    places = {entry.atom.id: place for place, entry in enumerate(ranked.entries, start=1)}
    place = places.get(atom_id)
    entry = ranked.entries[place - 1] if place else None
    rule, reason = _ranked(found, entry, atom_id, min_similarity)
    return WhyNot(
        atom=atom_id,
        question=question,
        scope=readable[0],
        rule=rule,
        reason=reason,
        rank=place,
        score=entry.score if entry else None,
        similarity=entry.similarity if entry else None,
    )


def _timely(now: Atom, then: Atom, within: Bounds) -> tuple[Rule, str] | None:
    """The rule of type or time that leaves an atom out; `then` is the atom as it was known at the time asked."""
    if now.type is None:
        reason = now.quarantine_reason.value if now.quarantine_reason else "unsure"
        return Rule.KEPT_APART, f"it is kept apart ({reason}): see mnemosaic clarifications"
    if now.recorded_at > within.known:
        return Rule.NOT_KNOWN_THEN, f"it was recorded at {times.iso(now.recorded_at)}"
    if then.retired_at <= within.held:
        return Rule.RETIRED, f"it is believed no more since {times.iso(then.retired_at)}"
    if then.valid_from > within.begun:
        return Rule.NOT_BEGUN, f"it holds from {times.iso(then.valid_from)} on"
    if then.valid_until <= within.until:
        return Rule.ENDED, f"it ended at {times.iso(then.valid_until)}: see mnemosaic history {now.id}"
    return None


def _ranked(found: Recall, entry: Entry | None, atom_id: str, floor: float | None) -> tuple[Rule, str]:
    """What became of an atom that could have been returned; `entry` is it, where it was among all that were scored."""
    if any(item.atom.id == atom_id for item in found.entries):
        if atom_id in found.evidence.omitted:
            return Rule.DID_NOT_FIT, f"it did not fit into the block of {found.evidence.budget} tokens"
        return Rule.RETURNED, "it was returned"
    if entry is None:
        return Rule.NO_CANDIDATE, "neither it nor what was said next to it was among the hits of any search"
    if found.sufficiency is not None and not found.entries:
        return Rule.INSUFFICIENT, f"the recall abstained: what it found suffices by {found.sufficiency.score:.2f} of 1"
    if floor is not None and entry.similarity < floor:
        return Rule.BELOW_FLOOR, f"its similarity {entry.similarity:.3f} is below {floor:g}"
    if not found.entries:
        return Rule.BELOW_FLOOR, f"its similarity {entry.similarity:.3f} is below the embedder's floor"
    last = found.entries[-1].score
    kind = entry.atom.type
    if kind is not None and entry.score > last and not entry.path:
        share = found.route.quotas[kind]
        return Rule.QUOTA, f"the {share} places of {kind.value} atoms went to better ones; {found.route.reason}"
    return Rule.OUTRANKED, f"its score {entry.score:.3f} is below the last one returned, {last:.3f}"
