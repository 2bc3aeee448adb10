"""From a recall to an answer: by a language model whose statements are checked, else the best sentences as they are."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from mnemosaic import lexemes
from mnemosaic.answers import Answer, AnsweredBy, Citation, Dropped, Stated
from mnemosaic.errors import ModelError
from mnemosaic.evidence import Entry, Recall, Why
from mnemosaic.models.protocols import LanguageModel, Usage
from mnemosaic.read.block import flat
from mnemosaic.read.ground import grounded

SENTENCES = 3
"""Sentences of an extractive answer at most."""
NEAR = 0.8
"""A further sentence scores at least so much of the best one's score."""
EVEN = 0.2
"""Two sides of a contradiction whose beliefs differ by less are undecided."""

log = logging.getLogger(__name__)


def answer(found: Recall, model: LanguageModel | None = None) -> Answer:
    """The answer that a recall supports. Where a model fails, the answer is extractive and says so in `problem`."""
    if found.abstained:
        return _abstained(found, found.why)
    shown = {line.atom_id for line in found.evidence.lines}
    entries = [entry for entry in found.entries if entry.atom.id in shown]
    if not entries:
        return _abstained(found, Why.BELOW_THRESHOLD)
    if undecided(entries):
        return _abstained(found, Why.IN_CONFLICT, cited=[entry for entry in entries if entry.conflicts][:1])
    if found.caution is not None:
        return _abstained(found, Why.ONLY_EVENTS, cited=entries[:1])
    if model is None:
        return _extractive(found, entries)
    before = model.usage
    try:
        made = grounded(model, found.question, entries)
    except ModelError as error:
        log.warning("the model gave no answer, the best sentences are shown: %s", error)
        return _extractive(found, entries, problem=str(error), usage=model.usage - before)
    usage = model.usage - before
    if not made.stated:
        return _abstained(found, Why.UNSUPPORTED, AnsweredBy.MODEL, dropped=made.dropped, usage=usage)
    return _answered(found, entries, made.stated, AnsweredBy.MODEL, dropped=tuple(made.dropped), usage=usage)


def undecided(entries: Sequence[Entry]) -> bool:
    """Whether the best entry stands in an open contradiction in which neither side is clearly believed."""
    best = entries[0]
    own = 1.0 if best.atom.belief is None else best.atom.belief
    return any(abs(own - (1.0 if other.belief is None else other.belief)) < EVEN for other in best.conflicts)


def _extractive(found: Recall, entries: Sequence[Entry], **more: Any) -> Answer:
    """The best sentence, and those nearly as good that share a word with the question."""
    words = set(lexemes.query_lexemes(found.question))
    best = entries[0]
    chosen = [best]
    for entry in entries[1:]:
        shares = words & set(lexemes.lexemes(entry.atom.details))
        if len(chosen) < SENTENCES and entry.score >= NEAR * best.score and shares and not entry.path:
            chosen.append(entry)
    stated = [Stated(text=flat(entry.atom.details), atoms=(entry.atom.id,)) for entry in chosen]
    return _answered(found, entries, stated, AnsweredBy.EXTRACTIVE, **more)


def _answered(found: Recall, entries: Sequence[Entry], stated: Sequence[Stated], by: AnsweredBy, **more: Any) -> Answer:
    cited = {atom for statement in stated for atom in statement.atoms}
    return Answer(
        question=found.question,
        scope=found.scope,
        text=" ".join(_sentence(statement.text) for statement in stated),
        statements=tuple(stated),
        citations=_citations(entry for entry in entries if entry.atom.id in cited),
        why=Why.FOUND,
        by=by,
        evidence=found,
        **more,
    )


def _abstained(
    found: Recall,
    why: Why,
    by: AnsweredBy = AnsweredBy.EXTRACTIVE,
    *,
    dropped: Sequence[Dropped] = (),
    cited: Sequence[Entry] = (),
    usage: Usage = Usage(),  # noqa: B008
) -> Answer:
    return Answer(
        question=found.question,
        scope=found.scope,
        citations=_citations(cited),
        dropped=tuple(dropped),
        abstained=True,
        why=why,
        by=by,
        usage=usage,
        evidence=found,
    )


def _citations(entries: Iterable[Entry]) -> tuple[Citation, ...]:
    return tuple(Citation(atom_id=entry.atom.id, details=entry.atom.details, turns=entry.turns) for entry in entries)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."
