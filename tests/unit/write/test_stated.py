from __future__ import annotations

import pytest

from mnemosaic.relations import Relation
from mnemosaic.write.stated import clauses, opening_link


def test_a_cause_is_cut_off_and_tied() -> None:
    main, cause = clauses("I moved to Oslo because my employer opened an office there.")
    assert (main.text, cause.text) == ("I moved to Oslo", "my employer opened an office there.")
    assert cause.link is not None
    assert (cause.link.relation, cause.link.backward) == (Relation.CAUSED_BY, False)


def test_a_consequence_points_back() -> None:
    _, effect = clauses("The build was broken, so I stayed until ten.")
    assert effect.link is not None
    assert (effect.link.relation, effect.link.backward) == (Relation.CAUSED_BY, True)


def test_two_statements_are_two() -> None:
    assert [c.text for c in clauses("I work at Acme in Bonn, and I live in Cologne.")] == [
        "I work at Acme in Bonn", "I live in Cologne."
    ]  # fmt: skip


@pytest.mark.parametrize(
    "whole",
    [
        "I did not leave because I was sad.",
        "I only eat nuts if they are roasted and I know the cook.",
        "Never deploy on Fridays unless the release manager has approved it.",
        "He told me that I was late and I left.",
        "I bought a bike, and I ride it to work.",
        'She said "I am late, and I am sorry" twice.',
    ],
)
def test_what_would_be_false_alone_stays_whole(whole: str) -> None:
    assert [c.text for c in clauses(whole)] == [whole]


@pytest.mark.parametrize(
    ("before", "after", "relation", "backward"),
    [
        ("Never deploy on Fridays.", "Unless the manager approves.", Relation.SCOPES, True),
        ("I like nuts.", "But not for breakfast.", Relation.SCOPES, True),
        ("First run the tests.", "Then tag the commit.", Relation.REQUIRES, True),
        ("I packed my bags.", "Then I drove home.", Relation.PRECEDES, False),
        ("It rained.", "That's why I stayed.", Relation.CAUSED_BY, True),
    ],
)
def test_how_a_sentence_opens_ties_it(before: str, after: str, relation: Relation, backward: bool) -> None:
    link = opening_link(after, before)
    assert link is not None
    assert (link.relation, link.backward) == (relation, backward)


def test_nothing_is_tied_without_a_word_that_says_so() -> None:
    assert opening_link("I have a dog.", "I live in Bonn.") is None
