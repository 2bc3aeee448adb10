"""First and second person resolved to names, so that a statement is understood on its own."""

from __future__ import annotations

import re
from typing import NamedTuple

from mnemosaic.write.verbs import MODALS, NOT_VERBS, PARTICIPLES, is_adverb, is_past, third_person


class Names(NamedTuple):
    """Who speaks, and to whom where that is known."""

    speaker: str
    addressee: str | None = None


_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|`[^`\n]+`")
_FIRST = re.compile(
    r"(?<![\w'’.@/-])(?:(?P<subject>I)(?P<short>['’](?:m|ve|ll|d|s))?(?!['’\w.@/])|(?P<im>[Ii]m|[Ii]['’]?m|"
    r"[Ii]ve)(?=\s)|(?P<little>i)(?P<lshort>['’](?:m|ve|ll|d))?(?=\s+\w)|"
    r"(?P<my>[Mm]y)|(?P<me>[Mm]e)|(?P<mine>[Mm]ine)|(?P<self>[Mm]yself))(?![\w'’@]|[./-]\w)"
)
_SECOND = re.compile(
    r"(?<![\w'’.@/-])(?:(?P<your>[Yy]our)|(?P<yours>[Yy]ours)|(?P<self>[Yy]ourself)|"
    r"(?P<you>[Yy]ou|u)(?P<short>['’](?:re|ve|ll|d))?)(?![\w'’@]|[./-]\w)"
)
_GENERIC_YOU = re.compile(
    r"\b(?:when|if|once|whenever|unless|where|as|that|how|what|makes?|helps?|lets?|gives?|gets?|keeps?) you\b|"
    r"\b(?:thank|thanks to|bless|you know|you won['’]t believe|you['’]ll never|you guys|you all|y'all|you never|"
    r"you can|you could|you need|you have to|you "
    r"gotta|you just|each of you|both of you)\b",
    re.IGNORECASE,
)
_BARE_KIN = re.compile(
    r"^(?:[Mm]u?om|[Mm]um|[Dd]ad|[Gg]randma|[Gg]randpa)(?=['’]s\b| (?:is|was|has|had|said|told|loves|likes|works|"
    r"lives|called|"
    r"went|came|gave|made|and dad)\b)"
)
_YOU = re.compile(r"\b[Yy]ou(?:['’]\w+)?(?![\w'’])")
_WORD = re.compile(r"\s+([A-Za-z][A-Za-z'’]*)")
_LAST_WORD = re.compile(r"([A-Za-z'’]+)[\s,]*$")
_INVERTED = frozenset(
    """do does did am is are was were have has had can could will would shall should may might must don't
    didn't can't let make makes made see saw help helps helped and""".split()
)
_WITH_OTHERS = re.compile(
    r"(?:^|[.!?;:,]\s+|\b(?:that|because|when|if|so|So|but|since|as|while|where|and)\s+)"
    r"(?!(?:[Yy]es|[Yy]eah|[Nn]o|[Oo]k|[Oo]kay|[Ww]ell|[Ss]o|[Oo]h|[Tt]rue|[Rr]ight|[Ss]ure|[Gg]reat|[Aa]nd|[Bb]ut)\b)"
    r"(?:(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|[Tt]heir) [a-z]+(?: [A-Z]\w+)?|[A-Z]\w+)(?:, [A-Z]\w+)*,? and $"
)
"""The subject that a clause begins with and that "I" is one of: "Ann and I have" is said of two."""
_BEFORE_PARTICIPLE = frozenset("never always just already only also ever recently".split())
_BEFORE_SUBJECT = frozenset(
    """and but so because that think know hope glad sure believe if when while where how what why way as since
    though until whether say says said see guess bet suppose agree feel maybe perhaps which who time thing
    things everything all""".split()
)
_AUXILIARIES = frozenset(
    """are were have had will would can could should must might may do did don't didn't aren't weren't haven't
    won't can't couldn't shouldn't wouldn't need want""".split()
)
_COORDINATED = re.compile(
    r"(?P<before>[^.;!?]*?\b(?:and|but) (?:also |then |now |still |usually |always |never )?)"
    r"(?P<verb>am|have|run|live|teach|make|write|go|do|own|eat|hate|love|like|want|need|prefer|speak|enjoy|take|play"
    r"|keep|use|try|feel|think|know|believe|hope|plan|walk|cook|drive|ride|paint|visit|help|study|collect|volunteer|"
    r"work(?= (?:as|at|in|for|from|with|on|part|full)\b)|live(?= in\b))"
    r"(?:(?<=\bwork)|(?<=\blive)|(?= (?!of\b|and\b|or\b|for\b|in\b|is\b|are\b)\w))"
)
_BREAKS_COORDINATION = re.compile(
    r"\b(?:to|will|would|can|could|should|must|might|may|who|that|which|we|you|they|he|she|it|when|if|gonna|gotta|why|how)\b|\bI\b|'ll|'d"
)
_MY = re.compile(r"\b[Mm]y\b")
_SUPPOSING = frozenset("if wish wishes though suppose imagine".split())
_OPENS_PART = frozenset("why how what where when while which who".split())
_UNREAL = re.compile(r" were(?:n['’]t)?\b")
_OMITTED = re.compile(
    r"^(?P<lead>(?:(?:Yeah|Yes|Yep|No|Well|So|Oh|Also|And|But|Actually|Finally|Then|Recently|Yesterday|Today|Last \w+)"
    r",? )?(?:just |Just |recently |Recently |finally |Finally )?)"
    r"(?P<verb>went|got|had|took|saw|bought|started|finished|moved|met|visited|made(?! (?:in|of|by|from)\b)|spent|"
    r"watched|played|tried|joined|"
    r"came|gonna|been|have been|loved|decided|signed|found(?! (?:in|by|at|on)\b)|gave|ran|read|wrote|left|lost|won|"
    r"quit|hope to|"
    r"want to|need to|love|loving|trying to|planning to|thinking about|thinking of|looking forward)"
    r"\b(?! (?:is|was|me|us)\b)",
    re.IGNORECASE,
)
_OMITTED_FORM = {
    "gonna": "is going to",
    "been": "has been",
    "have been": "has been",
    "hope to": "hopes to",
    "want to": "wants to",
    "need to": "needs to",
    "love": "loves",
}
_CONTRACTED = {"m": "is", "ve": "has", "ll": "will", "s": "is", "re": "is"}


def resolve(text: str, names: Names) -> str:
    """`text` with the first person, and the second where it means the addressee, replaced by names.

    Verbs agree. Quoted speech and code are left alone, and so is *we*: who belongs to it is not known. A generic
    *you* ("when you get older") is nobody in particular and stays.
    """
    if names.addressee is not None and _SECOND.search(text) and not _GENERIC_YOU.search(text):
        text = _outside_quotes(text, names.addressee, second=True)
    text = _BARE_KIN.sub(
        lambda kin: f"{possessive(names.speaker)} {kin.group().lower()}", _with_subject(text, names.speaker)
    )
    return _outside_quotes(text, names.speaker, second=False)


def possessive(name: str) -> str:
    """`name` with the mark of possession."""
    return f"{name}'s"


def _with_subject(text: str, speaker: str) -> str:
    """A subject put back where chat leaves it out: "Went to Oslo" becomes "Ann went to Oslo"."""
    match = _OMITTED.match(text)
    if match is None or (match.start("verb") == 0 and text[0].islower()):
        return text
    verb = match["verb"].lower()
    form = _OMITTED_FORM.get(verb) or (f"is {verb}" if "ing" in verb or verb.startswith("look") else verb)
    lead = match["lead"]
    lead = lead[:1].lower() + lead[1:] if lead.lower().startswith(("just", "recent", "final")) else lead
    if lead.endswith((", ", "Well ", "So ")) or lead[:1].isupper():
        return f"{lead}{speaker} {form}{text[match.end() :]}"
    return f"{speaker} {lead}{form}{text[match.end() :]}"


def _outside_quotes(text: str, name: str, *, second: bool) -> str:
    parts: list[str] = []
    at = 0
    for quoted in _QUOTED.finditer(text):
        parts.append(_replace(text[at : quoted.start()], name, second=second))
        parts.append(quoted.group())
        at = quoted.end()
    parts.append(_replace(text[at:], name, second=second))
    return "".join(parts)


def _replace(text: str, name: str, *, second: bool) -> str:
    parts: list[str] = []
    at = 0
    for match in (_SECOND if second else _FIRST).finditer(text):
        if match.start() < at:
            continue
        parts.append(text[at : match.start()])
        new, at = _pronoun(text, match, name, second=second)
        parts.append(new)
    parts.append(text[at:])
    return "".join(parts)


def _pronoun(text: str, match: re.Match[str], name: str, *, second: bool) -> tuple[str, int]:
    """The replacement of one pronoun with the verb after it, and where the text goes on."""
    kind = match.lastgroup or ""
    if kind in ("my", "your", "mine", "yours"):
        return possessive(name), match.end()
    if kind == "self":
        alone = second and not _YOU.search(text)
        return match.group() if alone else "themself", match.end()
    if kind == "me":
        return name, match.end()
    short = _short_form(match)
    before = _LAST_WORD.search(text, max(0, match.start() - 20), match.start())
    preceding = before[1].lower() if before and not before.group().rstrip(" ").endswith(",") else ""
    if second and not short and _is_object(text, match, preceding):
        return name, match.end()
    if short == "m" and preceding not in _OPENS_PART:
        return _coordinated(text, match.end(), f"{name} is", name)
    if short:
        return _contracted(text, match, name, short)
    if preceding in _INVERTED and (preceding != "and" or _WITH_OTHERS.search(text, 0, match.start())):
        return name, match.end()
    unreal = _UNREAL.match(text, match.end()) if preceding in _SUPPOSING else None
    if unreal is not None:
        return name + unreal.group(), unreal.end()
    return _agreeing(text, match.end(), name)


def _short_form(match: re.Match[str]) -> str:
    if "im" in match.re.groupindex and match["im"]:
        return "ve" if match["im"].lower().endswith("ve") else "m"
    short = match["short"] or ("lshort" in match.re.groupindex and match["lshort"]) or ""
    return str(short)[1:]


def _is_object(text: str, match: re.Match[str], preceding: str) -> bool:
    """Whether *you* is an object: no verb follows, and no word stands before it after which a subject comes."""
    following = _WORD.match(text, match.end())
    if following is None or following[1].lower() in NOT_VERBS:
        return True
    follower = following[1].lower().replace("’", "'")
    return bool(preceding) and preceding not in _BEFORE_SUBJECT and follower not in _AUXILIARIES


def _contracted(text: str, match: re.Match[str], name: str, short: str) -> tuple[str, int]:
    if short != "d":
        return f"{name} {_CONTRACTED[short]}", match.end()
    words = _WORD.match(text, match.end())
    while words and words[1].lower() in _BEFORE_PARTICIPLE:
        words = _WORD.match(text, words.end())
    verb = words[1].lower() if words else ""
    done = verb in PARTICIPLES or (verb.endswith("ed") and len(verb) > 4)
    return f"{name} {'had' if done else 'would'}", match.end()


def _agreeing(text: str, at: int, name: str) -> tuple[str, int]:
    """The name and what follows up to the verb, in agreement with it."""
    start = at
    while (word := _WORD.match(text, at)) is not None:
        lower = word[1].lower().replace("’", "'")
        if is_adverb(lower):
            at = word.end()
            continue
        form = third_person(lower)
        if form == lower:
            return name + text[start : word.end()], word.end()
        changed = name + text[start : word.start(1)] + form
        return _coordinated(text, word.end(), changed, name)
    return name + text[start:at], at


def _coordinated(text: str, at: int, done: str, name: str) -> tuple[str, int]:
    """A second verb of the same subject: "I am a nurse and have two kids"."""
    match = _COORDINATED.match(text, at)
    if match is None or _BREAKS_COORDINATION.search(match["before"]) or '"' in match["before"]:
        return done, at
    before = _MY.sub(possessive(name), match["before"])
    if _FIRST.search(before):
        return done, at
    return done + before + third_person(match["verb"]), match.end()


_PRESENT = frozenset("is are am m re has have does".split())
"""Among them what an apostrophe that is not typed plainly leaves of "I'm" and "we're"."""


def speaks_in_past(text: str) -> bool:
    """Whether the first finite verb that can be recognised is in the past."""
    for word in re.findall(r"[a-z']+", text.lower()):
        if is_past(word):
            return True
        if word in MODALS or word in _PRESENT or word.endswith(("'m", "'re")):
            return False
    return False
