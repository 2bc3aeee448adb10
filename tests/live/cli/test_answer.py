"""`mnemosaic answer`, without a language model."""

from __future__ import annotations

import pytest

from tests.live.cli.conftest import Run, Say, refused

pytestmark = pytest.mark.live


def test_an_answer_shows_its_sources_or_says_why_there_is_none(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I play the violin.", "I keep bees.")
    made = mnemosaic("answer", "Who plays the violin?", "--scope", scope)
    assert made.status == 0
    assert "violin" in made.out
    assert "1 May 2024" in made.out
    report = mnemosaic("answer", "Who plays the violin?", "--scope", scope, "--json").json
    assert (report["by"], report["abstained"], report["why"]) == ("extractive", False, "found")
    assert {citation["atom_id"] for citation in report["citations"]} == {
        atom for statement in report["statements"] for atom in statement["atoms"]
    }
    nothing = mnemosaic("answer", "Who plays?", "--scope", scope, "--as-recorded", "2001-01-01", "--json").json
    assert (nothing["text"], nothing["why"]) == ("", "nothing_known_then")
    refused(mnemosaic("answer", " ", "--scope", scope), "question")
