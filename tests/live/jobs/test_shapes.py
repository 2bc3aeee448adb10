"""Case 20: graphs of every shape end, are repeatable, and say whether they converged."""

from __future__ import annotations

import numpy as np
import pytest

from gds_jobs import Job, JobsReport, Mode, Options, Runner
from tests.live.jobs.conftest import Edges, Plot, Plots, cliques

pytestmark = pytest.mark.live

LIGHT: Edges = ((0, 1, 1e7), (2, 3, 0.5), (3, 4, 0.7), (4, 2, 0.9), (4, 5, 0.4))
"""What weighs next to nothing beside the one heavy edge: as any edge does in a scope of ten million."""


def receipts(report: JobsReport) -> dict[Job, Mode]:
    assert report.ok, [receipt.problem for receipt in report.receipts]
    return {receipt.job: receipt.mode for receipt in report.receipts}


def test_everything_is_derived_once_and_then_nothing(plot: Plot, runner: Runner, clear: str) -> None:
    ids = plot.plant(clear, 20, cliques(4, 5))
    first = runner.run((), Options(full=True))
    assert set(receipts(first).values()) == {Mode.FULL}
    assert all(receipt.converged is not False for receipt in first.receipts)
    found = plot.communities(clear)
    assert len(set(found.values())) == 4
    assert all(len({found[each] for each in ids[start : start + 5]}) == 1 for start in range(0, 20, 5))
    nodes = plot.nodes(clear)
    assert [node["size"] for node in nodes] == [5, 5, 5, 5]
    for node in nodes:
        assert node["title"].startswith("atom ")
        np.testing.assert_allclose(node["centroid"], plot.exact(node["id"]), atol=1e-6)
    ranks = plot.run("MATCH (n:Atom {scope: $scope}) RETURN n.pagerank AS rank", scope=clear)
    assert all(0.15 <= row["rank"] < 3 for row in ranks)
    again = runner.run()
    assert set(receipts(again).values()) == {Mode.FRESH}
    assert again.seconds < 1.0
    assert plot.orphans() == []


def test_one_atom_alone_has_no_community(plot: Plot, runner: Runner, clear: str) -> None:
    ids = plot.plant(clear, 1)
    receipts(runner.run((), Options(full=True)))
    assert plot.communities(clear) == {ids[0]: -1}
    assert plot.nodes(clear) == []
    rank = plot.run("MATCH (n:Atom {scope: $scope}) RETURN n.pagerank AS rank", scope=clear)[0]["rank"]
    assert rank == pytest.approx(0.15, abs=1e-4)


def test_a_thousand_atoms_alone(plot: Plot, runner: Runner, clear: str) -> None:
    plot.plant(clear, 1000, bare=True)
    receipts(runner.run((), Options(full=True)))
    assert set(plot.communities(clear).values()) == {-1}
    assert plot.nodes(clear) == []


def test_equal_seed_and_graph_give_equal_communities(plot: Plot, runner: Runner, clear: str) -> None:
    rng = np.random.default_rng(3)
    ends, weights = rng.integers(0, 200, (800, 2)).tolist(), rng.random(800).tolist()
    edges = [(a, b, weight) for (a, b), weight in zip(ends, weights, strict=True) if a != b]
    plot.plant(clear, 200, edges)
    partitions = []
    for _ in range(2):
        receipts(runner.run(("communities",), Options(full=True, seeded=False)))
        found = plot.communities(clear)
        groups: dict[int, set[str]] = {}
        for each, community in found.items():
            groups.setdefault(community, set()).add(each)
        partitions.append(sorted(map(sorted, groups.values())))
        plot.run("MATCH (n:Atom {scope: $scope}) SET n.community = -1", scope=clear)
        plot.run("MATCH (c:Community {scope: $scope}) DETACH DELETE c", scope=clear)
    assert partitions[0] == partitions[1]


@pytest.fixture(scope="module")
def shapes(plot: Plot, runner: Runner, plots: Plots) -> Plots:
    """Graphs of several shapes, each in a scope of its own, and all derived in one run."""
    hub = [(place, 0, 0.5) for place in range(1, 10_001)]
    given: dict[str, tuple[int, Edges]] = {
        "two": (2, [(0, 1, 1000.0)]),
        "triangle": (3, [(0, 1, 0.5), (1, 2, 0.5), (2, 0, 0.5)]),
        "parts": (12, cliques(3, 4, bridges=False)),
        "single": (12, cliques(1, 12)),
        "hub": (10_001, hub),
        "light": (6, LIGHT),
    }
    for name, (atoms, edges) in given.items():
        plots[name] = plot.plant(plots.scope(name), atoms, edges, bare=name == "hub")
    plots["equal"] = plot.plant(plots.scope("equal"), 3, vectors=np.eye(384)[[7, 7, 9]])
    receipts(runner.run((), Options(full=True)))
    return plots


def test_two_atoms_with_one_heavy_edge(plot: Plot, shapes: Plots) -> None:
    clear = shapes.scope("two")
    assert len(set(plot.communities(clear).values())) == 1
    assert [node["size"] for node in plot.nodes(clear)] == [2]


def test_a_balanced_triangle_is_one_community(plot: Plot, shapes: Plots) -> None:
    clear = shapes.scope("triangle")
    assert [node["size"] for node in plot.nodes(clear)] == [3]
    ranks = plot.run("MATCH (n:Atom {scope: $scope}) RETURN n.pagerank AS rank", scope=clear)
    assert np.ptp([row["rank"] for row in ranks]) < 1e-3


def test_a_disconnected_graph_keeps_its_parts_apart(plot: Plot, shapes: Plots) -> None:
    ids = shapes["parts"]
    found = plot.communities(shapes.scope("parts"))
    assert len({found[each] for each in ids[::4]}) == 3


def test_one_single_community(plot: Plot, shapes: Plots) -> None:
    assert [node["size"] for node in plot.nodes(shapes.scope("single"))] == [12]


def test_a_hub_with_ten_thousand_incoming_edges(plot: Plot, shapes: Plots) -> None:
    ids = shapes["hub"]
    found = plot.communities(shapes.scope("hub"))
    assert found[ids[0]] >= 0
    hub = plot.run("MATCH (n:Atom {id: $id}) RETURN n.pagerank AS rank", id=ids[0])[0]["rank"]
    others = plot.run("MATCH (n:Atom {id: $id}) RETURN n.pagerank AS rank", id=ids[1])[0]["rank"]
    assert hub > 1000 * others
    assert plot.orphans() == []


def test_identical_texts_are_associated_with_weight_one_and_orthogonal_ones_are_not(plot: Plot, shapes: Plots) -> None:
    clear, ids = shapes.scope("equal"), shapes["equal"]
    edges = plot.run(
        "MATCH (a:Atom {scope: $scope})-[r:ASSOCIATED]->(b) RETURN a.id AS a, b.id AS b, r.weight AS weight",
        scope=clear,
    )
    assert [{row["a"], row["b"]} for row in edges] == [{ids[0], ids[1]}]
    assert edges[0]["weight"] == pytest.approx(1.0, abs=1e-4)


def test_edges_that_are_a_tiny_part_of_their_scope_still_carry_pagerank(plot: Plot, shapes: Plots) -> None:
    rows = plot.run("MATCH (n:Atom {scope: $scope}) RETURN n.id AS id, n.pagerank AS rank", scope=shapes.scope("light"))
    found = {row["id"]: row["rank"] for row in rows}
    weights = np.zeros((6, 6))
    for one, other, weight in LIGHT:
        weights[one, other] = weights[other, one] = weight
    exact = np.linalg.solve(np.eye(6) - 0.85 * weights / weights.sum(axis=0), np.full(6, 0.15))
    np.testing.assert_allclose([found[each] for each in shapes["light"]], exact, atol=1e-3)
