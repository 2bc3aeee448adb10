"""What the first hits lead to over an entity: the second step of a question that one text does not answer.

"Who was the first president of the association that publishes the journal?" finds the journal by its words; the
association's own text shares none of them, and is about an entity that the journal's text is about as well.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from mnemosaic.lexemes import lexemes
from mnemosaic.read.candidates import Candidates

FIRST = 5
"""Of the turns with the highest scores, those that entities are followed from."""


def bridged(scores: Mapping[str, float], found: Candidates, question: Sequence[str]) -> dict[str, float]:
    """What turns gain over entities, by id, in the unit of `scores`: the best way over one entity counts.

    A way counts score of the first turn x nearness of the second / sqrt(turns that the entity joins), and leads into
    another session: inside one, turns pass on their scores already. An entity that the question names, of which
    `question` are the lexemes, leads nowhere new: its turns share the name already.
    """
    order = sorted(scores, key=lambda name: (-scores[name], found.turns[name].place))
    first = set(order[:FIRST])
    sessions = {name: turn.place[:2] for name, turn in found.turns.items()}
    near = nearness(found)
    asked = f" {' '.join(question)} "
    gains: dict[str, float] = defaultdict(float)
    for bridge in found.bridges:
        starts = [name for name in bridge.turns if name in first]
        if not starts or f" {' '.join(lexemes(bridge.entity))} " in asked:
            continue
        for name in bridge.turns:
            best = max((scores[start] for start in starts if sessions[start] != sessions[name]), default=0.0)
            gains[name] = max(gains[name], best * near[name] / math.sqrt(len(bridge.turns)))
    return {name: gain for name, gain in gains.items() if gain}


def nearness(found: Candidates) -> dict[str, float]:
    """How near each turn is to the question, in 0..1: 1 as the nearest hit, a half as the last one, on a line."""
    hits = found.turn_hits.values()
    highest, lowest = max(hits, default=0.0), min(hits, default=0.0)
    span = 2 * (highest - lowest)
    if not span:
        return {name: float(turn.similarity >= lowest) for name, turn in found.turns.items()}
    return {name: min(1.0, max(0.0, 1 - (highest - turn.similarity) / span)) for name, turn in found.turns.items()}
