from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mnemosaic.atoms import Claim, Source
from mnemosaic.relations import Relation, StatedRelation
from mnemosaic.write.llm_cover import without_repeats
from mnemosaic.write.repeats import repeated, states
from tests.unit.write.conftest import SAID


def claim(details: str, **more: Any) -> Claim:
    return Claim.model_validate({"title": "t", "details": details, "sources": (Source(turn_id="t"),), **more})


@pytest.mark.parametrize(
    ("statement", "text", "wanted"),
    [
        ("Ann is allergic to nuts, and carries a pen.", "Ann is allergic to nuts.", True),
        ("Ann may enter the lab only with Bo.", "Ann may enter the lab.", True),
        ("Ann told Bo that Jack hates football.", "Ann hates football.", False),
        ("Bo manages Ann.", "Ann manages Bo.", False),
        ("Ann eats fish.", "Ann eats fish and meat.", False),
        ("Bo denies that Ann never eats fish.", "Ann eats fish.", False),
        ("Nobody said that Ann eats fish.", "Ann eats fish.", False),
        ("Ann eats fish.", "", False),
        ("The code is 4711.", "the code is 4711", True),
        ("The code is 4711.", "The code is 471.", False),
    ],
)
def test_what_a_statement_states(statement: str, text: str, wanted: bool) -> None:
    assert states(statement, text) is wanted


def test_times_tell_claims_apart() -> None:
    dated, open_ended = claim("Ann lives in Rome.", valid_until=SAID), claim("Ann lives in Rome.")
    assert repeated(open_ended, [dated]) is dated
    assert repeated(dated, [open_ended]) is None
    assert repeated(claim("Ann really lives in  Rome"), [open_ended]) is open_ended


NAMES = st.sampled_from(["Ann skis.", "Bo skis.", "Cy skis.", "Di skis.", "Ed skis.", "ann  skis"])


@settings(deadline=None)
@given(
    first=st.lists(NAMES, max_size=4),
    second=st.lists(st.tuples(NAMES, st.lists(st.integers(0, 7), max_size=3)), max_size=4),
    base=st.integers(0, 3),
)
def test_relations_go_on_pointing_at_what_they_pointed_at(
    first: list[str], second: list[tuple[str, list[int]]], base: int
) -> None:
    size = len(first) + len(second)
    stated = [*first, *(name for name, _ in second)]
    extra = [
        claim(
            name,
            relations=[StatedRelation(target=base + to, relation=Relation.SUPPORTS) for to in targets if to < size],
        )
        for name, targets in second
    ]
    kept = without_repeats([claim(name) for name in first], extra, base)
    everything = [*first, *(one.details for one in kept)]
    plain = ["".join(name.lower().split()).rstrip(".") for name in everything]
    wanted = {"".join(name.lower().split()).rstrip(".") for name in stated}
    assert set(plain) == wanted
    for place, one in enumerate(kept, start=len(first)):
        targets = [relation.target - base for relation in one.relations]
        assert all(0 <= target < len(everything) and target != place for target in targets)
        meant = next(to for name, to in second if name == one.details)
        assert {plain[target] for target in targets} <= {
            "".join(stated[to].lower().split()).rstrip(".") for to in meant if to < size
        }
