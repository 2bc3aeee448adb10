"""Every atom has exactly one type, whatever is written."""

from __future__ import annotations

import uuid
from datetime import UTC

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mnemosaic.atoms import AtomType, Claim, EntityKind, Facet, Mention, Slot, Source
from mnemosaic.memory import Memory
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.reports import Outcome
from mnemosaic.turns import StoredTurn
from tests.conftest import Server
from tests.live.core.conftest import OpenMemory
from tests.live.core.probes import Scripted, query

pytestmark = pytest.mark.live

EXAMPLES, CLAIMS = 24, 50
VISIBLE = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60).filter(str.strip)
TIMES = st.none() | st.datetimes(timezones=st.just(UTC))
SHARES = st.floats(0, 1)
MENTIONS = st.builds(
    Mention, name=VISIBLE, kind=st.sampled_from(EntityKind), role=st.sampled_from(["subject", "object", "mentioned"])
)
CLAIM = st.builds(
    Claim,
    title=VISIBLE,
    details=VISIBLE,
    sources=st.just((Source(turn_id="set below"),)),
    type=st.none() | st.sampled_from(AtomType),
    facet=st.none() | st.sampled_from(Facet),
    mentions=st.lists(MENTIONS, max_size=3).map(tuple),
    slot=st.none() | st.builds(Slot, entity=VISIBLE, attribute=VISIBLE, value=st.none() | VISIBLE),
    occurred_from=TIMES,
    occurred_until=TIMES,
    confidence=SHARES,
    directness=SHARES,
    specificity=SHARES,
    relations=st.lists(
        st.builds(StatedRelation, target=st.integers(-1, 20), relation=st.sampled_from(Relation)), max_size=2
    ).map(tuple),
    metadata=st.dictionaries(VISIBLE, st.none() | st.integers() | VISIBLE, max_size=2),
)


def test_a_thousand_random_atoms_have_one_type_each(server: Server, memory: Memory, open_memory: OpenMemory) -> None:
    given_claims: list[Claim] = []

    def claims(turn: StoredTurn) -> list[Claim]:
        own = (Source(turn_id=turn.id),)
        return [item.model_copy(update={"sources": own}) for item in given_claims]

    writer = open_memory(decomposer=Scripted(claims))
    tenant = f"test-{uuid.uuid4().hex[:12]}"
    made: list[int] = []

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(st.lists(CLAIM, min_size=CLAIMS, max_size=CLAIMS, unique_by=lambda item: item.details), VISIBLE)
    def write(items: list[Claim], text: str) -> None:
        given_claims[:] = items
        scope = f"{tenant}/{len(made)}"
        report = writer.remember(text, scope=scope)
        assert report.ok
        apart = sum(report.outcomes.get(outcome, 0) for outcome in (Outcome.QUARANTINE, Outcome.REJECT))
        assert report.added + report.existing + apart == CLAIMS
        listed = writer.atoms(scope=scope)
        # what was ended by a later claim of the same call is there and not listed
        assert {atom.id for atom in listed} <= {atom.id for atom in report.atoms}
        assert all(atom.type is not None for atom in listed)
        made.append(report.added + apart)

    write()
    assert sum(made) >= 1000
    assert memory.graph.read("inspect/labels") == []
    labels = query(
        server,
        "MATCH (n:Atom) WHERE n.scope STARTS WITH $tenant UNWIND labels(n) AS label RETURN label, count(*) AS many",
        tenant=f"{tenant}/",
    )
    many = {row["label"]: row["many"] for row in labels}
    assert many.pop("Atom") == sum(many.values()) == sum(made)
    assert set(many) == {*(kind.label for kind in AtomType), "Quarantined"}


@pytest.mark.parametrize("labels", ["Atom", "Atom:Semantic:Episodic", "Atom:Quarantined:Procedural"])
def test_the_inspection_finds_an_atom_that_something_else_wrote_wrongly(
    server: Server, memory: Memory, scope: str, labels: str
) -> None:
    query(server, f"CREATE (:{labels} {{id: $scope, scope: $scope}})", scope=scope)
    try:
        rows = memory.graph.read("inspect/labels")
        assert [row["id"] for row in rows] == [scope]
        assert sorted(rows[0]["labels"]) == sorted(labels.split(":")[1:])
    finally:
        query(server, "MATCH (n:Atom {id: $scope}) DELETE n", scope=scope)
