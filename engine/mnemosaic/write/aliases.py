"""Further names that a statement gives to what it names: "Robert, known as Bob", "DGIA (Directorate General ...)".

Only said in so many words. Of data, where anybody may write anything, an abbreviation with its letters spelt out counts
and nothing else: a page that says "Admin, also known as Ann" must not make the two one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemosaic.atoms import EntityKind, Mention, entity_key
from mnemosaic.write.mentions import is_common
from mnemosaic.write.names import form_of

_WORD = r"[^\W\d_a-zà-öø-ÿ][\w’'&.-]*\w|[^\W\d_a-zà-öø-ÿ]"
_NAME = (
    rf"(?:[\"“«](?:[^\"”»\n]{{2,60}})[\"”»]|"
    rf"(?:{_WORD})(?: (?:of the|of|and|for|de|van|von|the) (?:{_WORD})| (?:{_WORD})){{0,5}})"
)
_KNOWN_AS = (
    r"(?:also |better |otherwise |formerly |usually |mostly )?(?:known|called|referred to) as|also (?:called|named)|"
    r"a\.?k\.?a\.?|alias|nicknamed|called (?=.{2,40} for short)|or simply|又称|又名|он же|она же"
)
_STATED = (
    re.compile(
        rf"(?P<name>{_NAME}),? ?\(?(?:who is |who['’]s |which is |is |was )?(?:{_KNOWN_AS}) (?:the )?(?P<alias>{_NAME})"
    ),
    re.compile(
        rf"(?P<name>{_NAME}) (?:usually |mostly |also |now )?goes by (?:the name )?(?:of )?(?P<alias>{_NAME})(?! )"
    ),
    re.compile(rf"\b[Cc]all (?P<name>{_NAME}) (?P<alias>{_NAME})(?=[.,!;]|$)"),
    re.compile(
        rf"(?:[Ee]veryone|[Ee]verybody|[Pp]eople|[Ff]riends|[Tt]hey|[Ww]e|[Ff]amily|[Cc]olleagues) "
        rf"(?:always |just |all |mostly )?"
        rf"calls? (?P<name>{_NAME}) (?P<alias>{_NAME})(?=[.,!;]|$)"
    ),
    re.compile(rf"^(?P<name>{_NAME}): (?:[\w' ,]{{0,30}} )?[Cc]all me (?P<alias>{_NAME})(?=[.,!;]|$)"),
    re.compile(rf"(?P<alias>{_NAME})['’]s (?:full|real|legal|actual|proper) name is (?P<name>{_NAME})"),
    re.compile(rf"(?P<name>{_NAME})['’]s (?:nickname|short name|pet name|pen name|stage name) is (?P<alias>{_NAME})"),
)
_ABBREVIATED = (
    re.compile(rf"(?P<short>[^\W\d_a-zà-öø-ÿ][\w&-]{{1,11}}) ?\((?:the )?(?P<long>{_NAME})\)"),
    re.compile(rf"(?P<long>{_NAME}) ?\((?P<short>[^\W\d_a-zà-öø-ÿ][\w&-]{{1,11}})\)"),
    re.compile(
        rf"(?P<short>[^\W\d_a-zà-öø-ÿ][\w&-]{{1,11}}) (?:stands for|is short for|is the "
        rf"abbreviation of) (?:the )?(?P<long>{_NAME})"
    ),
)
_FULL = re.compile(rf"^(?P<alias>[^\W\d_a-zà-öø-ÿ][\w-]*) is (?P<name>(?P=alias)(?: {_WORD}){{1,3}})(?=[.,!;]|$)")
_SMALL = frozenset("of the and for de la van von der in on at to".split())
_NO = re.compile(r"\b(?:not|never|no longer|don['’]t|doesn['’]t|isn['’]t|if)\b", re.IGNORECASE)


class Naming(NamedTuple):
    """Two names of one thing: the one that the statement uses, and the further one."""

    name: str
    alias: str


def stated(text: str, data: bool = False) -> list[Naming]:
    """The names that a resolved statement says are one thing's; of `data`, only abbreviations spelt out."""
    found = list(_abbreviations(text))
    if not data and not _NO.search(text):
        patterns = (*_STATED, _FULL)
        found += [_naming(match["name"], match["alias"]) for each in patterns for match in each.finditer(text)]
    return [naming for naming in dict.fromkeys(found) if _sensible(naming)]


def with_aliases(mentions: Sequence[Mention], text: str, data: bool = False) -> tuple[Mention, ...]:
    """The mentions with the further names that the text gives them, each name once; a kind known of one is both's."""
    kept = {mention.key: mention for mention in mentions}
    for naming in stated(text, data):
        name, alias = entity_key(naming.name), entity_key(naming.alias)
        if alias in kept and (name not in kept or kept[name].role == "mentioned" != kept[alias].role):
            name, alias, naming = alias, name, Naming(naming.alias, naming.name)
        kept.pop(f"{name} {alias}", None)
        other = kept.pop(alias, None)
        own = kept.get(name) or Mention(name=naming.name)
        kept[name] = _both(own, other, naming.alias)
    return tuple(kept.values())


def _both(own: Mention, other: Mention | None, alias: str) -> Mention:
    aliases = tuple(dict.fromkeys((*own.aliases, alias, *(other.aliases if other else ()))))
    kind, role = own.kind, own.role
    if other is not None:
        kind = other.kind if kind is EntityKind.THING else kind
        role = other.role if role == "mentioned" else role
    return own.model_copy(update={"aliases": aliases, "kind": kind, "role": role})


def _abbreviations(text: str) -> Iterator[Naming]:
    if "(" not in text and " for " not in text and " abbreviation " not in text:
        return
    for pattern in _ABBREVIATED:
        for match in pattern.finditer(text):
            long = _spelt_out(match["long"], match["short"])
            if long:
                yield Naming(match["short"], long)


def _spelt_out(long: str, short: str) -> str:
    """The last words of `long` whose initials, those of small words left out or not, spell `short`; else nothing."""
    letters = [letter for letter in short.casefold() if letter.isalnum()]
    words = long.split()
    for start in range(len(words)):
        tail = words[start:]
        initials = [word[0].casefold() for word in tail]
        without = [word[0].casefold() for word in tail if word.casefold() not in _SMALL]
        if len(tail) > 1 and tail[0].casefold() not in _SMALL and letters in (initials, without):
            return " ".join(tail)
    return ""


def _naming(name: str, alias: str) -> Naming:
    return Naming(_clean(name), _clean(alias))


def _clean(name: str) -> str:
    return re.sub(r"['’]s?$", "", name.strip(' "“”«».,;:'))


def _sensible(naming: Naming) -> bool:
    name, alias = form_of(entity_key(naming.name)), form_of(entity_key(naming.alias))
    plain = is_common(naming.name) or is_common(naming.alias)
    return bool(name.key and alias.key) and name.key != alias.key and len(alias.key) > 1 and not plain
