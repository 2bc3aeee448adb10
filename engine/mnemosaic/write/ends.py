"""Which events end which facts, by their forms: who quit Acme last week works there no longer.

A true fact that is closed costs more than a stale one that is kept. So an event counts only where nothing but a time
follows on what it says, and only against the one thing that it denies, of the same person: leaving Acme at five, almost
quitting it and quitting it in a novel end nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from mnemosaic.verdicts import Statement
from mnemosaic.write.calendar import MONTHS
from mnemosaic.write.contradict.lemmas import lemma

_KIN = r"(?:brother|sister|mother|father|son|daughter|wife|husband|partner)"
_WHO = rf"(?P<who>[^\W\d_][\w'’-]*(?: [A-Z][\w'’-]*| {_KIN})*?)"
_HAS = r"(?: (?:has|have|just|finally|recently|now|also))*"
_X = r"(?P<x>[^\W\d_a-z][\w.&+#-]*(?: (?:(?:of|and|&) )?[^\W\d_a-z][\w.&+#-]*)*?)"
_MONTH = rf"(?:{'|'.join(month.capitalize() for month in MONTHS)})"
_SEASON = r"(?:spring|summer|autumn|fall|winter)"
_LONG = (
    rf"(?: (?:last (?:week|month|year|{_SEASON})|(?:back )?in \d{{4}}|earlier this (?:month|year)|in the {_SEASON}|"
    rf"(?:back )?(?:in|at the (?:start|end|beginning) of) (?:early |late )?{_MONTH}(?: \d{{4}})?|"
    r"(?:(?:about|around|almost|over) )?(?:\w+|a few|a couple of) (?:weeks?|months?|years?) ago|this (?:month|year)|"
    r"after (?:[\w-]+ ){1,3}(?:years?|months?)|for good|altogether|completely|recently)(?: \([^)]*\))?)"
)
_ON = (
    rf"on (?:\w+day|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: (?:of )?{_MONTH})?(?: \d{{4}})?|"
    rf"{_MONTH} \d{{1,2}}(?:, \d{{4}})?)"
)
_DAY = (
    rf"(?: (?:yesterday|today|{_ON}|last (?:night|\w+day)|this (?:morning|week)|(?:\w+|a few) days? ago)"
    r"(?: \([^)]*\))?)"
)
_TAIL = rf"(?:{_LONG}|{_DAY})*\s*[.!]*$"
_TAIL_LONG = rf"{_LONG}*\s*[.!]*$"
SPEAKER = re.compile(r"^[^:\n]{1,40}: ")
"""Who says it, in front of what is not told of them."""
_COMPOUND = re.compile(
    r"[,;:?]|\b(?:and|or|but|because|while|when|if|than|except|unless|not|never|no)\b", re.IGNORECASE
)
_SINCE = r"(?: since [\w ]+| for (?:[\w-]+ ){1,3}(?:years?|months?)| now| these days)?(?: \([^)]*\))?\s*[.!]*$"
_OWN = r"(?:\S+['’]s|his|her|their|my|the)"
_STILL = r"(?: (?:still|now|currently|usually|always|often))?"
_SOMEBODY = r"\S+(?: [A-Z]\S*)*"
_FAMILY = (
    r"(?:son|daughter|brother|sister|child|baby|boy|girl|friend|cousin|nephew|niece|twin|wife|husband|boss|colleague)"
)
_PETS = r"(?:dog|cat|puppy|kitten|parrot|rabbit|horse|hamster|pet|turtle|bird|fish)"
_HOW_MUCH = frozenset("every daily regularly heavily cigarettes two three ten twenty".split())


class _Form(NamedTuple):
    """An event, and whether it ends a fact; `anybody` where it does so whoever the fact is told of."""

    event: re.Pattern[str]
    ends: Callable[[re.Match[str], str], bool]
    anybody: bool = False


class Event(NamedTuple):
    """An event of one form or more."""

    statement: Statement
    text: str
    found: list[tuple[_Form, re.Match[str]]]


def event_of(statement: Statement) -> Event | None:
    """A statement as an event that ends something; None where its form is that of none."""
    text = SPEAKER.sub("", statement.details)
    found = [(form, match) for form in _FORMS if (match := form.event.match(text)) is not None]
    return Event(statement, text, found) if found else None


def ends(event: Event, fact: Statement) -> bool:
    """Whether an event ends a fact, which says one thing."""
    known = SPEAKER.sub("", fact.details)
    # Castell and Rowe are one firm
    if _COMPOUND.search(re.sub(r"\([^)]*\)|(?<=\w) and (?=[A-Z])", "", known)):
        return False
    one = _of_one(event.statement, fact, event.text, known)
    return any((one or form.anybody) and form.ends(match, known) for form, match in event.found)


def _of_one(event: Statement, fact: Statement, told: str, known: str) -> bool:
    """Whether both are told of the same: by their subjects, or both by "we" of one speaker."""
    if event.subject and event.subject == fact.subject:
        return True
    ours = all(re.match(r"(?:We|Our)\b", text) for text in (told, known))
    named = re.match(r"(\S+) and (\S+) ", told)
    both = named is not None and any(known.startswith(f"{name} ") for name in named.groups())
    return (ours and event.speaker == fact.speaker) or both


def _says(text: str, known: str) -> bool:
    return re.match(f"^{text}", known) is not None


def _work(found: re.Match[str], known: str) -> bool:
    """Somebody's work for whom they left, or any where it is not said for whom."""
    place = found.groupdict().get("x")
    name = re.escape(place) if place else r"[^\W\d_a-z][\w.&' -]*?"
    role = r"(?:an?|the) (?:[\w-]+ ){1,4}?"
    works = rf"(?:works?|is working|has been working|has worked|is employed)(?: as (?:an? )?[\w -]{{3,40}}?)?|is {role}"
    return _says(rf"{_SOMEBODY}{_STILL} (?:{works}) ?(?:at|for|by|with) (?:the )?{name}{_SINCE}", known)


def _habit(found: re.Match[str], known: str) -> bool:
    """What somebody does as a rule: the same verb, and all that it is said of."""
    stopped, *objects = _words(found["deed"])
    said = re.match(rf"^{_SOMEBODY}{_STILL} (?:is )?(?P<verb>[a-z]+)(?P<rest>.*)$", known)
    if said is None or lemma(said["verb"]) != lemma(stopped):
        return False
    rest = _words(said["rest"])
    return set(objects) <= set(rest) if objects else not rest or rest[0] in _HOW_MUCH


def _thing(found: re.Match[str], known: str) -> bool:
    """What somebody has: the thing with all that tells it from others."""
    has = r"(?:has|owns|drives|rides|keeps|uses)"
    said = re.match(rf"^{_SOMEBODY}{_STILL} {has} (?:an?|{_OWN}) (?P<thing>[\w .-]+?){_SINCE}", known)
    gone = _words(found["thing"])
    if said is None or not gone:
        return False
    had = _words(said["thing"])
    return set(gone) <= set(had) and len(had) <= 4


def _bond(found: re.Match[str], known: str) -> bool:
    people = [found["who"], found["x"]]
    with_whom = r"dating|seeing|engaged to|married to|going out with|together with|in a relationship with"
    bond = rf"(?:is|are)(?: now)? (?:{with_whom})"
    return any(
        _says(f"{re.escape(one)} {bond} {re.escape(other)}{_SINCE}", known) for one, other in (people, people[::-1])
    )


def _tool(found: re.Match[str], known: str) -> bool:
    verb = r"(?:deploys?|builds?|tests?|runs?|works?|hosts?|stores?|tracks?|writes?|keeps?)"
    ours = r"(?:We|Our(?: [a-z]+){1,3}?|[A-Z]\S*)"
    deed = rf"(?:uses?|(?:[a-z]+ )?{verb}(?: [a-z ]+?)? (?:with|on|in))"
    return _says(rf"{ours}{_STILL} {deed} {re.escape(found['x'])}(?: for [\w ]+)?{_SINCE}", known)


def _home(found: re.Match[str], known: str) -> bool:
    return _says(rf"{_SOMEBODY}{_STILL} (?:lives?|is living|is based) in {re.escape(found['x'])}{_SINCE}", known)


def _member(found: re.Match[str], known: str) -> bool:
    what = r"has an? (?:\w+ )?(?:subscription|membership) (?:to|at|with|for)"
    holds = rf"(?:subscribes to|is subscribed to|{what}|is a member of|trains at|goes to)"
    return _says(rf"{_SOMEBODY}{_STILL} {holds} (?:the )?{re.escape(found['x'])}(?: gym| club)?{_SINCE}", known)


def _studies(found: re.Match[str], known: str) -> bool:
    return _says(
        rf"{_SOMEBODY}{_STILL} (?:studies|is studying|is doing [\w'’ ]+?)(?: [a-z ]+)? at {re.escape(found['x'])}"
        f"{_SINCE}",
        known,
    )


def _pet(found: re.Match[str], known: str) -> bool:
    """An animal by its name, and nobody's child."""
    owned = rf"{_SOMEBODY} (?:has|have|owns?) an? (?:(?!{_FAMILY}\b)[\w-]+ ){{1,4}}?(?:called|named)"
    return _says(rf"(?:{owned}|\S+['’]s {_PETS} is (?:called|named)) {re.escape(found['x'])}\s*[.!]*$", known)


def _medicine(found: re.Match[str], known: str) -> bool:
    what, who = re.escape(found["what"]), found["who"]
    if not known.startswith(f"{who} "):
        return False
    return _says(
        rf"{_SOMEBODY}{_STILL} (?:takes|is taking|is on) (?:[\d.]+ ?m?g (?:of )?)?{what}(?: [\w ]+)?\s*[.!]*$", known
    )


def _words(text: str) -> list[str]:
    return [word for word in re.findall(r"[\w.+#-]*\w", text.lower()) if word not in ("a", "an", "the")]


def _form(text: str, holds: Callable[[re.Match[str], str], bool], anybody: bool = False) -> _Form:
    return _Form(re.compile(f"^{text}"), holds, anybody)


_JOB = rf"{_OWN} job"
_OUT = r"(?:was|were|got|has been) (?:laid off|fired|let go|dismissed|sacked|made redundant)"
_DEED = r"(?P<deed>[a-z]+ing(?: (?:an?|the))?(?: [\w.-]+){0,3}?)"
_PARTED = (
    r"(?:broke up|split up|separated|got divorced|divorced|called it a day|called it off|went their separate ways)"
)
_SOLD = r"(?:sold|gave away|got rid of|traded in|scrapped)"
_PLAN = rf"{_OWN} (?:\w+ )?(?:subscription|membership)"
_GAVE_UP = r"(?:stopped using|ditched|abandoned|replaced|(?:migrated|switched|moved)(?: away)? from)"
_FORMS = (
    _form(rf"{_WHO}{_HAS} (?:quit|left|lost|gave up|resigned from) {_JOB} (?:at|with|for) (?:the )?{_X}{_TAIL}", _work),
    _form(rf"{_WHO}{_HAS} {_OUT} (?:from|by|at) (?:the )?{_X}{_TAIL}", _work),
    _form(rf"{_WHO}{_HAS} (?:quit|resigned from|retired from) (?:the )?{_X}{_TAIL}", _work),
    # of a day, leaving is often for the day
    _form(rf"{_WHO}{_HAS} left (?:the )?{_X}{_TAIL_LONG}", _work),
    _form(rf"{_WHO}{_HAS} (?:(?:quit|lost|resigned from) {_JOB}|retired|{_OUT}){_TAIL}", _work),
    _form(rf"{_WHO}{_HAS} (?:stopped|quit|gave up) {_DEED}{_TAIL}", _habit),
    _form(rf"{_WHO}{_HAS} (?:came off|went off|is off) (?P<what>[a-z]\w+){_TAIL}", _medicine),
    _form(rf"(?:\S+ ){{1,4}}?took {_WHO} off (?P<what>[a-z]\w+){_TAIL}", _medicine, anybody=True),
    _form(rf"{_WHO}{_HAS} {_SOLD} {_OWN} (?P<thing>[\w-]+(?: [\w-]+)?){_TAIL}", _thing),
    _form(rf"{_WHO}{_HAS} traded {_OWN} (?P<thing>[\w-]+) in(?: for [\w ]+?)?{_TAIL}", _thing),
    _form(rf"{_OWN} (?P<thing>[\w-]+(?: [\w-]+)?) (?:was|got|has been) (?:stolen|sold|scrapped){_TAIL}", _thing),
    _form(rf"{_WHO} and (?P<x>[A-Z][\w'’-]*){_HAS} {_PARTED}{_TAIL}", _bond),
    _form(rf"{_WHO}{_HAS} (?:broke up with|split up with|divorced|separated from) {_X}{_TAIL}", _bond),
    _form(rf"{_WHO}{_HAS} {_GAVE_UP} {_X}(?: (?:to|with|in favou?r of) [A-Z][\w .+#-]*?)?{_TAIL}", _tool),
    _form(rf"{_WHO}{_HAS} moved (?:out of|away from) {_X}{_TAIL}", _home),
    _form(rf"{_WHO}{_HAS} (?:cancelled|canceled|ended) {_PLAN} (?:to|at|with|for) (?:the )?{_X}{_TAIL}", _member),
    _form(rf"{_WHO}{_HAS} (?:cancelled|canceled|ended) {_OWN} {_X} (?:subscription|membership){_TAIL}", _member),
    _form(rf"{_WHO}{_HAS} (?:cancelled|canceled|quit) {_X}{_TAIL}", _member),
    _form(rf"{_WHO}{_HAS} (?:graduated from|dropped out of) {_X}(?: with [\w'’ ]+?)?{_TAIL}", _studies),
    _form(rf"(?P<x>[A-Z][\w'’-]*){_HAS} (?:died|passed away|was put down|was put to sleep){_TAIL}", _pet, anybody=True),
    _form(rf"{_WHO}{_HAS} gave (?P<x>[A-Z][\w'’-]*) away{_TAIL}", _pet),
    _form(rf"{_WHO}{_HAS} had to put (?P<x>[A-Z][\w'’-]*) down{_TAIL}", _pet),
    _form(rf"{_WHO}{_HAS} had to have (?P<x>[A-Z][\w'’-]*) put to sleep{_TAIL}", _pet),
)
