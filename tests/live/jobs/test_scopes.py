"""What is derived never joins two scopes, whatever they hold."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from gds_jobs import Options, Runner
from mnemosaic.memory import Memory
from tests.live.jobs.conftest import Plot, cliques

pytestmark = pytest.mark.live

KITCHEN = ["The oven in the kitchen is blue.", "The blue oven needs a new door.", "The kitchen door is oak."]


def derived(plot: Plot, scopes: list[str]) -> list[dict[str, object]]:
    return plot.run(
        """UNWIND $scopes AS scope MATCH (n:Atom {scope: scope})
           OPTIONAL MATCH (c:Community {id: n.community})
           RETURN scope, collect(DISTINCT n.community) AS ids, collect(DISTINCT c.scope) AS owners,
                  sum(COUNT { (n)-[:ASSOCIATED]->(m) WHERE m.scope <> scope }) AS crossing,
                  collect(DISTINCT c.title) AS titles, sum(n.pagerank) AS rank""",
        scopes=scopes,
    )


def test_two_tenants_of_identical_content_stay_apart(plot: Plot, runner: Runner, memory: Memory, scope: str) -> None:
    scopes = [f"{scope}-one", f"{scope}-two"]
    for each in scopes:
        memory.remember([f"{text} {word}" for text in KITCHEN for word in ("Ann", "Bo", "Cy")], scope=each)
    assert runner.run((), Options(full=True)).ok
    one, two = derived(plot, scopes)
    assert not set(one["ids"]) - {-1} & set(two["ids"])
    assert one["owners"] == [scopes[0]]
    assert two["owners"] == [scopes[1]]
    assert one["crossing"] == two["crossing"] == 0
    assert one["rank"] == pytest.approx(two["rank"], rel=1e-3)
    assert plot.orphans() == []
    for each in scopes:
        memory.drop_scope(scope=each)


def test_sibling_scopes_under_an_ancestor_of_the_same_content_stay_apart(
    plot: Plot, runner: Runner, memory: Memory, scope: str
) -> None:
    scopes = [scope, f"{scope}/left", f"{scope}/right"]
    for each in scopes:
        memory.remember(KITCHEN, scope=each)
    assert runner.run((), Options(full=True)).ok
    rows = derived(plot, scopes)
    known = [set(row["ids"]) - {-1} for row in rows]
    assert all(known)
    assert not known[0] & known[1] | known[1] & known[2] | known[0] & known[2]
    assert [row["owners"] for row in rows] == [[each] for each in scopes]
    assert plot.orphans() == []
    for each in scopes:
        memory.drop_scope(scope=each)


def test_the_communities_of_a_scope_do_not_depend_on_how_large_the_others_are(
    plot: Plot, runner: Runner, memory: Memory, scope: str
) -> None:
    small, large = f"{scope}-small", f"{scope}-large"
    ids = plot.plant(small, 20, cliques(4, 5))
    rng = np.random.default_rng(2)
    ends = rng.integers(0, 600, (5_000, 2)).tolist()
    plot.plant(large, 600, [(a, b, 0.8) for a, b in ends if a != b], np.eye(384)[np.zeros(600, dtype=int)])
    plot.run("MATCH (n:Atom {scope: $scope}) SET n.associated_by = 'hash'", scope=large)
    assert runner.run(("communities",), Options(full=True, seeded=False)).ok
    found = plot.communities(small)
    assert len({found[each] for each in ids}) == 4
    for each in (small, large):
        memory.drop_scope(scope=each)


def test_what_was_dropped_leaves_no_community(plot: Plot, runner: Runner, memory: Memory, scope: str) -> None:
    memory.remember(KITCHEN, scope=scope)
    assert runner.run().ok
    assert plot.nodes(scope)
    memory.drop_scope(scope=scope)
    assert plot.run("MATCH (c:Community {scope: $scope}) RETURN c.id AS id", scope=scope) == []


def test_a_forgotten_atom_takes_title_and_centroid_with_it(plot: Plot, runner: Runner, clear: str) -> None:
    ids = plot.plant(clear, 5, cliques(1, 5))
    assert runner.run().ok
    before = plot.nodes(clear)[0]
    plot.forget(ids[0])
    blank = plot.nodes(clear)[0]
    assert blank["size"] == 5
    assert "title" not in blank
    assert "centroid" not in blank
    assert runner.run().ok
    after = plot.nodes(clear)[0]
    assert after["id"] == before["id"]
    assert after["size"] == 4
    np.testing.assert_allclose(after["centroid"], plot.exact(after["id"]), atol=1e-6)
    assert "atom 0" not in after["title"]


def test_the_last_members_forgotten_leave_nothing_to_read(plot: Plot, runner: Runner, clear: str) -> None:
    ids = plot.plant(clear, 3, cliques(1, 3))
    assert runner.run().ok
    for each in ids:
        plot.forget(each)
    assert runner.run().ok
    left = plot.run("MATCH (c:Community {scope: $scope}) RETURN c {.*} AS c", scope=clear)
    assert all("title" not in row["c"] and "centroid" not in row["c"] and row["c"]["size"] == 0 for row in left)
    plot.plant(clear, 2, cliques(1, 2), first=10)
    assert runner.run().ok
    assert len(plot.run("MATCH (c:Community {scope: $scope}) RETURN c.id AS id", scope=clear)) == 1


def test_a_superseded_atom_leaves_the_centroid_and_the_title(plot: Plot, runner: Runner, clear: str) -> None:
    ids = plot.plant(clear, 4, cliques(1, 4))
    assert runner.run().ok
    titled = plot.nodes(clear)[0]["title"]
    number = int(titled.split()[1].strip(";"))
    plot.run("MATCH (n:Atom {id: $id}) SET n.status = 'superseded', n.dirty = true", id=ids[number])
    assert runner.run().ok
    after = plot.nodes(clear)[0]
    assert f"atom {number}" not in after["title"]
    assert after["counted"] == 3
    np.testing.assert_allclose(after["centroid"], plot.exact(after["id"]), atol=1e-6)


def test_a_scope_that_is_dropped_while_the_jobs_run_leaves_nothing(
    plot: Plot, runner: Runner, memory: Memory, scope: str
) -> None:
    for delay in (0.2, 1.0, 2.5):
        own = f"{scope}-{delay}"
        plot.plant(own, 600, cliques(120, 5), np.eye(384)[np.arange(600) // 5])
        dropping = threading.Timer(delay, memory.drop_scope, kwargs={"scope": own})
        dropping.start()
        report = runner.run()
        dropping.join()
        assert report.ok, report
        assert runner.run().ok
        left = plot.run("MATCH (c:Community {scope: $scope}) RETURN c {.*} AS c", scope=own)
        assert [row["c"] for row in left if row["c"].get("title") or row["c"].get("centroid")] == []
        assert plot.run("MATCH (n:Atom {scope: $scope}) RETURN count(n) AS many", scope=own) == [{"many": 0}]
    assert plot.orphans() == []
