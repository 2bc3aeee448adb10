"""The second look at a window: what the first pass left uncovered is found, and made into claims (MemGuard, section 4).

One call verifies; where it finds something, one more recovers it. Sentences whose marks no claim keeps, by the rules of
`marks`, are put to the verifier by name.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mnemosaic.atoms import Claim
from mnemosaic.coverage import Gap, Missing
from mnemosaic.errors import ModelAnswerError, ModelUnavailableError
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import Finding, RecoveredAnswer, RecoveredClaim, VerifyAnswer
from mnemosaic.models.tally import counted
from mnemosaic.write.cover import Seen, holders, look
from mnemosaic.write.llm_claims import left_out, read_claims
from mnemosaic.write.llm_pieces import Piece, lines
from mnemosaic.write.repeats import repeated, states

FIRST, VERIFY, RECOVER = "decompose", "verify", "recover"

log = logging.getLogger(__name__)


class Window(NamedTuple):
    """What one call of the first pass was shown: pieces to read, and pieces to take apart."""

    context: list[Piece]
    group: list[Piece]

    @property
    def shown(self) -> list[Piece]:
        """All pieces in the order of their numbers."""
        return [*self.context, *self.group]

    @property
    def lines(self) -> str:
        """The pieces as the model is shown them."""
        return lines(self.context, self.group)


class Second(NamedTuple):
    """What a second pass added, what is missing all the same, and why it could not be made, if so."""

    claims: tuple[Claim, ...] = ()
    missing: tuple[Missing, ...] = ()
    failure: str | None = None


class Found(NamedTuple):
    """A finding of the verifier, and the pieces it stands on by their numbers: at least one, all to be taken apart."""

    finding: Finding
    numbers: tuple[int, ...]


class LlmCover:
    """Verifies and recovers by a language model. Safe for threads. Never raises `ModelError`: see `Second.failure`."""

    def __init__(self, model: LanguageModel) -> None:
        self._verifier = counted(model, VERIFY)
        self._recoverer = counted(model, RECOVER)
        self._rules = load_prompt(FIRST).system
        self._verify = load_prompt(VERIFY)
        self._recover = load_prompt(RECOVER)

    @property
    def label(self) -> str:
        """Its prompts and their versions."""
        return f"{self._verify.label},{self._recover.label}"

    def complete(self, window: Window, claims: Sequence[Claim], base: int) -> Second:
        """What `claims`, the first pass over the window, left out. Their indices, for relations, begin at `base`."""
        try:
            answer = self._verify.ask(
                self._verifier,
                VerifyAnswer,
                turns=window.lines,
                claims=_listed(claims, window),
                marked=_marked(window, claims),
            )
        except (ModelAnswerError, ModelUnavailableError) as error:
            return Second(failure=f"what was left out could not be looked for: {error}")
        found = _checked(answer.missing, window, claims)
        if not found:
            return Second()
        try:
            recovered = self._recover.ask(
                self._recoverer,
                RecoveredAnswer,
                rules=self._rules,
                turns=window.lines,
                claims=_listed(claims, window),
                findings=_findings(found),
            )
        except (ModelAnswerError, ModelUnavailableError) as error:
            return Second((), _open(found, window), f"what was left out could not be recovered: {error}")
        given = range(base, base + len(claims))
        read = read_claims(recovered.claims, window.shown, len(window.context), base + len(claims), given)
        unmet = [one for number, one in enumerate(found, start=1) if not _met(number, one, read, window)]
        return Second(without_repeats(claims, [claim for _, claim in read], base), _open(unmet, window))


def without_repeats(first: Sequence[Claim], second: Sequence[Claim], base: int) -> tuple[Claim, ...]:
    """`second` without what it repeats; relations of the others follow what became of their targets.

    Relations are indices counted from `base`, where `first` begins; `second` comes right after it.
    """
    kept: list[Claim] = []
    places = {base + place: base + place for place in range(len(first))}
    known = list(first)
    for place, claim in enumerate(second, start=base + len(first)):
        same = repeated(claim, known)
        if same is None:
            known.append(claim)
            kept.append(claim)
        else:
            log.info("dropped the recovered claim %r: %r states it", claim.details, same.details)
        places[place] = base + (len(known) - 1 if same is None else known.index(same))
    return tuple(_moved(claim, places, base + len(first) + place) for place, claim in enumerate(kept))


def _moved(claim: Claim, places: dict[int, int], own: int) -> Claim:
    relations = [one.model_copy(update={"target": places[one.target]}) for one in claim.relations]
    return claim.model_copy(update={"relations": tuple(one for one in relations if one.target != own)})


def _listed(claims: Sequence[Claim], window: Window) -> str:
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


def _marked(window: Window, claims: Sequence[Claim]) -> str:
    """One JSON line for each sentence that loses a mark."""
    rows = [
        {"check": seen.text, "turn": number, "carries": sorted(seen.lost)}
        for number, seen in _look(window, claims)
        if seen.lost
    ]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _look(window: Window, claims: Sequence[Claim]) -> Iterable[tuple[int, Seen]]:
    """The sentences to be taken apart, each with the number of its piece."""
    held = holders(claims, left_out(window.group, claims))
    for number, piece in enumerate(window.group, start=len(window.context) + 1):
        for seen in look(piece.turn, piece.start, piece.end, held.get(piece.turn.id, ())):
            yield number, seen


def _checked(findings: Sequence[Finding], window: Window, claims: Sequence[Claim]) -> list[Found]:
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


def _findings(found: Sequence[Found]) -> str:
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


def _met(number: int, one: Found, read: Sequence[tuple[RecoveredClaim, Claim]], window: Window) -> bool:
    """Whether a claim was made for the finding; a claim that names none counts for all of its turns."""
    pieces = [window.shown[place - 1] for place in one.numbers]
    return any(
        answered.finding == number
        or (answered.finding is None and any(claim.main_turn == piece.turn.id for piece in pieces))
        for answered, claim in read
    )


def _open(found: Sequence[Found], window: Window) -> tuple[Missing, ...]:
    return tuple(
        Missing(
            turn=window.shown[one.numbers[0] - 1].turn.id,
            text=" ".join(one.finding.text.split()),
            reason=one.finding.reason or Gap.CONSTRAINT,
        )
        for one in found
    )
