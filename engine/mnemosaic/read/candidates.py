"""What the first round trip brings back for a question, as values."""

from __future__ import annotations

from typing import Any, NamedTuple

from mnemosaic import lexemes, scopes
from mnemosaic.asof import Bounds
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import from_index

HITS = 30
MAX_HITS = 100
COUNTED = 5_000
"""Turns that are counted for each word: those that hold it, up to so many."""
SEEDS = 5
"""Hits of each search from which entities are followed."""
ABOUT = 50
"""Atoms at most that may be about an entity that is followed: what everything is about leads everywhere."""
COMMUNITIES = 4
"""Communities that are looked into, where they are."""
INSIDE = 5
"""Atoms of each type looked at in each of them."""
PAST = 1_000
"""Turns that share words looked at for a read of the past, where later ones are left out."""


class Place(NamedTuple):
    """Where a turn stands."""

    scope: str
    session: str
    position: int

    def moved(self, steps: int) -> Place:
        """The place so many turns later in the session, or earlier."""
        return Place(self.scope, self.session, self.position + steps)


class CandidateTurn(NamedTuple):
    """A turn that was hit, or that an entity leads to; `similarity` is known of the latter, and 0 of others."""

    place: Place
    speaker: str
    role: str
    question: bool
    similarity: float


class Said(NamedTuple):
    """An atom that was hit, and a turn that states it (`main`) or supports it."""

    atom: str
    turn: str
    main: bool


class Bridge(NamedTuple):
    """An entity by its key, and the turns that say something about it, one at least among the first hits."""

    entity: str
    turns: list[str]


class Candidates(NamedTuple):
    """Hits carry similarities in 0..1, `text_hits` lexemes and content length; `asked` is how many of each at most.

    `inside_hits` are atoms of the communities whose centroids are nearest.
    `holding` says how many turns of the scopes hold each word of the question.
    """

    asked: int
    scopes: list[Row]
    model: Row
    exemplars: int
    atom_hits: dict[str, float]
    inside_hits: dict[str, float]
    said: list[Said]
    turn_hits: dict[str, float]
    holding: dict[str, int]
    text_hits: dict[str, tuple[str, int]]
    bridges: list[Bridge]
    turns: dict[str, CandidateTurn]


def find(
    graph: Graph,
    readable: list[str],
    vector: Vectors,
    words: list[str],
    bounds: Bounds,
    k: int,
    bridges: bool = True,
    communities: bool = False,
) -> Candidates:
    """One round trip: the candidates for a question of which `vector` is the embedding, shape (dimensions,).

    `bridges`: whether entities are followed from the first hits to what else is said about them. `communities`: whether
    the nearest communities are looked into.
    """
    hits = min(MAX_HITS, max(HITS, k))
    row = graph.read(
        "read/candidates",
        scopes=readable,
        query=vector,
        **bounds.parameters,
        past=bounds.past,
        inside=lexemes.inside(scopes.key(scope) for scope in readable),
        words=[lexemes.clause(word) for word in words],
        hits=hits,
        worded=PAST if bounds.past else hits,
        counted=COUNTED,
        seeds=SEEDS if bridges else 0,
        about=ABOUT,
        communities=COMMUNITIES if communities else 0,
        inside_each=INSIDE,
    )[0]
    return Candidates(
        asked=hits,
        scopes=row["scopes"],
        model=row["model"],
        exemplars=row["exemplars"],
        atom_hits=_similarities(row["atom_hits"]),
        inside_hits=_similarities(row["inside_hits"]),
        said=[Said(*values) for values in row["said"]],
        turn_hits=_similarities(row["turn_hits"]),
        holding=dict(zip(words, row["holding"], strict=True)),
        text_hits={name: (text, length) for name, text, length in row["text_hits"]},
        bridges=[Bridge(*values) for values in row["bridges"]],
        turns={
            name: CandidateTurn(Place(scope, session, position), speaker, role, question, from_index(score))
            for name, scope, session, position, speaker, role, question, score in row["turns"]
        },
    )


def _similarities(hits: list[list[Any]]) -> dict[str, float]:
    return {name: from_index(score) for name, score in hits}
