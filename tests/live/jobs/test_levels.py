"""Communities of communities: kept through updates and full runs, inside one scope, and gone with what they are of."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest

from gds_jobs import Mode, Options, Runner
from gds_jobs.hold import Hold
from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.live.jobs.conftest import Plot, Plots, cliques
from tests.live.jobs.test_runs import KilledError, killed_after

pytestmark = pytest.mark.live

FULL = Options(full=True)
SIZE, COUNT, TOGETHER = 5, 12, 3


def town() -> list[tuple[int, int, float]]:
    """Cliques, three by three joined by more than joins the threes to each other."""
    edges = []
    for group in range(COUNT):
        members = range(group * SIZE, (group + 1) * SIZE)
        edges += [(a, b, 0.5) for a in members for b in members if a > b]
        edges += [(a * SIZE, group * SIZE, 0.9) for a in range(group - group % TOGETHER, group)]
        if group % TOGETHER == 0 and group:
            edges.append((group * SIZE, (group - 1) * SIZE, 0.05))
    return edges


def vectors() -> np.ndarray:
    return np.eye(384)[np.arange(SIZE * COUNT) // SIZE]


def tree(plot: Plot, scope: str) -> list[dict[str, object]]:
    """The communities above the lowest level: with the atoms that are below each."""
    return plot.run(
        """MATCH (p:Community {scope: $scope}) WHERE p.level > 0
           CALL (p) {
             OPTIONAL MATCH (p)<-[:PART_OF]-{1,2}(b:Community {level: 0})
             OPTIONAL MATCH (n:Atom {community: b.id})
             RETURN collect(DISTINCT b.scope) AS scopes, collect(n.id) AS atoms,
                    collect(CASE n.status WHEN 'current' THEN n.embedding END) AS vectors
           }
           RETURN p.id AS id, p.level AS level, p.size AS size, p.title AS title, p.counted AS counted,
                  p.centroid AS centroid, p.dirty AS dirty, scopes, atoms, vectors
           ORDER BY level, id""",
        scope=scope,
    )


def check(plot: Plot, scope: str) -> list[dict[str, object]]:
    rows = tree(plot, scope)
    for row in rows:
        assert row["size"] == row["counted"] == len(row["atoms"]), row  # type: ignore[arg-type]
        assert row["scopes"] == [scope]
        assert row["title"]
        assert row["dirty"] is None
        mean = np.array(row["vectors"]).mean(axis=0)
        np.testing.assert_allclose(row["centroid"], mean / np.linalg.norm(mean), atol=1e-5)  # type: ignore[arg-type]
    crossing = plot.run(
        "MATCH (a:Community)-[:PART_OF]->(b) WHERE a.scope <> b.scope OR b.level <> a.level + 1 RETURN a.id AS id"
    )
    assert crossing == []
    return rows


@pytest.fixture(scope="module")
def towns(plot: Plot, runner: Runner, plots: Plots) -> Plots:
    """A town for each of some tests, and all derived in one run."""
    for name in ("kept", "made", "twin", "twin/child", "forgotten"):
        plots[name] = plot.plant(plots.scope(name), SIZE * COUNT, town(), vectors())
    # two cliques would be one, and one clique is one
    plots["flat"] = plot.plant(plots.scope("flat"), 2 * SIZE, [edge for edge in town() if max(edge[:2]) < 2 * SIZE])
    report = runner.run((), FULL)
    assert report.ok, report
    (receipt,) = [each for each in report.receipts if each.job == "communities"]
    assert receipt.figures["levels"] >= 2
    assert receipt.figures["communities_above"] >= 4
    return plots


def groups(rows: list[dict[str, object]], level: int = 1) -> dict[int, frozenset[str]]:
    return {row["id"]: frozenset(row["atoms"]) for row in rows if row["level"] == level}  # type: ignore


def test_communities_of_communities_are_kept_and_their_ids_survive(plot: Plot, runner: Runner, towns: Plots) -> None:
    clear, ids = towns.scope("kept"), towns["kept"]
    rows = check(plot, clear)
    first = groups(rows)
    per = SIZE * TOGETHER
    assert set(first.values()) == {frozenset(ids[start : start + per]) for start in range(0, len(ids), per)}
    assert all(1 < row["size"] < len(ids) for row in rows)  # type: ignore[operator]
    assert runner.run((), FULL).ok
    assert groups(check(plot, clear)) == first
    (new,) = plot.plant(clear, 1, vectors=np.eye(384)[[0]], first=1000)
    plot.run(
        "MATCH (a:Atom {id: $a}) MATCH (b:Atom {id: $b}) CREATE (a)-[:ASSOCIATED {weight: 0.9, origin: 'spoken'}]->(b)",
        a=new,
        b=ids[1],
    )
    assert runner.run().ok
    updated = groups(check(plot, clear))
    assert set(updated) == set(first)
    assert sum(new in atoms for atoms in updated.values()) == 1
    assert runner.run((), FULL).ok
    assert set(groups(check(plot, clear))) == set(first)


def test_a_community_that_an_update_made_is_placed_once_something_joins_it(
    plot: Plot, runner: Runner, towns: Plots
) -> None:
    clear, ids = towns.scope("made"), towns["made"]
    first = groups(check(plot, clear))
    new = plot.plant(clear, 3, cliques(1, 3), np.eye(384)[[100, 101, 102]], first=1000)
    assert runner.run().ok
    (made,) = {community for each, community in plot.communities(clear).items() if each in new}
    above = "MATCH (:Community {id: $id})-[:PART_OF]->(p) RETURN p.id AS id"
    assert made >= 0
    assert plot.run(above, id=made) == []
    assert groups(check(plot, clear)) == first
    joined = """MATCH (a:Atom {id: $a}) MATCH (b:Atom {id: $b})
                CREATE (a)-[:ASSOCIATED {weight: $weight, origin: 'spoken'}]->(b) SET a.dirty = true, b.dirty = true"""
    plot.run(joined, a=new[0], b=ids[1], weight=0.5)
    plot.run(joined, a=new[1], b=ids[-1], weight=0.2)
    report = runner.run()
    assert report.ok, report
    (receipt,) = [each for each in report.receipts if each.job == "communities"]
    assert receipt.mode is Mode.INCREMENTAL
    assert receipt.figures["communities_placed"] == 1
    (parent,) = [each for each, atoms in first.items() if ids[1] in atoms]
    assert plot.run(above, id=made) == [{"id": parent}]
    assert groups(check(plot, clear)) == {**first, parent: first[parent] | set(new)}


def test_two_scopes_of_identical_content_have_levels_of_their_own(plot: Plot, memory: Memory, towns: Plots) -> None:
    own = [towns.scope("twin"), towns.scope("twin/child")]
    one, two = (groups(check(plot, each)) for each in own)
    assert len(one) == len(two) == COUNT // TOGETHER
    assert not set(one) & set(two)
    for name in ("twin", "twin/child"):
        del towns[name]
        memory.drop_scope(scope=towns.scope(name))
        assert plot.run("MATCH (c:Community {scope: $scope}) RETURN c.id AS id", scope=towns.scope(name)) == []


def test_what_is_forgotten_leaves_no_level(plot: Plot, runner: Runner, towns: Plots) -> None:
    clear, ids = towns.scope("forgotten"), towns["forgotten"]
    rows = check(plot, clear)
    holding = {row["id"] for row in rows if ids[0] in row["atoms"]}  # type: ignore[operator]
    assert holding
    plot.forget(ids[0])
    blank = [row for row in tree(plot, clear) if row["id"] in holding]
    assert {(row["title"], row["centroid"]) for row in blank} == {(None, None)}
    assert runner.run().ok
    assert {row["id"] for row in check(plot, clear)} == {row["id"] for row in rows}
    for each in ids[1:]:
        plot.forget(each)
    assert plot.run("MATCH (c:Community {scope: $scope}) RETURN c.id AS id", scope=clear) == []


def test_a_scope_in_which_a_level_says_nothing_has_none(plot: Plot, towns: Plots) -> None:
    assert len(plot.nodes(towns.scope("flat"))) == 2
    assert tree(plot, towns.scope("flat")) == []


def test_killed_between_the_levels_and_run_again_it_ends_right(
    plot: Plot, graph: Graph, clear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gds_jobs.hold.ALIVE_SECONDS", 1)
    plot.plant(clear, SIZE * COUNT, town(), vectors())
    assert Runner(graph, Settings()).run((), FULL).ok
    wanted = set(groups(check(plot, clear)).values())
    ended, points = False, 0
    while not ended:
        # the levels are lost, as if they had never been made
        plot.run("MATCH (c:Community {scope: $scope}) WHERE c.level > 0 DETACH DELETE c", scope=clear)
        with patch.object(Hold, "write", killed_after(points)):
            try:
                Runner(graph, Settings()).run(("communities", "centroids"), FULL)
                ended = True
            except KilledError:
                # every other point: those of the lowest level have a test of their own
                points += 2
        assert Runner(graph, Settings()).run(("communities", "centroids"), FULL).ok
        assert set(groups(check(plot, clear)).values()) == wanted
    assert points > 4
