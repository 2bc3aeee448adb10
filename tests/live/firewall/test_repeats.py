"""Eight processes at once: the graph ends as if they had written one after the other."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from mnemosaic.memory import Memory
from tests.conftest import Server
from tests.live.core.probes import at_once, query
from tests.live.firewall.looks import current, wrong

pytestmark = pytest.mark.live

WRITE = """
from tests.live.core.probes import Scripted
from tests.live.firewall.looks import by_slots, valued
import mnemosaic.memory

mnemosaic.memory.Rules = by_slots
uri, user, password = os.environ["PROBE_SERVER"].split("|")
decomposer = Scripted(lambda turn: [valued(turn, "home", turn.turn.text), valued(turn, "shoe size", "41")])
with Memory.open(uri, (user, password), settings=Settings(), embedder=HashEmbedder(), decomposer=decomposer) as memory:
    print("ready", flush=True)
    sys.stdin.readline()
    ok = True
    for turn in json.loads(sys.argv[2]):
        ok = memory.remember(turn, scope=sys.argv[1]).ok and ok
    print(json.dumps(ok))
"""
CITIES = ("Rome", "Oslo", "Bergen", "Cork", "Lyon", "Porto", "Osaka", "Lagos")


def written_at_once(server: Server, scope: str, given: list[list[dict[str, Any]]]) -> None:
    ended = at_once(server, WRITE, [(scope, json.dumps(turns)) for turns in given])
    assert [json.loads(text) for text in ended] == [True] * len(given)


@pytest.mark.parametrize("kind", ["equal", "rivals", "mixed"])
def test_eight_processes_at_once_end_as_one_after_the_other(
    server: Server, memory: Memory, scope: str, kind: str
) -> None:
    values = {"equal": ("Rome",) * 8, "rivals": CITIES, "mixed": CITIES[:2] * 4}[kind]
    given = [
        [
            {"text": value, "speaker": "Ann", "id": f"{writer}-{turn}", "said_at": f"2026-03-0{writer + 1}T0{turn}:00Z"}
            for turn in range(2)
        ]
        for writer, value in enumerate(values)
    ]
    written_at_once(server, scope, given)
    # the latest of them in the world, whoever came last
    assert current(server, scope) == sorted([f"Ann's home is {values[-1]}", "Ann's shoe size is 41"])
    rows = query(
        server,
        "MATCH (t:Turn {scope: $scope}) RETURN t.text AS text, COUNT { (t)<-[:FROM_TURN]-(:Atom) } AS atoms",
        scope=scope,
    )
    assert [row["atoms"] for row in rows] == [2] * 16
    sizes = query(
        server,
        "MATCH (n:Atom {scope: $scope, slot_value: '41'}) RETURN COUNT { (n)-[:FROM_TURN]->() } AS turns",
        scope=scope,
    )
    assert [row["turns"] for row in sizes] == [16]
    spans = query(
        server,
        """MATCH (n:Atom {scope: $scope}) WHERE n.slot_value <> '41' AND n.valid_from < n.valid_until
        RETURN n.slot_value AS value, n.valid_from AS since, n.valid_until AS until ORDER BY since""",
        scope=scope,
    )
    assert all(before["until"] <= after["since"] for before, after in pairwise(spans))
    if kind != "equal":
        assert [span["value"] for span in spans] == list(values)
    assert wrong(server, scope) == []


def test_eight_processes_with_one_and_the_same_message(server: Server, memory: Memory, scope: str) -> None:
    turn = {"text": "Rome", "speaker": "Ann", "id": "m1"}
    written_at_once(server, scope, [[turn]] * 8)
    assert current(server, scope) == ["Ann's home is Rome", "Ann's shoe size is 41"]
    assert query(server, "MATCH (t:Turn {scope: $scope}) RETURN count(t) AS many", scope=scope) == [{"many": 1}]
    assert wrong(server, scope) == []
