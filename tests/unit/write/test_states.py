from __future__ import annotations

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.relations import Relation
from tests.unit.write.conftest import Decompose


@pytest.mark.parametrize(
    ("said", "state", "since"),
    [
        ("I moved to Oslo in March 2021.", "Ann lives in Oslo.", "2021-03-01"),
        ("I lived in Rome in 2019.", "Ann lived in Rome.", "2019-01-01"),
    ],
)
def test_an_event_leaves_a_state_behind(decompose: Decompose, said: str, state: str, since: str) -> None:
    event, left = decompose(said).claims
    assert (left.details, left.type) == (state, AtomType.SEMANTIC)
    assert left.valid_from is not None
    assert left.valid_from.date().isoformat() == since
    assert left.slot is not None
    assert left.slot == event.slot
    (relation,) = left.relations
    assert (relation.target, relation.relation) == (0, Relation.DERIVED_FROM)


@pytest.mark.parametrize(
    "said", ["I live in Oslo.", "I lived in Rome.", "I visited Oslo in May 2021.", "My birthday is 3 May."]
)
def test_what_is_no_dated_change_leaves_none(decompose: Decompose, said: str) -> None:
    assert len(decompose(said).claims) == 1
