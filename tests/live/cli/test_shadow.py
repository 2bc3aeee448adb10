"""`mnemosaic why-not` and `mnemosaic shadow`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.cli.conftest import Run, Say, holding, refused

pytestmark = pytest.mark.live


def test_why_an_atom_is_missed(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I play the violin.", "I keep bees.")
    bees = holding(mnemosaic, scope, "bees")
    assert mnemosaic("why-not", bees, "Who keeps bees?", "--scope", scope).out.startswith("returned: ")
    report = mnemosaic("why-not", bees, "Who plays the violin?", "--scope", scope, "-k", "1", "--json").json
    assert report["rule"] in ("outranked", "quota")
    refused(mnemosaic("why-not", "no-such", "Who?", "--scope", scope), "no-such")


def test_a_file_of_questions_is_read_both_ways(mnemosaic: Run, say: Say, scope: str, tmp_path: Path) -> None:
    say("I play the violin.", "I keep bees.")
    file = tmp_path / "questions.jsonl"
    file.write_text('Who keeps bees?\n\n{"question": "Who plays the violin?"}\n', "utf-8")
    report = mnemosaic("shadow", str(file), "--scope", scope, "--json").json
    assert [row["question"] for row in report["questions"]] == ["Who keeps bees?", "Who plays the violin?"]
    assert "2 questions" in mnemosaic("shadow", str(file), "--scope", scope).out
    file.write_text('{"text": 1}\n', "utf-8")
    refused(mnemosaic("shadow", str(file), "--scope", scope), "line 1", "question")
    file.write_text("\n", "utf-8")
    refused(mnemosaic("shadow", str(file), "--scope", scope), "no question")
