"""What each new statement could repeat, change or contradict: one query, and what this call has written itself.

MOSAIC misses most of what it misses because it lies beyond the nearest neighbours: beside them stand the values of the
same slot, what is about the same entities, the community of the nearest, and one REQUIRES edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from mnemosaic.graph import Row
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import from_index, similarity
from mnemosaic.write.drafts import Draft
from mnemosaic.write.known import Known, of_row
from mnemosaic.write.register import APART

NEAREST = 16
"""Of each type. Of 94 updates of HaluMem, 8 held 85% of what they replace, 16 hold 93%, 24 would hold 96%."""
JUDGED = 6
"""Nearest atoms, of any type, that a verdict is asked for."""
FEW = 3
VALUES = 50
DECIMALS = 5
"""Of a similarity: two that differ by less are equal."""
HUB = 100
"""An entity that more atoms are about joins nothing: everything is about the user."""

Run = Callable[..., list[Row]]


class Candidate(NamedTuple):
    """A known atom and why it is looked at. `similarity` is 0..1, or None where no one asked for it."""

    known: Known
    why: str
    similarity: float | None = None


def gather(
    run: Run,
    scopes: Sequence[str],
    drafts: Sequence[Draft],
    nearest: Sequence[Mapping[str, float]] | None,
    moment: datetime,
    beside: Sequence[str] = (),
) -> list[list[Candidate]]:
    """The candidates of each draft among the atoms of the graph, in one query; each atom once for each draft.

    `nearest` are similarities by id that were found in memory; without them the vector indexes are asked. The atoms
    `beside` are looked at in any case. Raises what `run` raises.
    """
    if not drafts:
        return []
    rows = [
        {
            "vector": draft.vector,
            "search": nearest is None,
            "nearest": [*beside, *(nearest[place] if nearest is not None else ())],
            "slot": draft.claim.slot.key if draft.claim.slot else None,
            "entities": _joining(draft),
        }
        for place, draft in enumerate(drafts)
    ]
    limits = {"limit": NEAREST, "few": FEW, "values": VALUES, "hub": HUB}
    row = run("write/candidates", scopes=list(scopes), now=moment, drafts=rows, **limits)[0]
    known = {item["id"]: of_row(item) for item in row["atoms"]}
    found: list[list[Candidate]] = [[] for _ in drafts]
    for place, atom, why, score in row["pairs"]:
        near = from_index(score) if score is not None else nearest[place].get(atom) if nearest is not None else None
        found[place].append(Candidate(known[atom], why, near))
    return [_once(candidates) for candidates in found]


def _joining(draft: Draft) -> list[str]:
    """Entities that may join a claim to others: not the one who speaks."""
    joining = (mention.key for mention in draft.claim.mentions if mention.role != "speaker")
    # what tells it from others of its name is no part of the name
    return list(dict.fromkeys(key.partition(APART)[0] for key in joining))


def _things(entities: Iterable[str], subject: str) -> list[str]:
    """The keys that join a statement to others of its batch, where nearly all may be about one subject."""
    return [key for key in dict.fromkeys(entities) if key != subject]


def _once(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Each atom once, values of the slot before all, then the nearest.

    What is looked at for several reasons is so for the nearness only where it is one of the few nearest: a statement
    about the same company is not left out because it is near as well, if not near enough.
    """
    kept: dict[str, Candidate] = {}
    reasons: dict[str, list[str]] = {}
    for candidate in sorted(candidates, key=_order):
        kept.setdefault(candidate.known.id, candidate)
        reasons.setdefault(candidate.known.id, []).append(candidate.why)
    near, found = 0, []
    for atom, candidate in kept.items():
        others = [why for why in reasons[atom] if why != "nearest"]
        nearest = "nearest" in reasons[atom] and "slot" not in others
        near += nearest
        found.append(candidate if (nearest and near <= JUDGED) or not others else candidate._replace(why=others[0]))
    return found


def _order(found: Candidate) -> tuple[bool, float, str]:
    """Ids differ from scope to scope; what an atom states does not, so that the same turns are judged alike."""
    return found.why != "slot", -round(found.similarity or 0.0, DECIMALS), found.known.live_key


def worth_judging(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The ones a verdict is asked for: all values of the slot, the few nearest, and the few nearest of the others.

    Of 120 injected contradictions whose atom was found at all, 118 had it among the four nearest.
    """
    ordered = _once(candidates)
    slot = [found for found in ordered if found.why == "slot"]
    near = [found for found in ordered if found.why == "nearest"]
    rest = [found for found in ordered if found.why not in ("slot", "nearest")]
    return [*slot, *near[:JUDGED], *rest[:FEW]]


class Batch:
    """The drafts of one batch as candidates of those after them: nothing of them is in the graph yet."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._scores: Vectors = (
            similarity(np.vstack([draft.vector for draft in drafts]), np.vstack([draft.vector for draft in drafts]))
            if drafts
            else np.empty((0, 0), dtype=np.float32)
        )
        self._kept: dict[int, Known] = {}
        self._places = np.zeros(len(drafts), dtype=bool)
        self._slots: dict[str, list[int]] = {}
        self._entities: dict[str, list[int]] = {}

    def keep(self, place: int, known: Known) -> None:
        """From now on the draft at `place` is one that others are compared with."""
        self._kept[place] = known
        self._places[place] = True
        if known.slot is not None:
            self._slots.setdefault(known.slot.key, []).append(place)
        for key in _things(known.statement.entities, known.statement.subject):
            self._entities.setdefault(key, []).append(place)

    def before(self, place: int, draft: Draft) -> list[Candidate]:
        """Candidates among the drafts that were kept so far."""
        if not self._kept:
            return []
        scores = np.where(self._places, self._scores[place], -1.0)
        nearest = np.argsort(-scores, kind="stable")[: min(NEAREST, len(self._kept))]
        slot = draft.claim.slot
        found = [Candidate(self._kept[other], "slot") for other in self._slots.get(slot.key, ())] if slot else []
        found += [Candidate(self._kept[int(other)], "nearest", float(scores[other])) for other in nearest]
        about = [self._entities.get(key, ()) for key in _things(_joining(draft), draft.claim.subject)]
        joined = dict.fromkeys(other for places in about if len(places) <= HUB for other in places)
        found += [Candidate(self._kept[other], "entity", float(scores[other])) for other in joined]
        return _once(found)
