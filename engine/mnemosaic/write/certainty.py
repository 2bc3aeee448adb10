"""How directly and how specifically a statement is made, each in 0..1, for the confidence gate.

directness  = 1 - 0.35 hedged ("maybe", "I think") - 0.35 hearsay ("my friend said", "apparently") - 0.2 where both
              - 0.25 conditional ("if I ...") - 0.15 generic ("nobody ..."), at least 0.1; a rumour is both by its name
specificity = 0.45 + 0.15 names something + 0.15 has a number or a date + 0.15 has two words of four letters or more
              + 0.1 is about somebody or something named - 0.25 vague ("something", "stuff"), in 0.1..1

A weight says how many such marks a reader would need to doubt the statement; the gate combines the two with
consistency.
"""

from __future__ import annotations

import re

# what is said by a rumour; one that somebody hates is none
_RUMOUR = r"rumou?r(?:s|ed)? (?:has|have|is|was|say|says|said|that|go|goes|to)"
# what is not about capitals is looked for in lower case: that is five times as fast as ignoring case
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|may be|i think|i guess|i suppose|i believe|i feel like|not sure|"
    r"unsure|"
    r"i assume|who knows|seems?|kind of|sort of|kinda|sorta|could be|i['’]m thinking|thinking (?:of|about)|"
    rf"{_RUMOUR}|"
    r"considering|if i remember|as far as i know|afaik|iirc|i doubt|roughly)\b"
)
_HEARSAY = re.compile(
    r"\b(?:(?i:he|she|they|someone|somebody|people|everyone|(?:my|a|his|her|their|our|the) (?:[a-z]+ ){0,2}[a-z]+)|"
    r"(?!I\b)[A-Z]\w+) (?:said|says|told|claims?|claimed|mentioned|thinks?|reckons?|believes?|heard)\b"
    r"|\b(?i:i (?:heard|hear|read|was told|am told) (?:that|about|it|he|she|they)|i['’]ve heard|according to|"
    rf"{_RUMOUR}|"
    r"(?:they|people|some|folks) say|word (?:is|has it)|it is said|reportedly|allegedly|supposedly|apparently)\b"
    r"|\b(?i:i (?:heard|hear|was told|am told)) [A-Z]\w+ "
)
_CONDITIONAL = re.compile(r"^\W*(?:if|in case|suppose|imagine|assuming)\b|\bi wish\b")
_GENERIC = re.compile(r"\b(?:people|everyone|everybody|one never|nobody|you never)\b")
_VAGUE = re.compile(
    r"\b(?:something|someone|somewhere|somehow|stuff|things?|whatever|some kind|some sort|a lot|lots|anything|etc|"
    r"this and that|the other day|one day|some day|someday)\b"
)
_NUMBER = re.compile(r"\d")
_CONTENT = re.compile(r"[^\W\d_]{4,}")


def directness(sentence: str) -> float:
    """How much a statement is the speaker's own and unhedged, in 0..1."""
    lower = sentence.lower()
    hedged, hearsay = bool(_HEDGED.search(lower)), bool(_HEARSAY.search(sentence))
    score = 1.0 - 0.35 * hedged - 0.35 * hearsay - 0.2 * (hedged and hearsay)
    score -= 0.25 * bool(_CONDITIONAL.search(lower))
    score -= 0.15 * bool(_GENERIC.search(lower))
    return round(max(0.1, score), 2)


def specificity(sentence: str, *, names: int, dated: bool, has_subject: bool) -> float:
    """How much a statement pins down, in 0..1; `names` counts the entities it mentions besides the speaker."""
    score = 0.45
    score += 0.15 * (names > 0)
    score += 0.15 * (dated or bool(_NUMBER.search(sentence)))
    score += 0.15 * (len(_CONTENT.findall(sentence)) >= 2 or not sentence.isascii())
    score += 0.1 * has_subject
    score -= 0.25 * bool(_VAGUE.search(sentence.lower()))
    return round(min(1.0, max(0.1, score)), 2)
