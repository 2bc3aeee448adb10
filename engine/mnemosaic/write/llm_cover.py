"""The second look at a window: what the first pass left uncovered is found, and made into claims (MemGuard, section 4).

One call verifies; where it finds something, one more recovers it. Sentences whose marks no claim keeps, by the rules of
`marks`, are put to the verifier by name; one that it passes over and on which no claim stands is recovered too.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

from mnemosaic.atoms import Claim
from mnemosaic.coverage import Missing
from mnemosaic.errors import ModelAnswerError, ModelUnavailableError
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import RecoveredAnswer, RecoveredClaim, VerifyAnswer
from mnemosaic.models.tally import counted
from mnemosaic.write.llm_claims import read_claims
from mnemosaic.write.llm_findings import Found, checked, listed, marked, numbered, open_gaps, passed_over
from mnemosaic.write.llm_pieces import Window
from mnemosaic.write.repeats import repeated

FIRST, VERIFY, RECOVER = "decompose", "verify", "recover"

log = logging.getLogger(__name__)


class Second(NamedTuple):
    """What a second pass added, what is missing all the same, and why it could not be made, if so."""

    claims: tuple[Claim, ...] = ()
    missing: tuple[Missing, ...] = ()
    failure: str | None = None


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
                claims=listed(claims, window),
                marked=marked(window, claims),
            )
        except (ModelAnswerError, ModelUnavailableError) as error:
            return Second(failure=f"what was left out could not be looked for: {error}")
        found = checked(answer.missing, window, claims)
        # what these miss in the end, the rules list by themselves
        asked = [*found, *passed_over(found, window, claims)]
        if not asked:
            return Second()
        try:
            recovered = self._recover.ask(
                self._recoverer,
                RecoveredAnswer,
                rules=self._rules,
                turns=window.lines,
                claims=listed(claims, window),
                findings=numbered(asked),
            )
        except (ModelAnswerError, ModelUnavailableError) as error:
            return Second((), open_gaps(found, window), f"what was left out could not be recovered: {error}")
        given = range(base, base + len(claims))
        read = read_claims(recovered.claims, window.shown, len(window.context), base + len(claims), given)
        unmet = [one for number, one in enumerate(found, start=1) if not _met(number, one, read, window)]
        return Second(without_repeats(claims, [claim for _, claim in read], base), open_gaps(unmet, window))


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


def _met(number: int, one: Found, read: Sequence[tuple[RecoveredClaim, Claim]], window: Window) -> bool:
    """Whether a claim was made for the finding; a claim that names none counts for all of its turns."""
    pieces = [window.shown[place - 1] for place in one.numbers]
    return any(
        answered.finding == number
        or (answered.finding is None and any(claim.main_turn == piece.turn.id for piece in pieces))
        for answered, claim in read
    )
