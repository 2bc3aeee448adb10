"""The sentence forms that state an attribute in so many words, over resolved third-person English.

A form has a `who` (a person) or a `thing`, a `value`, and the attribute that it states or an `attribute` that the text
names. Where a form could mean something else as well, it is not here: a wrong slot closes a true fact.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mnemosaic.write.mentions import FOR_WHAT, KIN
from mnemosaic.write.value_shapes import OCCUPATIONS, UPPER

_PERSON = rf"(?:(?:Dr|Mrs|Mr|Ms|Prof)\.? )?{UPPER}[\w.-]*(?: {UPPER}[\w.-]*){{0,2}}"
WHO = rf"(?P<who>{_PERSON}(?:['’]s (?:[a-z-]+ ){{0,2}}?{KIN}(?: {UPPER}[\w-]+)?)?)"
_THING = r"(?:[Tt]he |[Oo]ur )?(?P<thing>[\w.#/&-]+(?: [\w.#/&-]+){0,3}?)"
_OF = r"(?:[Tt]he |[Oo]ur )?(?P<thing>[\w.#/&-]+(?: [\w.#/&-]+){0,3}?)"
_END = (
    r"(?= (?:and|but|because|since|so|which|where|who|when|while|with|for|as|at|now|right now|these days|currently|"
    r"until|again|after|before|last|this|next|in \d{4}|from now|instead|yesterday|today|"
    r"through|via|under|because of|to (?=[a-z]))\b"
    r"| ?[(,;!?–—]|\.(?!\d)|$)"
)
_VALUE = rf"(?:the )?(?P<value>[^\s,.;!?()][^,;!?()]{{0,60}}?){_END}"
_LONG = r"(?P<value>[^;!?()]{1,80}?)(?= (?:and|but|because|since|so|instead|now)\b| ?[(;!?–—]|, (?=[a-z])|\.?\s*$|\. )"
_NOW = r"(?:now |currently |still |also |just |recently |finally |has |has just |has recently )?"
_IS = r"(?:is|are|is now|is currently|became|has become|is still)"
_NAMED = r"[Tt]he (?:new |current )?"
_ROLE = (
    r"owner|maintainer|manager|boss|supervisor|lead|team lead|tech lead|head|director|assignee|doctor|dentist|"
    r"partner|wife|husband|spouse|fianc[ée]e?|girlfriend|boyfriend|mother|father|mum|mom|dad|employer"
)
_OF_THING = (
    r"owner|maintainer|manager|lead|team lead|tech lead|head|director|ceo|president|capital|status|state|version|"
    r"deadline|due date|price|budget|author|founder|assignee|default branch|database|population|on-call|dosage|dose"
)
_ATTRIBUTE = (
    rf"(?P<attribute>(?i:(?:all-time )?favou?rite [a-z]+(?: [a-z]+)?|birthday|date of birth|"
    rf"birthplace|place of birth|name|"
    rf"full name|middle name|maiden name|nickname|phone|phone number|number|mobile(?: number)?|e-?mail(?: address)?|"
    rf"home address|address|iban|blood type|blood group|blood pressure|job|occupation|profession|job title|role|age|"
    rf"nationality|native language|mother tongue|hobby|hobbies|allergy|allergies|languages?|school|university|major|"
    rf"car|gym|salary|rent|budget|price|status|marital status|relationship status|version|deadline|due date|height|"
    rf"weight|shoe size|diet|time ?zone|password|default branch|database|capital|population|dose|dosage|{_ROLE}))"
)


class SlotForm(NamedTuple):
    """A pattern over a whole statement. `past`: what it states held before; `many`: whatever the attribute is."""

    pattern: re.Pattern[str]
    attribute: str = ""
    past: bool = False


def _form(text: str, attribute: str = "", past: bool = False) -> SlotForm:
    return SlotForm(re.compile(f"^{text}"), attribute, past)


_CALLED = rf"(?:the |an? (?:[\w-]+ ){{0,3}}(?:called|named) )?(?={UPPER}|\d)"
_PLACE = rf"(?:an? (?:[\w-]+ ){{1,3}}in )?(?={UPPER})"

FORMS: tuple[SlotForm, ...] = (
    _form(
        rf"{WHO} {_NOW}(?:works|is working|been working|started working|has a job|got a (?:new )?job|took a "
        rf"(?:new )?job|is employed|was hired) (?:at|for|by) {_CALLED}{_VALUE}",
        "employer",
    ),
    _form(rf"{WHO} {_NOW}joined (?:the )?{_CALLED}{_VALUE}", "employer"),
    _form(
        rf"{WHO} {_NOW}(?:starts?|started|will start|is starting) "
        r"(?:work |working |(?:an? |his |her |their )?new job )?"
        rf"(?:at|with) (?!.*\b(?i:university|college|school|academy|course|training)\b)(?={UPPER}){_VALUE}",
        "employer",
    ),
    _form(
        rf"{WHO} (?:left|quit) (?!{FOR_WHAT} for )(?:{UPPER}[\w&.-]*(?: {UPPER}[\w&.-]*)*) (?:for|to join) "
        rf"{_CALLED}{_VALUE}",
        "employer",
    ),
    _form(
        rf"{WHO} (?:previously |formerly |once |originally )?(?:worked|used to work|was working|"
        rf"was employed|had worked) (?:at|for|by) {_CALLED}{_VALUE}",
        "employer",
        True,
    ),
    _form(rf"{WHO} {_NOW}(?:works|is working) as (?:an? |the )?{_VALUE}", "occupation"),
    _form(
        rf"{WHO} (?:previously |formerly |once )?(?:worked|used to work|was working) as (?:an? |"
        rf"the )?{_VALUE}",
        "occupation",
        True,
    ),
    _form(
        rf"{WHO} {_NOW}(?:became|is|was promoted to|got promoted to|has become) (?:an? |the )"
        rf"?(?P<value>(?:[a-z]+ ){{0,3}}(?i:{OCCUPATIONS}))(?: (?:at|of|in)\b|{_END})",
        "occupation",
    ),
    _form(rf"{WHO} {_NOW}(?:lives?|is living|resides|is based) in {_PLACE}{_VALUE}", "home"),
    _form(rf"{WHO} has (?:lived|been living) in {_PLACE}{_VALUE}(?= (?:since|for)\b)", "home"),
    _form(
        rf"{WHO} {_NOW}(?:moved|relocated) (?:from {UPPER}\w+(?: {UPPER}\w+)* )?(?:back )?(?:to|"
        rf"into) {_PLACE}{_VALUE}",
        "home",
    ),
    _form(
        rf"{WHO} (?:previously |formerly |once |originally )?(?:lived|used to live|was living|"
        rf"resided) in {_PLACE}{_VALUE}",
        "home",
        True,
    ),
    _form(
        rf"{WHO} was born (?:and raised |and grew up )?(?:on|in) (?P<value>(?:the )?[^;!?()"
        rf"]{{1,50}}?)(?= (?:in|on|to|and|but|at|as)\b| ?[(,;!?–—]|\.?\s*$|\. )",
        "born",
    ),
    _form(rf"{WHO} (?:is|are) (?:severely |very |highly |deathly |also )?allergic to {_VALUE}", "allergy"),
    _form(rf"{WHO} has (?:an? )?(?:severe |bad |mild )?allergy to {_VALUE}", "allergy"),
    _form(rf"{WHO} {_NOW}(?:is married to|married|got married to) (?={UPPER}){_VALUE}", "spouse"),
    _form(rf"{WHO} {_NOW}(?:is engaged to|got engaged to|is dating) (?={UPPER}){_VALUE}", "partner"),
    _form(
        rf"{WHO} {_NOW}(?:is|got|became) (?P<value>single|married|divorced|engaged|widowed|"
        rf"separated)(?= (?:now|again|since|last|in)\b|[.,;!( ]*$)",
        "marital status",
    ),
    _form(
        rf"{WHO} {_NOW}(?:is|turned|just turned) (?P<value>\d{{1,3}})(?: years old)?(?= (?:now|"
        rf"today|last|this|yesterday|and|in)\b|[.,;!(]|\s*$)",
        "age",
    ),
    _form(rf"{WHO} {_NOW}(?:is|became|has become|went) (?:an? )?(?P<value>vegan|vegetarian|pescatarian)\b", "diet"),
    _form(rf"{WHO} weighs (?P<value>\d[\d.,]* ?(?:kg|kilos?|pounds|lbs?|stone))\b", "weight"),
    _form(rf"{WHO} is (?P<value>\d[\d.,]* ?(?:cm|m|metres|meters)) tall\b", "height"),
    _form(rf"{WHO} {_NOW}collects {_VALUE}", "collects"),
    _form(rf"{WHO} {_NOW}plays (?!with|in|at|a role|for|on|against)(?:the )?{_VALUE}", "plays"),
    _form(rf"{WHO} {_NOW}speaks (?:fluent |some |a little |good |perfect )?(?={UPPER}){_VALUE}", "language"),
    _form(rf"{WHO} (?:visited|has visited|has been to|travelled to|traveled to) (?={UPPER}){_VALUE}", "visited"),
    _form(
        rf"{WHO} (?:has|adopted|got|owns) (?:an?|another|two|a new) (?:[a-z-]+ ){{0,2}}(?:dog|cat|"
        rf"puppy|kitten|parrot|rabbit|horse|hamster|pet|turtle|bird|fish) (?:called|named) "
        rf"{_VALUE}",
        "pet",
    ),
    _form(
        rf"{WHO}['’]s (?:[a-z-]+ )?(?:dog|cat|puppy|kitten|parrot|rabbit|horse|hamster|pet)"
        rf"(?:['’]s name)? is (?:called |named )?(?={UPPER}){_VALUE}",
        "pet",
    ),
    _form(rf"{WHO} has an? (?:[a-z-]+ ){{0,2}}(?:son|daughter|child|baby) (?:called|named) {_VALUE}", "child"),
    _form(rf"{WHO} has an? (?:[a-z-]+ ){{0,2}}(?:brother|sister) (?:called|named) {_VALUE}", "sibling"),
    _form(
        rf"(?P<value>{_PERSON}) {_NOW}(?:owns|maintains|took over) {_OF}(?= from\b| now\b|,| and\b|"
        rf"\.?\s*$)",
        "owner",
    ),
    _form(rf"(?P<value>{_PERSON}) used to (?:own|maintain) {_OF}(?=,| and\b|\.?\s*$)", "owner", True),
    _form(rf"(?P<value>{_PERSON}) is {_NOW}on[- ]call for {_OF}(?= this\b| until\b|,|\.?\s*$)", "on-call"),
    _form(
        rf"(?P<value>{_PERSON}) {_IS} (?:the )?(?:new |current )?(?P<attribute>(?i:{_OF_THING})) "
        rf"(?:of|for) {_OF}(?= now\b|,| and\b|\.?\s*$)"
    ),
    _form(
        rf"(?P<value>{_PERSON}) {_IS} (?P<who>{_PERSON})['’]s (?:new |current )"
        rf"?(?P<attribute>(?i:{_ROLE}))(?= now\b|,| and\b|\.?\s*$)"
    ),
    _form(rf"{_THING} (?:is|are) (?:now |currently )?(?:owned|maintained) by {_VALUE}", "owner"),
    _form(rf"{_THING} (?:was|were) (?:previously |formerly )(?:owned|maintained) by {_VALUE}", "owner", True),
    _form(rf"{_THING} is (?:now |currently )?assigned to {_VALUE}", "assignee"),
    _form(
        rf"{_THING} (?:is (?:now |currently )?(?:at|on)|runs|was (?:upgraded|updated|bumped) to) "
        rf"(?:version |v)(?P<value>\d[\w.-]*)",
        "version",
    ),
    _form(rf"{_THING} is due (?:on |by )?{_LONG}", "deadline"),
    _form(rf"{_NAMED}(?P<attribute>(?i:{_OF_THING})) (?:of|for) {_OF} {_IS} (?:now |on |at )?(?:the )?{_LONG}"),
    _form(
        rf"{_NAMED}(?P<attribute>(?i:{_OF_THING})) (?:of|for) {_OF} (?:was |has been )?(?:moved|"
        rf"changed|extended|postponed|pushed|pushed back|raised|cut|set) (?:from [\w ]{{1,30}} )"
        rf"?to {_LONG}"
    ),
    _form(
        rf"[Tt]he (?:former |previous |old )?(?P<attribute>(?i:{_OF_THING})) (?:of|for) {_OF} "
        rf"(?:was|used to be) (?!moved|changed|extended|postponed|pushed|raised|cut|set){_LONG}",
        past=True,
    ),
    _form(rf"{WHO}['’]s (?:new |current )?{_ATTRIBUTE} {_IS} (?:now |currently )?(?:on |an? |the |called )?{_LONG}"),
    _form(
        rf"{WHO}['’]s {_ATTRIBUTE} (?:was |has been |has )?(?:changed|moved|switched) (?:from [\w "
        rf"]{{1,30}} )?to {_LONG}"
    ),
    _form(
        rf"{WHO}['’]s (?:former |previous |old )?{_ATTRIBUTE} (?:was|used to be) (?:on |an? |the )"
        rf"?{_LONG}",
        past=True,
    ),
    _form(
        rf"[Tt]he (?P<thing>[\w.#/&-]+(?: [\w.#/&-]+){{0,2}}?)['’]s (?:new |current )"
        rf"?(?P<attribute>(?i:{_OF_THING})) {_IS} (?:now )?(?:the )?{_LONG}"
    ),
)
