"""The rules' own lists of words, from `data/words.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@cache
def _tables() -> dict[str, Any]:
    with DATA.joinpath("words.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def words(name: str) -> frozenset[str]:
    """The words of one list, such as `stop` or `light`."""
    return frozenset(_tables()[name].split())


@cache
def groups() -> dict[str, str]:
    """Each word of a group of synonyms with the group's first word."""
    found: dict[str, str] = {}
    for group in _tables()["synonyms"]["groups"]:
        first, *others = group.split()
        for word in (first, *others):
            found.setdefault(word, first)
    return found


@cache
def opposites() -> frozenset[tuple[str, str]]:
    """Pairs of opposites, both ways round."""
    pairs = [tuple(pair.split("/")) for pair in _tables()["opposites"]["pairs"].split()]
    return frozenset([(a, b) for a, b in pairs] + [(b, a) for a, b in pairs])


@cache
def classes() -> dict[str, int]:
    """Each word of a class of exclusive words with the number of its class; a word of two counts for the last."""
    return {word: i for i, group in enumerate(_tables()["classes"]["groups"]) for word in group.split()}


@cache
def implied(word: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """The verbs and things that are not for what `word` names, such as eating and meat for a vegetarian; or None."""
    line = _tables()["implies"].get(word)
    if line is None:
        return None
    verbs, things = line.split(" : ")
    return frozenset(verbs.split()), frozenset(things.split())


@cache
def phrases() -> dict[str, str]:
    """Each phrase that is read as one word, in lower case, with that word."""
    return {phrase: word for word, line in _tables()["phrases"].items() for phrase in line.split(" / ")}


@cache
def forms() -> dict[str, str]:
    """Each odd form of a word with its base form."""
    return {form: base for base, line in _tables()["forms"].items() for form in line.split()}
