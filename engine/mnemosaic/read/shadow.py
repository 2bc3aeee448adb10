"""Typed reading beside flat reading over the same atoms: what a team looks at before it switches over."""

from __future__ import annotations

from collections.abc import Sequence

from mnemosaic import scopes
from mnemosaic.evidence import Entry
from mnemosaic.explained import ShadowEntry, ShadowQuestion, ShadowReport
from mnemosaic.read import block
from mnemosaic.read.recall import Reader


def shadow(reader: Reader, questions: Sequence[str], scope: str, k: int, budget: int) -> ShadowReport:
    """Each question both ways with the same `k` and the same token budget."""
    rows = [_both_ways(reader, question, scope, k, budget) for question in questions]
    shares = [row.both / (row.both + len(row.only_flat)) for row in rows if row.both or row.only_flat]
    return ShadowReport(
        scope=scopes.parse(scope),
        k=k,
        questions=tuple(rows),
        overlap=round(sum(shares) / len(shares), 4) if shares else 0.0,
        flat_tokens=sum(row.flat_tokens for row in rows),
        typed_tokens=sum(row.typed_tokens for row in rows),
        abstained=sum(not row.both and not row.only_typed for row in rows),
    )


def _both_ways(reader: Reader, question: str, scope: str, k: int, budget: int) -> ShadowQuestion:
    typed, flat = reader.recall(question, scope, k=k), reader.flat(question, scope, k)
    ids = {entry.atom.id for entry in typed.entries}, {entry.atom.id for entry in flat}
    return ShadowQuestion(
        question=question,
        why=typed.why,
        both=len(ids[0] & ids[1]),
        only_flat=tuple(_shown(entry) for entry in flat if entry.atom.id not in ids[0]),
        only_typed=tuple(_shown(entry) for entry in typed.entries if entry.atom.id not in ids[1]),
        flat_tokens=block.assemble(flat, budget).tokens if flat else 0,
        typed_tokens=typed.evidence.tokens if typed.entries else 0,
    )


def _shown(entry: Entry) -> ShadowEntry:
    return ShadowEntry(
        atom=entry.atom.id, details=entry.atom.details, score=round(entry.score, 4), relation=entry.relation
    )
