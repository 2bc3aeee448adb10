"""Marks in English sentences: negation, prohibition, allergy, permission, limits, revocation, correction.

Looked for by word first, since most sentences carry none: a pattern is tried only where one of its words is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mnemosaic.atoms import Claim
from mnemosaic.coverage import Mark
from mnemosaic.relations import Relation

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_IDIOM = re.compile(
    r"\b(?:can't wait|don't worry|couldn't agree more|no (?:problem|worries|doubt|wonder|big deal)|why not|not only|"
    r"not to mention|(?:isn't|aren't|don't|doesn't|wasn't|won't|can't) (?:it|you|they|he|she)(?: think| agree)?\s*\?)",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"n't\b|\b(?:not|never|nobody|nothing|none|neither|nor|without|cannot|hardly|no-one|no(?!\s*[,.!;:?]|$))\b",
    re.IGNORECASE,
)
_PROHIBITION = re.compile(
    r"\b(?:(?:must|may|should|shall)(?: not|n't| never)|(?:not|never|n't|longer) (?:be )?(?:allowed|permitted|supposed|"
    r"authori[sz]ed)|forbid(?:s|den)?|prohibit(?:s|ed)?|ban(?:s|ned)?|avoid(?:s|ed|ing)?|off[- ]limits|"
    r"under no circumstances|refrains?|abstains?|no \w+ing)\b"
    r"|(?:^|[.,;:–-]\s*|\b(?:please|and|but|also|so|to) )(?:don't|do not|never) (?!know\b|think\b|like\b|have\b)[a-z]",
    re.IGNORECASE,
)
_ALLERGY = re.compile(
    r"\b(?:allerg(?:y|ic|ies|ens?)|anaphyla(?:xis|ctic)|intoleran(?:t|ces?)|epipen|c(?:o)?eliac|contraindicated)\b",
    re.IGNORECASE,
)
_PERMISSION = re.compile(
    r"\b(?:allowed|allows? (?!you\b|me\b|us\b|one\b|them\b|for\b)|permit(?:s|ted)?|permission|authori[sz]ed?|"
    r"entitled|(?:free|welcome|okay|ok|fine) to|"
    r"approv(?:es?|ed)|consent(?:s|ed)?|(?-i:may) (?!be\b|have\b|not\b|never\b|well\b)[a-z]+|"
    r"can (?:use|share|access|see|read|enter|borrow|go ahead))\b",
    re.IGNORECASE,
)
_TIME_LIMIT = re.compile(
    r"\b(?:until|till|expir(?:e|es|ed|y)|temporar(?:y|ily)|deadline|no later than|from now on|"
    r"valid (?:from|for|through)|starting (?:from|on|in|next|this|today|tomorrow|\w+day)|"
    r"effective (?:from|as of|immediately)|as long as|"
    r"for (?:the )?(?:next|now|time being|coming|rest of)|"
    r"within (?:[\w-]+ ){1,2}(?:hours?|days?|weeks?|months?|years?)|"
    r"by (?:the end of|\w+day|next)|"
    r"(?:only|never|not|n't|nothing|nobody|no \w+)(?: \w+){0,4} (?:before|after|during|between|"
    r"on (?:\w+days?|weekends?)|at (?:night|weekends)|this (?:week|month|year)|"
    r"in (?:the )?(?:morning|evening|winter|summer))s?)\b",
    re.IGNORECASE,
)
_PROJECT_LIMIT = re.compile(
    r"\b(?:(?:for|in|on|within|inside|across) (?:this|the|that|our|my|their|[\w'’-]+['’]s) (?:[\w-]+ ){0,2}(?:project|"
    r"repo|repository|codebase|workspace|client|customer|account|sprint|release|contract|assignment|module|"
    r"service)|(?:for|in|on|within) project \w+|(?:project|repo|team|client)[- ]only|only for|"
    r"appl(?:y|ies) (?:only )?to|limited to)\b",
    re.IGNORECASE,
)
_REVOCATION = re.compile(
    r"\b(?:no longer|any ?more|revok(?:es?|ed|ing)|rescind(?:s|ed)?|withdr(?:aw|aws|ew|awn)|cancel(?:s|led|ed|ling)?|"
    r"called off|(?:take|took|taken|takes) back|stop(?:s|ped) \w+ing|quits?|g(?:ave|ive|iven|ives) up|discontinued?|"
    r"(?<!get )(?<!got )(?<!is )(?<!am )(?<!are )used to \w+|former(?:ly)?|"
    r"ceas(?:es?|ed)|retract(?:s|ed)?|overrul(?:es?|ed)|replaced?|instead of)\b",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"^\W*(?:actually|no,|wait,|correction\b)|\b(?:correct(?:ion|s|ed|ing)|misspoke|mistaken(?:ly)?|scratch that|"
    r"i (?:meant|was wrong|made a mistake|got (?:that|it|this) wrong)|let me correct|sorry, (?:i|it|that|not)\b|"
    r"(?:that|this|it|which)(?: is| was|['’]s) (?:wrong|not (?:right|true|correct))|"
    r"(?:i|he|she|they|[A-Z]\w+) said (?:before|earlier)|earlier (?:i|he|she|they) said|contrary to)",
    re.IGNORECASE,
)
_PATTERNS = {
    Mark.NEGATION: (_NEGATION, "not never nobody nothing none neither nor without cannot hardly no"),
    Mark.PROHIBITION: (
        _PROHIBITION,
        "not never no don't mustn't shouldn't forbid forbids forbidden prohibit prohibits prohibited ban bans banned "
        "avoid avoids avoided avoiding off refrain refrains abstain abstains",
    ),
    Mark.ALLERGY: (
        _ALLERGY,
        "allergy allergic allergies allergen allergens anaphylaxis anaphylactic intolerant intolerance intolerances "
        "epipen celiac coeliac contraindicated",
    ),
    Mark.PERMISSION: (
        _PERMISSION,
        "allow allows allowed permit permits permitted permission authorize authorise authorized authorised entitled "
        "free welcome okay ok fine approve approves approved consent consents consented may can",
    ),
    Mark.TIME_LIMIT: (
        _TIME_LIMIT,
        "until till expire expires expired expiry temporary temporarily deadline later now valid starting effective "
        "long for within by only never not nothing nobody no",
    ),
    Mark.PROJECT_LIMIT: (
        _PROJECT_LIMIT,
        "project repo repository codebase workspace client customer account sprint release contract assignment "
        "module service only apply applies limited",
    ),
    Mark.REVOCATION: (
        _REVOCATION,
        "longer anymore more revoke revokes revoked revoking rescind rescinds rescinded withdraw withdraws withdrew "
        "withdrawn cancel cancels cancelled canceled cancelling canceling called back stops stopped quit quits up "
        "discontinue discontinued cease ceases ceased retract retracts retracted overrule overrules overruled replace "
        "replaced instead used former formerly",
    ),
    Mark.CORRECTION: (
        _CORRECTION,
        "actually no wait correction corrects corrected correcting correct misspoke mistaken mistakenly scratch meant "
        "wrong mistake sorry not said contrary",
    ),
}
_OF_WORD: dict[str, frozenset[Mark]] = {}
for _mark, (_, _words) in _PATTERNS.items():
    for _word in _words.split():
        _OF_WORD[_word] = _OF_WORD.get(_word, frozenset()) | {_mark}
_CORRECTING = frozenset({Relation.UPDATES, Relation.CONTRADICTS})
_OF_NOT = frozenset({Mark.NEGATION, Mark.PROHIBITION, Mark.TIME_LIMIT})
NO_MARKS: frozenset[Mark] = frozenset()

_KEPT_BY = {
    Mark.NEGATION: {Mark.NEGATION, Mark.PROHIBITION, Mark.REVOCATION},
    Mark.PROHIBITION: {Mark.PROHIBITION, Mark.NEGATION},
    Mark.REVOCATION: {Mark.REVOCATION, Mark.NEGATION},
    Mark.CORRECTION: {Mark.CORRECTION, Mark.REVOCATION, Mark.NEGATION},
}


def marks_of(text: str) -> frozenset[Mark]:
    """The marks that an English text carries. Idioms such as "can't wait" carry none."""
    plain = text.replace("’", "'")
    candidates = NO_MARKS
    for word in set(_WORD.findall(plain.lower())):
        if word in _OF_WORD:
            candidates |= _OF_WORD[word]
        if word.endswith("n't"):
            candidates |= _OF_NOT
    if not candidates:
        return candidates
    if Mark.NEGATION in candidates:
        plain = _IDIOM.sub("", plain)
    return frozenset(mark for mark in candidates if _PATTERNS[mark][0].search(plain))


def lost(marks: Iterable[Mark], claims: Iterable[Claim]) -> frozenset[Mark]:
    """Those of a sentence's marks that the claims taken from it do not keep.

    A negation may be kept as a prohibition, and the reverse; a limit of time also by a claim's times, a revocation by
    the end of what held, and a correction by being told as one, or by a relation to what it corrects.
    """
    wanted = set(marks)
    if not wanted:
        return NO_MARKS
    for claim in claims:
        has = marks_of(claim.details)
        wanted = {mark for mark in wanted if not (_KEPT_BY.get(mark, {mark}) & has or _keeps_apart(mark, claim))}
        if not wanted:
            break
    return frozenset(wanted)


def _keeps_apart(mark: Mark, claim: Claim) -> bool:
    """Whether a claim keeps the mark elsewhere than in its words."""
    if mark is Mark.TIME_LIMIT:
        return any((claim.valid_from, claim.valid_until, claim.occurred_until))
    if mark is Mark.REVOCATION:
        return claim.valid_until is not None
    relations = {relation.relation for relation in claim.relations}
    return mark is Mark.CORRECTION and (claim.corrects or not relations.isdisjoint(_CORRECTING))
