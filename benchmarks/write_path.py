"""Atoms a second through the whole local pipeline, where the time goes, and what the firewall costs.

    python benchmarks/write_path.py [--sentences 2000] [--alone 100] [--embedder e5-small-v2-q] [--json]

Two conversations: one of two people's lives, in which things are said again, change and contradict what was said, and
the one of `mnemosaic bench speed`, in which nothing does. Each is imported at once, with the firewall and without
(`compare=False`: only equal statements are found), and its beginning turn by turn. Embedding is the real one. Runs on a
server of its own in a temporary folder.

Steps of two batches overlap, so that their seconds add up to more than the clock's. `commit` holds `candidates`, the
query for what each statement is compared with, and `decide`, what the rules make of it; both are given beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import numpy as np

from mnemosaic import server
from mnemosaic.evaluate.synthetic import conversation
from mnemosaic.memory import Memory
from mnemosaic.settings import Settings
from mnemosaic.stopwatch import Stopwatch
from mnemosaic.turns import Turn
from mnemosaic.write import commit
from mnemosaic.write.firewall import Firewall

WARM_UP = 200
PEOPLE = ("Ines", "Marek")
AGAIN, CHANGED, IDLE = 0.15, 0.15, 0.15
"""Shares of sentences that repeat an earlier one, give a slot another value, and state nothing."""

CITIES = ("Bergen", "Porto", "Osaka", "Lagos", "Lyon", "Tartu", "Cork", "Quito", "Perth", "Gdynia")
FIRMS = ("Northwind", "Acme Robotics", "Blue Harbour", "Orchard Bank", "Lumen Labs", "Tidewater Press")
JOBS = ("nurse", "carpenter", "translator", "data analyst", "teacher", "pilot", "baker", "architect")
THINGS = ("kayak", "ladder", "violin", "bookcase", "tent", "printer", "lamp", "bicycle", "kettle", "camera")
FOODS = ("mushrooms", "oat milk", "goat cheese", "shrimp", "rye bread", "mangoes", "green tea", "black olives")
NAMES = ("Yuki", "Dele", "Sana", "Piotr", "Lena", "Omar", "Greta", "Hugo")
HOBBIES = ("rowing", "pottery", "chess", "bird watching", "fencing", "baking", "climbing", "choir singing")

VALUES = (
    ("I live in {}.", CITIES),
    ("I work at {}.", FIRMS),
    ("I am a {}.", JOBS),
    ("My favourite food is {}.", FOODS),
    ("My commute takes {} minutes.", tuple(str(number) for number in range(10, 70, 5))),
    ("My monthly rent is {} euros.", tuple(str(number) for number in range(600, 1600, 50))),
)
STATEMENTS = (
    ("I met {} in {} last Friday.", (NAMES, CITIES)),
    ("I bought a {} from {} yesterday.", (THINGS, NAMES)),
    ("I'm planning a trip to {} with {} in March.", (CITIES, NAMES)),
    ("{} thinks that {} is the best hobby.", (NAMES, HOBBIES)),
    ("I started {} because {} asked me to.", (HOBBIES, NAMES)),
    ("I never eat {} when {} cooks.", (FOODS, NAMES)),
    ("I always carry the {} to {} myself.", (THINGS, CITIES)),
    ("My neighbour {} repaired the {} and it works again.", (NAMES, THINGS)),
    ("The {} that I lent {} is still in the cellar.", (THINGS, NAMES)),
    ("I really love {}, and {} does too.", (HOBBIES, NAMES)),
)
IDLE_SAID = ("How was your week?", "Thanks, that helps a lot!", "Good morning!", "What do you think?", "Haha, yes.")

P = ParamSpec("P")
T = TypeVar("T")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=2000, help="of each conversation")
    parser.add_argument("--alone", type=int, default=100, help="turns that are written one by one")
    parser.add_argument("--embedder", help="a local model; the settings' own without")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = report(options.sentences, options.alone, options.embedder)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for line in lines(found):
        print(line)


def report(sentences: int, alone: int, embedder: str | None) -> dict[str, Any]:
    """Everything measured, as one document."""
    talks = {"life": life(sentences, seed=5), "synthetic": conversation(sentences, seed=5)}
    with tempfile.TemporaryDirectory(prefix="mnemosaic-write-") as folder:
        given = {"data": Path(folder) / "data", "embedder": embedder}
        settings = Settings.load(**given)
        try:
            with Memory.open(settings=settings) as memory:
                memory.remember(life(WARM_UP, seed=1), scope="warm/up")
                found = {name: measured(memory, name, turns, alone) for name, turns in talks.items()}
                name = memory.embedder.name
        finally:
            server.stop(settings.data)
    return {
        "schema": 1,
        "sentences": sentences,
        "embedder": name,
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "conversations": found,
    }


def measured(memory: Memory, name: str, turns: Sequence[Turn], alone: int) -> dict[str, Any]:
    """One conversation with the firewall, without it, and turn by turn."""
    print(f"{name}: {len(turns)} turns", file=sys.stderr)
    plain = memory.settings.model_copy(update={"compare": False})
    compared = imported(memory, turns, f"{name}/compared")
    unchecked = imported(Memory(memory.graph, plain, memory.embedder), turns, f"{name}/plain")
    deciding = compared["within_commit"]["candidates"] + compared["within_commit"]["decide"]
    return {
        "compared": compared,
        "without_comparing": unchecked,
        "comparing_share": round(1 - unchecked["seconds"] / compared["seconds"], 4),
        "firewall_share": round(deciding / compared["seconds"], 4),
        "turn_by_turn_ms": one_by_one(memory, turns[:alone], f"{name}/alone"),
    }


def imported(memory: Memory, turns: Sequence[Turn], scope: str) -> dict[str, Any]:
    """What one call of `remember` with all turns took and made."""
    watch = Stopwatch()
    with timed_within(watch):
        start = time.perf_counter()
        found = memory.remember(turns, scope=scope)
        seconds = time.perf_counter() - start
    inside = watch.seconds
    decide = inside.get("decide", 0.0)
    return {
        "ok": found.ok,
        "atoms": found.added,
        "outcomes": {outcome.value: count for outcome, count in found.outcomes.items()},
        "seconds": round(seconds, 2),
        "atoms_per_second": round(found.added / seconds, 1),
        "statements_per_second": round(sum(found.outcomes.values()) / seconds, 1),
        "steps": {step: round(spent, 2) for step, spent in found.seconds.items()},
        "within_commit": {"candidates": round(inside.get("all", 0.0) - decide, 2), "decide": round(decide, 2)},
    }


def one_by_one(memory: Memory, turns: Sequence[Turn], scope: str) -> dict[str, float]:
    """Milliseconds of a call with one turn, as in a conversation that goes on."""
    spent = []
    for turn in turns:
        start = time.perf_counter()
        memory.remember(turn, scope=scope)
        spent.append(1000 * (time.perf_counter() - start))
    return {"p50": round(float(np.percentile(spent, 50)), 1), "p95": round(float(np.percentile(spent, 95)), 1)}


@contextmanager
def timed_within(watch: Stopwatch) -> Iterator[None]:
    """Time what a commit decides: `all` with the query for candidates, `decide` without."""

    def timed(step: str, call: Callable[P, T]) -> Callable[P, T]:
        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            with watch.step(step):
                return call(*args, **kwargs)

        return run

    with (
        patch.object(commit, "decided", timed("all", commit.decided)),
        patch.object(Firewall, "plan", timed("decide", Firewall.plan)),
    ):
        yield


def life(sentences: int, seed: int) -> list[Turn]:
    """Turns of two sentences each, in sessions of twenty turns, three days apart."""
    chance = random.Random(seed)
    said: dict[str, list[str]] = {name: [] for name in PEOPLE}
    start = datetime(2026, 1, 1, tzinfo=UTC)
    turns = []
    for place in range(sentences // 2):
        speaker = PEOPLE[place % 2]
        text = " ".join(sentence(chance, said[speaker]) for _ in range(2))
        session, position = divmod(place, 20)
        said_at = start + timedelta(days=3 * session, minutes=position)
        turns.append(Turn(text=text, speaker=speaker, session=f"s{session}", said_at=said_at, position=position))
    return turns


def sentence(chance: random.Random, said: list[str]) -> str:
    """One sentence of a speaker who has `said` others before."""
    kind = chance.random()
    if kind < IDLE:
        return chance.choice(IDLE_SAID)
    if kind < IDLE + AGAIN and said:
        return chance.choice(said)
    if kind < IDLE + AGAIN + CHANGED:
        form, values = chance.choice(VALUES)
        made = form.format(chance.choice(values))
    else:
        form, parts = chance.choice(STATEMENTS)
        made = form.format(*(chance.choice(part) for part in parts))
    said.append(made)
    return made


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The document as text."""
    yield f"{found['sentences']} sentences each, {found['embedder']}, load {found['load']}"
    for name, one in found["conversations"].items():
        yield f"\n{name}"
        for title in ("compared", "without_comparing"):
            run = one[title]
            steps = ", ".join(f"{step} {spent:.2f}" for step, spent in (run["steps"] | run["within_commit"]).items())
            yield f"  {title:<20}{run['atoms_per_second']:>7.1f} atoms/s  {run['atoms']} atoms, {run['seconds']} s"
            yield f"  {'':<20}{steps}"
        yield f"  comparing takes {one['comparing_share']:.0%}, candidates and decisions {one['firewall_share']:.0%}"
        alone = one["turn_by_turn_ms"]
        yield f"  turn by turn        p50 {alone['p50']} ms, p95 {alone['p95']} ms"


if __name__ == "__main__":
    main()
