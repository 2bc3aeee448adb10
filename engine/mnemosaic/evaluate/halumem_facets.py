"""HaluMem (arXiv 2511.03506): the facets of its typed memory points, by our exemplars, the majority and neighbours.

Our exemplars are shipped ones only, none from the data. The neighbours are the nearest points of the *other* users,
with their true labels: what a classifier that may learn from this very data does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from mnemosaic.errors import InputError
from mnemosaic.evaluate.halumem import FILES, user
from mnemosaic.evaluate.labels import LabelScores, scored
from mnemosaic.exemplars.index import ExemplarIndex
from mnemosaic.exemplars.store import LABELS, ExemplarTask, shipped
from mnemosaic.models.protocols import Embedder, Vectors
from mnemosaic.reports import SCHEMA
from mnemosaic.write.classify import FACET_FROM, statement_index
from mnemosaic.write.cues import statement_cues

NEAREST = 5

Say = Callable[[str], None]


class FacetScores(BaseModel):
    """`exemplars` is what we say when made to say something; `written` leaves unclear ones without, which is wrong."""

    model_config = ConfigDict(frozen=True)

    points: int
    true: dict[str, int]
    written: LabelScores
    exemplars: LabelScores
    majority: LabelScores
    nearest: LabelScores = Field(description=f"{NEAREST} nearest points of the other users")


class FacetsReport(BaseModel):
    """Scores of all points together, and by user."""

    model_config = ConfigDict(frozen=True)

    schema_: int = Field(default=SCHEMA, alias="schema", serialization_alias="schema")
    embedder: str
    exemplars: int
    overall: FacetScores
    by_user: dict[str, FacetScores]


class _Judged(NamedTuple):
    """True labels and what each method says, in the same order."""

    true: list[str]
    written: list[str | None]
    exemplars: list[str | None]
    nearest: list[str | None]


def run(embedder: Embedder, data: Path, say: Say | None = None) -> FacetsReport:
    """Judge the points of the users in the folder `data`.

    Raises `InputError` where there are fewer than two users and `FormatError` for a file of another form.
    """
    tell = say or (lambda _: None)
    users = {path.stem.rpartition("_")[2]: points(path) for path in sorted(data.glob(FILES))}
    if len(users) < 2:
        raise InputError(f"{data} holds fewer than two users of HaluMem: files are named {FILES}")
    tell("embedding")
    vectors = {user: embedder.passages([text for text, _ in own]) for user, own in users.items()}
    own = [exemplar for exemplar in shipped() if exemplar.task is ExemplarTask.FACET]
    texts, labels = [exemplar.text for exemplar in own], [exemplar.label for exemplar in own]
    index = statement_index(labels, texts, embedder.passages(texts))
    judged = {user: _judged(user, users, vectors, index) for user in users}
    return FacetsReport(
        embedder=embedder.name,
        exemplars=len(own),
        overall=_scores(_together(list(judged.values()))),
        by_user={user: _scores(one) for user, one in judged.items()},
    )


def points(path: Path) -> list[tuple[str, str]]:
    """The memory points of a user, text and facet. Raises `FormatError`."""
    return [(point.text, point.facet.value) for point in user(path).points]


def _judged(
    user: str,
    users: dict[str, list[tuple[str, str]]],
    vectors: dict[str, Vectors],
    index: ExemplarIndex,
) -> _Judged:
    own = users[user]
    said = index.verdicts(vectors[user], statement_cues([text for text, _ in own]))
    others = [name for name in users if name != user]
    known = [label for name in others for _, label in users[name]]
    return _Judged(
        true=[label for _, label in own],
        written=[verdict.label if verdict.confidence >= FACET_FROM else None for verdict in said],
        exemplars=[verdict.label for verdict in said],
        nearest=_nearest(vectors[user], np.vstack([vectors[name] for name in others]), known),
    )


def _together(parts: Sequence[_Judged]) -> _Judged:
    return _Judged(
        true=[label for part in parts for label in part.true],
        written=[label for part in parts for label in part.written],
        exemplars=[label for part in parts for label in part.exemplars],
        nearest=[label for part in parts for label in part.nearest],
    )


def _nearest(vectors: Vectors, known: Vectors, labels: Sequence[str]) -> list[str | None]:
    """The label of most of the nearest; of those with as many votes the rarer one, which favours macro-F1."""
    frequency = Counter(labels)
    found: list[str | None] = []
    for row in vectors @ known.T:
        votes = Counter(labels[place] for place in np.argsort(-row, kind="stable")[:NEAREST])
        found.append(max(sorted(votes), key=lambda label: (votes[label], -frequency[label])))
    return found


def _scores(judged: _Judged) -> FacetScores:
    labels = LABELS[ExemplarTask.FACET]
    true = Counter(judged.true)
    most = max(sorted(true), key=lambda label: true[label])
    return FacetScores(
        points=len(judged.true),
        true=dict(sorted(true.items())),
        written=scored(judged.true, judged.written, labels),
        exemplars=scored(judged.true, judged.exemplars, labels),
        majority=scored(judged.true, [most] * len(judged.true), labels),
        nearest=scored(judged.true, judged.nearest, labels),
    )
