"""Rules that find contradictions: the values of one slot."""

from __future__ import annotations

from mnemosaic.atoms import entity_key
from mnemosaic.verdicts import Dimension, Judgement, Statement, Verdict

Reading = Statement


def read(statement: Statement) -> Reading:
    return statement


def judge(new: Reading, old: Reading) -> Judgement:
    a, b = new.slot, old.slot
    if a and b and a.key == b.key and a.single and entity_key(a.value or "") != entity_key(b.value or ""):
        v = Verdict.CONFLICTS if a.fixed or new.corrects else Verdict.CHANGES_OVER_TIME
        return Judgement(
            verdict=v, dimension=Dimension.SEMANTIC, kind="slot", reason=f"{b.value} or {a.value}", confidence=0.9
        )
    return Judgement(verdict=Verdict.UNRELATED)
