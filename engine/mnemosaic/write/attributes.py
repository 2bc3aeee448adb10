"""What is known of attributes: which hold one value at a time, which many, which never change, and by what other words.

Changing: one value at a time, another one later (employer, home, status). Fixed: one value for good (birthday,
birthplace); a second one is a mistake. Many: values beside each other (hobbies, allergies); a further one ends none.
Only what is listed here is called single by rule; of others a language model may say so, and is trusted.
"""

from __future__ import annotations

import re
from enum import StrEnum

from mnemosaic.atoms import Slot


class Holds(StrEnum):
    """How many values an attribute holds, and whether they change."""

    CHANGING = "changing"
    FIXED = "fixed"
    MANY = "many"


_CHANGING = """
employer: company, workplace, works at, works for, current employer, place of work
occupation: job, profession, job title, role, position, works as, title
home: residence, city, lives in, location, current city, hometown now
home region: country of residence, home country
address: home address, flat, apartment, postal address, street address
marital status: relationship status, civil status
spouse: wife, husband, married to
partner: girlfriend, boyfriend, fiance, fiancee, fiancé, fiancée, significant other
age:
phone: phone number, number, mobile, mobile number, telephone, telephone number, cell, cell number
email: e-mail, email address, e-mail address, mail address
name: full name, surname, last name
nickname:
iban: bank account, account number
owner: maintainer, owned by, responsible, code owner
manager: boss, supervisor, line manager, reports to
lead: team lead, tech lead, leader
head: director, chief, ceo, president, chair, chairman, chairwoman
assignee: assigned to
on-call: on call, on duty
status: state, stage, phase
version: current version, release
deadline: due date, due, delivery date
price: cost, fee, rent
salary: pay, wage, income
budget:
size: shoe size
height:
weight: body weight
blood pressure:
dose: dosage
diet:
doctor: gp, general practitioner, family doctor
dentist:
school: university, college, studies at
major: field of study, studies
car:
gym:
password:
timezone: time zone
default branch: main branch
database: database engine
capital:
population:
"""
_FIXED = """
birthday: date of birth, birth date, birthdate, dob, born on
birthplace: place of birth, born in
birth year: year of birth
blood type: blood group
native language: mother tongue, first language
mother: mum, mom
father: dad
maiden name: birth name
middle name:
place of origin: home town, hometown, from, origin
social security number: ssn, passport number, tax id, national id
founding year: founded in
"""
_MANY = """
hobby: hobbies, pastime, interest, interests
allergy: allergies, allergic to
intolerance: intolerances
pet: pets, dog, cat, dogs, cats
language: languages, speaks
friend: friends
child: children, kid, kids, son, daughter, sons, daughters
sibling: siblings, brother, sister, brothers, sisters
visited: travelled to
skill: skills, knows
like: likes, enjoys, loves
dislike: dislikes, hates
plays: instrument, instruments, sport, sports
nationality: nationalities, citizenship
founder: founders, founded by
author: authors, written by
collects: collection, collections
medication: medications, medicine, medicines, takes
condition: conditions, diagnosis, illness
member: members
dependency: dependencies, depends on
feature: features
colleague: colleagues
certificate: certificates, degree, degrees
goal: goals
"""


def _read(table: str, holds: Holds) -> dict[str, tuple[str, Holds]]:
    found = {}
    for line in table.split("\n"):
        name, _, synonyms = line.partition(":")
        if name:
            found.update(dict.fromkeys((name, *filter(None, map(str.strip, synonyms.split(",")))), (name, holds)))
    return found


_KNOWN = _read(_CHANGING, Holds.CHANGING) | _read(_FIXED, Holds.FIXED) | _read(_MANY, Holds.MANY)
_FAVOURITE = re.compile(r"^(?:all-time )?(?:favou?rite|best-loved|most loved) (?P<thing>.+)$")
_FRONT = re.compile(r"^(?:current|present|new|own|the|a|an|his|her|their|main|primary) ")


def canonical(attribute: str) -> str:
    """The one name of an attribute: "Job title" is `occupation`, "favorite food" is `favourite food`."""
    name = _plain(attribute)
    favourite = _FAVOURITE.match(name)
    if favourite is not None:
        return f"favourite {favourite['thing']}"
    known = _KNOWN.get(name) or _KNOWN.get(_FRONT.sub("", name))
    return known[0] if known else name


def holds(attribute: str) -> Holds | None:
    """How an attribute holds its values, None where it is not known. A favourite X is one, favourite Xs are many."""
    name = canonical(attribute)
    if name.startswith("favourite "):
        plural = name.endswith("s") and not name.endswith(("ss", "us", "is", "series", "news"))
        return Holds.MANY if plural else Holds.CHANGING
    known = _KNOWN.get(name)
    return known[1] if known else None


def settled(slot: Slot) -> Slot:
    """The slot under the one name of its attribute. What is known of that counts; else what the slot itself says."""
    kind = holds(slot.attribute)
    update: dict[str, object] = {"attribute": canonical(slot.attribute)}
    if kind is not None:
        update |= {"single": kind is not Holds.MANY, "fixed": kind is Holds.FIXED}
    return slot.model_copy(update=update)


def _plain(attribute: str) -> str:
    return " ".join(attribute.casefold().replace("_", " ").replace("’", "'").split())
