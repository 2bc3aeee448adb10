"""Puts the entries of a recall into the order of a model that reads each together with the question."""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Mapping, Sequence

from mnemosaic.atoms import AtomType
from mnemosaic.errors import ModelAnswerError, ModelError
from mnemosaic.evidence import Entry
from mnemosaic.models.protocols import Reranker
from mnemosaic.read.compose import within

DEPTH = 3
"""Entries read for each one that is wanted."""

log = logging.getLogger(__name__)


def reranked(
    reranker: Reranker, question: str, entries: Sequence[Entry], quotas: Mapping[AtomType, int]
) -> tuple[list[Entry], str | None]:
    """The best entries by the model's scores, as many as the quotas sum to, and what the model failed at.

    Each type gets its quota, what one leaves unused goes to the best of the others, and what was reached from an entry
    stays behind it. A model that fails costs the recall nothing but the wait.
    """
    k = sum(quotas.values())
    primaries = [entry for entry in entries if not entry.path]
    try:
        scores = _scores(reranker, question, primaries)
    except ModelError as error:
        log.warning("the reranker %s failed, the order stays: %s", reranker.name, error)
        return _with_reached(_shared(primaries, quotas, k), entries, k), str(error)
    order = sorted(range(len(primaries)), key=lambda place: (-scores[place], place))
    low, span = min(scores, default=0.0), max(scores, default=0.0) - min(scores, default=0.0)
    highest = max((entry.score for entry in primaries), default=0.0)
    # the scale of a reranker means nothing outside it: its scores are spread over those that the entries had
    scaled = [
        primaries[place].model_copy(
            update={
                "score": highest * ((scores[place] - low) / span if span else 1.0),
                "signals": {**primaries[place].signals, "rerank": scores[place]} if primaries[place].signals else {},
            }
        )
        for place in order
    ]
    return _with_reached(_shared(scaled, quotas, k), entries, k), None


def _scores(reranker: Reranker, question: str, entries: Sequence[Entry]) -> list[float]:
    found = [float(score) for score in reranker.scores(question, [entry.atom.details for entry in entries])]
    if len(found) != len(entries) or not all(map(math.isfinite, found)):
        raise ModelAnswerError(f"{reranker.name} gave {len(found)} scores for {len(entries)} texts, or no number")
    return found


def _shared(entries: Sequence[Entry], quotas: Mapping[AtomType, int], k: int) -> list[Entry]:
    """The first of each type up to its quota, and the first of the rest; in the order given."""
    taken: Counter[AtomType | None] = Counter()
    chosen: list[int] = []
    rest: list[int] = []
    for place, entry in enumerate(entries):
        kind = entry.atom.type
        has_room = kind is not None and taken[kind] < quotas.get(kind, 0)
        taken[kind] += has_room
        (chosen if has_room else rest).append(place)
    return [entries[place] for place in sorted([*chosen, *rest[: k - len(chosen)]])]


def _with_reached(primaries: Sequence[Entry], entries: Sequence[Entry], k: int) -> list[Entry]:
    """What was reached from entries that stay takes the place of the last ones, as far below its origin as before."""
    now = {entry.atom.id: entry.score for entry in primaries}
    before = {entry.atom.id: entry.score for entry in entries if not entry.path}
    moved = []
    for entry in entries:
        origin = entry.reached_from or ""
        if entry.path and origin in now:
            share = entry.score / before[origin] if before[origin] else 0.0
            moved.append(entry.model_copy(update={"score": min(1.0, share * now[origin])}))
    return within(primaries, moved, k)
