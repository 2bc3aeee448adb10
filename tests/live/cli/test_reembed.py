"""Another model for a whole graph, on a server of its own: the vectors of all scopes change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mnemosaic import server as embedded
from mnemosaic.errors import GraphError, ModelMismatchError, ModelUnavailableError
from mnemosaic.exemplars.store import Exemplar, ExemplarTask
from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from mnemosaic.models.protocols import Vectors
from mnemosaic.reembed import hold, reembed, run
from tests.conftest import Server
from tests.embedders import HashEmbedder
from tests.live.cli.conftest import Run, point_at

pytestmark = pytest.mark.live

SCOPE = "boats/ann"
SMALL, LARGE = HashEmbedder(64, "hash-small"), HashEmbedder(96, "hash-large")


class Failing(HashEmbedder):
    """Fails after so many calls."""

    def __init__(self, calls: int) -> None:
        super().__init__(96, "hash-large")
        self.left = calls

    def passages(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        self.left -= 1
        if self.left < 0:
            raise ModelUnavailableError("the provider has gone")
        return super().passages(texts)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("reembed") / "data"
    address = embedded.ensure_running(data, memory="512m")
    yield Server(address.uri, (address.user, address.password))
    embedded.stop(data)


@pytest.fixture
def small(own: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Graph]:
    """A graph of the small model with sixty turns, changed in batches of ten."""
    monkeypatch.setattr(run, "BATCH", 10)
    graph = Graph(own.uri, own.auth)
    if graph.schema("inspect/indexes") and graph.read("lifecycle/model_info"):
        reembed(graph, SMALL)
    with Memory.open(own.uri, own.auth, embedder=SMALL) as memory:
        memory.remember([f"Ann keeps the boat number {n} in Bergen." for n in range(60)], scope=SCOPE)
        memory.exemplars.add([Exemplar(task=ExemplarTask.TYPE, label="procedural", text="Never sail on a Friday.")])
    yield graph
    graph.close()


def check(own: Server, embedder: HashEmbedder) -> None:
    """A graph of this model, whole: opened, recalled from, every vector of its size."""
    with Memory.open(own.uri, own.auth, embedder=embedder) as memory:
        found = memory.recall("Which boat is number 7?", scope=SCOPE)
        assert "number 7 " in found.entries[0].atom.details
        best = embedder.passages([found.entries[0].atom.details])[0] @ embedder.queries(["Which boat is number 7?"])[0]
        assert found.entries[0].similarity == pytest.approx(float(best), abs=1e-3)
        exemplars = memory.graph.read("lifecycle/exemplars")[0]["exemplars"]
        assert {(item["model"], len(item["embedding"])) for item in exemplars} == {(embedder.name, embedder.dimensions)}
        vector_indexes = {row["dimensions"] for row in memory.graph.schema("inspect/indexes") if row["dimensions"]}
        assert vector_indexes == {embedder.dimensions}


def test_a_graph_changes_its_model_and_its_size(own: Server, small: Graph) -> None:
    stages = []
    report = reembed(small, LARGE, lambda stage, done, total: stages.append(stage))
    assert (report.before, report.model, report.changed, report.resumed) == ("hash-small", "hash-large", True, False)
    assert (report.atoms, report.turns) == (60, 60)
    assert list(dict.fromkeys(stages)) == ["atoms", "turns", "exemplars", "indexes"]
    check(own, LARGE)
    with pytest.raises(ModelMismatchError, match=r"hash-large \(96 dimensions\).*hash-small \(64\)"):
        Memory.open(own.uri, own.auth, embedder=SMALL)
    assert not reembed(small, LARGE).changed


@pytest.mark.parametrize("calls", [1, 4, 9, 13])
def test_a_run_that_stops_is_gone_on_with(own: Server, small: Graph, calls: int) -> None:
    with pytest.raises(ModelUnavailableError):
        reembed(small, Failing(calls))
    for embedder in (SMALL, LARGE):
        with pytest.raises(ModelMismatchError, match="mnemosaic reembed --embedder hash-large"):
            Memory.open(own.uri, own.auth, embedder=embedder)
    report = reembed(small, LARGE)
    assert report.resumed
    assert report.atoms + report.turns == 120 - 10 * (calls - 1)
    check(own, LARGE)


def test_a_run_that_stops_can_be_turned_back(own: Server, small: Graph) -> None:
    with pytest.raises(ModelUnavailableError):
        reembed(small, Failing(9))
    assert reembed(small, SMALL).atoms == 60
    check(own, SMALL)


def test_two_runs_never_meet_and_a_dead_one_is_taken_over(
    own: Server, small: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hold, "BEAT_SECONDS", 0.3)
    monkeypatch.setattr(hold, "POLL_SECONDS", 0.2)
    with hold.held(small, LARGE), pytest.raises(GraphError, match="another reembed"):
        reembed(small, LARGE)
    killed = {"owner": "killed", "seconds": 2, "name": LARGE.name, "dimensions": LARGE.dimensions}
    assert small.write("lifecycle/reembed_begin", **killed)[0]["acquired"]
    assert reembed(small, LARGE).changed
    check(own, LARGE)


def test_the_command_and_doctor_say_how_to_go_on(
    own: Server, small: Graph, monkeypatch: pytest.MonkeyPatch, execute: Run
) -> None:
    point_at(own, Failing(3), monkeypatch)
    stopped = execute("reembed")
    assert (stopped.status, stopped.err) == (2, "mnemosaic: the provider has gone\n")
    point_at(own, LARGE, monkeypatch)
    sick = execute("doctor", "--json")
    assert sick.status == 2
    hints = {item["name"]: item["hint"] for item in sick.json["findings"] if item["state"] == "error"}
    assert hints["model"] == "finish it: mnemosaic reembed --embedder hash-large"
    assert "indexes" in hints
    done = execute("reembed")
    assert "changed from hash-small to hash-large (96 dimensions): embedded the rest of" in done.out
    assert execute("reembed", "--json").json["changed"] is False
    assert execute("doctor").status == 0
