"""Whether a speaker takes back what was said before, by the words that announce it."""

from __future__ import annotations

import re

from mnemosaic.write.dates import names_time

# looked for in lower case
_CORRECTS = re.compile(
    r"^\W*(?:correction\b|sorry,|oops|scratch that|wait,|no, (?:it|that|he|she|they|i|we)\b|my mistake|my bad|"
    r"i (?:misspoke|mis-?typed|got that wrong|stand corrected)|that was wrong|let me correct)"
    r"|\b(?:i (?:actually )?meant(?: to (?:say|write))?\b|i was wrong (?:about|when|to)|"
    r"i (?:said|told you|wrote) [^.!?]{1,80}"
    r"(?:,? but (?:actually|it|that|i meant|i should)|,? i meant|"
    r", (?:that|which) (?:was|is) (?:wrong|not true|a mistake))"
    r"|(?:correct|corrects|correcting) (?:what|my|that|the (?:earlier|previous|last))|strike that|"
    r"not [^.!?,;]{1,40} as (?:i|he|she|they|we) (?:said|wrote|told)|contrary to what i said|"
    r"(?:that|it|which) was (?:a (?:mistake|typo|slip)|wrong(?:ly (?:noted|recorded))?),? (?:it|the)\b)"
)
_TIMES = "date|day|time|hour|weekday|month|year"
_WHAT = rf"(?:{_TIMES}|number|name|address|figure|amount|price|place|venue|room|spelling|details?|info(?:rmation)?)s?"
_LEAD = (
    r"^\W*(?:(?:actually|sorry|oh(?: no)?|oops|wait|no|hm+|well|ah|damn|apologies|my mistake|my bad|i think|"
    r"i(?:['’]m| am) afraid)[\s,:;.!–-]+)*"
)
_WRONG = re.compile(
    _LEAD + rf"i (?:have |had |['’]ve |must have )?(?:gave|given|told|sent|quoted) "
    rf"(?:you|us|everyone|everybody) (?:the |a |that )?wrong (?P<what>{_WHAT})\b"
    rf"|\bthe (?P<of>{_WHAT}) (?:that |which )?i (?:gave|told|sent|quoted)(?: (?:you|us|everyone|everybody))?"
    r"(?: \w+){0,3} (?:was|is) (?:wrong|not right|incorrect|a mistake)"
)
_WHEN = r"(?: (?:earlier|before|last time|on \w+|yesterday|there))?"
_BARE = re.compile(
    _LEAD + rf"(?:i (?:have |had |['’]ve |must have )?(?:got|had|mixed up|muddled(?: up)?|confused) "
    rf"(?:the |that |my |our )?(?P<what>{_WHAT})(?: (?:wrong|mixed up|muddled(?: up)?)){_WHEN}|my mistake|my bad|"
    rf"i misspoke{_WHEN}|i was mistaken (?:earlier|before|last time|yesterday)|scratch that|that was wrong|correction)"
    r"\W*$"
)
_NAMES_VALUE = re.compile(r"\d|[:;–—]|\b(?:it|that|he|she|they)(?:['’]s| is| was)\b(?! (?:wrong|not))")
"""What stands in an announcement that goes on to say what is right."""
_ANNOUNCES = re.compile(
    r"^\W*(?:(?:actually|sorry|correction|oops|wait|no|my mistake|my bad|scratch that|strike that|"
    r"let me correct (?:that|myself)|i (?:misspoke|got that wrong))\b[\s,:;.!–-]*)*"
    r"(?:i (?:actually )?meant(?: to (?:say|write))?(?: that)?[\s,:]+)?(?=\S+ \S)",
    re.IGNORECASE,
)


def without_announcement(sentence: str) -> str:
    """A correcting sentence without the words that only announce it: what holds from now on."""
    opening = _ANNOUNCES.match(sentence)
    rest = sentence[opening.end() :] if opening is not None else sentence
    return rest[:1].upper() + rest[1:]


def corrects(sentence: str) -> bool:
    """Whether the sentence announces a correction ("I said March, I meant May")."""
    lower = sentence.lower()
    return bool(_CORRECTS.search(lower) or _WRONG.search(lower))


def corrects_next(sentence: str, following: str) -> bool:
    """Whether a sentence only announces that something was wrong, and the one that follows may say what is right.

    "I gave you the wrong date. The party is on the 14th." Where a time was wrong, what follows has to name one. A
    semicolon parts the two as a full stop does.
    """
    lower = sentence.lower().rstrip("; ")
    said = _WRONG.search(lower) or _BARE.search(lower)
    if said is None or _NAMES_VALUE.search(lower[said.end() :]):
        return False
    what = next((word for word in said.groupdict().values() if word), "")
    return not re.match(_TIMES, what) or names_time(following) or bool(re.search(r"\d", following))
