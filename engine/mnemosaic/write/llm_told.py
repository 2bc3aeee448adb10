"""What a language model says of new statements beside what is known: asked before a batch is committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mnemosaic.models.budget import Budget
from mnemosaic.verdicts import Judgement
from mnemosaic.write.candidates import Candidate
from mnemosaic.write.drafts import Draft
from mnemosaic.write.known import statement_of
from mnemosaic.write.llm_judge import NO_VERDICT, Ask, LlmJudge

SHOWN = 8
"""Candidates of a statement that the model is asked about at most: values of its slot, then the nearest."""


class Told(NamedTuple):
    """Verdicts by (draft, known atom), and why rules must do for the others, if so."""

    verdicts: dict[tuple[str, str], Judgement]
    failures: tuple[str, ...] = ()


def told(judge: LlmJudge, drafts: Sequence[Draft], candidates: Sequence[Sequence[Candidate]], budget: Budget) -> Told:
    """What the model says of each draft and its first candidates.

    Not asked about are drafts that repeat a known atom word for word. A pair on which the model gave no verdict is left
    to the rules. Never raises `ModelError`.
    """
    asked = [
        (draft, [found.known for found in group[:SHOWN]])
        for draft, group in zip(drafts, candidates, strict=True)
        if group and all(found.known.live_key != draft.live_key for found in group)
    ]
    asks = [Ask(statement_of(draft), [known.statement for known in beside]) for draft, beside in asked]
    judged = judge.judge_all(asks, budget)
    verdicts = {
        (draft.id, known.id): judgement
        for (draft, beside), found in zip(asked, judged.verdicts, strict=True)
        for known, judgement in zip(beside, found or (), strict=False)
        if judgement is not NO_VERDICT
    }
    return Told(verdicts, judged.failures)
