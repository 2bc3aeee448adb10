"""The rules' lists for people's lives, from `data/life.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from mnemosaic.write.contradict.tables import DATA


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(DATA.joinpath("life.toml").read_text("utf-8"))


@cache
def listed(name: str) -> frozenset[str]:
    """The words of one list, such as `liking`."""
    return frozenset(_tables()[name].split())


@cache
def kin() -> dict[str, str]:
    """Each word for a relation between people with the first word of its group: mum is mother."""
    return _firsts("kin")


@cache
def topics() -> dict[str, str]:
    """Each word of a topic with the first word of its group."""
    return _firsts("topics")


@cache
def keeps_from() -> dict[str, frozenset[str]]:
    """What a diet keeps someone from, or what falls under a food: vegetarian, gluten."""
    return {word: frozenset(line.split()) for word, line in _tables()["keeps_from"].items()}


def _firsts(name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for group in _tables()[name]:
        first, *others = group.split()
        for word in (first, *others):
            found.setdefault(word, first)
    return found
