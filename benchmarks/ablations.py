"""What each signal of a recall is worth on LoCoMo: the same graph asked with one signal out at a time.

    python -m benchmarks.ablations locomo-dev.json [--tuned conv-26,conv-30] [--json]

Prints R@10 overall, on multi-hop questions, on the conversations that the weights were tuned on, and on the others,
beside flat dense retrieval over the same turns, and beside a script of a page (`evaluate.baselines.Script`, with
bge-small). `without routing` shares the budget equally over the types; `without graph` follows no entity and walks no
relation; what is off by default is added, `with ...`.
Needs the embedded server; the conversations are written into scopes of their own, and removed at the end.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.locomo_graph import Put, written
from mnemosaic.evaluate.baselines import Flat, Script
from mnemosaic.evaluate.locomo import K, texts_of
from mnemosaic.evaluate.ranking import RecallAt
from mnemosaic.evidence import Intent, Route
from mnemosaic.memory import Memory
from mnemosaic.models import embedder_from
from mnemosaic.models.protocols import Vectors
from mnemosaic.read.fuse import Weights
from mnemosaic.read.quotas import quotas
from mnemosaic.read.recall import Reader
from mnemosaic.read.route import INTENT_WEIGHTS, Router
from mnemosaic.readers import locomo
from mnemosaic.settings import Settings

MULTI_HOP = "1"
SCRIPT_EMBEDDER = "bge-small-en-v1.5-q"


class Unrouted(Router):
    """Every question is a mixed one."""

    def route(self, question: str, vector: Vectors, k: int, version: int) -> Route:  # noqa: ARG002 -- the router's
        """Equal shares of the budget."""
        weights = dict(INTENT_WEIGHTS[Intent.MIXED])
        return Route(intent=Intent.MIXED, weights=weights, quotas=quotas(weights, k), confidence=0.0, path="given")


class Variant(NamedTuple):
    """What is taken out: by weights, by settings, by another router."""

    weights: Weights = Weights()
    settings: Mapping[str, object] = MappingProxyType({})
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
    "without the question's dates": Variant(Weights(dated=0.0)),
    "without neighbouring turns": Variant(Weights(share=0.0, answer=0.0)),
    "questions pass like others": Variant(Weights(answer=Weights().share)),
    "equal weights": Variant(Weights(atom=1.0, turn=1.0, text=1.0)),
    "with communities": Variant(Weights(community=0.4)),
    "with PageRank": Variant(Weights(pagerank=0.5)),
    "with negation": Variant(Weights(negated=0.5)),
    "with coverage": Variant(Weights(cover=0.05)),
    "composed exactly": Variant(settings={"compose_exactly": True}),
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
        rows = {"flat": flat(memory, args.data, asked, tuned), "a script": script(args.data, asked, tuned)}
        rows |= {name: ask(memory, asked, variant, tuned) for name, variant in VARIANTS.items()}
    if args.json:
        print(json.dumps({"schema": 1, "recall_at_10": rows}, indent=1))
        return
    print(f"{'R@10':<28}" + "".join(f"{column:>11}" for column in rows["flat"]))
    for name, row in rows.items():
        print(f"{name:<28}" + "".join(f"{100 * value:>11.1f}" for value in row.values()))


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
        texts = texts_of(locomo.read_conversation(data, name))
        dense[name] = Flat(memory.embedder, list(texts), list(texts.values()))
    return scored(asked, lambda put: dense[put.conversation].rank(put.question.text), tuned)


def script(data: Path, asked: list[Put], tuned: list[str]) -> dict[str, float]:
    """R@10 of both vectors and BM25, passed to neighbours."""
    embedder = embedder_from(Settings.load(embedder=SCRIPT_EMBEDDER))
    scripts = {}
    for name in {put.conversation for put in asked}:
        turns = locomo.read_conversation(data, name)
        texts = texts_of(turns)
        sessions = [turn.session for turn in turns]
        scripts[name] = Script(embedder, list(texts), list(texts.values()), sessions)
    return scored(asked, lambda put: scripts[put.conversation].rank(put.question.text), tuned)


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
