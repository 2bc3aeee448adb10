"""The rules over labelled pairs: what is detected, and what is wrongly taken for a contradiction."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mnemosaic.atoms import AtomType
from mnemosaic.verdicts import Judgement, Verdict

Compare = Callable[..., Judgement]
HERE = Path(__file__).parent
DETECTION = (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


def judged(compare: Compare, name: str) -> list[tuple[dict[str, Any], Judgement]]:
    rows = [json.loads(line) for line in HERE.joinpath(name).read_text("utf-8").splitlines()]
    found = []
    for row in rows:
        fields = {key: row[key] for key in ("old_said", "new_said") if key in row}
        if "old_type" in row:
            fields["old_type"] = AtomType(row["old_type"])
        found.append((row, compare(row["old"], row["new"], AtomType(row["type"]), **fields)))
    return found


@pytest.mark.parametrize(
    ("name", "least", "verdicts"), [("pairs.jsonl", 0.9, 0.88), ("pairs_held_back.jsonl", 0.67, 0.7)]
)
def test_detects_most_and_seldom_errs(compare: Compare, name: str, least: float, verdicts: float) -> None:
    rows = judged(compare, name)
    wanted = [found.verdict in DETECTION for row, found in rows if row["verdict"] in DETECTION]
    false = [row for row, found in rows if row["verdict"] not in DETECTION and found.verdict in DETECTION]
    assert sum(wanted) / len(wanted) >= least
    assert len(false) / (len(rows) - len(wanted)) <= 0.05, [(row["old"], row["new"]) for row in false]
    assert sum(row["verdict"] == found.verdict for row, found in rows) / len(rows) >= verdicts


@pytest.mark.parametrize("dimension", ["numerical", "semantic", "logical"])
def test_detects_in_every_dimension(compare: Compare, dimension: str) -> None:
    rows = [pair for pair in judged(compare, "pairs.jsonl") if pair[0]["dimension"] == dimension]
    wanted = [found.verdict in DETECTION for row, found in rows if row["verdict"] in DETECTION]
    assert sum(wanted) / len(wanted) >= 0.85
