"""The few attributes that a sentence states in so many words, as slots. Everything else is left to later steps."""

from __future__ import annotations

import re

from mnemosaic.atoms import Slot, entity_key

_VALUE = r"(?P<value>[^\s,.;!?()][^,.;!?()]{0,60}?)"
_END = (
    r"(?= (?:and|but|because|since|so|which|where|who|when|while|with|for|as|at|now|right now|these days|currently|"
    r"until|"
    r"again|after|before|last|this|next|in \d{4}|yesterday|today)\b| ?[(,.;!?–—]|$)"
)
_WHO = (
    r"^(?:now,? |so,? |well,? |actually,? |yes,? |yeah,? )*(?P<who>[^\W\d_][\w.-]*(?: [A-Z][\w.-]*)?"
    r"(?:['’]s (?:[a-z-]+ ){0,2}?[a-z-]+(?: [A-Z][\w-]+)?)?)"
)
_PATTERNS: tuple[tuple[re.Pattern[str], str, bool], ...] = tuple(
    (re.compile(f"{_WHO} {verb} (?:the )?{_VALUE}{_END}", re.IGNORECASE if flag else 0), attribute, single)
    for verb, attribute, single, flag in (
        (
            r"(?:now |currently |still )?(?:works?|is working|(?:has )?(?:just )?started working) (?:at|for)",
            "employer",
            True,
            False,
        ),
        (r"(?:has )?(?:just |recently )?(?:joined|got a job at)(?= [A-Z])", "employer", True, False),
        (r"(?:now |currently |still )?(?:works|is working) as(?: an?)?", "occupation", True, False),
        (r"(?:now |currently |still )?(?:lives?|is living) in(?= [A-Z])", "home", True, False),
        (r"(?:has )?(?:just |recently |finally )?moved (?:from [A-Z]\w+ )?to(?= [A-Z])", "home", True, False),
        (r"(?:is|are) (?:severely |very |highly |deathly |also )?allergic to", "allergy", False, False),
    )
)
_OWNED = re.compile(
    r"^(?:now,? |so,? |well,? |actually,? |yes,? |"
    r"yeah,? )*(?P<who>[^\W\d_][\w.-]*(?: [A-Z][\w.-]*)?(?:['’]s (?!birthday|name|phone|number"
    r")[a-z-]+)?)['’]s (?P<attribute>"
    r"(?:(?:all-time )?favou?rite (?P<thing>[a-z]+(?: [a-z]+)?)|birthday|name|phone(?: number)?|number|"
    r"e-?mail(?: address)?|"
    r"address|iban|blood type|job|employer|middle name|wife|husband|age|nationality|native language|mother tongue))"
    r"(?: (?:now|currently))? (?:is|are) (?:now |currently |on |an? |the )?(?P<value>[^;!?()]{1,80}?)(?= (?:and|but|"
    r"because|since|so)\b"
    r"| ?[(,;!?–—]|\.?\s*$|\. )",
    re.IGNORECASE,
)
_NAMES = {"favorite": "favourite", "phone number": "phone", "number": "phone", "e-mail": "email", "job": "occupation"}
_NO = re.compile(r"\b(?:not|never|no longer|used to|would|might|if)\b|n['’]t\b")
_MANY = frozenset({"allergy"})


def slot_of(details: str) -> Slot | None:
    """The slot that a resolved, affirmative statement fills, or None."""
    if _NO.search(details.lower()):
        return None
    owned = _OWNED.match(details)
    if owned is not None:
        thing = owned["thing"]
        attribute = f"favourite {thing.lower()}" if thing else owned["attribute"].lower()
        return _slot(owned["who"], _NAMES.get(attribute, attribute), owned["value"], single=True)
    for pattern, attribute, single in _PATTERNS:
        match = pattern.match(details)
        if match is not None:
            return _slot(match["who"], attribute, match["value"], single=single)
    return None


def _slot(who: str, attribute: str, value: str, *, single: bool) -> Slot:
    return Slot(entity=entity_key(who), attribute=attribute, value=value.strip().rstrip("."), single=single)
