"""Forms of a name: what may stand for what, by rule. Where two names could be two things, they are."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from mnemosaic.atoms import EntityKind, entity_key

TITLES = {
    **dict.fromkeys(("mr", "mister", "herr", "monsieur", "señor"), "mr"),
    **dict.fromkeys(("mrs", "ms", "miss", "frau", "madame", "mme", "señora"), "mrs"),
    **dict.fromkeys(("dr", "doctor"), "dr"),
    **dict.fromkeys(("prof", "professor"), "prof"),
    **{title: title for title in "sir lady lord rev father judge captain president".split()},
}
LEGAL_FORMS = {
    **dict.fromkeys(("inc", "incorporated"), "inc"),
    **dict.fromkeys(("corp", "corporation"), "corp"),
    **dict.fromkeys(("ltd", "limited"), "ltd"),
    **dict.fromkeys(("co", "company"), "co"),
    **{form: form for form in "llc plc gmbh ag sa bv oy ab kg srl".split()},
}
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$")
_EDGES = re.compile(r"^[\"“”«»'‘’`(\[]+|[\"“”«»‘`)\].,;:!?]+$")
_PERSON = re.compile(r"[^\W\d_][^\W\d_.'’-]*\.?(?:[-'’][^\W\d_]+)*(?: [^\W\d_][\w.'’-]*){0,3}")
_OWNED = re.compile(r"['’]s? ")
_NO_FIRST = frozenset("my your our his her their the a an old new dear aunt uncle cousin grandma grandpa".split())


class Form(NamedTuple):
    """A name taken apart. `bare` is what is left when article, title, possessive and legal form are gone."""

    key: str
    bare: str
    title: str = ""
    legal: str = ""
    first: str = ""
    possessive: bool = False

    @property
    def full(self) -> bool:
        """Whether it reads as a person's first name with more behind it."""
        return bool(self.first) and self.first != self.bare


@lru_cache(maxsize=65536)
def form_of(key: str) -> Form:
    """The form of a name, given by its key. Never without a `bare`: a name that is all article or title keeps it."""
    bare = _EDGES.sub("", key) or key
    owner = bare
    bare = _POSSESSIVE.sub("", bare) or bare
    possessive = bare != owner
    bare = bare.removeprefix("the ") or bare
    bare, title = _titled(bare)
    bare, legal = _incorporated(bare)
    return Form(key, bare, title, legal, _first(bare) if not legal else "", possessive)


def agree(left: Form, right: Form, kinds: set[EntityKind]) -> bool:
    """Whether names of things of these kinds may stand for one thing: equal but for what names leave out.

    Two titles or two legal forms differ. Only persons have titles, persons and places no legal form, and an s that may
    mark possession is left out only where both are of one known kind: "Levi's" is no Levi.
    """
    if left.bare != right.bare or EntityKind.VALUE in kinds:
        return False
    if left.title != right.title and ((left.title and right.title) or kinds != {EntityKind.PERSON}):
        return False
    if left.legal != right.legal and ((left.legal and right.legal) or kinds & {EntityKind.PERSON, EntityKind.PLACE}):
        return False
    return left.possessive == right.possessive or (len(kinds) == 1 and EntityKind.THING not in kinds)


def display(name: str) -> str:
    """A name on one line."""
    return " ".join(name.split())


def _titled(bare: str) -> tuple[str, str]:
    word, _, rest = bare.partition(" ")
    title = TITLES.get(word.rstrip("."), "")
    return (rest, title) if title and rest else (bare, "")


def _incorporated(bare: str) -> tuple[str, str]:
    front, _, word = bare.rpartition(" ")
    legal = LEGAL_FORMS.get(word.replace(".", ""), "")
    return (front.rstrip(" ,"), legal) if legal and front else (bare, "")


def _first(bare: str) -> str:
    """The first word of what can be a person's name, else nothing. "Ann's sister" has none."""
    word = bare.partition(" ")[0]
    if not _PERSON.fullmatch(bare) or _OWNED.search(bare) or word in _NO_FIRST or len(word.rstrip(".")) < 2:
        return ""
    return entity_key(word)
