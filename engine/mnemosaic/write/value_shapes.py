"""What a value of an attribute can look like. "Ann's manager is tired" names no manager."""

from __future__ import annotations

import re

from mnemosaic.write.calendar import MONTHS, WEEKDAYS

UPPER = r"[^\W\d_a-zà-öø-ÿß]"
"""A letter that may begin a name: no small Latin one."""

_NAME = re.compile(rf"{UPPER}|[a-z]+[A-Z]|\"|“")
_DIGIT = re.compile(r"\d")
_DAY = re.compile(
    rf"\d|\b(?:{'|'.join(MONTHS)}|{'|'.join(WEEKDAYS)}|tomorrow|today|tonight|end of|mid|q[1-4]|next \w+)\b",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(
    rf"\d.*\b(?:{'|'.join(MONTHS)})\b|\b(?:{'|'.join(MONTHS)})\b.*\d|\d{{4}}-\d\d-\d\d|\d+[./]\d+", re.IGNORECASE
)
OCCUPATIONS = (
    r"(?:nurse|doctor|physician|surgeon|teacher|tutor|engineer|developer|programmer|manager|director|designer|lawyer|"
    r"solicitor|judge|accountant|consultant|analyst|chef|cook|baker|pilot|professor|lecturer|scientist|researcher|"
    r"writer|author|journalist|editor|translator|architect|dentist|electrician|plumber|carpenter|barista|waiter|"
    r"waitress|librarian|paramedic|pharmacist|therapist|psychologist|psychiatrist|veterinarian|vet|mechanic|"
    r"firefighter|police officer|soldier|driver|farmer|gardener|photographer|musician|actor|actress|painter|artist|"
    r"biologist|chemist|physicist|geologist|economist|secretary|receptionist|administrator|technician|operator|"
    r"intern|assistant|officer|lead|head|ceo|cto|cfo|coo|vp|president|product owner|scrum master|salesman|"
    r"saleswoman|cashier|clerk|model|dancer|singer|coach|trainer|instructor|social worker|bus driver|tailor|barber|"
    r"hairdresser|midwife|optician|principal|headteacher|postdoc|student|apprentice|specialist|supervisor|planner|"
    r"butcher|florist|jeweller|welder|builder|surveyor|actuary|auditor|banker|broker|realtor|estate agent)"
)
PARTS_OF_WORK = (
    r"(?:office|branch|site|plant|warehouse|store|shop|department|team|floor|desk|lab|depot|campus|headquarters|hq)"
)
"""Parts of whom somebody works for, in small letters: who works at Office Depot or at the Body Shop works for it."""
_PART_OF_WORK = re.compile(
    r"^(?!.*['’]s )(?:[\w&-]+ ){0,2}(?:office|branch|site|plant|warehouse|department|team|floor|desk|depot)$"
)
"""What is a part by its name alone. A lab, a shop and a store can be whom somebody works for."""
_OCCUPATION = re.compile(rf"\b{OCCUPATIONS}s?\b", re.IGNORECASE)
_STATUS = re.compile(r"^(?:single|married|divorced|engaged|widowed|separated|in a relationship)$", re.IGNORECASE)
_BLOOD = re.compile(r"^(?:AB|A|B|O|0)(?: ?(?:\+|-|positive|negative|rh.*))?$", re.IGNORECASE)
_SHORT = re.compile(r"^\S+(?: \S+){0,3}$")
_NAMED = (
    *"employer home birthplace spouse partner name nickname owner manager lead head assignee on-call doctor".split(),
    *"dentist school car gym capital mother father friend child sibling colleague member founder author".split(),
    *"visited language".split(),
    *("home region", "place of origin", "maiden name", "middle name", "native language"),
)
_COUNTED = "age phone iban size height weight dose price salary budget version population".split()
_SHAPES = {
    **dict.fromkeys(_NAMED, _NAME),
    **dict.fromkeys(_COUNTED, _DIGIT),
    **dict.fromkeys(("blood pressure", "birth year", "founding year", "social security number"), _DIGIT),
    "deadline": _DAY,
    "birthday": _BIRTHDAY,
    "occupation": _OCCUPATION,
    "marital status": _STATUS,
    "blood type": _BLOOD,
    "status": _SHORT,
    "email": re.compile(r"@"),
    "diet": re.compile(r"vegan|vegetarian|pescatarian|gluten|keto|halal|kosher|low", re.IGNORECASE),
}
_NO_NAME = re.compile(
    r"^(?:I|He|She|It|They|We|You|American|British|English|Scottish|Irish|Welsh|French|German|Dutch|Italian|Spanish|"
    r"Portuguese|Greek|Turkish|Russian|Polish|Swedish|Norwegian|Danish|Finnish|Chinese|Japanese|Korean|Indian|"
    r"Canadian|Australian|Mexican|Brazilian|Swiss|Austrian|Belgian|Czech|Ukrainian|Iranian|Israeli|Egyptian|African|"
    r"Asian|European|Jewish|Muslim|Buddhist|Hindu|Catholic|Protestant|"
    rf"{'|'.join(name.capitalize() for name in (*MONTHS, *WEEKDAYS))})\b"
)
_VAGUE = re.compile(
    r"\bor\b|^(?:very|so|too|really|pretty|quite|great|good|bad|nice|awful|terrible|amazing|"
    r"fine|new|old|best|worst|only|better|here|there|that|"
    r"this|what|which|who|something|someone|somebody|unknown|important|different|always|just|being|going|getting|"
    r"coming|made|about to|a (?:bit|lot|mess|joke|problem|nightmare|secret)|the (?:same|best|worst|one|only))\b"
)


def fits(attribute: str, value: str) -> bool:
    """Whether `value` can be a value of `attribute`, given by its one name."""
    if not value or _VAGUE.search(value) or (attribute == "employer" and _PART_OF_WORK.match(value)):
        return False
    shape = _SHAPES.get(attribute)
    if shape is None:
        return True
    if shape is _NAME:
        wrong = _NO_NAME.match(value) if attribute not in ("language", "native language") else None
        return bool(_NAME.match(value)) and not wrong
    return bool(shape.search(value))
