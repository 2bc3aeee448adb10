"""What the live tests look at the graph with, and what they put into it: not part of the engine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import neo4j

from mnemosaic.atoms import AtomType, Claim, Mention, Source
from mnemosaic.turns import StoredTurn, Turn
from mnemosaic.write.protocols import Decomposition
from tests.conftest import Server

START = datetime(2026, 1, 5, 9, tzinfo=UTC)

OPEN = """
import json, os, sys
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from tests.embedders import HashEmbedder

def opened(**given):
    uri, user, password = os.environ["PROBE_SERVER"].split("|")
    return Memory.open(uri, (user, password), settings=Settings(**given), embedder=HashEmbedder())
"""


class Scripted:
    """A `Decomposer` that makes the claims it is told to make of each turn."""

    extractor = "scripted/1"

    def __init__(self, claims: Callable[[StoredTurn], Sequence[Claim]]) -> None:
        self._claims = claims

    def decompose(self, turns: Sequence[StoredTurn], context: Sequence[StoredTurn] = ()) -> Decomposition:
        return Decomposition(claims=tuple(claim for turn in turns for claim in self._claims(turn)))


def claim(turn: StoredTurn, details: str, kind: AtomType | None = AtomType.SEMANTIC, **given: Any) -> Claim:
    given.setdefault("mentions", (Mention(name=turn.turn.speaker, role="subject"),))
    given.setdefault("sources", (Source(turn_id=turn.id, start=0, end=len(turn.turn.content)),))
    return Claim(title=details[:60], details=details, type=kind, **given)


def verbatim(kind: AtomType | None = AtomType.SEMANTIC) -> Scripted:
    """One claim a turn: its text."""
    return Scripted(lambda turn: [claim(turn, turn.turn.text, kind)])


@contextmanager
def session(server: Server) -> Iterator[neo4j.Session]:
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver, driver.session() as opened:
        yield opened


def query(server: Server, text: str, **params: Any) -> list[dict[str, Any]]:
    with session(server) as opened:
        return opened.run(text, params).data()


def counts(server: Server, scope: str) -> dict[str, int]:
    """Nodes of a scope by their labels, and relationships between them by type; audit records are not counted."""
    nodes = query(
        server,
        """MATCH (n {scope: $scope}) WHERE NOT n:AuditEvent
        RETURN reduce(name = '', label IN labels(n) | name + ':' + label) AS name, count(*) AS many""",
        scope=scope,
    )
    edges = query(server, "MATCH (n {scope: $scope})-[r]->() RETURN type(r) AS name, count(*) AS many", scope=scope)
    return {row["name"]: row["many"] for row in [*nodes, *edges]}


PARTS = {
    "turns": """MATCH (t:Turn {scope: $scope})
        RETURN t.session AS session, t.position AS position, t.text AS text, t.status AS status, t.lexemes AS lexemes,
               t.length AS length, t.embedding AS embedding""",
    "atoms": """MATCH (n:Atom {scope: $scope})
        RETURN [label IN labels(n) WHERE label <> 'Atom'] AS labels, n.live_key AS key, n.title AS title,
               n.details AS details, n.status AS status, n.extractor AS extractor, n.occurred_from AS occurred_from,
               n.valid_from AS valid_from, n.valid_until AS valid_until, n.embedding AS embedding""",
    "sources": """MATCH (n:Atom {scope: $scope})-[f:FROM_TURN]->(t:Turn)
        RETURN n.live_key AS key, t.session AS session, t.position AS position, f.start AS start, f.end AS end,
               f.main AS main""",
    "entities": """MATCH (e:Entity {scope: $scope}) RETURN e.key AS key, e.kind AS kind, e.name AS name""",
    "mentions": """MATCH (n:Atom {scope: $scope})-[a:ABOUT]->(e:Entity)
        RETURN n.live_key AS key, e.key AS entity, e.kind AS kind, a.role AS role""",
    "relations": """MATCH (a:Atom {scope: $scope})-[r]->(b:Atom)
        RETURN a.live_key AS source, type(r) AS type, b.live_key AS target, r.origin AS origin,
               round(coalesce(r.weight, r.confidence), 5) AS weight""",
    "totals": "MATCH (s:Scope {path: $scope}) RETURN s.turns AS turns, s.atoms AS atoms, s.lexemes AS lexemes",
}


def content(server: Server, scope: str) -> dict[str, list[str]]:
    """All of a scope that does not depend on when or where it was written, part by part, sorted."""
    with session(server) as opened:
        return {
            part: sorted(repr(sorted(row.items())) for row in opened.run(text, scope=scope).data())
            for part, text in PARTS.items()
        }


def talk(turns: int, sessions: int = 10, seed: int = 0) -> list[Turn]:
    """A conversation in which statements come back, resemble each other, and answer questions."""
    things = ("boat", "lamp", "ladder", "kettle", "violin", "tent", "router", "engine")
    places = ("Bergen", "Porto", "Osaka", "Lagos", "Lyon", "Tartu", "Cork")
    made = []
    for place in range(turns):
        number = (place * 7 + seed) % (turns * 2 // 3 + 1)
        thing, city = things[number % len(things)], places[number % len(places)]
        text = f"I keep the {thing} number {number} in {city}, because Dele lives there. I never sell it."
        if place % 5 == 0:
            text = f"Where did you put the {thing} of {city}?"
        elif place % 5 == 1:
            text = f"In the shed number {number}."
        made.append(
            Turn(
                text=text,
                speaker=("Ines", "Marek")[place % 2],
                session=f"s{place * sessions // turns}",
                position=place,
                said_at=START + timedelta(minutes=place),
            )
        )
    return made


def begin(server: Server, code: str, *words: object, **environment: str) -> subprocess.Popen[str]:
    """Run Python code in a process of its own; `opened()` gives it a memory on the server."""
    paths = os.pathsep.join(path for path in [os.getcwd(), *sys.path] if path)
    known = {**os.environ, "PYTHONPATH": paths, "PROBE_SERVER": "|".join((server.uri, *server.auth)), **environment}
    return subprocess.Popen(
        [sys.executable, "-c", OPEN + code, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=known,
    )


def at_once(server: Server, code: str, given: Sequence[Sequence[object]], seconds: float = 240) -> list[str]:
    """Run code once for each list of words, in processes that say "ready" and wait for a line; what each printed."""
    writers = [begin(server, code, *words) for words in given]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n", writer.communicate()[1]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    ended = [writer.communicate(timeout=seconds) for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * len(given), [errors for _, errors in ended]
    return [text for text, _ in ended]
