"""The slot that a statement fills, where it says so in so many words. Everything else is left to later steps."""

from __future__ import annotations

import re

from mnemosaic.atoms import Slot, entity_key
from mnemosaic.write.attributes import Holds, canonical, holds, settled
from mnemosaic.write.mentions import KIN, is_common, is_noun, is_title, of_kin
from mnemosaic.write.regions import REGIONS
from mnemosaic.write.slot_forms import FORMS, SlotForm
from mnemosaic.write.value_shapes import UPPER, fits

_OPENING = re.compile(
    r"^(?:[^:\n]{1,40}: )?(?:(?:now|so|well|actually|yes|yeah|ok|today|and|but|as of today|since \w+|currently),? )*",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:not|never|no longer|would|might|if|could|may|should|maybe|perhaps|probably|supposedly|allegedly|apparently|"
    r"either|almost|nearly|wishes|pretends?|whether)\b|n['’]t\b|\?",
)
_DENIED = re.compile(
    r"(?:(?:,| and|, and|, but) (?:not|no longer)|,? instead of|,? rather than) (?:the |an? )?[\w.-]+(?: [A-Z][\w.-]+)*"
    r"(?: any ?more)?[.!]?$"
)
_BESIDE = re.compile(r"\b(?:also|part[- ]time|on the side|at weekends|on weekends|second|another|one of|sometimes)\b")
_WHEN = re.compile(
    r" (?:in|on|since|from|by|until|around)(?: (?:early|late|mid|the))? (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december|spring|summer|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"\d{1,2}(?:st|nd|rd|th)?\b|\d{4}).*$| (?:last|this|next) (?:week|month|year|spring|summer|autumn|winter|\w+day).*$"
    r"| \(\d{4}.*$",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:early |late |mid-)?(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"(?:,? \d{4})?"
)
_TIME = (
    rf"(?:in (?:{_MONTH}|\d{{4}})|on \d{{1,2}} {_MONTH}|last (?:week|month|year|spring|summer|autumn|winter|\w+day)|"
    r"(?:a few|a couple of|\w+) (?:day|week|month|year)s? ago|earlier this (?:week|month|year)|yesterday|today)"
    r"(?: \([^)]*\))?"
)
_WITH = rf"(?: with (?:(?-i:{UPPER}\w+['’]s|his|her|their) (?:\w+ )?{KIN}|(?-i:{UPPER})\w+)(?= ))"
_BETWEEN = re.compile(
    rf"\b(?P<deed>moved|relocated)(?: together)?{_WITH}?(?: {_TIME})?{_WITH}?(?= (?:back )?(?:to|into|from) )",
    re.IGNORECASE,
)
"""What stands between a move and where it goes to: with whom, and when."""
_AHEAD = re.compile(
    rf"^{_TIME},? (?=(?:\S+ ){{1,4}}?(?:moved|relocated|joined|left|quit|lived|worked|started working)\b)",
    re.IGNORECASE,
)
_STARTS = re.compile(
    r"\b(?:starts?|started|starting) (?:work |working |(?:an? |his |her |their )?new job )?(?:at|with)\b"
)
_STARTS_JOB = re.compile(r"\bstart\w* (?:work|working|(?:an? |his |her |their )?new job)\b")
_STARTS_ELSE = re.compile(
    r"\b(?:volunteer\w*|class(?:es)?|lessons?|courses?|training|project|physio|rehab|gym|nursery|kindergarten|club|"
    r"hospital|clinic|church|choir)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"^\d{4}$")
_AT_ITS = re.compile(
    r"(?:['’]s (?:[\w&-]+ ){0,2}(?:office|branch|site|plant|warehouse|department|depot|headquarters|HQ|hq)"
    r"| (?:headquarters|HQ|hq))$"
)
"""Who works at Acme's Bergen office works for Acme."""
_LOOSE_THING = frozenset(
    """it that this these those everything something nothing he she they we you i one all both which who what there
    land property stock gold furniture money equipment bitcoin art house home car flat boat bike dog cat phone
    apartment company business shop store restaurant team book meeting call""".split()
)
_INDEFINITE = frozenset("a an some two three his her their my your of any every each no many most".split())
_ONLY_MOVED = re.compile(
    r"^(?:Google|Microsoft|Apple|Amazon|Meta|Netflix|Linux|Windows|Python|Rust|Postgres\w*|MySQL|Kubernetes|AWS|Azure|"
    r"GitHub|GitLab|Slack|Team\w*|Plan|Phase|Stage|Emacs|Vim|Django|React|Docker|Terraform|Notion|Jira|Mac|"
    r"Sales|Marketing|Finance|HR|Support|Legal|Engineering|Operations|Product|Design|Research|Accounting|Management|"
    r"Logistics|Procurement|Part-?[Tt]ime|Full-?[Tt]ime|Room|Office|Building|Floor|Desk|Meeting|Senior|Junior|Lead|Staff|"
    r"Head|Director|Chief|Principal|Level|Grade|Shift|Nights?|Days?)\b"
)


def slot_of(details: str) -> Slot | None:
    """The slot that a resolved, affirmative statement fills, or None. `past` where it says that it held before."""
    opening = _OPENING.match(details)
    body = _DENIED.sub("", details[opening.end() :] if opening else details)
    body = _BETWEEN.sub(r"\g<deed>", _AHEAD.sub("", body))
    # a month is no doubt, a sentence that begins with "Maybe" is
    if _NO.search(body) or _NO.match(body[:1].lower() + body[1:]):
        return None
    for form in FORMS:
        match = form.pattern.match(body)
        if match is not None:
            slot = _slot(form, match)
            if slot is not None:
                return slot.model_copy(update={"single": False}) if _BESIDE.search(body) else slot
    return None


def _slot(form: SlotForm, match: re.Match[str]) -> Slot | None:
    found = match.groupdict()
    value = _WHEN.sub("", found["value"]).strip().rstrip(".").strip(' ,"“”')
    value = _AT_ITS.sub("", value) if form.attribute == "employer" else value
    attribute = _named(form.attribute or found["attribute"], value, match)
    owner = _person(found["who"]) if found.get("who") else _thing(found.get("thing") or "", match)
    if form.attribute == "employer" and _STARTS.search(match.group()) and not _starts_work(owner, value, match.string):
        return None
    if not owner or not attribute or not fits(attribute, value) or entity_key(owner) == entity_key(value):
        return None
    past = form.past and holds(attribute) is Holds.CHANGING
    return settled(Slot(entity=entity_key(owner), attribute=attribute, value=value, past=past))


def _starts_work(who: str, value: str, text: str) -> bool:
    """Whether to start at a place is to work there: not the choir at St. Mary's, nor somebody at a gym."""
    if is_noun(who):
        return False
    named = all(word[:1].isupper() or word in ("&", "of") for word in value.split()) and len(value.split()) <= 3
    return bool(_STARTS_JOB.search(text)) or (named and not _STARTS_ELSE.search(text))


def _named(attribute: str, value: str, match: re.Match[str]) -> str:
    """The attribute that the form states, by its one name, told apart by the value where the words do not tell it."""
    if attribute == "born":
        if _YEAR.match(value):
            return "birth year"
        return "birthday" if fits("birthday", value) else "birthplace"
    if attribute == "home":
        if "moved" in match.group() and _ONLY_MOVED.match(value):
            return ""
        return "home region" if entity_key(value.removeprefix("the ")) in REGIONS else "home"
    return canonical(attribute)


def _person(who: str) -> str:
    """Whose it is, as a mention names them: "Ann's friend Jack" is Jack, "Ann's older sister" is Ann's sister."""
    kin = of_kin(who)
    if kin is not None:
        return kin
    first = re.split(r"[ '’]", who, maxsplit=1)[0]
    return "" if is_common(first) and not is_title(first) else who


def _thing(thing: str, match: re.Match[str]) -> str:
    """What it is an attribute of, where that is one thing and not any of its kind.

    A name, several words, an uncountable word, or what the text speaks of as known ("the deadline for the report").
    """
    thing = thing.strip(" .")
    words = thing.split()
    if not words or words[0].lower() in _INDEFINITE or (words[-1].lower() in _LOOSE_THING and len(words) < 3):
        return ""
    named = re.match(UPPER, words[-1]) or re.search(r"[\d_./-]", thing)
    if named or len(words) > 1:
        return thing
    definite = match.string[max(0, match.start("thing") - 4) : match.start("thing")].lower() == "the "
    if definite:
        return thing if "attribute" in match.re.groupindex else ""
    return "" if thing.lower().endswith("s") else thing
