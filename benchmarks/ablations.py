"""What each signal of a recall is worth on LoCoMo: the same graph asked with one signal out at a time.

    python benchmarks/ablations.py locomo-dev.json [--tuned conv-26,conv-30] [--json]

Prints R@10 overall, on multi-hop questions, on the conversations that the weights were tuned on, and on the others.
Needs the embedded server; the conversations are written into scopes of their own, and removed at the end.
"""

from __future__ import annotations

import argparse
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mnemosaic.evaluate.locomo import K, Question, questions
from mnemosaic.evaluate.ranking import RecallAt
from mnemosaic.memory import Memory
from mnemosaic.read.fuse import Weights
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import Router
from mnemosaic.readers import locomo
from mnemosaic.settings import Settings

MULTI_HOP = "1"
VARIANTS: dict[str, tuple[Weights, dict[str, int]]] = {
    "all": (Weights(), {}),
    "without atom vectors": (Weights(atom=0.0), {}),
    "without turn vectors": (Weights(turn=0.0), {}),
    "without full text": (Weights(text=0.0), {}),
    "without the speaker": (Weights(speaker=0.0), {}),
    "without neighbouring turns": (Weights(share=0.0, answer=0.0), {}),
    "questions pass like others": (Weights(answer=Weights().share), {}),
    "equal weights": (Weights(atom=1.0, turn=1.0, text=1.0), {}),
    "one hop": (Weights(), {"hops": 1}),
    "no hops": (Weights(), {"hops": 0}),
}


def main() -> None:
    """Write, ask, print, remove."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tuned", default="conv-26,conv-30", help="conversations that the weights were tuned on")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with Memory.open() as memory, written(memory, args.data) as asked:
        rows = {name: ask(memory, asked, *variant, args.tuned.split(",")) for name, variant in VARIANTS.items()}
    if args.json:
        print(json.dumps({"schema": 1, "recall_at_10": rows}, indent=1))
        return
    print(f"{'R@10':<28}" + "".join(f"{column:>11}" for column in ("all", "multi-hop", "tuned", "others")))
    for name, row in rows.items():
        print(f"{name:<28}" + "".join(f"{100 * value:>11.1f}" for value in row.values()))


@contextmanager
def written(memory: Memory, data: Path) -> Iterator[list[tuple[str, str, Question]]]:
    """Every question with its conversation and the scope that the conversation was written to."""
    root = f"bench-{uuid.uuid4().hex[:12]}"
    asked, scopes = [], []
    try:
        for name in locomo.conversations(data):
            turns = locomo.read_conversation(data, name)
            scopes.append(f"{root}/{name}")
            memory.remember(turns, scope=scopes[-1])
            known = {turn.source_id or "" for turn in turns}
            asked += [(name, scopes[-1], question) for question in questions(data, name, known)]
        yield asked
    finally:
        for scope in scopes:
            memory.drop_scope(scope=scope)


def ask(
    memory: Memory,
    asked: list[tuple[str, str, Question]],
    weights: Weights,
    changed: dict[str, int],
    tuned: list[str],
) -> dict[str, float]:
    """R@10 of one variant."""
    settings = Settings.load(**changed)
    reader = Reader(memory.graph, settings, memory.embedder, Router(memory.exemplars), weights)
    score = RecallAt((10,))
    parts = {True: RecallAt((10,)), False: RecallAt((10,))}
    for name, scope, question in asked:
        found = reader.recall(question.text, scope, k=K)
        ranked = [turn.source_id or "" for turn in found.evidence.turns]
        score.add(ranked, question.gold, question.category)
        parts[name in tuned].add(ranked, question.gold, question.category)
    return {
        "all": score.overall()["10"],
        "multi-hop": score.by_category()[MULTI_HOP]["10"],
        "tuned": parts[True].overall()["10"],
        "others": parts[False].overall()["10"],
    }


if __name__ == "__main__":
    main()
