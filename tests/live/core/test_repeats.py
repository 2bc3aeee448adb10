"""The same thing said again adds nothing, from however many writers at once, and a commit is all or nothing."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from mnemosaic import graph as graph_module
from mnemosaic.errors import GraphError
from mnemosaic.graph import Graph
from mnemosaic.memory import Memory
from mnemosaic.reports import Outcome
from mnemosaic.turns import Turn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import at_once, content, counts, query, talk, verbatim

pytestmark = pytest.mark.live

FACT = "I am allergic to penicillin."
SAY = """
turn = json.loads(sys.argv[2])
with opened() as memory:
    print("ready", flush=True)
    sys.stdin.readline()
    report = memory.remember(turn, scope=sys.argv[1])
    print(json.dumps([report.ok, report.added, report.existing, report.turns.stored, report.turns.existing]))
"""


def links(server: Server, scope: str) -> list[int]:
    """How many turns each atom of a scope is joined to."""
    rows = query(
        server,
        "MATCH (n:Atom {scope: $scope}) RETURN COUNT { (n)-[:FROM_TURN]->(:Turn) } AS turns ORDER BY turns",
        scope=scope,
    )
    return [row["turns"] for row in rows]


def test_the_same_message_twice_in_a_row_is_one_turn_and_one_atom(server: Server, memory: Memory, scope: str) -> None:
    first = memory.remember(FACT, scope=scope)
    before = counts(server, scope)
    second = memory.remember(FACT, scope=scope)
    assert [(atom.outcome, report.added) for report in (first,) for atom in report.atoms] == [(Outcome.ADD, 1)]
    assert (second.ok, second.added, second.turns.stored, second.turns.existing) == (True, 0, 0, 1)
    assert counts(server, scope) == before


def test_one_statement_in_two_messages_is_one_atom_with_two_sources(server: Server, memory: Memory, scope: str) -> None:
    first = memory.remember(Turn(text=FACT, speaker="Ann", source_id="m1"), scope=scope)
    second = memory.remember(Turn(text=FACT, speaker="Ann", source_id="m2"), scope=scope)
    assert (second.added, second.existing) == (0, 1)
    assert [(atom.outcome, atom.id) for atom in second.atoms] == [(Outcome.SKIP, first.atoms[0].id)]
    assert len(memory.get(first.atoms[0].id).sources) == 2
    assert links(server, scope) == [2]


def test_one_statement_twice_in_one_call_is_one_atom_with_two_sources(
    server: Server, memory: Memory, scope: str
) -> None:
    turns = [Turn(text=FACT, speaker="Ann", source_id=name) for name in ("m1", "m2")]
    report = memory.remember([*turns, turns[0]], scope=scope)
    assert (report.added, report.existing) == (1, 1)
    assert [atom.outcome for atom in report.atoms] == [Outcome.ADD, Outcome.SKIP]
    assert links(server, scope) == [2]


def test_no_two_atoms_are_associated_twice(server: Server, open_memory: OpenMemory, scope: str) -> None:
    """Also where statements of one batch turn out to be one atom, or one that was there."""
    memory = open_memory(decomposer=verbatim())
    for names in (("a", "b"), ("c", "d", "e")):
        turns = [
            Turn(text=f"Ann likes the old blue boat of {city}", source_id=name + city)
            for name in names
            for city in ("Bergen", "Porto", "Lyon")
        ]
        memory.remember([*turns, Turn(text=f"Ann likes the old blue boat best of {names}")], scope=scope)
    rows = query(
        server,
        """MATCH (a:Atom {scope: $scope})-[r:ASSOCIATED]-(b:Atom) WITH a, b, count(r) AS many
        RETURN max(many) AS most, sum(many) AS ends""",
        scope=scope,
    )
    assert rows[0]["ends"] > 0
    assert rows[0]["most"] == 1


def test_eight_threads_at_once_make_one_atom(server: Server, memory: Memory, scope: str) -> None:
    turns = [Turn(text=FACT, speaker="Ann", source_id=f"m{number}") for number in range(8)]
    same = [Turn(text="I live in Bergen.", speaker="Ann")] * 8
    with ThreadPoolExecutor(8) as pool:
        reports = list(pool.map(lambda turn: memory.remember(turn, scope=scope), turns))
        again = list(pool.map(lambda turn: memory.remember(turn, scope=scope), same))
    for found in (reports, again):
        assert all(report.ok for report in found)
        assert sum(report.added for report in found) == 1
        assert len({atom.id for report in found for atom in report.atoms}) == 1
    assert links(server, scope) == [1, 8]
    positions = query(server, "MATCH (t:Turn {scope: $scope}) RETURN t.position AS position", scope=scope)
    assert sorted(row["position"] for row in positions) == list(range(9))


def test_eight_processes_at_once_make_one_atom(server: Server, memory: Memory, scope: str) -> None:
    given = [{"text": FACT, "speaker": "Ann", "id": f"m{number // 2}"} for number in range(8)]
    ended = at_once(server, SAY, [(scope, json.dumps(turn)) for turn in given], seconds=120)
    reports = [json.loads(text) for text in ended]
    assert all(report[0] for report in reports)
    assert sum(report[1] for report in reports) == 1
    assert links(server, scope) == [4]
    assert counts(server, scope)[":Turn"] == 4


def test_importing_twice_adds_nothing(server: Server, memory: Memory, scope: str) -> None:
    turns = talk(120)
    first = memory.remember(turns, scope=scope)
    before, content_before = counts(server, scope), content(server, scope)
    second = memory.remember(turns, scope=scope)
    assert first.added > 50
    assert (second.ok, second.added, second.edges, second.turns.existing) == (True, 0, 0, 120)
    assert counts(server, scope) == before
    assert content(server, scope) == content_before


def test_importing_turns_without_a_place_twice_adds_nothing_whatever_the_batch(
    server: Server, open_memory: OpenMemory, scope: str
) -> None:
    texts = [f"I keep the boat number {number % 20} in Bergen." for number in range(60)]
    assert open_memory(batch_turns=25).remember(texts, scope=scope).turns.stored == 60
    before = counts(server, scope)
    again = open_memory(batch_turns=7).remember(texts, scope=scope)
    assert (again.turns.stored, again.turns.existing, again.added) == (0, 60, 0)
    assert counts(server, scope) == before


def test_a_commit_that_fails_leaves_no_atom_and_the_turn_waiting(
    server: Server, open_memory: OpenMemory, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_memory()
    run = graph_module.Transaction.run

    def fails_at_the_end(self: graph_module.Transaction, name: str, /, **params: object) -> list[graph_module.Row]:
        if name == "write/finish_turns":
            params["now"] = "no time at all"
            params["turns"] = 7
        return run(self, name, **params)

    with monkeypatch.context() as patch:
        patch.setattr(graph_module.Transaction, "run", fails_at_the_end)
        with pytest.raises(GraphError, match="commit"):
            memory.remember(FACT, scope=scope)
    assert counts(server, scope) == {":Turn": 1}
    assert query(server, "MATCH (t:Turn {scope: $scope}) RETURN t.status AS status", scope=scope) == [
        {"status": "pending"}
    ]
    report = memory.resume(scope=scope)
    assert (report.ok, report.added, report.turns.done) == (True, 1, 1)
    assert memory.resume(scope=scope).turns.done == 0


def test_a_read_cannot_write(graph: Graph, server: Server) -> None:
    with pytest.raises(GraphError, match="declared mode: write"):
        graph.read("write/lock_scope", scope="never", now=None)
    assert query(server, "MATCH (s:Scope {path: 'never'}) RETURN s") == []
