"""How much of the exact answer a filtered vector index finds, by the share of atoms that the filter lets through."""

from __future__ import annotations

import uuid

import numpy as np

from mnemosaic import times
from mnemosaic.evaluate.synthetic import SyntheticEmbedder
from mnemosaic.graph import Graph
from mnemosaic.models.protocols import Vectors

TOP = 20
QUERIES = 100
SHARES = (0.01, 0.05, 0.2)
REST = "share/rest"
BATCH = 500


def write(graph: Graph, atoms: int) -> None:
    """Write bare semantic atoms into scopes that hold 1%, 5% and 20% of them, and one with the rest."""
    vectors, homes = _made(atoms)
    for start in range(0, atoms, BATCH):
        rows = [
            {"label": "Semantic", "embedding": vectors[place], **_properties(homes[place], place)}
            for place in range(start, min(start + BATCH, atoms))
        ]
        graph.write("write/add_atoms", atoms=rows, now=times.now(), beginning=times.BEGINNING, forever=times.FOREVER)


def measure(graph: Graph, atoms: int) -> dict[str, float]:
    """Mean share of the true top 20 that the index returns, by share let through; 1.0 lets all through."""
    vectors, homes = _made(atoms)
    queries = SyntheticEmbedder().queries([f"query {number}" for number in range(QUERIES)])
    filters = {str(share): [_scope(share)] for share in SHARES} | {"1.0": sorted(set(homes))}
    found = {}
    for share, allowed in filters.items():
        places = np.array([place for place, home in enumerate(homes) if home in allowed])
        found[share] = round(float(np.mean([_one(graph, query, allowed, vectors, places) for query in queries])), 4)
    return found


def _one(graph: Graph, query: Vectors, allowed: list[str], vectors: Vectors, places: np.ndarray) -> float:
    exact = {f"share-{places[place]}" for place in np.argsort(-(vectors[places] @ query))[:TOP]}
    rows = graph.read("inspect/nearest_semantic", scopes=allowed, query=query, now=times.now(), limit=TOP)
    return len(exact & {row["id"] for row in rows}) / len(exact)


def _made(atoms: int) -> tuple[Vectors, list[str]]:
    vectors = SyntheticEmbedder().passages([f"atom {number}" for number in range(atoms)])
    draws = np.random.default_rng(17).random(atoms)
    homes = [next((_scope(share) for share in SHARES if draw < _upper(share)), REST) for draw in draws]
    return vectors, homes


def _upper(share: float) -> float:
    return sum(other for other in SHARES if other <= share)


def _scope(share: float) -> str:
    return f"share/{share}"


def _properties(scope: str, place: int) -> dict[str, object]:
    properties = {
        "id": f"share-{place}",
        "scope": scope,
        "title": f"atom {place}",
        "details": f"atom {place}",
        "live_key": uuid.uuid5(uuid.NAMESPACE_OID, f"{scope} {place}").hex,
        "status": "current",
        "confidence": 1.0,
        "community": -1,
    }
    ends = dict.fromkeys(("occurred_from", "occurred_until", "valid_from", "valid_until"))
    return {"properties": properties, "sources": [], "mentions": [], **ends}
