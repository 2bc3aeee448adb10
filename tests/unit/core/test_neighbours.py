from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.atoms import AtomType, Claim, Source
from mnemosaic.models.similarity import similarity
from mnemosaic.relations import Origin
from mnemosaic.write import neighbours
from mnemosaic.write.candidates import DECIMALS
from mnemosaic.write.drafts import Draft
from mnemosaic.write.neighbours import Edge, Neighbourhood, bounded, spoken_together
from mnemosaic.write.protocols import Classification
from tests.embedders import HashEmbedder

LIMIT = 3


@pytest.fixture(autouse=True, scope="module")
def small_pages() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(neighbours, "PAGE", 3)
        patch.setattr(neighbours, "ROWS", 2)
        yield


class Recorded:
    """Stands where a graph stands and answers what it is told to."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = sorted(rows, key=lambda row: row["id"])

    def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        if name == "write/scope_writes":
            return [{"writes": 0}]
        return [row for row in self.rows if row["id"] > params["after"]][: params["limit"]]


def draft(text: str, place: int) -> Draft:
    return Draft(
        claim=Claim(title=text, details=text, sources=(Source(turn_id="t"),)),
        classification=Classification(type=AtomType.SEMANTIC),
        id=f"{place}-{text}",
        live_key=f"{text} {place}",
        vector=HashEmbedder(32).passages([text])[0],
        trust=1.0,
        said_at=datetime(2026, 1, 1, tzinfo=UTC),
        speaker="Ann",
    )


def found(drafts: list[Draft], cuts: list[int], stored: int) -> set[tuple[str, str, float]]:
    """Edges of drafts that are written in batches cut at `cuts`, the first `stored` of them by another call."""
    rows = [{"id": item.id, "live_key": item.live_key, "embedding": item.vector} for item in drafts[:stored]]
    hood = Neighbourhood(Recorded(rows), "s", 0.3, bulk=True)  # type: ignore[arg-type]
    edges: set[tuple[str, str, float]] = set()
    ends = sorted({cut for cut in cuts if stored < cut < len(drafts)} | {stored, len(drafts)})
    for number, (start, end) in enumerate(pairwise(ends), start=1):
        batch = drafts[start:end]
        kept = bounded(hood.look(batch, LIMIT).edges, LIMIT)
        edges |= {(edge.source, edge.target, edge.weight) for edge in kept}
        hood.grow(batch, number)
    return edges


@given(
    st.lists(
        st.sampled_from(["red boat", "blue boat", "red lamp", "boat", "blue red", "tent"]), min_size=11, max_size=30
    ),
    st.lists(st.integers(1, 29), max_size=4),
    st.integers(0, 10),
)
def test_where_batches_are_cut_and_calls_broken_off_does_not_matter(
    texts: list[str], cuts: list[int], stored: int
) -> None:
    drafts = [draft(text, place) for place, text in enumerate(texts)]
    late = {item.id for item in drafts[stored:]}
    whole = {edge for edge in found(drafts, [], 0) if edge[0] in late}
    assert found(drafts, cuts, stored) == whole


def test_the_nearest_are_kept_and_those_below_the_threshold_are_not() -> None:
    texts = ["red boat", "red boat of mine", "kettle", "red boat here", "red boat there", "red boat"]
    drafts = [draft(text, place) for place, text in enumerate(texts)]
    edges = [edge for edge in found(drafts, [], 0) if edge[0] == drafts[-1].id]
    vectors = np.vstack([item.vector for item in drafts])
    exact = similarity(vectors[-1:], vectors[:-1])[0]
    best = sorted((round(float(score), DECIMALS) for score in exact if score >= 0.3), reverse=True)[:LIMIT]
    assert sorted((weight for _, _, weight in edges), reverse=True) == pytest.approx(best)


def test_atoms_of_one_turn_and_of_the_turn_before_are_spoken_together() -> None:
    edges = spoken_together(["a1", "a2", "b1"], ["a", "a", "b"], {"b": "a2", "a": "before"})
    assert {(edge.source, edge.target, edge.weight) for edge in edges} == {
        ("a1", "before", 0.5),
        ("a2", "before", 0.5),
        ("a2", "a1", 1.0),
        ("b1", "a2", 0.5),
    }
    assert {edge.origin for edge in edges} == {Origin.SPOKEN}


def test_a_turn_of_many_atoms_joins_each_to_the_last_few() -> None:
    edges = spoken_together([str(number) for number in range(10)], ["t"] * 10, {})
    assert [edge.target for edge in edges if edge.source == "9"] == ["8", "7", "6"]


def test_what_others_wrote_meanwhile_is_read_again() -> None:
    drafts = [draft("red boat", place) for place in range(3)]
    stored = Recorded([])
    hood = Neighbourhood(stored, "s", 0.3, bulk=True)  # type: ignore[arg-type]
    assert hood.look(drafts[:1], LIMIT).nearest == [{}]
    hood.grow(drafts[:1], 2)
    both = [{"id": item.id, "live_key": item.live_key, "embedding": item.vector} for item in drafts[:2]]
    stored.rows = both
    assert hood.look(drafts[2:], LIMIT).nearest == [{drafts[0].id: 1.0, drafts[1].id: 1.0}]


def test_of_too_many_edges_the_spoken_and_the_heaviest_are_kept_and_one_for_each_pair() -> None:
    edges = [
        Edge("a", "x", 0.9, Origin.SIMILAR),
        Edge("a", "y", 0.8, Origin.SIMILAR),
        Edge("a", "z", 0.5, Origin.SPOKEN),
        Edge("a", "x", 0.5, Origin.SPOKEN),
        Edge("x", "a", 0.9, Origin.SIMILAR),
        Edge("a", "a", 1.0, Origin.SPOKEN),
        Edge("a", "w", 0.7, Origin.SIMILAR),
    ]
    kept = {(edge.source, edge.target, edge.origin) for edge in bounded(edges, 3)}
    assert kept == {("a", "z", Origin.SPOKEN), ("a", "x", Origin.SPOKEN), ("a", "y", Origin.SIMILAR)}
