"""Mentions, slots, certainty, fillers, language: the small rules that claims are made with."""

from __future__ import annotations

import pytest

from mnemosaic.atoms import EntityKind, Mention
from mnemosaic.settings import Settings
from mnemosaic.write import certainty
from mnemosaic.write.fillers import reason_to_skip, statement_in_question
from mnemosaic.write.gate import confidence
from mnemosaic.write.language import is_english
from mnemosaic.write.mentions import MOST, mentions, subject_of
from mnemosaic.write.slots import slot_of
from tests.records import draft

ANN = Mention(name="Ann", kind=EntityKind.PERSON, role="speaker")


def named(text: str, known: frozenset[str] = frozenset()) -> dict[str, EntityKind]:
    return {m.name: m.kind for m in mentions(text, ANN, None, known) if m.role == "mentioned"}


def test_names_are_found_with_cautious_kinds() -> None:
    found = named("Ann moved to New York and works at Acme with the DGIA and Max", frozenset({"max"}))
    assert found == {
        "New York": EntityKind.PLACE,
        "Acme": EntityKind.ORGANISATION,
        "DGIA": EntityKind.THING,
        "Max": EntityKind.PERSON,
    }


def test_who_leaves_one_for_another_names_two() -> None:
    assert {*named("Ann: Theo left Acme for Globex.")} == {"Theo", "Acme", "Globex"}
    assert {*named("Ann: Theo gave it to Doctors for Peace.")} == {"Theo", "Doctors for Peace"}


def test_a_name_behind_a_word_that_only_begins_the_sentence_is_one() -> None:
    assert {*named("Ann: For the Atlas project, deploy only on Tuesdays.")} == {"Atlas"}
    assert {*named("Ann: Tom and Ann broke up.")} == {"Tom"}


def test_what_only_begins_a_sentence_or_names_a_day_is_no_name() -> None:
    assert named("Ann: Researching is fun. Really good. Yesterday was Monday in May. However, I rest.") == {}


def test_titles_kin_and_other_scripts() -> None:
    assert "Dune" in named('Ann read "Dune" twice')
    assert named("Ann's friend Jack hates football")["Jack"] is EntityKind.PERSON
    assert "Москве" in named("Ann: он был в Москве")
    assert "李雷" in {m.name for m in mentions("王芳: 李雷喜欢茶", None, None, frozenset({"李雷"}))}


def test_mentions_are_bounded_and_the_subject_is_first() -> None:
    subject = Mention(name="Jack", kind=EntityKind.PERSON, role="subject")
    found = mentions("Jack met Ada, Bea, Cleo, Dora, Ella, Finn, Gus, Hal, Ida and Jim", ANN, subject)
    assert len(found) == MOST
    assert found[0] == subject


@pytest.mark.parametrize(
    ("said", "resolved", "subject"),
    [
        ("I like tea", "Ann likes tea", "Ann"),
        ("my friend Jack hates football", "Ann's friend Jack hates football", "Jack"),
        ("my sister lives here", "Ann's sister lives here", "Ann's sister"),
        ("Jack hates football", "Jack hates football", "Jack"),
        ("It was good", "It was good", None),
        ("Theo ran home", "Theo ran home", "Theo"),
        ("My mother-in-law is here", "Ann's mother-in-law is here", "Ann's mother-in-law"),
        ("My ex-wife Carla is here", "Ann's ex-wife Carla is here", "Carla"),
        ("Tom and I broke up", "Tom and Ann broke up", "Tom"),
        ("Last year my sister Ida left", "Last year (2023) Ann's sister Ida left", "Ida"),
        ("On Monday, Jack said no", "On Monday (2024-05-27), Jack said no", "Jack"),
        ("In 2019 Jack joined Acme", "In 2019 Jack joined Acme", "Jack"),
    ],
)
def test_whom_a_statement_is_about(said: str, resolved: str, subject: str | None) -> None:
    found = subject_of(said, resolved, "Ann")
    assert (found.name if found else None) == subject


@pytest.mark.parametrize(
    ("details", "attribute", "value", "single"),
    [
        ("Ann works at Acme and runs compliance.", "employer", "Acme", True),
        ("Ann lives in New York now.", "home", "New York", True),
        ("Ann moved to Oslo last May (2022-05)", "home", "Oslo", True),
        ("Ann's birthday is on 3 March.", "birthday", "3 March", True),
        ("Ann's favourite player is Ronaldo.", "favourite player", "Ronaldo", True),
        ("Ann is allergic to penicillin.", "allergy", "penicillin", False),
        ("Ann's mum's number is 0170-1234567", "phone", "0170-1234567", True),
        ("Ann's IBAN is DE89 3704 0044 0532 0130 00.", "iban", "DE89 3704 0044 0532 0130 00", True),
    ],
)
def test_slots_said_in_so_many_words(details: str, attribute: str, value: str, single: bool) -> None:
    slot = slot_of(details)
    assert slot is not None
    assert (slot.attribute, slot.value, slot.single) == (attribute, value, single)


@pytest.mark.parametrize("details", ["Ann no longer works at Acme.", "Ann might move to Oslo.", "Ann likes tea."])
def test_no_slot_where_none_is_affirmed(details: str) -> None:
    assert slot_of(details) is None


def test_doubt_and_hearsay_count_against_a_statement() -> None:
    plain, hedged = certainty.directness("I live in Bonn"), certainty.directness("Maybe I live in Bonn")
    heard = certainty.directness("My friend said he lives in Bonn")
    assert plain == 1.0
    assert hedged < plain
    assert heard < plain
    assert certainty.directness("I really think so") > certainty.directness("He says he might come")


@pytest.mark.parametrize(
    "text",
    [
        "Rumour has it that Carl moved to Oslo.",
        "I think I heard Dora left Acme, but who knows.",
        "My friend said that maybe Carl moved to Oslo on 3 May 2024.",
        "Apparently the office may be moving to Oslo.",
        "Word is that Carl probably moved to Oslo.",
        "People say Carl might move to Oslo.",
    ],
)
def test_what_is_second_hand_and_hedged_falls_under_the_gate_however_exact_it_is(text: str) -> None:
    claim = draft(text, directness=certainty.directness(text), specificity=1.0).claim
    assert confidence(claim, 1.0) < Settings(_env_file=None).confidence_gate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I think I left my keys at home.", 0.65),
        ("Word is that Carl moved to Oslo.", 0.65),
        ("They say Carl moved to Oslo.", 0.65),
        ("Apparently Carl moved to Oslo.", 0.65),
        ("I heard Dora left Acme.", 0.65),
        ("People say Carl moved to Oslo.", 0.5),
        ("I heard music all night.", 1.0),
        ("I read Dune in May.", 1.0),
    ],
)
def test_either_alone_costs_as_much(text: str, expected: float) -> None:
    assert certainty.directness(text) == expected


def test_what_pins_down_is_specific() -> None:
    vague = certainty.specificity("something happened", names=0, dated=False, has_subject=False)
    exact = certainty.specificity("Ann met Bob in Bonn in 2020", names=2, dated=True, has_subject=True)
    assert vague < 0.6 <= exact


@pytest.mark.parametrize(
    "text",
    ["Hi Ann!", "Thanks a lot!", "Wow, that's so cool!", "Good morning", "OK", "👍", "Sounds great, Ben!", "..."],
)
def test_fillers_state_nothing(text: str) -> None:
    assert reason_to_skip(text) is not None


@pytest.mark.parametrize(
    "text",
    ["Thanks, I got the job!", "Hi, I moved to Oslo.", "Nice dog named Rex", "Yes, last May",
     "Great news from my doctor", "茶", "Bye the way my number is 5"],
)  # fmt: skip
def test_in_doubt_a_sentence_is_kept(text: str) -> None:
    assert reason_to_skip(text) is None


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("Did I tell you I moved to Oslo?", "I moved to Oslo"),
        ("I adopted a cat, can you believe it?", "I adopted a cat"),
        ("My sister got married, right?", "My sister got married"),
        ("Where do you live?", None),
        ("Do you like tea?", None),
    ],
)
def test_what_a_question_states_by_the_way(question: str, stated: str | None) -> None:
    assert statement_in_question(question) == stated


def test_english_is_told_from_what_must_not_be_rewritten() -> None:
    assert is_english("I met my friend in a café")
    assert not is_english("Me gusta el fútbol y mi perro")
    assert not is_english("Ich bin in der Stadt")
    assert not is_english("Я живу здесь")
