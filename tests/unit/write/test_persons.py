from __future__ import annotations

import pytest

from mnemosaic.write.persons import Names, resolve, speaks_in_past
from mnemosaic.write.verbs import third_person

NAMES = Names("Ann", "Ben")


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("I went to Oslo.", "Ann went to Oslo."),
        ("I'm tired and I've lost my keys", "Ann is tired and Ann has lost Ann's keys"),
        ("I really like hiking and have two kids", "Ann really likes hiking and has two kids"),
        ("I love to swim and run", "Ann loves to swim and run"),
        ("I don't know what I want", "Ann doesn't know what Ann wants"),
        ("I'd been there", "Ann had been there"),
        ("I'd love that", "Ann would love that"),
        ("I can swim, but I hate it", "Ann can swim, but Ann hates it"),
        ("I try, I watch, I do", "Ann tries, Ann watches, Ann does"),
        ("She gave me mine", "She gave Ann Ann's"),
        ("i like tea", "Ann likes tea"),
        ("I’m happy", "Ann is happy"),
        ("Went to the gym", "Ann went to the gym"),
        ("Gonna rest", "Ann is going to rest"),
        ("You are kind", "Ben is kind"),
        ("I like your cat", "Ann likes Ben's cat"),
        ("I agree you should try it", "Ann agrees Ben should try it"),
        ("I love you", "Ann loves Ben"),
        ("Mum's number is 5", "Ann's mum's number is 5"),
        ("I live in Lisbon and work as a nurse", "Ann lives in Lisbon and works as a nurse"),
        ("I live with my cat and have a dog", "Ann lives with Ann's cat and has a dog"),
        ("I'm a nurse and have two kids", "Ann is a nurse and has two kids"),
        ("I'm gonna stay and make tea", "Ann is gonna stay and make tea"),
        ("If I were rich I'd move", "If Ann were rich Ann would move"),
        ("I wish I were taller", "Ann wishes Ann were taller"),
    ],
)
def test_pronouns_become_names_and_verbs_agree(said: str, understood: str) -> None:
    assert resolve(said, NAMES) == understood


@pytest.mark.parametrize(
    "kept",
    [
        'She said "I love my cat".',
        "Mail me@my.org or look under I/O",
        "It changes when you get older",
        "We went to our cottage",
        "Made in Iceland",
        "Taking time for yourself is good",
    ],
)
def test_what_is_not_the_speaker_stays(kept: str) -> None:
    assert resolve(kept, NAMES) == kept


def test_you_stays_where_the_addressee_is_unknown() -> None:
    assert resolve("You are kind", Names("Ann")) == "You are kind"


@pytest.mark.parametrize(
    ("verb", "form"),
    [("go", "goes"), ("play", "plays"), ("need", "needs"), ("walked", "walked"), ("must", "must"), ("put", "put"),
     ("makes", "makes"), ("miss", "misses"), ("were", "was"), ("focus", "focuses")],
)  # fmt: skip
def test_third_person(verb: str, form: str) -> None:
    assert third_person(verb) == form


def test_the_first_finite_verb_decides_the_tense() -> None:
    assert speaks_in_past("Ann went home and is happy")
    assert not speaks_in_past("Ann is happy that she went home")
