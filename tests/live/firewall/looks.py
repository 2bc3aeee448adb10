"""What must hold of a scope whatever was written to it, and judges that say what they are told to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from graphlib import CycleError, TopologicalSorter
from typing import Any

from mnemosaic.atoms import AtomType, Claim, Slot
from mnemosaic.turns import StoredTurn, Turn
from mnemosaic.verdicts import Judgement, Verdict
from mnemosaic.write.known import Known
from tests.conftest import Server
from tests.live.core.probes import claim, query, session

FIRST = datetime(2024, 3, 1, 8, tzinfo=UTC)

# each returns a row for each thing that is wrong
WRONG = {
    "one type label": """MATCH (n:Atom {scope: $scope})
        WHERE size([name IN labels(n) WHERE name IN ['Semantic', 'Episodic', 'Procedural', 'Quarantined']]) <> 1
        RETURN n.id AS id, labels(n) AS seen""",
    "a live key exactly where current": """MATCH (n:Atom {scope: $scope})
        WHERE (n.live_key IS NOT NULL) <> (n.status = 'current') OR (n:Quarantined) <> (n.status = 'quarantined')
        RETURN n.id AS id, n.status AS seen""",
    "nothing ends before it begins": """MATCH (n:Atom {scope: $scope})
        WHERE n.valid_from > n.valid_until OR n.recorded_at > n.closed_at OR n.recorded_at > n.retired_at
        RETURN n.id AS id, [n.details, toString(n.valid_from), toString(n.valid_until)] AS seen""",
    "believed no more exactly where retired": """MATCH (n:Atom {scope: $scope}) WHERE NOT n:Quarantined
        AND (n.retired_at < datetime('9999-12-31T00:00Z')) <> (n.status = 'retired')
        RETURN n.id AS id, n.status AS seen""",
    "changes inside one type and scope": """MATCH (a:Atom {scope: $scope})-[:UPDATES]-(b:Atom)
        WHERE a.scope <> b.scope OR labels(a) <> labels(b) RETURN a.id AS id, b.id AS seen""",
    "what a change ended has ended": """MATCH (:Atom {scope: $scope})-[u:UPDATES]->(b:Atom)
        WHERE NOT b.status IN ['superseded', 'retired'] RETURN b.id AS id, [b.status, b.details] AS seen""",
    "a main source": """MATCH (n:Atom {scope: $scope})
        WHERE COUNT { (n)-[:FROM_TURN {main: true}]->(:Turn {scope: $scope}) } <> 1
        RETURN n.id AS id, n.details AS seen""",
    "no entity that nothing is about": """MATCH (e:Entity {scope: $scope})
        WHERE NOT EXISTS { (e)<-[:ABOUT]-(:Atom) } RETURN e.id AS id, e.name AS seen""",
    "a belief only in an open contradiction": """MATCH (n:Atom {scope: $scope})
        WHERE n.belief IS NOT NULL AND NOT EXISTS { (n)-[:CONTRADICTS {status: 'open'}]-(:Atom) }
        RETURN n.id AS id, n.belief AS seen""",
    "the scope's totals": """MATCH (s:Scope {path: $scope})
        WITH s, COUNT { MATCH (n:Atom {scope: $scope}) WHERE NOT n:Quarantined } AS atoms,
             COUNT { MATCH (t:Turn {scope: $scope}) WHERE t.embedding IS NOT NULL } AS turns
        WHERE s.atoms <> atoms OR s.turns <> turns
        RETURN s.path AS id, [s.atoms, atoms, s.turns, turns] AS seen""",
}


def wrong(server: Server, scope: str) -> list[str]:
    """What is wrong with a scope; empty where all is well."""
    with session(server) as opened:
        found = [
            f"{rule}: {row['id']} {row['seen']}"
            for rule, text in WRONG.items()
            for row in opened.run(text, scope=scope).data()
        ]
        edges = opened.run(
            """MATCH (a:Atom {scope: $scope})-[r:UPDATES|REQUIRES]->(b:Atom)
            RETURN type(r) AS name, a.id AS a, b.id AS b""",
            scope=scope,
        ).data()
    for relation in ("UPDATES", "REQUIRES"):
        graph: dict[str, set[str]] = {}
        for edge in edges:
            if edge["name"] == relation:
                graph.setdefault(edge["a"], set()).add(edge["b"])
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            found.append(f"{relation} go in a circle: {error.args[1]}")
    return found


def state(server: Server, scope: str) -> dict[str, tuple[Any, ...]]:
    """What a write of another type must leave alone, by atom: the type first."""
    rows = query(
        server,
        """MATCH (n:Atom {scope: $scope})
        RETURN n.id AS id, coalesce(n.proposed_type, toLower([name IN labels(n) WHERE name <> 'Atom'][0])) AS type,
               n.status AS status, n.details AS details, n.live_key AS live_key, toString(n.valid_from) AS since,
               toString(n.valid_until) AS until, toString(n.retired_at) AS retired_at""",
        scope=scope,
    )
    return {row.pop("id"): tuple(row.values()) for row in rows}


def spans(server: Server, scope: str) -> dict[str, list[tuple[str, str, str]]]:
    """Status, start and end, to the day, of the typed atoms by what they say, in order of start."""
    rows = query(
        server,
        """MATCH (n:Atom {scope: $scope}) WHERE NOT n:Quarantined
        RETURN n.details AS details, n.status AS status, left(toString(n.valid_from), 10) AS since,
               left(toString(n.valid_until), 10) AS until ORDER BY n.valid_from, n.recorded_at""",
        scope=scope,
    )
    found: dict[str, list[tuple[str, str, str]]] = {}
    for row in rows:
        found.setdefault(row["details"], []).append((row["status"], row["since"], row["until"]))
    return found


def current(server: Server, scope: str) -> list[str]:
    """What holds now, sorted."""
    found = spans(server, scope)
    return sorted(text for text, states in found.items() for status, _, _ in states if status == "current")


def holding(server: Server, scope: str, day: str) -> list[str]:
    """What is believed to have held on a day, by the intervals alone."""
    rows = query(
        server,
        """MATCH (n:Atom {scope: $scope}) WHERE NOT n:Quarantined AND n.status <> 'retired'
        AND n.valid_from <= datetime($day) < n.valid_until RETURN n.details AS details ORDER BY details""",
        scope=scope,
        day=f"{day}T12:00Z",
    )
    return [row["details"] for row in rows]


def said(text: str, day: int = 0, speaker: str = "Ann", **given: Any) -> Turn:
    """What somebody says some days after the first of March 2024."""
    return Turn(text=text, speaker=speaker, said_at=FIRST + timedelta(days=day), **given)


def valued(turn: StoredTurn, attribute: str, value: str, kind: AtomType = AtomType.SEMANTIC, **given: Any) -> Claim:
    """A claim that gives a single-valued slot of the speaker a value."""
    who = turn.turn.speaker
    slot = Slot(entity=who.casefold(), attribute=attribute, value=value, single=True)
    return claim(turn, f"{who}'s {attribute} is {value}", kind, slot=slot, **given)


class Judges:
    """A `Judge` that says of each pair what a function says; and which pairs it was asked about."""

    def __init__(self, says: Callable[[Known, Known], Judgement]) -> None:
        self._says = says
        self.asked: list[tuple[str, str]] = []

    def judge(self, new: Known, known: Sequence[Known]) -> list[Judgement]:
        self.asked += [(new.id, item.id) for item in known]
        return [self._says(new, item) for item in known]


def always(verdict: Verdict, by: str = "rules", confidence: float = 1.0) -> Judges:
    """A judge of one opinion."""
    return Judges(lambda new, old: Judgement(verdict=verdict, reason="it always says so", by=by, confidence=confidence))


def _of_slots(new: Known, old: Known) -> Judgement:
    if new.slot is None or old.slot is None or new.slot.key != old.slot.key or new.type is not old.type:
        return Judgement(verdict=Verdict.UNRELATED)
    if new.slot.value == old.slot.value:
        return Judgement(verdict=Verdict.SAME)
    verdict = Verdict.CONFLICTS if new.statement.corrects else Verdict.CHANGES_OVER_TIME
    return Judgement(verdict=verdict, reason="another value", confidence=0.9)


def by_slots() -> Judges:
    """A judge to whom two values of one slot are a change, or a conflict where the speaker corrects."""
    return Judges(_of_slots)
