"""Whether a speaker takes back what was said before, by the words that announce it."""

from __future__ import annotations

import re

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
    return bool(_CORRECTS.search(sentence.lower()))
