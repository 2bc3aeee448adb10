"""What a verifier is shown of a window and its claims, and what of its findings is used."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mnemosaic.atoms import Claim
from mnemosaic.coverage import Gap, Missing
from mnemosaic.models.responses import Finding
from mnemosaic.write.cover import Seen, holders, look
from mnemosaic.write.llm_claims import left_out
from mnemosaic.write.llm_pieces import Piece, Window
from mnemosaic.write.repeats import states

log = logging.getLogger(__name__)


class Found(NamedTuple):
    """A finding of the verifier, and the pieces it stands on by their numbers: at least one, all to be taken apart."""

    finding: Finding
    numbers: tuple[int, ...]


def listed(claims: Sequence[Claim], window: Window) -> str:
    """One JSON line a claim, numbered from 1."""
    return "\n".join(
        json.dumps(
            {
                "claim": number,
                "type": claim.type.value if claim.type else None,
                "details": claim.details,
                "turns": [place for place, piece in enumerate(window.shown, start=1) if _stands_on(claim, piece)],
            },
            ensure_ascii=False,
        )
        for number, claim in enumerate(claims, start=1)
    )


def _stands_on(claim: Claim, piece: Piece) -> bool:
    sources = (source for source in claim.sources if source.turn_id == piece.turn.id)
    return any(source.start < piece.end and piece.start < source.end for source in sources)


def marked(window: Window, claims: Sequence[Claim]) -> str:
    """One JSON line for each sentence that loses a mark."""
    rows = [
        {"check": seen.text, "turn": number, "carries": sorted(seen.lost)}
        for number, seen in _look(window, claims)
        if seen.lost
    ]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _look(window: Window, claims: Sequence[Claim]) -> Iterator[tuple[int, Seen]]:
    """The sentences to be taken apart, each with the number of its piece."""
    held = holders(claims, left_out(window.group, claims))
    for number, piece in enumerate(window.group, start=len(window.context) + 1):
        for seen in look(piece.turn, piece.start, piece.end, held.get(piece.turn.id, ())):
            yield number, seen


def checked(findings: Sequence[Finding], window: Window, claims: Sequence[Claim]) -> list[Found]:
    """The findings that stand on a piece to be taken apart and are in no claim yet; the others are logged."""
    first, last = len(window.context) + 1, len(window.shown)
    found: list[Found] = []
    for finding in findings:
        numbers = tuple(number for number in dict.fromkeys(finding.turns) if first <= number <= last)
        if not finding.turns and first == last:
            numbers = (first,)
        if len(numbers) < len(set(finding.turns)):
            log.warning("ignored turns %s of the finding %r: not among those given", finding.turns, finding.text)
        if not numbers or not finding.text.strip():
            log.warning("dropped the finding %r: it stands on no turn to be taken apart", finding.text)
        elif any(states(claim.details, finding.text) for claim in claims):
            log.info("dropped the finding %r: a claim states it", finding.text)
        else:
            found.append(Found(finding, numbers))
    return found


def passed_over(found: Sequence[Found], window: Window, claims: Sequence[Claim]) -> list[Found]:
    """Findings that the verifier did not make: sentences that carry a mark and on which no claim stands at all.

    A rule may be wrong about a mark that a claim keeps in other words, not about a sentence that nobody took.
    """
    named = {number for one in found for number in one.numbers}
    return [
        Found(Finding(text=seen.text, reason=Gap.CONSTRAINT, turns=[number]), (number,))
        for number, seen in _look(window, claims)
        if seen.lost and not seen.claims and number not in named
    ]


def numbered(found: Sequence[Found]) -> str:
    """One JSON line a finding, numbered from 1."""
    rows = [
        {
            "finding": number,
            "text": one.finding.text,
            "proposed_type": one.finding.proposed_type,
            "reason": one.finding.reason,
            "turns": list(one.numbers),
        }
        for number, one in enumerate(found, start=1)
    ]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def open_gaps(found: Sequence[Found], window: Window) -> tuple[Missing, ...]:
    """Findings that no claim was made for, as what is missing."""
    return tuple(
        Missing(
            turn=window.shown[one.numbers[0] - 1].turn.id,
            text=" ".join(one.finding.text.split()),
            reason=one.finding.reason or Gap.CONSTRAINT,
        )
        for one in found
    )
