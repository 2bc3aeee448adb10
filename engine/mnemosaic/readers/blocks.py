"""Text cut into blocks: paragraphs, code, front matter, each knowing the headings above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 2000
"""Characters of a paragraph that stay in one piece."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})\s*$")
_RULE = re.compile(r" {0,3}([-*_])(?:\s*\1){2,}\s*$")
_CODE = re.compile(r"( {4}|\t)\s*\S")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|(?<=[。！？])|\n")
_ANY_BREAK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the text. `path` holds the headings above it, the highest first; `line` is its first line."""

    text: str
    line: int
    path: tuple[str, ...] = ()
    whole: bool = False
    front: bool = False


def blocks(text: str) -> Iterator[Block]:
    """The blocks of `text` in order; together they hold everything but blank lines and rules between them.

    Headings stand in the text of the block below them, or alone where nothing follows.
    """
    path: list[tuple[int, str]] = []
    waiting: list[str] = []
    since = 0
    for line, lines, whole, front in _stretches(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        heading = None if whole or front else _heading(lines)
        if heading is None:
            body = "\n".join(lines)
            names = tuple(name for _, name in path)
            yield Block("\n\n".join([*waiting, body]), since or line, names, whole, front)
            waiting, since = [], 0
            continue
        if waiting and path and heading[0] <= path[-1][0]:
            yield Block("\n\n".join(waiting), since, tuple(name for _, name in path))
            waiting, since = [], 0
        path = [(level, name) for level, name in path if level < heading[0]] + [heading]
        waiting.append("\n".join(lines))
        since = since or line
    if waiting:
        yield Block("\n\n".join(waiting), since, tuple(name for _, name in path))


def split(block: Block) -> Iterator[str]:
    """The text of `block` in pieces of at most `LONGEST` characters, cut between sentences where that is possible."""
    text = block.text
    start = 0
    while not block.whole and len(text) - start > LONGEST:
        cut = _last(_SENTENCE_END, text, start) or _last(_ANY_BREAK, text, start) or start + LONGEST
        if piece := text[start:cut].rstrip():
            yield piece
        start = cut
    if text[start:].strip():
        yield text[start:]


def _last(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where the last match within reach of `start` ends; 0 where there is none."""
    return max((match.end() for match in pattern.finditer(text, start, start + LONGEST)), default=0)


def _heading(lines: list[str]) -> tuple[int, str] | None:
    if len(lines) == 1 and (marked := _HEADING.match(lines[0])):
        return len(marked[1]), marked[2]
    if len(lines) == 2 and (under := _UNDERLINE.match(lines[1])) and lines[0].strip():
        return (1 if under[1].startswith("=") else 2), lines[0].strip()
    return None


def _stretches(lines: list[str]) -> Iterator[tuple[int, list[str], bool, bool]]:
    """(number of the first line, lines, whether it is code, whether it is front matter)."""
    at = 0
    if lines[0].strip() == "---" and (end := _line_of("---", lines, 1)):
        yield 1, lines[: end + 1], True, True
        at = end + 1
    while at < len(lines):
        if not lines[at].strip() or _RULE.match(lines[at]):
            at += 1
            continue
        end, whole = _end(lines, at)
        kept = lines[at:end]
        yield at + 1, kept, whole, False
        at = end


def _end(lines: list[str], at: int) -> tuple[int, bool]:
    """Where the stretch that begins at `at` ends, and whether it is code."""
    fence = _FENCE.match(lines[at])
    if fence:
        return _end_of_fence(lines, at, fence[1]), True
    if _CODE.match(lines[at]):
        return _end_of_indented(lines, at), True
    if _HEADING.match(lines[at]):
        return at + 1, False
    end = at + 1
    while end < len(lines) and lines[end].strip() and not _FENCE.match(lines[end]) and not _HEADING.match(lines[end]):
        end += 1
        if end - at == 2 and _heading(lines[at:end]):
            break
    return end, False


def _end_of_fence(lines: list[str], at: int, fence: str) -> int:
    close = re.compile(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}\s*$")
    return next((n + 1 for n in range(at + 1, len(lines)) if close.match(lines[n])), len(lines))


def _end_of_indented(lines: list[str], at: int) -> int:
    end = at + 1
    for n in range(at + 1, len(lines)):
        if _CODE.match(lines[n]):
            end = n + 1
        elif lines[n].strip():
            break
    return end


def _line_of(mark: str, lines: list[str], start: int) -> int:
    return next((n for n in range(start, len(lines)) if lines[n].strip() == mark), 0)
