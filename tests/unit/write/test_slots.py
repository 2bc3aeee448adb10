"""Slots in the words of a statement: what is affirmed of whom, and everything that only sounds like it."""

from __future__ import annotations

import pytest

from mnemosaic.write.slots import slot_of


@pytest.mark.parametrize(
    ("details", "entity", "attribute", "value"),
    [
        ("Ann works at Acme and runs compliance.", "ann", "employer", "Acme"),
        ("Ann still works for the DGIA.", "ann", "employer", "DGIA"),
        ("Ann works at Acme's Bergen office.", "ann", "employer", "Acme"),
        ("Ann works at Office Depot.", "ann", "employer", "Office Depot"),
        ("Ann has been working at Acme since 2019.", "ann", "employer", "Acme"),
        ("Ann left Acme for Bolt.", "ann", "employer", "Bolt"),
        ("Ann's friend Jack works at Bolt", "jack", "employer", "Bolt"),
        ("Ann's older sister lives in Paris.", "ann's sister", "home", "Paris"),
        ("Ann lives in New York now.", "ann", "home", "New York"),
        ("Ann lives in a flat in Oslo", "ann", "home", "Oslo"),
        ("Ann lives in Norway.", "ann", "home region", "Norway"),
        ("Ann has lived in Bergen since 2019.", "ann", "home", "Bergen"),
        ("Ann's manager is Bob.", "ann", "manager", "Bob"),
        ("Bob became Ann's manager.", "ann", "manager", "Bob"),
        ("Ann's manager is Bob, not Lee.", "ann", "manager", "Bob"),
        ("Ann: Ann's manager is Bob instead of Lee.", "ann", "manager", "Bob"),
        ("The owner of the billing module is Kim.", "billing module", "owner", "Kim"),
        ("Billing is owned by Kim.", "billing", "owner", "Kim"),
        ("Kim owns billing", "billing", "owner", "Kim"),
        ("Kim owns the billing module.", "billing module", "owner", "Kim"),
        ("Kim took over billing from Lee.", "billing", "owner", "Kim"),
        ("The billing module's owner is Kim.", "billing module", "owner", "Kim"),
        ("Ann: The deadline for the report is Friday (2023-05-26).", "report", "deadline", "Friday"),
        ("The deadline for the report was moved to 12 June.", "report", "deadline", "12 June"),
        ("The API is on version 2.3.1 now.", "api", "version", "2.3.1"),
        ("The status of ticket 42 is open.", "ticket 42", "status", "open"),
        ("Ann is on call for billing this week.", "billing", "on-call", "Ann"),
        ("Ann works as a nurse at St. Mary.", "ann", "occupation", "nurse"),
        ("Ann became CTO of Acme.", "ann", "occupation", "CTO"),
        ("Ann is a nurse.", "ann", "occupation", "nurse"),
        ("Dr. Smith is Ann's dentist.", "ann", "dentist", "Dr. Smith"),
        ("Ann is 34 years old.", "ann", "age", "34"),
        ("Ann is married to Tom Baker.", "ann", "spouse", "Tom Baker"),
        ("Ann's wife is Carol.", "ann", "spouse", "Carol"),
        ("Ann got divorced last year.", "ann", "marital status", "divorced"),
        ("Ann is vegetarian.", "ann", "diet", "vegetarian"),
        ("Ann's phone number changed to 0170-999", "ann", "phone", "0170-999"),
        ("Ann's mum's number is 0170-1234567", "ann's mum", "phone", "0170-1234567"),
        ("Ann's IBAN is DE89 3704 0044 0532 0130 00.", "ann", "iban", "DE89 3704 0044 0532 0130 00"),
        ("Now Ann's favourite player is Messi.", "ann", "favourite player", "Messi"),
        ("Ольга works at Яндекс", "ольга", "employer", "Яндекс"),
    ],
)
def test_what_holds_one_value(details: str, entity: str, attribute: str, value: str) -> None:
    slot = slot_of(details)
    assert slot is not None
    assert (slot.entity, slot.attribute, slot.value) == (entity, attribute, value)
    assert (slot.single, slot.past) == (True, False)


@pytest.mark.parametrize(
    ("details", "attribute", "value"),
    [
        ("Ann was born on 3 March 1990 in Oslo.", "birthday", "3 March 1990"),
        ("Ann was born in Oslo.", "birthplace", "Oslo"),
        ("Ann was born in Oslo on 3 March 1990 (1990-03-03).", "birthplace", "Oslo"),
        ("Ann was born in 1990.", "birth year", "1990"),
        ("Ann's blood type is AB negative.", "blood type", "AB negative"),
        ("Ann's birthday is on 3 March.", "birthday", "3 March"),
    ],
)
def test_what_holds_one_value_for_good(details: str, attribute: str, value: str) -> None:
    slot = slot_of(details)
    assert slot is not None
    assert (slot.attribute, slot.value, slot.single, slot.fixed) == (attribute, value, True, True)


@pytest.mark.parametrize(
    ("details", "attribute", "value"),
    [
        ("Ann's hobby is painting.", "hobby", "painting"),
        ("Ann plays the violin.", "plays", "violin"),
        ("Ann collects stamps.", "collects", "stamps"),
        ("Ann speaks French and German.", "language", "French"),
        ("Ann has a dog called Rex.", "pet", "Rex"),
        ("Ann has an allergy to nuts", "allergy", "nuts"),
        ("Ann also works as a yoga instructor.", "occupation", "yoga instructor"),
    ],
)
def test_what_holds_many(details: str, attribute: str, value: str) -> None:
    slot = slot_of(details)
    assert slot is not None
    assert (slot.attribute, slot.value, slot.single) == (attribute, value, False)


@pytest.mark.parametrize(
    ("details", "attribute", "value"),
    [
        ("Ann worked at Acme in 2019.", "employer", "Acme"),
        ("Ann used to live in Rome.", "home", "Rome"),
        ("Ann lived in Rome (2020)", "home", "Rome"),
        ("Ann's favourite colour was red.", "favourite colour", "red"),
        ("The owner of the billing module was Lee.", "owner", "Lee"),
    ],
)
def test_what_held_before(details: str, attribute: str, value: str) -> None:
    slot = slot_of(details)
    assert slot is not None
    assert (slot.attribute, slot.value, slot.past) == (attribute, value, True)


@pytest.mark.parametrize(
    "details",
    """Ann no longer works at Acme.|Ann might move to Oslo.|Ann likes tea.|Ann put an audit rule on Bolt.
    He lives in Rome.|She works at Acme.|It is owned by Kim.|Everyone works at Acme.|If Ann works at Acme we win.
    Maybe Ann works at Acme.
    Ann works at night.|Ann works for free.|Ann works at a bank.|Ann works at home.|Ann hopes Bob works at Acme.
    Ann's manager is tired.|Ann's manager is Scottish.|Ann's job is stressful.|Ann's car is red.|Ann's school is great.
    Ann became a mother.|Ann is the best nurse|Ann is not a nurse.|Ann is single-minded.|Ann's birthday was great.
    Ann owns a house.|Ann owns the house.|Ann owns horses.|Ann owns land.|Kim owns it.|Kim owns his mistakes.
    Standup moved to Tuesday.|The team moved to Kubernetes.|Ann moved to Kubernetes.|Ann will move to Oslo.
    Ann's favourite player is either Ronaldo or Messi.|The status of the project is unknown.|Is Ann a nurse?
    Ann speaks at conferences.|Ann plays with Rex.|Ann lives in fear.|Ann lives in a flat.|Ann is 5 minutes late.
    Ann is 34 km away.|Ann's name is mud|Ann's owner isn't Kim|Ann is Ann's manager
    Ann works at the Bergen office.|Ann joined the platform team.""".replace("\n    ", "|").split("|"),
)
def test_what_only_sounds_like_a_slot(details: str) -> None:
    assert slot_of(details) is None
