"""Who is who: when two claims are the same statement, and the ids that follow from it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
import uuid
from datetime import datetime
from functools import lru_cache

from mnemosaic.atoms import AtomType, Claim, EntityKind, collapse
from mnemosaic.relations import Relation

_NAMESPACE = uuid.UUID("0b5a7e55-61a4-5f0e-9a3e-9a1c6c2f6d10")

# words whose presence never changes what is stated; prepositions, negations, modals and auxiliaries stay
_EMPTY_WORDS = frozenset("a an the that really very just so quite actually basically also please well oh".split())
_NEGATION = "not"
_NEGATES = re.compile(r"^(?:not?|never|none|nothing|nobody|neither|nor|without|cannot|hardly)$|n['’]t$")
_SIGNS = frozenset("<>=+|~^")
_EDGES = re.compile(r"^[^\w+#@$€£%]+|[^\w+#@$€£%]+$")


def live_key(claim: Claim, kind: AtomType) -> str:
    """The key that two claims of one type share exactly when they state the same.

    Equal content keys give equal live keys. Beyond that, details may differ in white space, case of ordinary words,
    punctuation around words, empty words such as articles and intensifiers, and a plural or third-person s. Numbers
    with their signs and separators, negations, prepositions, capitalised names, subject and time must be identical.
    """
    moment = claim.occurred_from.isoformat() if kind is AtomType.EPISODIC and claim.occurred_from else ""
    words = " ".join(_words(claim.details)) or collapse(claim.details)
    return hashlib.sha256("\u001f".join((words, claim.subject, moment)).encode()).hexdigest()


def verdict_id(source: str, target: str, relation: str) -> str:
    """UUIDv5 of what an edge that keeps a verdict joins: the name of a conflict or of an update."""
    return str(uuid.uuid5(_NAMESPACE, "\u001f".join((source, target, relation))))


def moved_id(source: str, target: str, since: datetime) -> str:
    """UUIDv5 of a change that was there, and that a telling of an earlier time moved from where it held `since`."""
    return verdict_id(source, target, f"{Relation.UPDATES.value} moved from {since.isoformat()}")


def frame(details: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """What two statements that say the same must share to the letter: numbers, codes and symbols in order, names,
    negations."""
    raw = collapse(unicodedata.normalize("NFKC", details)).split(" ")
    words = [_EDGES.sub("", word) for word in raw]
    numbers = tuple(word.rstrip(".,;:!?") for word in raw if any(character.isdigit() for character in word))
    named = {word for place, word in enumerate(words) if place and word[:1].isupper()}
    denied = {_NEGATION for word in words if _NEGATES.search(word.casefold())}
    return (*numbers, *signs(details)), frozenset(named | denied)


@lru_cache(maxsize=65536)
def entity_id(scope: str, key: str, kind: EntityKind) -> str:
    """UUIDv5 of scope, key and kind: one name may stand for a person here and a country there."""
    return str(uuid.uuid5(_NAMESPACE, "\u001f".join((scope, key, kind.value))))


def alias_id(entity: str, key: str) -> str:
    """UUIDv5 of an entity's id and a further name of it, normalised."""
    return str(uuid.uuid5(_NAMESPACE, "\u001f".join(("alias", entity, key))))


def signs(text: str) -> list[str]:
    """The symbols of a text that are no punctuation, in order: a heart, a tick, greater than."""
    if text.isascii() and _SIGNS.isdisjoint(text):
        return []
    return [character for character in text if unicodedata.category(character) in ("So", "Sm")]


def _words(details: str) -> list[str]:
    found = []
    for place, raw in enumerate(collapse(unicodedata.normalize("NFKC", details)).split(" ")):
        word = _EDGES.sub("", raw)
        found += signs(raw)
        if any(character.isdigit() for character in raw):
            found.append(raw.rstrip(".,;:!?"))
        elif place and word[:1].isupper():
            found.append(word)
        elif word and (plain := word.casefold()) not in _EMPTY_WORDS:
            found.append(_singular(plain))
    return found


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
