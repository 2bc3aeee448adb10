"""One score for every turn and atom, from what three searches say and from what was spoken next to it.

A search's hits count by how far they stand above the lowest of them, in units of their root mean square: neither the
scale of an embedder nor that of BM25 matters, and no statistic of the scope is needed. A turn passes part of its own
score to the turns next to it in its session, and a question passes more to the turn that answers it. The weights were
chosen on two of the four public LoCoMo conversations; benchmarks/ablations.py shows what each is worth.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from mnemosaic.atoms import AtomType
from mnemosaic.read.candidates import CandidateAtom, Candidates, CandidateTurn

SUPPORT = 0.9
"""What a turn that only supports an atom counts, against the turn that states it."""
LATER_ATOM = 0.9
"""What each further atom of a turn counts, against the one before it."""


class Weights(NamedTuple):
    """How much each signal counts. The defaults are the measured ones."""

    atom: float = 0.8
    turn: float = 1.0
    text: float = 1.2
    share: float = 0.3
    answer: float = 0.7
    speaker: float = 1.0


class Scored(NamedTuple):
    """An atom with its fused score (unbounded, at least 0) and the signals of the turn it got it from."""

    id: str
    type: AtomType
    similarity: float
    score: float
    turn: str
    signals: dict[str, float]


def fuse(found: Candidates, lexical: Mapping[str, float], named: frozenset[str], weights: Weights) -> list[Scored]:
    """The atoms of the candidates, best first. `lexical` scores turns; `named` are the speakers the question names."""
    signals = _signals(found, lexical, weights)
    scores = _spread(found.turns, {turn: sum(parts.values()) for turn, parts in signals.items()}, weights)
    for turn in found.turns.values():
        if turn.speaker in named:
            signals[turn.id]["speaker"] = weights.speaker
            scores[turn.id] += weights.speaker
    return _atoms(found.atoms, scores, signals)


def strengths(scores: Mapping[str, float], asked: int, floor: float | None = None) -> dict[str, float]:
    """How far each hit stands above the search's floor, in units of their root mean square over the number asked for.

    The floor is the lowest score, unless one is given: a search that returns fewer hits than asked has no more.
    """
    if not scores:
        return {}
    lowest = min(scores.values()) if floor is None else floor
    unit = math.sqrt(sum((score - lowest) ** 2 for score in scores.values()) / max(asked, len(scores)))
    if not unit:
        return dict.fromkeys(scores, 1.0)
    return {name: (score - lowest) / unit for name, score in scores.items()}


def _signals(found: Candidates, lexical: Mapping[str, float], weights: Weights) -> dict[str, dict[str, float]]:
    signals: dict[str, dict[str, float]] = defaultdict(dict)
    by_atom = strengths(found.atom_hits, found.asked)
    for atom in found.atoms:
        if strength := by_atom.get(atom.id):
            value = weights.atom * strength * (1.0 if atom.main else SUPPORT)
            signals[atom.turn]["atom"] = max(signals[atom.turn].get("atom", 0.0), value)
    for turn, strength in strengths(found.turn_hits, found.asked).items():
        signals[turn]["turn"] = weights.turn * strength
    exhausted = 0.0 if len(lexical) < found.asked else None
    for turn, strength in strengths(lexical, found.asked, exhausted).items():
        signals[turn]["text"] = weights.text * strength
    return signals


def _spread(turns: Mapping[str, CandidateTurn], own: Mapping[str, float], weights: Weights) -> dict[str, float]:
    places = {(turn.scope, turn.session, turn.position): name for name, turn in turns.items()}
    scores = {name: own.get(name, 0.0) for name in turns}
    for name, turn in turns.items():
        after = weights.answer if turn.question else weights.share
        for step, part in ((-2, weights.share / 2), (-1, weights.share), (1, after), (2, weights.share / 2)):
            near = places.get((turn.scope, turn.session, turn.position + step))
            if near is not None:
                scores[near] += part * own.get(name, 0.0)
    return scores


def _atoms(
    atoms: list[CandidateAtom], scores: Mapping[str, float], signals: Mapping[str, dict[str, float]]
) -> list[Scored]:
    best: dict[str, Scored] = {}
    rank: dict[str, int] = defaultdict(int)
    for atom in sorted(atoms, key=lambda atom: (-atom.similarity, atom.id)):
        factor = LATER_ATOM ** rank[atom.turn] * (1.0 if atom.main else SUPPORT)
        rank[atom.turn] += 1
        score = max(0.0, scores.get(atom.turn, 0.0)) * factor
        if atom.id not in best or score > best[atom.id].score:
            own = signals.get(atom.turn, {})
            best[atom.id] = Scored(atom.id, atom.type, atom.similarity, score, atom.turn, own)
    return sorted(best.values(), key=lambda item: (-item.score, -item.similarity, item.id))
