"""The judge: one call of a language model for all candidates of a statement, or of several (MOSAIC; MemGuard, 4)."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from mnemosaic.errors import ModelAnswerError, ModelUnavailableError
from mnemosaic.models.budget import Budget
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.protocols import LanguageModel
from mnemosaic.models.responses import CandidateVerdict, JudgeAnswer
from mnemosaic.models.tally import counted
from mnemosaic.models.text import estimate_tokens
from mnemosaic.settings import Settings
from mnemosaic.verdicts import Judgement, Statement, Verdict

JUDGE = "judge"
BY = "model"
NO_VERDICT = Judgement(verdict=Verdict.UNRELATED, reason="the model gave no verdict", confidence=0.0, by=BY)
"""Stands for a candidate on which the model gave no usable verdict."""

log = logging.getLogger(__name__)


class Ask(NamedTuple):
    """A new statement and what it may contradict."""

    new: Statement
    candidates: Sequence[Statement]


class Judged(NamedTuple):
    """A list of judgements for each `Ask`, in its order; None where the rules must do. `failures` say why."""

    verdicts: list[list[Judgement] | None]
    failures: tuple[str, ...] = ()


class LlmJudge:
    """Verdicts by a language model. Safe for threads.

    Candidates are shown under numbers from 1. Numbers that were not given or come again are ignored and logged;
    a candidate without a verdict is unrelated (`NO_VERDICT`).
    """

    def __init__(self, model: LanguageModel, settings: Settings) -> None:
        self._model = counted(model, JUDGE)
        self._prompt = load_prompt(JUDGE)
        self._call_tokens = settings.window_tokens

    def judge(self, new: Statement, candidates: Sequence[Statement]) -> list[Judgement]:
        """A judgement a candidate, in order, by one call; none where there are no candidates. Raises `ModelError`."""
        return self._asked([Ask(new, candidates)])[0] if candidates else []

    def judge_all(self, asks: Sequence[Ask], budget: Budget) -> Judged:
        """Several statements in as few calls as hold them, and no more than the budget has, retries included.

        Never raises `ModelError`: what could not be judged is None, and after a refusal nobody is asked any more.
        """
        verdicts: list[list[Judgement] | None] = [None if ask.candidates else [] for ask in asks]
        failures: list[str] = []
        for places in self._packed(asks):
            if not budget.left:
                failures.append("the calls that a turn may make for judging are used up: rules judge the rest")
                break
            try:
                with budget.open():
                    found = self._asked([asks[place] for place in places])
            except ModelUnavailableError as error:
                failures.append(str(error))
                break
            except ModelAnswerError as error:
                failures.append(str(error))
                continue
            for place, judged in zip(places, found, strict=True):
                verdicts[place] = judged
        return Judged(verdicts, tuple(failures))

    def _packed(self, asks: Sequence[Ask]) -> Iterator[list[int]]:
        """Places of `asks` that have candidates, in groups of about `window_tokens`, at least one each."""
        group: list[int] = []
        tokens = 0
        for place, ask in enumerate(asks):
            if not ask.candidates:
                continue
            size = estimate_tokens(_shown([ask]))
            if group and tokens + size > self._call_tokens:
                yield group
                group, tokens = [], 0
            group.append(place)
            tokens += size
        if group:
            yield group

    def _asked(self, asks: Sequence[Ask]) -> list[list[Judgement]]:
        answer = self._prompt.ask(self._model, JudgeAnswer, statements=_shown(asks))
        count = sum(len(ask.candidates) for ask in asks)
        found = _by_number(answer.verdicts, count)
        flat = iter([_judgement(found.get(number)) for number in range(1, count + 1)])
        return [[next(flat) for _ in ask.candidates] for ask in asks]


def _by_number(verdicts: Iterable[CandidateVerdict], count: int) -> dict[int, CandidateVerdict]:
    """The usable verdicts, each under the number of a candidate that was given; the others are logged."""
    found: dict[int, CandidateVerdict] = {}
    for one in verdicts:
        if not 1 <= one.candidate <= count:
            log.warning("ignored a verdict on candidate %d: %d were given", one.candidate, count)
        elif one.verdict is None:
            log.warning("ignored a verdict on candidate %d: it is none of the five", one.candidate)
        elif one.candidate in found:
            log.warning("ignored another verdict on candidate %d: %s", one.candidate, one.verdict)
        else:
            found[one.candidate] = one
    missing = [number for number in range(1, count + 1) if number not in found]
    if missing:
        log.warning("no verdict on candidates %s of %d: taken as unrelated", missing, count)
    return found


def _judgement(said: CandidateVerdict | None) -> Judgement:
    if said is None or said.verdict is None:
        return NO_VERDICT
    return Judgement(
        verdict=said.verdict,
        dimension=said.dimension,
        kind=" ".join(said.kind.split()),
        reason=" ".join(said.reason.split()),
        confidence=said.confidence,
        by=BY,
    )


def _shown(asks: Sequence[Ask]) -> str:
    """One JSON line a statement: each new one, and after it its candidates, numbered through."""
    rows: list[dict[str, object]] = []
    number = 0
    for place, ask in enumerate(asks, start=1):
        rows.append({"new": place} | _fields(ask.new))
        for candidate in ask.candidates:
            number += 1
            rows.append({"candidate": number} | _fields(candidate))
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _fields(statement: Statement) -> dict[str, object]:
    """What is known of a statement, without what is not."""
    slot = statement.slot
    fields: dict[str, object] = {
        "details": statement.details,
        "type": statement.type.value,
        "speaker": statement.speaker,
        "said": _time(statement.said_at),
        "occurred": _span(statement.occurred_from, statement.occurred_until),
        "valid": _span(statement.valid_from, statement.valid_until),
        "entity": slot.entity if slot else None,
        "attribute": slot.attribute if slot else None,
        "value": slot.value if slot else None,
        "single": slot.single if slot else None,
        "corrects": statement.corrects,
    }
    return {name: value for name, value in fields.items() if value}


def _time(moment: datetime | None) -> str | None:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}" if moment else None


def _span(start: datetime | None, end: datetime | None) -> list[str | None] | None:
    return [_time(start), _time(end)] if start or end else None
