"""The second look: pairs that share their topic in other words, with look-alikes that do not conflict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mnemosaic.verdicts import Judgement, Verdict

Compare = Callable[..., Judgement]
ROWS = [json.loads(line) for line in Path(__file__).with_name("pairs_wide.jsonl").read_text("utf-8").splitlines()]
DETECTION = (Verdict.CONFLICTS, Verdict.CHANGES_OVER_TIME)


def test_detects_in_other_words_and_seldom_errs(compare: Compare) -> None:
    found = [(row, compare(row["old"], row["new"]).verdict in DETECTION) for row in ROWS]
    wanted = [told for row, told in found if row["verdict"] in DETECTION]
    false = [row["new"] for row, told in found if told and row["verdict"] not in DETECTION]
    assert sum(wanted) / len(wanted) >= 0.85
    assert len(false) <= 0.05 * (len(found) - len(wanted)), false


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Visitors have no access to the vault.", "Visitors may enter the vault and look around.", "stance"),
        ("Overtime is paid only from Monday to Friday.", "Overtime is paid on Saturdays too.", "only"),
        (
            "Contracts must be kept for ten years.",
            "Contracts may be shredded once they are five years old.",
            "quantity",
        ),
        ("In a play-off, Bremen is the preferred venue.", "In a play-off, Kiel is the preferred venue.", "rival"),
        ("Complaints go to the clerk, then to the judge.", "Complaints go to the judge, then to the clerk.", "order"),
        ("The VPN runs on OpenVPN.", "The VPN has been migrated from OpenVPN to WireGuard.", "update"),
        (
            "The fine for late returns is 2 euros.",
            "I wrote that the fine for late returns is 2 euros, I meant 3.",
            "correction",
        ),
    ],
)
def test_names_what_it_rests_on(compare: Compare, old: str, new: str, kind: str) -> None:
    found = compare(old, new)
    assert found.verdict in DETECTION
    assert found.kind in (kind, "replacement")


@pytest.mark.parametrize("text", ["\\1 it's", "only", "first and", "May", "from to", "no longer", "not 5", "I meant"])
def test_odd_texts_do_no_harm(compare: Compare, text: str) -> None:
    assert compare(text, f"{text}, from A to B and only then instead of 5")
    assert compare("The dog's bowl is red.", text)
