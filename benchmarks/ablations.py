"""What each signal of a recall is worth on LoCoMo: the same graph asked with one signal out at a time.

    python benchmarks/ablations.py locomo-dev.json [--tuned conv-26,conv-30] [--json]

Prints R@10 overall, on multi-hop questions, on the conversations that the weights were tuned on, and on the others,
beside flat dense retrieval over the same turns. `without routing` shares the budget equally over the types; `without
graph` follows no entity and walks no relation. Communities and PageRank are not read yet, so there is no row for them.
Needs the embedded server; the conversations are written into scopes of their own, and removed at the end.
"""

from __future__ import annotations

import argparse
import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from mnemosaic.evaluate.baselines import Flat
from mnemosaic.evaluate.locomo import K, Question, questions
from mnemosaic.evaluate.ranking import RecallAt
from mnemosaic.evidence import Intent, Route
from mnemosaic.memory import Memory
from mnemosaic.models.protocols import Vectors
from mnemosaic.read.fuse import Weights
from mnemosaic.read.quotas import quotas
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import INTENT_WEIGHTS, Router
from mnemosaic.readers import locomo
from mnemosaic.settings import Settings

MULTI_HOP = "1"


class Unrouted(Router):
    """Every question is a mixed one."""

    def route(self, question: str, vector: Vectors, k: int, version: int) -> Route:  # noqa: ARG002 -- the router's
        """Equal shares of the budget."""
        weights = dict(INTENT_WEIGHTS[Intent.MIXED])
        return Route(intent=Intent.MIXED, weights=weights, quotas=quotas(weights, k), confidence=0.0, path="given")


class Put(NamedTuple):
    """A question that is put to the scope that its conversation was written to."""

    conversation: str
    scope: str
    question: Question


class Variant(NamedTuple):
    """What is taken out: by weights, by settings, by another router."""

    weights: Weights = Weights()
    settings: Mapping[str, int] = MappingProxyType({})
    router: type[Router] = Router


VARIANTS = {
    "all, two hops": Variant(),
    "one hop": Variant(settings={"hops": 1}),
    "no hops": Variant(settings={"hops": 0}),
    "without entities": Variant(Weights(bridge=0.0)),
    "without graph": Variant(Weights(bridge=0.0), {"hops": 0}),
    "without routing": Variant(router=Unrouted),
    "without atom vectors": Variant(Weights(atom=0.0)),
    "without turn vectors": Variant(Weights(turn=0.0)),
    "without full text": Variant(Weights(text=0.0)),
    "without the speaker": Variant(Weights(speaker=0.0)),
    "without neighbouring turns": Variant(Weights(share=0.0, answer=0.0)),
    "questions pass like others": Variant(Weights(answer=Weights().share)),
    "equal weights": Variant(Weights(atom=1.0, turn=1.0, text=1.0)),
}


def main() -> None:
    """Write, ask, print, remove."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tuned", default="conv-26,conv-30", help="conversations that the weights were tuned on")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with Memory.open() as memory, written(memory, args.data) as asked:
        tuned = args.tuned.split(",")
        rows = {"flat": flat(memory, args.data, asked, tuned)}
        rows |= {name: ask(memory, asked, variant, tuned) for name, variant in VARIANTS.items()}
    if args.json:
        print(json.dumps({"schema": 1, "recall_at_10": rows}, indent=1))
        return
    print(f"{'R@10':<28}" + "".join(f"{column:>11}" for column in rows["flat"]))
    for name, row in rows.items():
        print(f"{name:<28}" + "".join(f"{100 * value:>11.1f}" for value in row.values()))


@contextmanager
def written(memory: Memory, data: Path) -> Iterator[list[Put]]:
    """Every question with its conversation and the scope that the conversation was written to."""
    root = f"bench-{uuid.uuid4().hex[:12]}"
    asked: list[Put] = []
    scopes: list[str] = []
    try:
        for name in locomo.conversations(data):
            turns = locomo.read_conversation(data, name)
            scopes.append(f"{root}/{name}")
            memory.remember(turns, scope=scopes[-1])
            known = {turn.source_id or "" for turn in turns}
            asked += [Put(name, scopes[-1], question) for question in questions(data, name, known)]
        yield asked
    finally:
        for scope in scopes:
            memory.drop_scope(scope=scope)


def ask(memory: Memory, asked: list[Put], variant: Variant, tuned: list[str]) -> dict[str, float]:
    """R@10 of one variant."""
    settings = Settings.load(**variant.settings)
    reader = Reader(memory.graph, settings, memory.embedder, variant.router(memory.exemplars), variant.weights)

    def ranked(put: Put) -> list[str]:
        found = reader.recall(put.question.text, put.scope, k=K)
        return [turn.source_id or "" for turn in found.evidence.turns]

    return scored(asked, ranked, tuned)


def flat(memory: Memory, data: Path, asked: list[Put], tuned: list[str]) -> dict[str, float]:
    """R@10 of the nearest turns by one vector each."""
    dense = {}
    for name in {put.conversation for put in asked}:
        turns = locomo.read_conversation(data, name)
        names = [turn.source_id or "" for turn in turns]
        dense[name] = Flat(memory.embedder, names, [f"{turn.speaker}: {turn.content}" for turn in turns])
    return scored(asked, lambda put: dense[put.conversation].rank(put.question.text), tuned)


def scored(asked: list[Put], ranked: Callable[[Put], list[str]], tuned: list[str]) -> dict[str, float]:
    """R@10 by column."""
    score = RecallAt((10,))
    parts = {True: RecallAt((10,)), False: RecallAt((10,))}
    for put in asked:
        found = ranked(put)
        score.add(found, put.question.gold, put.question.category)
        parts[put.conversation in tuned].add(found, put.question.gold, put.question.category)
    columns = {"all": score.overall(), "multi-hop": score.by_category().get(MULTI_HOP, {})}
    columns |= {"tuned": parts[True].overall(), "others": parts[False].overall()}
    return {name: values["10"] for name, values in columns.items() if values}


if __name__ == "__main__":
    main()
