"""What one round trip brings back for a question, as values."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from mnemosaic import lexemes, scopes
from mnemosaic.atoms import AtomType
from mnemosaic.graph import Graph, Row
from mnemosaic.models.protocols import Vectors
from mnemosaic.models.similarity import from_index

HITS = 40
MAX_HITS = 100
WINDOW = 2


class CandidateTurn(NamedTuple):
    """A turn that was hit, or stands next to one."""

    id: str
    scope: str
    session: str
    position: int
    speaker: str
    question: bool


class CandidateAtom(NamedTuple):
    """An atom that a candidate turn states (`main`) or supports. `similarity` is to the question."""

    id: str
    type: AtomType
    similarity: float
    turn: str
    main: bool


class Candidates(NamedTuple):
    """Hits carry similarities in 0..1, `text_hits` lexemes and content length; `asked` is how many of each at most."""

    asked: int
    scopes: list[Row]
    atom_hits: dict[str, float]
    turn_hits: dict[str, float]
    text_hits: dict[str, tuple[str, int]]
    turns: dict[str, CandidateTurn]
    atoms: list[CandidateAtom]
    exemplars: int


def find(graph: Graph, readable: list[str], vector: Vectors, words: list[str], now: datetime, k: int) -> Candidates:
    """One round trip: the candidates for a question of which `vector` is the embedding, shape (dimensions,)."""
    hits = min(MAX_HITS, max(HITS, k))
    row = graph.read(
        "read/candidates",
        scopes=readable,
        query=vector,
        now=now,
        lucene=lexemes.lucene(words, (scopes.key(scope) for scope in readable)),
        atoms=hits,
        turns=hits,
        texts=hits,
        window=WINDOW,
    )[0]
    return Candidates(
        asked=hits,
        scopes=row["scopes"],
        atom_hits=_similarities(row["atom_hits"]),
        turn_hits=_similarities(row["turn_hits"]),
        text_hits={name: (text, length) for name, text, length in row["text_hits"]},
        turns={values[0]: CandidateTurn(*values) for values in row["turns"]},
        atoms=[
            CandidateAtom(name, AtomType(kind), from_index(score), turn, main)
            for name, kind, score, turn, main in row["atoms"]
        ],
        exemplars=row["exemplars"],
    )


def _similarities(hits: list[list[Any]]) -> dict[str, float]:
    return {name: from_index(score) for name, score in hits}
