"""Sentences of a text, as offsets: rules that keep abbreviations, decimals, addresses, quotes and code together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 600
"""Characters of a sentence at most; longer ones are cut at the last comma or white space before it."""


class Span(NamedTuple):
    """Half-open character offsets."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of `text` that it covers."""
        return text[self.start : self.end]


_BOUNDARY = re.compile(
    r"(?P<cjk>[。！？｡．]+[」』”’）】\"']*)"
    r"|(?P<stop>[.!?…]+)(?P<close>[\"'”’)\]*_»]*)(?=\s|$)"
    r"|(?P<semi>;)(?=\s)"
    r"|(?P<line>\s*\n\s*)"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'“])(?:mr|mrs|ms|dr|prof|sr|jr|st|mt|vs|etc|e\.g|i\.e|cf|no|nos|fig|approx|inc|ltd|co|corp|dept|"
    r"gen|col|sgt|capt|rev|hon|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|ca|bzw|z\.b|d\.h|"
    r"usw|str|nr|a\.m|p\.m|u\.s|u\.k|ph\.d)$",
    re.IGNORECASE,
)
_ALWAYS_GOES_ON = re.compile(
    r"(?:^|[\s(\"'“])(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Gen|Col|Sgt|Capt|Rev|Hon|vs|e\.g|i\.e|cf|z\.B|d\.h)$"
    r"|(?:^|(?:^|\s)[A-Z][\w.]*\s)[A-HJ-Z]$"
)
_NUMBER_MARK = re.compile(r"(?:^|\n)\s*(?:\d{1,3}|[a-z])$")
_FENCE = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_OPENS_ITEM = re.compile(r"(?:[-*•–+>#|]|\d{1,3}[.)]|```|~~~)\s?")
_BREAK = re.compile(r"[,，、;:]\s|\s")


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Sentences of `text[start:end]` in order, without white space around them.

    Together they cover every character that is not white space. A fenced block of code is cut at its lines only.
    """
    stop = len(text) if end is None else end
    found: list[Span] = []
    at = start
    if "```" in text or "~~~" in text:
        for fence in _FENCE.finditer(text, start, stop):
            found.extend(_prose(text, at, fence.start()))
            found.extend(_chunks(text, fence.start(), fence.end()))
            at = fence.end()
    found.extend(_prose(text, at, stop))
    return found


def _prose(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for match in _BOUNDARY.finditer(text, start, end):
        if match.start() < at or not _ends_sentence(text, at, match, end):
            continue
        cut = match.start() if match["line"] else match.end()
        yield from _chunks(text, at, cut)
        at = match.end()
    yield from _chunks(text, at, end)


def _ends_sentence(text: str, start: int, match: re.Match[str], end: int) -> bool:
    if match["cjk"]:
        return match["cjk"][0] != "．" or not text[match.end() : match.end() + 1].isdigit()
    if match["line"]:
        return _ends_line(text, start, match, end)
    following = text[match.end() : min(match.end() + 40, end)].lstrip()[:1]
    if match["semi"]:
        return bool(following) and match.start() - start > 12
    if match["stop"] == ".":
        return _dot_ends(text, start, match, following)
    if match["stop"][0] in ".…":
        return not following.islower()
    return not (match["close"] and following.islower())


def _dot_ends(text: str, start: int, match: re.Match[str], following: str) -> bool:
    before = text[max(start, match.start() - 24) : match.start()]
    if match.start() - start <= 4 and _NUMBER_MARK.search(before):
        return False
    if _ALWAYS_GOES_ON.search(before):
        return False
    if _ABBREVIATION.search(before):
        return following.isupper() and len(before.split()[-1]) > 1
    return not following.islower() or match.start() - start > 80


def _ends_line(text: str, start: int, match: re.Match[str], end: int) -> bool:
    """A line break ends a sentence unless a long line without a full stop simply goes on."""
    if match["line"].count("\n") > 1:
        return True
    line_start = max(start, text.rfind("\n", start, match.start()) + 1)
    if match.start() - line_start < 60 or text[match.start() - 1] in ".!?:;。！？":
        return True
    return match.end() >= end or bool(_OPENS_ITEM.match(text, match.end(), end))


def _chunks(text: str, start: int, end: int) -> Iterator[Span]:
    """The trimmed span, cut where it is too long."""
    while True:
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            return
        if end - start <= LONGEST:
            yield Span(start, end)
            return
        cut = _cut(text, start)
        yield Span(start, cut)
        start = cut


def _cut(text: str, start: int) -> int:
    """Where a span that is too long is cut: a line end, else a comma, else a space, else anywhere."""
    newline = text.rfind("\n", start + 1, start + LONGEST)
    if newline > 0:
        return newline
    best = space = 0
    for match in _BREAK.finditer(text, start + LONGEST // 2, start + LONGEST):
        space = match.start() or space
        if match.group()[0] in ",，、;:":
            best = match.end() - 1
    return best or space or start + LONGEST
