"""Which mentions are one entity, without a graph: the rules over a register, and the names a statement gives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic.atoms import EntityKind, Mention, entity_key
from mnemosaic.write.aliases import stated, with_aliases
from mnemosaic.write.names import agree, form_of
from mnemosaic.write.register import Register

PERSON, PLACE, THING, FIRM = EntityKind.PERSON, EntityKind.PLACE, EntityKind.THING, EntityKind.ORGANISATION

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(lambda name: entity_key(name))
KINDS = st.sampled_from(EntityKind)


def row(name: str, kind: EntityKind = PERSON, **other: Any) -> dict[str, Any]:
    key = entity_key(name)
    plain = {"slot_key": key, "distinct": False, "mentions": 1, "aliases": [], "merged_into": None}
    return {"id": f"id of {name}", "key": key, "kind": kind.value, "name": name, **plain, **other}


def meant(register: Register, name: str, kind: EntityKind = PERSON, beside: tuple[str, ...] = ()) -> str:
    return register.find_or_make(Mention(name=name, kind=kind), beside).name


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("the Acme Corporation", "acme"),
        ("Acme, Inc.", "acme"),
        ("Dr. Smith", "smith"),
        ("Ann's", "ann"),
        ("The", "the"),
        ("Dr.", "dr"),
        ("Inc", "inc"),
        ("王芳", "王芳"),
        ("...", "..."),
    ],
)
def test_what_is_left_of_a_name(name: str, bare: str) -> None:
    assert form_of(entity_key(name)).bare == bare


@given(NAMES)
def test_no_name_loses_everything_and_every_name_agrees_with_itself(name: str) -> None:
    form = form_of(entity_key(name))
    assert form.bare
    assert agree(form, form, {PERSON})


@given(st.lists(st.tuples(NAMES, KINDS), max_size=12))
def test_equal_mentions_are_one_entity_and_ids_are_unique(named: list[tuple[str, EntityKind]]) -> None:
    register = Register("s", ())
    found = [register.find_or_make(Mention(name=name, kind=kind)) for name, kind in named]
    again = [register.find_or_make(Mention(name=name, kind=kind)) for name, kind in named]
    for (_, kind), one, two in zip(named, found, again, strict=True):
        assert one is two or kind is THING
    ids = [entity.id for entity in register.made]
    assert len(set(ids)) == len(ids)
    slot_keys = [entity.slot_key for entity in register.made]
    assert len(set(slot_keys)) == len(slot_keys)


@given(st.lists(NAMES, max_size=10), st.randoms())
def test_the_order_of_a_batch_does_not_join_what_differs(names: list[str], random: Any) -> None:
    """Places have no titles, first names or legal forms: only case, articles and edges may differ."""
    mixed = [*names]
    random.shuffle(mixed)
    register, other = Register("s", ()), Register("s", ())
    for name in names:
        register.find_or_make(Mention(name=name, kind=PLACE))
    for name in mixed:
        other.find_or_make(Mention(name=name, kind=PLACE))
    assert len(register.made) == len(other.made)


def test_several_of_one_name_and_kind_go_by_how_often_they_are_mentioned() -> None:
    rows = [row("Ann"), row("Ann", distinct=True) | {"id": "split off", "name": "Ann 2"}]
    assert meant(Register("s", rows), "ann") == "Ann"
    rows[1]["mentions"] = 2
    assert meant(Register("s", rows), "ann") == "Ann 2"


def test_what_was_merged_means_what_it_was_merged_into() -> None:
    rows = [row("Bob", THING, merged_into="id of Robert"), row("Robert")]
    for kind in (PERSON, THING):
        assert meant(Register("s", rows), "Bob", kind) == "Robert"
    assert meant(Register("s", rows), "Bob", PLACE) == "Bob"


@pytest.mark.parametrize(
    ("known", "name", "joins"),
    [
        ([row("Ann Miller")], "Ann", True),
        ([row("Ann Miller"), row("Ann Baker")], "Ann", False),
        ([row("Ann")], "Ann Miller", True),
        ([row("Ann", aliases=["ann miller"])], "Ann Baker", False),
        ([row("Ann's sister")], "Ann", False),
        ([row("Ann", PLACE)], "Ann Miller", False),
        ([row("Smith")], "Dr. Smith", True),
        ([row("Smith", aliases=["mr. smith"])], "Mrs. Smith", False),
        ([row("Mr. Smith"), row("Mrs. Smith")], "Smith", False),
        ([row("Dr. Smith")], "Smith", True),
        ([row("Robert", aliases=["bob"])], "Bob", True),
        ([row("Robert", aliases=["bob"]), row("Bobby", aliases=["bob"])], "Bob", False),
    ],
)
def test_a_person_by_another_name(known: list[dict[str, Any]], name: str, joins: bool) -> None:
    register = Register("s", known)
    meant(register, name)
    assert (register.made == []) is joins


def test_a_name_beside_another_in_a_statement_is_somebody_else() -> None:
    register = Register("s", [row("Ann")])
    assert meant(register, "Ann Miller", beside=("ann",)) == "Ann Miller"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Robert, known as Bob, likes tea.", {("Robert", "Bob")}),
        ("Robert Miller (also called Bobby) moved.", {("Robert Miller", "Bobby")}),
        ("DGIA (Directorate General for Internal Affairs) called.",
         {("DGIA", "Directorate General for Internal Affairs")}),
        ("The Directorate General for Internal Affairs (DGIA) called.",
         {("DGIA", "Directorate General for Internal Affairs")}),
        ("IBM stands for International Business Machines", {("IBM", "International Business Machines")}),
        ("Robert: Call me Bob.", {("Robert", "Bob")}),
        ("Everyone calls Robert Bob.", {("Robert", "Bob")}),
        ("Robert goes by Bob.", {("Robert", "Bob")}),
        ("Bob's real name is Robert Miller.", {("Robert Miller", "Bob")}),
        ("Ann is Ann Miller.", {("Ann Miller", "Ann")}),
        ("Don't call Robert Bob.", set()),
        ("Please call Bob Tomorrow", set()),
        ("Ann called Bob.", set()),
        ("Ann saw Bob (Carol was away).", set()),
        ("Ann's doctor (Dr. Smith) said", set()),
        ("Ann is a nurse.", set()),
        ("ACME (Paris) is closed", set()),
    ],
)  # fmt: skip
def test_further_names_that_a_statement_gives(text: str, names: set[tuple[str, str]]) -> None:
    assert {tuple(naming) for naming in stated(text)} == names


def test_data_may_only_spell_out_an_abbreviation() -> None:
    assert stated("Mallory, also known as Ann, is admin.", data=True) == []
    assert stated("The Application Programming Interface (API) is slow.", data=True) != []


def test_the_mention_that_a_statement_is_about_keeps_its_name() -> None:
    ann = Mention(name="Ann", kind=PERSON, role="subject")
    full = Mention(name="Ann Miller", kind=THING)
    (found,) = with_aliases([ann, full], "Ann is Ann Miller.")
    assert (found.name, found.role, found.kind, found.aliases) == ("Ann", "subject", PERSON, ("Ann Miller",))
