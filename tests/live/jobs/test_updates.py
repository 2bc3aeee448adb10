"""Between full runs only what changed is touched, and it comes out as a full run would have it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gds_jobs import Job, Mode, Options, Runner
from gds_jobs.work import Work
from mnemosaic.graph import Graph
from mnemosaic.settings import Settings
from tests.live.jobs.conftest import Plot, Plots, cliques

pytestmark = pytest.mark.live

SIZE, GROUPS = 5, 60


def ranks(plot: Plot, scope: str) -> dict[str, float]:
    rows = plot.run("MATCH (n:Atom {scope: $scope}) RETURN n.id AS id, n.pagerank AS rank", scope=scope)
    return {row["id"]: row["rank"] for row in rows}


def axes(groups: np.ndarray) -> np.ndarray:
    return np.eye(384)[groups]


@pytest.fixture(scope="module")
def gardens(plot: Plot, runner: Runner, plots: Plots) -> Plots:
    """A garden for each test, and all derived in one run."""
    for name in ("joined", "unknown", "retired", "forgotten", "old", "bounded"):
        vectors = axes(np.arange(SIZE * GROUPS) // SIZE)
        plots[name] = plot.plant(plots.scope(name), SIZE * GROUPS, cliques(GROUPS, SIZE), vectors)
    assert runner.run((), Options(full=True)).ok
    return plots


def test_a_new_atom_joins_its_neighbours_and_nobody_else_moves(plot: Plot, runner: Runner, gardens: Plots) -> None:
    clear, garden = gardens.scope("joined"), gardens["joined"]
    before = plot.communities(clear)
    (new,) = plot.plant(clear, 1, vectors=axes(np.array([7])), first=1000)
    neighbours = garden[7 * SIZE : 7 * SIZE + 3]
    plot.run(
        """MATCH (a:Atom {id: $new}) UNWIND $others AS other MATCH (b:Atom {id: other})
           CREATE (a)-[:ASSOCIATED {weight: 0.8, origin: 'spoken'}]->(b) SET b.dirty = true""",
        new=new,
        others=neighbours,
    )
    report = runner.run()
    assert report.ok
    modes = {receipt.job: receipt.mode for receipt in report.receipts}
    assert set(modes.values()) == {Mode.INCREMENTAL}
    after = plot.communities(clear)
    assert after.pop(new) == before[neighbours[0]]
    assert after == before
    node = next(node for node in plot.nodes(clear) if node["id"] == before[neighbours[0]])
    assert node["size"] == node["counted"] == SIZE + 1
    np.testing.assert_allclose(node["centroid"], plot.exact(node["id"]), atol=1e-6)
    updated = ranks(plot, clear)
    assert runner.run(("centrality",), Options(full=True)).ok
    anew = ranks(plot, clear)
    assert updated[new] == pytest.approx(anew[new], rel=0.1)
    assert np.corrcoef(list(updated.values()), [anew[each] for each in updated])[0, 1] > 0.99
    assert plot.orphans() == []


def test_what_is_forgotten_between_reading_and_writing_is_in_no_centroid(
    plot: Plot, graph: Graph, gardens: Plots, monkeypatch: pytest.MonkeyPatch
) -> None:
    clear, garden = gardens.scope("forgotten"), gardens["forgotten"]
    # unlike the others of its community
    (new,) = plot.plant(clear, 1, vectors=axes(np.array([70])), first=1000)
    plot.run(
        """MATCH (a:Atom {id: $new}) UNWIND $others AS other MATCH (b:Atom {id: other})
           CREATE (a)-[:ASSOCIATED {weight: 0.8, origin: 'spoken'}]->(b) SET b.dirty = true""",
        new=new,
        others=garden[:2],
    )
    original = Work.write

    def write(self: Work, statement: str, *given: Any, **named: Any) -> Any:
        if statement == "jobs/set_centred":
            # one that was counted before, and the one that comes
            plot.forget(garden[4])
            plot.forget(new)
        return original(self, statement, *given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(Work, "write", write)
        assert Runner(graph, Settings()).run().ok
    community = plot.communities(clear)[garden[0]]
    for _ in range(2):
        node = next(node for node in plot.nodes(clear) if node["id"] == community)
        assert node["size"] == node["counted"] == SIZE - 1
        np.testing.assert_allclose(node["centroid"], plot.exact(community), atol=1e-6)
        assert Runner(graph, Settings()).run().ok


def test_new_atoms_that_know_nobody_make_a_community(plot: Plot, runner: Runner, gardens: Plots) -> None:
    clear, garden = gardens.scope("unknown"), gardens["unknown"]
    new = plot.plant(clear, 3, cliques(1, 3), axes(np.array([200, 201, 202])), first=1000)
    assert runner.run().ok
    found = plot.communities(clear)
    assert len({found[each] for each in new}) == 1
    assert found[new[0]] not in {found[each] for each in garden}
    assert found[new[0]] >= 0


def test_a_retired_atom_leaves_its_community(plot: Plot, runner: Runner, gardens: Plots) -> None:
    clear, gone = gardens.scope("retired"), gardens["retired"][0]
    plot.run("MATCH (n:Atom {id: $id}) SET n.status = 'retired', n.dirty = true", id=gone)
    assert runner.run().ok
    assert plot.communities(clear)[gone] == -1
    assert sorted(node["size"] for node in plot.nodes(clear))[:2] == [SIZE - 1, SIZE]


def test_a_scope_that_changed_much_is_computed_anew_and_the_others_are_not(
    plot: Plot, runner: Runner, gardens: Plots
) -> None:
    before = plot.communities(gardens.scope("old"))
    own = gardens.scope("young")
    ids = gardens["young"] = plot.plant(own, 10, cliques(2, 5), axes(np.arange(10) // 5))
    report = runner.run()
    assert report.ok
    communities = next(receipt for receipt in report.receipts if receipt.job is Job.COMMUNITIES)
    assert communities.mode is Mode.INCREMENTAL
    assert communities.figures["scopes_anew"] >= 1
    found = plot.communities(own)
    assert len({found[each] for each in ids}) == 2
    assert plot.communities(gardens.scope("old")) == before


def test_what_updates_add_up_to_is_bounded(plot: Plot, graph: Graph, gardens: Plots) -> None:
    clear, garden = gardens.scope("bounded"), gardens["bounded"]
    runner = Runner(graph, Settings(jobs_full_share=0.02))
    anew = []
    for number in range(12):
        (new,) = plot.plant(clear, 1, vectors=axes(np.array([300])), first=2000 + number)
        plot.run(
            "MATCH (a:Atom {id: $a}) MATCH (b:Atom {id: $b}) CREATE (a)-[:ASSOCIATED {weight: 0.8}]->(b)",
            a=new,
            b=garden[number],
        )
        report = runner.run(("communities",))
        assert report.ok
        (receipt,) = report.receipts
        anew.append(receipt.mode is Mode.FULL or bool(receipt.figures["scopes_anew"]))
    assert anew[:4] == [False] * 4
    assert any(anew)
