"""Different evidence instead of the same again, for questions that ask for several things: "which books has she read?"

Value of a set of places = sum over sessions of (sum of the scores chosen in it) ^ (1 - strength): what is said in one
conversation repeats itself, what is said months later is another book. With 0 <= strength < 1 this is monotone and
submodular, so that taking the best next place each time reaches at least 1 - 1/e of the best set's value (Nemhauser,
Wolsey, Fisher, 1978). What a place adds depends on its own session alone: the greedy order costs one sort.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from mnemosaic.read.candidates import Place


def covering(places: Mapping[Place, float], strength: float) -> dict[Place, float]:
    """A score for each place that orders them as the greedy choice takes them: what it adds ^ (1 / (1 - strength)).

    The first of a session keeps its score. `strength`, from 0 to below 1: 0 changes nothing.
    """
    power = 1.0 - strength
    sums: dict[tuple[str, str], float] = defaultdict(float)
    found = {}
    for place, score in sorted(places.items(), key=lambda item: (-item[1], item[0])):
        before = sums[place[:2]]
        sums[place[:2]] = before + score
        found[place] = ((before + score) ** power - before**power) ** (1.0 / power)
    return found
