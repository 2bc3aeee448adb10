"""Coverage by rule: every sentence of a turn is in a claim or left out for a reason, and what it carries is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemosaic.atoms import Claim
from mnemosaic.coverage import Coverage, Gap, Mark, MarkCount, Missing
from mnemosaic.turns import Role, StoredTurn
from mnemosaic.write.marks import NO_MARKS, lost, marks_of
from mnemosaic.write.protocols import Skipped, SkipReason
from mnemosaic.write.sentences import sentences

_STILL_COUNTED = frozenset({SkipReason.NO_STATEMENT, SkipReason.HEADING})
"""Reasons that do not excuse the loss of a mark: the others say that the sentence is not to be kept, or is a form of
politeness or a question."""


class Held(NamedTuple):
    """A half-open piece of a turn, and what became of it: a claim, or a reason."""

    start: int
    end: int
    by: Claim | SkipReason


class Seen(NamedTuple):
    """A sentence of a turn: its claims, or why it has none (neither: nobody said), and the marks it must keep."""

    turn: str
    start: int
    end: int
    text: str
    claims: tuple[Claim, ...]
    left: SkipReason | None
    marks: frozenset[Mark]
    lost: frozenset[Mark]


def cover(turns: Sequence[StoredTurn], claims: Sequence[Claim], skipped: Sequence[Skipped]) -> Coverage:
    """How far `claims` and `skipped` cover the sentences of `turns`."""
    held = holders(claims, skipped)
    seen = [one for turn in turns for one in look(turn, 0, len(turn.turn.content), held.get(turn.id, ()))]
    missing = tuple(gap for one in seen if (gap := _missing(one)) is not None)
    found = Counter(mark for one in seen for mark in one.marks)
    gone = Counter(mark for one in seen for mark in one.lost)
    return Coverage(
        sentences=len(seen),
        covered=sum(bool(one.claims) for one in seen),
        left_out=dict(Counter(one.left.value for one in seen if one.left is not None)),
        marks={mark: MarkCount(found=count, kept=count - gone[mark]) for mark, count in found.items()},
        missed=len(missing),
        missing=missing,
    )


def holders(claims: Sequence[Claim], skipped: Sequence[Skipped]) -> dict[str, list[Held]]:
    """What holds the pieces of each turn, by the turn's id, in order of where they begin."""
    held: dict[str, list[Held]] = {}
    for claim in claims:
        for source in claim.sources:
            held.setdefault(source.turn_id, []).append(Held(source.start, source.end, claim))
    for piece in skipped:
        held.setdefault(piece.turn_id, []).append(Held(piece.start, piece.end, piece.reason))
    for pieces in held.values():
        pieces.sort(key=lambda one: one.start)
    return held


def look(turn: StoredTurn, start: int, end: int, held: Sequence[Held]) -> Iterator[Seen]:
    """The sentences of a piece of a turn, each with what holds it; `held` is in order of where it begins."""
    content = turn.turn.content
    around: list[Held] = []
    coming = 0
    for span in sentences(content, start, end):
        around = [one for one in around if one.end > span.start]
        while coming < len(held) and held[coming].start < span.end:
            if held[coming].end > span.start:
                around.append(held[coming])
            coming += 1
        yield _seen(turn, span.start, span.end, span.of(content), around)


def _seen(turn: StoredTurn, start: int, end: int, text: str, around: Sequence[Held]) -> Seen:
    claims = tuple(one.by for one in around if isinstance(one.by, Claim))
    left = None if claims else next((one.by for one in around if isinstance(one.by, SkipReason)), None)
    excused = (left is not None and left not in _STILL_COUNTED) or text.startswith(("```", "~~~"))
    # what an assistant suggests binds nobody until the user agrees
    excused = excused or (not claims and turn.turn.role is Role.ASSISTANT)
    marks = NO_MARKS if excused else marks_of(text)
    return Seen(turn.id, start, end, text, claims, left, marks, lost(marks, claims))


def _missing(seen: Seen) -> Missing | None:
    if not seen.claims and seen.left is None:
        return Missing(turn=seen.turn, text=seen.text, reason=Gap.UNEXPLAINED, marks=tuple(sorted(seen.lost)))
    if seen.lost:
        return Missing(turn=seen.turn, text=seen.text, reason=Gap.LOST_MARK, marks=tuple(sorted(seen.lost)))
    return None
