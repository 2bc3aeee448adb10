"""Entities that a statement names, by form alone: capitals, quotes, acronyms, kin. Kinds are guessed cautiously."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mnemosaic.atoms import EntityKind, Mention, entity_key
from mnemosaic.write.calendar import MONTHS, WEEKDAYS

MOST = 8
"""Mentions of a claim at most, speaker included."""

KIN = (
    r"(?:(?:mother|father|sister|brother|son|daughter)s?-in-law|(?:step|half|great|ex|god)-?(?:mother|father|sister|brother|son|"
    r"daughter|aunt|uncle|wife|husband|girlfriend|boyfriend)|grandson|granddaughter|mom|mum|mother|dad|father|parents|sister|brother|son|daughter|wife|husband|partner|girlfriend|boyfriend|"
    r"fianc[eé]e?|"
    r"grandma|grandpa|grandmother|grandfather|granny|aunt|uncle|cousin|niece|nephew|kids?|children|friends?|"
    r"best friend|"
    r"boss|manager|colleague|coworker|co-worker|neighbou?r|roommate|flatmate|teacher|doctor|therapist|mentor|landlord|"
    r"family|team|dog|cat|puppy|kitten|in-laws|stepmom|stepdad|ex)"
)
_WORD = r"[A-ZÀ-ÖØ-ÞĀ-ŽА-ЯЁ][\w’'&.-]*\w|[A-ZА-Я](?![\w'’])"
_TITLE = r"(?:Dr|Mrs|Mr|Ms|Miss|Prof|Professor|Sir|Lady|Herr|Frau|Mme)\.? "
_NAME = re.compile(
    rf"(?<![\w@/.#-])(?:{_TITLE})?(?:{_WORD})(?:(?: (?:of|the|de|la|von|van|der|da|and the|for)"
    rf" | )(?:{_WORD}))*(?![\w@])"
)
_LEAVES = re.compile(r"\b(?:left|quit|leav(?:e|es|ing)|swapp?(?:s|ed|ing)?|trad(?:e|es|ed|ing)|gave up) (?:the )?$")
"""Who leaves Acme for Globex names two."""
FOR_WHAT = (
    r"(?:Teach|Code|Habitat|Bread|Cent(?:er|re)|Society|Institute|School|Fund|Campaign|Council|Foundation|Partnership|"
    r"Alliance|Network|Coalition|Hospital|Home|House|Doctors|Lawyers|Engineers|Scientists|Parents|Citizens|Friends|"
    r"Physicians|Students|Women|Musicians|Workers|Veterans)"
)
"""Who leaves Doctors for Peace or Teach for America names one."""
_QUOTED = re.compile(r"\"([^\"\n]{2,60})\"|“([^”\n]{2,60})”|«([^»\n]{2,60})»|《([^》\n]{1,60})》|「([^」\n]{1,40})」")
_POSSESSED = re.compile(
    rf"(?P<owner>[A-Z][\w-]*)['’]s (?:[a-z]+ ){{0,2}}?(?P<kin>{KIN})"
    r"(?:,? (?P<name>[A-Z][\w'-]*[a-z](?: [A-Z][\w'-]*[a-z])?))?(?![\w])"
)
_APPOSED = re.compile(
    rf"(?P<name>[A-Z][\w-]*[a-z](?: [A-Z][\w-]*[a-z])?), (?P<owner>[A-Z][\w-]*)['’]s (?:[a-z]+ ){{0,2}}?(?P<kin>{KIN}),"
)
_PLACE_BEFORE = re.compile(
    r"\b(?:(?:moved?|moving|went|flew|fl(?:y|ying)|travell?(?:ed|ing|s)?|trip|drove|driving|back|emigrated|relocated|"
    r"came|"
    r"return(?:ed|ing)?) (?:back )?(?:to|from)|(?:lives?|lived|living|born|based|grew up|stay(?:s|ed|ing)?|vacation|"
    r"apartment|house|is|was|are|were|been) (?:in|at|near)|visit(?:s|ed|ing)?) (?:the )?$"
)
_ORGANISATION = re.compile(
    r"\b(?:Inc|Ltd|GmbH|Corp|Company|University|College|School|Hospital|Agency|Bank|Institute|Foundation|Association|"
    r"Church|Club|Group|Museum|Center|Centre|Team|LLC|AG|Labs?|Clinic|Ministry|Union)\b"
)
_AT_WORK = re.compile(r"\b(?:works? (?:at|for)|working (?:at|for)|job at|joined|employed (?:by|at)|employer is) $")
_SELF = re.compile(r"(?<![\w'’])I(?:['’](?:m|ve|d|ll))?(?![\w'’.])")
_ACTS = re.compile(
    r"['’]s\b|\s+(?:is|was|has|had|will|would|can|could|says|said|told|went|loves|hates|likes|lives|works|"
    r"wants|moved|"
    r"and [A-Z]\w*|got|made|took|came|gave|does|did|plays|bought|started|[a-z]{3,}ed)\b"
)
_DID = re.compile(
    r"\s+(?:left|quit|won|met|sold|lost|found|ran|wrote|ate|drank|sent|kept|began|broke|built|caught|chose|drove|fell|flew|"
    r"forgot|grew|heard|knew|led|paid|rode|sang|saw|sat|slept|spent|spoke|swam|taught|thought|threw|wore|hurt|died|uses|drinks|"
    r"eats|runs|teaches|studies|knows|speaks|drives|owns)\b"
)
"""Of these, what is no name is the subject as often: dinner began, prices fell."""
_PERSON_VERB = re.compile(
    r"\s+(?:says|said|told|thinks|loves|hates|likes|wants|lives|married|was born|feels|asked|called|moved|"
    r"prefers)\b"
)
_WHEN = re.compile(
    r"(?:In \d{4}|(?:In|On|Last|This|Yesterday|Today|\w+ \w+ ago)\b[^().,;!?]{0,24}\(\d[\d to-]{3,24}\)),? (?=[A-ZÀ-Þ])"
)
"""A time, with its date, in front of whom a sentence is about."""
_LITERAL = re.compile(
    r"(?P<address>(?<!\S)[\w.+-]+@[\w-]+\.[\w.]+\w|https?://[^\s)>\]]+)|(?P<katakana>[\u30a0-\u30ff]{3,})"
    r"|(?:名字是|名叫|我叫|他叫|她叫|叫做)(?P<called>[\u3400-\u9fff·]{2,4})(?=[，。！、,.!\s]|$)"
)
_ACCOUNT = re.compile(r"^[A-Z]{2}\d{2}$")
_CALENDAR = frozenset([*MONTHS, *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS)])
_NOBODY = frozenset("nobody somebody anybody everybody none neither either".split())
_NO_NAMES = _CALENDAR | frozenset(
    """i i'm i've i'd i'll im a an the this that these those it it's its he she they we you your my our his her their
    me us them and or but so if when while as because since though although then than there here now today tomorrow
    yesterday tonight what who whom whose which where why how yes yeah yep yup no nope nah ok okay oh wow hey hi
    hello thanks thank please well sure also just only even still maybe perhaps probably actually really totally
    absolutely definitely exactly honestly finally recently lately usually always never sometimes often once after
    before during until with without for from to in on at by of about into over under between through not don't do
    does did is are was were be been being am has have had can could will would shall should may might must let
    lets let's got get gonna going can't won't didn't isn't good great nice cool awesome amazing lovely glad happy
    sorry congrats congratulations welcome love loving looking looks sounds hope hoping keep take make made see
    check good-bye bye cheers some any all every each both many much more most other another such same one two
    three four five six seven eight nine ten first second third last next new old very too quite that's there's
    here's what's who's it'll they're we're you're he's she's we've you've they've let’s it’s i’m i’ve i’d i’ll
    that’s mr mrs ms dr mom mum dad grandma grandpa btw lol omg tbh imo ps pm am etc image photo user assistant
    everyone everything someone something anything nothing people however anyway speaking remember imagine whenever
    wherever whatever despite besides instead unfortunately luckily hopefully apparently especially tell take went
    had took met bought started finished moved visited watched tried talk see meet during despite yesterday's""".split()
)


def mentions(
    details: str, speaker: Mention | None, subject: Mention | None, known: frozenset[str] = frozenset()
) -> tuple[Mention, ...]:
    """Entities of a resolved statement, the subject first, at most `MOST`, each key once.

    `subject` is what the statement is about where the caller knows it, `known` the keys of names that take part in the
    conversation. The speaker is a mention of its own, with its own role where it is not the subject.
    """
    found: dict[str, Mention] = {}
    for given in (subject, speaker):
        if given is not None:
            _add(found, given)
    body = details.removeprefix(f"{speaker.name}: ") if speaker else details
    apposed = [match for match in _APPOSED.finditer(body) if not is_common(match["name"])]
    for match in apposed:
        _add(found, Mention(name=match["name"], kind=EntityKind.PERSON))
    for match in _POSSESSED.finditer(body):
        if not any(other.start("owner") == match.start() for other in apposed):
            _add(found, Mention(name=_of_kin(match), kind=EntityKind.PERSON))
    for match in _QUOTED.finditer(body):
        title = next(group for group in match.groups() if group).strip(" .,!?")
        if title and len(title.split()) <= 6:
            _add(found, Mention(name=title))
    for match in _names(body):
        mention = _named(body, match, known)
        if mention is not None:
            _add(found, mention)
    if not body.isascii() or "@" in body or "://" in body:
        for match in _LITERAL.finditer(body):
            kind = EntityKind.PERSON if match["called"] else EntityKind.VALUE if match["address"] else EntityKind.THING
            _add(found, Mention(name=match["called"] or match.group(), kind=kind))
        for name in known:
            if not name.isascii() and name in body:
                _add(found, Mention(name=name, kind=EntityKind.PERSON))
    return tuple(found.values())[:MOST]


def _names(body: str) -> Iterator[re.Match[str]]:
    at = 0
    while (match := _NAME.search(body, at)) is not None:
        first = match.group().find(" for ")
        one = match.group().split(" ", 1)[0]
        if first == len(one) and not re.fullmatch(FOR_WHAT, one) and _LEAVES.search(body[: match.start()]):
            match = _NAME.match(body, match.start(), match.start() + first) or match
        yield match
        at = match.end()


def subject_of(sentence: str, resolved: str, speaker: str, known: frozenset[str] = frozenset()) -> Mention | None:
    """What a statement is about: the speaker, somebody of the speaker's, or the name it begins with; else None."""
    when = _WHEN.match(resolved)
    resolved = resolved[when.end() :] if when is not None else resolved
    owned, apposed = _POSSESSED.match(resolved), _APPOSED.match(resolved)
    if owned is not None:
        return _person(_of_kin(owned))
    if apposed is not None and not is_common(apposed["name"]):
        return _person(apposed["name"])
    if resolved.startswith(speaker) and resolved[len(speaker) : len(speaker) + 1] in " ,'’":
        return _person(speaker)
    first = _NAME.match(resolved)
    if first is not None and _acts(resolved, first) and not is_common(first.group()):
        name = _clean(first.group())
        kind = _kind(resolved, first, name, entity_key(name), known)
        return Mention(name=name, kind=kind, role="subject") if len(name) > 1 else None
    return _person(speaker) if _SELF.search(sentence) else None


def of_kin(text: str) -> str | None:
    """The name of whom "Ann's friend Jack" or "Ann's older sister" is: Jack, Ann's sister; None where it is neither."""
    owned = _POSSESSED.fullmatch(text)
    return _of_kin(owned) if owned is not None else None


def _of_kin(owned: re.Match[str]) -> str:
    """The name that is given behind whose brother it is, without what is that one's; else whose brother it is."""
    first, _, last = re.sub(r"['’]s\b.*$", "", owned["name"] or "").partition(" ")
    name = first if not last or _common_word(last) else f"{first} {last}"
    return name or f"{owned['owner']}'s {owned['kin']}"


def _person(name: str) -> Mention:
    return Mention(name=name, kind=EntityKind.PERSON, role="subject")


def _add(found: dict[str, Mention], mention: Mention) -> None:
    key = mention.key
    if key and key not in found:
        found[key] = mention


def _named(body: str, match: re.Match[str], known: frozenset[str]) -> Mention | None:
    name = _clean(match.group())
    owner, _, owned = name.partition(" ")
    if owned and owner.endswith(("'s", "’s")):
        name = owned
    key = entity_key(name)
    if len(name) < 2 or is_common(name) or _ACCOUNT.match(name):
        return None
    before = body[max(0, match.start() - 8) : match.start()].rstrip(" \"'“(*-")
    # behind a word that only began the sentence, a capital says something
    opens = match.group().startswith(name) and (not before or before[-1] in ".!?:;…\n")
    first, _, rest = name.partition(" ")
    if opens and first and entity_key(rest) in known:
        name, key = rest, entity_key(rest)
    several = " " in name or not name[1:].islower()
    if opens and key not in known and not several and not _acts(body, match):
        return None
    return Mention(name=name, kind=_kind(body, match, name, key, known))


def _acts(body: str, name: re.Match[str]) -> bool:
    """Whether what opens a sentence is a name, as somebody of that name does something."""
    if _ACTS.match(body, name.end()):
        return True
    return _DID.match(body, name.end()) is not None and not is_noun(name.group())


def is_noun(name: str) -> bool:
    """Whether a word, as it opens a sentence, is a common noun and nobody's name."""
    from mnemosaic.write.contradict import everyday, lemmas, wordnet

    word = name.lower()
    if word in everyday.listed("spoken_names"):
        return False
    return word in _NOBODY or any(wordnet.is_a(each, "n") for each in (word, lemmas.lemma(word)))


def _clean(name: str) -> str:
    """The name without words in front of it that only began the sentence, and without a possessive end."""
    words = name.split(" ")
    while len(words) > 1 and _common_word(words[0]) and words[0] not in ("The", "New") and not is_title(words[0]):
        words = words[1:]
    while len(words) > 1 and (words[-1].lower() in _CALENDAR or words[-1].islower()):
        words = words[:-1]
    return re.sub(r"['’]s?$", "", " ".join(words)).strip(" .-'’&")


def is_title(word: str) -> bool:
    """Whether it is a title that stands before a name."""
    return re.match(_TITLE, f"{word} ") is not None


def _common_word(word: str) -> bool:
    lower = word.lower().replace("’", "'").rstrip(".")
    return lower in _NO_NAMES or (lower.endswith(("ing", "ly")) and len(lower) > 4)


def is_common(name: str) -> bool:
    """Whether every word of it is one that only began a sentence, or names a day or a month."""
    return all(_common_word(word) or word.islower() for word in name.split(" "))


def _kind(body: str, match: re.Match[str], name: str, key: str, known: frozenset[str]) -> EntityKind:
    if key in known or _PERSON_VERB.match(body, match.end()) or is_title(name.partition(" ")[0]):
        return EntityKind.PERSON
    before = body[max(0, match.start() - 24) : match.start()]
    if _ORGANISATION.search(name) or _AT_WORK.search(before):
        return EntityKind.ORGANISATION
    if name.isupper() and len(name) > 1:
        return EntityKind.THING
    return EntityKind.PLACE if _PLACE_BEFORE.search(before) else EntityKind.THING
