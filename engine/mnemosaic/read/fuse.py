"""One score for every place in a session: from three searches, what they lead to, and what was spoken next to it.

A search's hits count by how far they stand above the lowest of them, in units of their root mean square: neither the
scale of an embedder nor that of BM25 matters, and no statistic of the scope is needed. A turn passes part of its own
score to the places next to it in its session, and a question passes more to the turn that answers it. The weights were
chosen on two of the four public LoCoMo conversations; benchmarks/ablations.py shows what each is worth.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from mnemosaic.errors import SettingsError
from mnemosaic.read.bridge import bridged
from mnemosaic.read.candidates import Candidates, Place
from mnemosaic.read.cover import covering

HEAVIEST = 1000.0
"""Below it lies every weight: far beyond it, the others would vanish in rounding."""
SUPPORT = 0.9
"""What an atom counts for a turn that only supports it, against the turn that states it."""


class Weights(NamedTuple):
    """How much each signal counts. The defaults are the measured ones; 0 is off, and then nothing is asked for it.

    atom, turn, text: the three searches; share, answer: what a place passes on; speaker: that the question names who
    spoke; bridge: entities; community: atoms of the nearest communities; dated: that it happened or was said in the
    time that the question names; negated: that it denies something, as the question does; pagerank: what that adds at
    most, as a share; cover: how much less a session counts that has given evidence already, where a question asks for
    several things.
    """

    atom: float = 0.8
    turn: float = 1.0
    text: float = 1.2
    share: float = 0.3
    answer: float = 0.7
    speaker: float = 1.0
    bridge: float = 2.0
    community: float = 0.0
    dated: float = 0.5
    negated: float = 0.0
    pagerank: float = 0.0
    cover: float = 0.0


def weights_with(given: Mapping[str, float]) -> Weights:
    """The measured weights with some of them changed. Raises `SettingsError` for an unknown name or a bad number."""
    for name, value in given.items():
        if name not in Weights._fields:
            raise SettingsError(f"there is no signal {name!r}: the signals are {', '.join(Weights._fields)}")
        most = 1.0 if name == "cover" else HEAVIEST
        if not (0.0 <= value < most):
            raise SettingsError(f"the weight of {name} is {value}: give a number from 0 to below {most:g}")
    return Weights()._replace(**given)


class Fused(NamedTuple):
    """Scores of places (unbounded, at least 0), best first, and the signals of the turns that were hit, by turn.

    `stating` are the places of which it is known that an atom comes from there: others may hold a turn that states
    nothing, or no turn at all.
    """

    places: dict[Place, float]
    stating: frozenset[Place]
    signals: dict[str, dict[str, float]]

    def best(self, count: int, stating: int) -> dict[Place, float]:
        """The best `count` places, and the best `stating` of those that state something."""
        chosen = islice(self.places, count)
        sure = islice((place for place in self.places if place in self.stating), stating)
        return {place: self.places[place] for place in dict.fromkeys([*chosen, *sure])}


def fuse(
    found: Candidates,
    lexical: Mapping[str, float],
    weights: Weights,
    question: Sequence[str] = (),
    several: bool = False,
) -> Fused:
    """Score the turns that were hit and the places next to them.

    `lexical` scores turns; `question` are the question's lexemes in order; `several`: whether it asks for several
    things, so that evidence that repeats what was chosen counts less.
    """
    signals = _signals(found, lexical, weights)
    scores = {name: sum(parts.values()) for name, parts in signals.items()}
    for name, gain in (bridged(scores, found, question) if weights.bridge else {}).items():
        signals.setdefault(name, {})["bridge"] = weights.bridge * gain
    gathered: dict[Place, float] = defaultdict(float)
    for name, turn in found.turns.items():
        own = sum(signals[name].values()) if name in signals else 0.0
        gathered[turn.place] += own
        after = weights.answer if turn.question else weights.share
        for steps, part in ((-2, weights.share / 2), (-1, weights.share), (1, after), (2, weights.share / 2)):
            gathered[turn.place.moved(steps)] += part * own
    places = covering(gathered, weights.cover) if several and weights.cover else gathered
    ranked = sorted(places.items(), key=lambda item: (-item[1], item[0]))
    known = [*(said.turn for said in found.said), *(name for bridge in found.bridges for name in bridge.turns)]
    stating = frozenset(found.turns[name].place for name in known)
    return Fused(dict(ranked), stating, signals)


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
    searches = (("atom", found.atom_hits, weights.atom), ("community", found.inside_hits, weights.community))
    for signal, hits, weight in searches:
        by_atom = strengths(hits, found.asked)
        for atom, turn, main in found.said:
            if atom in by_atom:
                value = weight * by_atom[atom] * (1.0 if main else SUPPORT)
                signals[turn][signal] = max(signals[turn].get(signal, 0.0), value)
    for turn, strength in strengths(found.turn_hits, found.asked).items():
        signals[turn]["turn"] = weights.turn * strength
    exhausted = 0.0 if len(lexical) < found.asked else None
    for turn, strength in strengths(lexical, found.asked, exhausted).items():
        signals[turn]["text"] = weights.text * strength
    return dict(signals)
