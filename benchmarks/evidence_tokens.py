"""Tokens of evidence a question, beside flat top-20 turns at equal recall, on LoCoMo.

    python -m benchmarks.evidence_tokens locomo-dev.json [--json]

For growing k: recall of the turns that the evidence block names, and its mean tokens; and the same for the 20 turns
nearest by vector, each with speaker and day. Tokens are estimated from lengths, in the same way for both. Needs the
embedded server; the conversations are written into scopes of their own, and removed at the end.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean

from benchmarks.locomo_graph import Put, written
from mnemosaic.evaluate.baselines import Flat
from mnemosaic.evaluate.locomo import texts_of
from mnemosaic.memory import Memory
from mnemosaic.read.block import tokens
from mnemosaic.readers import locomo

BUDGETS = (3, 4, 5, 6, 8, 10, 15, 20)
FLAT = 20


def main() -> None:
    """Write, ask with every k, print, remove."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with Memory.open() as memory, written(memory, args.data) as asked:
        flat_recall, flat_tokens = flat(memory, args.data, asked)
        rows = {k: typed(memory, asked, k) for k in BUDGETS}
    equal = next((k for k, (recall, _) in rows.items() if recall >= flat_recall), None)
    found = {
        "schema": 1,
        "questions": len(asked),
        "flat": {"turns": FLAT, "recall": round(flat_recall, 4), "tokens": round(flat_tokens, 1)},
        "typed": {k: {"recall": round(recall, 4), "tokens": round(used, 1)} for k, (recall, used) in rows.items()},
        "k_at_equal_recall": equal,
        "times_fewer_tokens": round(flat_tokens / rows[equal][1], 2) if equal else None,
    }
    if args.json:
        print(json.dumps(found))
        return
    print(f"flat, {FLAT} turns    recall {100 * flat_recall:.1f}   tokens {flat_tokens:.0f}")
    for k, (recall, used) in rows.items():
        print(f"typed, k {k:>2}       recall {100 * recall:.1f}   tokens {used:.0f}")
    print(f"at equal recall {found['times_fewer_tokens']} times fewer tokens")


def typed(memory: Memory, asked: list[Put], k: int) -> tuple[float, float]:
    """Mean recall of the turns that the blocks name, and mean tokens of the blocks."""
    recalls, used = [], []
    for put in asked:
        evidence = memory.recall(put.question.text, scope=put.scope, k=k).evidence
        recalls.append(share({turn.source_id or "" for turn in evidence.turns}, put.question.gold))
        used.append(evidence.tokens)
    return fmean(recalls), fmean(used)


def flat(memory: Memory, data: Path, asked: list[Put]) -> tuple[float, float]:
    """The same for the turns nearest by vector."""
    texts: dict[str, dict[str, str]] = {}
    days: dict[str, dict[str, str]] = {}
    dense = {}
    for name in {put.conversation for put in asked}:
        turns = locomo.read_conversation(data, name)
        texts[name] = texts_of(turns)
        days[name] = {turn.source_id or "": f"{turn.said_at:%Y-%m-%d}" for turn in turns}
        dense[name] = Flat(memory.embedder, list(texts[name]), list(texts[name].values()))
    recalls, used = [], []
    for put in asked:
        first = dense[put.conversation].rank(put.question.text)[:FLAT]
        recalls.append(share(set(first), put.question.gold))
        lines = [f"- {texts[put.conversation][name]} [{days[put.conversation][name]}]" for name in first]
        used.append(tokens("\n".join(lines)))
    return fmean(recalls), fmean(used)


def share(found: set[str], gold: frozenset[str]) -> float:
    """The part of the gold turns that was found."""
    return len(found & set(gold)) / len(gold)


if __name__ == "__main__":
    main()
