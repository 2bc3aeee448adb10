"""Model calls and tokens a turn in the llm pipeline, beside what MemGuard's steps need at least.

    python -m benchmarks.model_calls [--turns 60] [--json]

The model is a script on a local server. It takes every sentence for one claim, overlooks those with "never" at first,
and finds nothing that contradicts. So the calls are those of a model that does well; a broken answer costs one more.
Tokens are estimated from the length of prompts and answers. MemGuard (arXiv 2605.28009, section 4) asks for each turn
once to decompose and once to verify, and once more where something is missing; a judge is asked for each atom.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.write_path import life
from mnemosaic import server
from mnemosaic.memory import Memory
from mnemosaic.models import language_model_from
from mnemosaic.reports import WriteReport
from mnemosaic.settings import Settings
from mnemosaic.turns import Turn
from tests.scripted_openai import ScriptedOpenAI
from tests.scripted_pipeline import every, script

CHARACTERS = 4
"""Of English text for a token, about."""


def main() -> None:
    """Import one conversation with each effort, at once and turn by turn, and print what the model was asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mnemosaic-calls-") as folder:
        data = Path(folder) / "data"
        try:
            found = measure(data, life(2 * args.turns, seed=3))
        finally:
            server.stop(data)
    if args.json:
        print(json.dumps(found))
        return
    for name, run in found["runs"].items():
        steps = ", ".join(f"{step} {calls:.2f}" for step, calls in run["calls_by_step"].items())
        print(f"{name:<22}{run['calls']:>6.2f} calls a turn ({steps}), {run['tokens']:.0f} tokens a turn")
        print(f"{'':<22}{run['memguard_at_least']:>6.2f} calls a turn of MemGuard's steps at least")


def measure(data: Path, turns: Sequence[Turn]) -> dict[str, Any]:
    """Calls and tokens a turn of each way to import `turns`."""
    runs = {}
    for effort in ("full", "light"):
        runs[f"{effort}, at once"] = imported(data, [list(turns)], effort)
        runs[f"{effort}, turn by turn"] = imported(data, [[turn] for turn in turns], effort)
    return {"schema": 1, "turns": len(turns), "runs": runs}


def imported(data: Path, parts: Sequence[list[Turn]], effort: str) -> dict[str, Any]:
    """What one import costs. Its scope is its own."""
    with ScriptedOpenAI() as model:
        model.always(script(every("unrelated")))
        settings = Settings.load(data=data, model="scripted", base_url=model.base_url, api_key="none", effort=effort)
        with Memory.open(settings=settings, model=language_model_from(settings)) as memory:
            scope = f"calls/{effort}-{len(parts)}"
            reports = [memory.remember(part, scope=scope) for part in parts]
        characters = sum(len(json.dumps(request.body["messages"])) for request in model.requests)
    turns = sum(report.turns.stored for report in reports)
    calls: dict[str, float] = {}
    for step, usage in ((step, usage) for report in reports for step, usage in report.usage.items() if step != "embed"):
        calls[step] = calls.get(step, 0) + usage.calls
    return {
        "calls": round(sum(calls.values()) / turns, 2),
        "calls_by_step": {step: round(many / turns, 2) for step, many in calls.items()},
        "tokens": round(characters / CHARACTERS / turns),
        "memguard_at_least": round(least(reports) / turns, 2),
    }


def least(reports: Sequence[WriteReport]) -> int:
    """Calls of MemGuard's steps for the same turns: two a turn, one where something was missing, one an atom."""
    return sum(2 * report.turns.stored + report.coverage.recovered + report.added for report in reports)


if __name__ == "__main__":
    main()
