"""What a user does: ingest a file, ask, look at the atoms, look at the demo."""

from __future__ import annotations

import json
from pathlib import Path

import neo4j
import pytest

from mnemosaic import statements
from mnemosaic.cli.demo import QUERIES
from mnemosaic.memory import Memory
from tests.conftest import Server
from tests.live.cli.conftest import Run

pytestmark = pytest.mark.live


def turn(number: int, text: str) -> str:
    return json.dumps({"id": f"t{number}", "session": "s", "speaker": "Ann", "text": text, "said_at": "2024-05-01"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = [turn(1, "I am allergic to penicillin."), "{broken", turn(2, "I moved to Bergen in 2021."), '{"text": 5}']
    path = tmp_path / "turns.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_file_with_broken_lines_goes_in_and_the_lines_are_named(mnemosaic: Run, file: Path, scope: str) -> None:
    done = mnemosaic("ingest", str(file), "--scope", scope)
    assert done.status == 2
    assert "2 new turns" in done.out
    assert "(line 2)" in done.err
    assert "(line 4)" in done.err
    again = mnemosaic("ingest", str(file), "--scope", scope, "--json")
    assert again.json["turns"]["existing"] == 2
    assert again.json["added"] == 0


def test_a_question_brings_sourced_evidence(mnemosaic: Run, file: Path, scope: str) -> None:
    mnemosaic("ingest", str(file), "--scope", scope)
    done = mnemosaic("recall", "What is Ann allergic to? penicillin", "--scope", scope, "--explain")
    assert done.status == 0
    assert "penicillin" in done.out
    assert "turn t1" in done.out
    assert "quota" in done.out
    found = mnemosaic("recall", "penicillin", "--scope", f"{scope}/below", "-k", "1", "--json").json
    assert found["why"] == "found"
    assert len(found["entries"]) == 1
    assert "Nothing is near enough" in mnemosaic("recall", "xyz", "--scope", scope, "--min-similarity", "1").out


def test_an_unknown_scope_and_an_unknown_atom_are_said(mnemosaic: Run, scope: str) -> None:
    for words in (("recall", "who?"), ("atoms",)):
        done = mnemosaic(*words, "--scope", scope)
        assert (done.status, done.out) == (2, "")
        assert done.err == done.err.splitlines()[0] + "\n"
        assert "nothing was ever written" in done.err
    assert "there is no atom 'x'" in mnemosaic("atoms", "x").err


def test_atoms_are_listed_in_pages_and_shown_one_by_one(mnemosaic: Run, file: Path, scope: str) -> None:
    mnemosaic("ingest", str(file), "--scope", scope)
    page = mnemosaic("atoms", "--scope", scope, "--limit", "1", "--json").json
    rest = mnemosaic("atoms", "--scope", scope, "--after", page["after"], "--json").json
    ids = [item["id"] for item in page["atoms"] + rest["atoms"]]
    assert len(ids) == len(set(ids)) >= 2
    assert rest["after"] is None
    assert ids[0] in mnemosaic("atoms", ids[0]).out
    assert mnemosaic("atoms", ids[0], "--json").json["scope"] == scope


def test_nothing_waits_where_all_is_done(mnemosaic: Run, file: Path, scope: str) -> None:
    mnemosaic("ingest", str(file), "--scope", scope)
    assert mnemosaic("resume", "--scope", scope).out == "no turn waits\n"


def test_resume_names_a_scope_that_nobody_wrote_to(mnemosaic: Run, scope: str) -> None:
    done = mnemosaic("resume", "-s", f"{scope}/typo")
    assert (done.status, done.out) == (2, "")
    assert "nothing was ever written" in done.err


def test_a_wrong_password_is_one_line(mnemosaic: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_PASSWORD", "wrong-password")
    done = mnemosaic("recall", "who?", "--scope", "a")
    assert done.status == 2
    assert done.err.endswith("refused the user name or password: set MNEMOSAIC_USER and MNEMOSAIC_PASSWORD\n")


def _exemplars(mnemosaic: Run) -> list[str]:
    return [item["text"] for item in mnemosaic("exemplars", "list", "--task", "type", "--json").json["exemplars"]]


def test_exemplars_are_added_listed_and_removed(mnemosaic: Run, scope: str) -> None:
    """What stayed behind would change the types that later tests on this server see."""
    text = f"Never open the boat shed in a storm ({scope})."
    meant = (text, "--task", "type", "--label", "procedural")
    added = mnemosaic("exemplars", "add", *meant, "--json").json
    assert added["added"] == 1
    assert text in _exemplars(mnemosaic)
    removed = mnemosaic("exemplars", "remove", *meant, "--json").json
    assert (removed["removed"], removed["version"]) == (1, added["version"] + 1)
    assert text not in _exemplars(mnemosaic)
    again = mnemosaic("exemplars", "remove", *meant)
    assert again.status == 2
    assert "see `mnemosaic exemplars list`" in again.err
    refused = mnemosaic("exemplars", "add", "x", "--task", "type", "--label", "nonsense")
    assert refused.status == 2
    assert "no label for type" in refused.err


def test_the_demo_can_be_run_twice_and_its_queries_pasted(mnemosaic: Run, memory: Memory, server: Server) -> None:
    memory.drop_scope(scope="demo")
    shown = mnemosaic("demo")
    assert shown.status == 0
    assert "Which medicine is Priya allergic to?" in shown.out
    report = mnemosaic("demo", "--json").json
    assert report["written"]["added"] == 0
    assert sum(report["atoms"].values()) > 50
    assert len(report["questions"]) == 6
    # what a question's answer replaced has ended: the old job, the date that was wrong
    assert [asked["question"] for asked in report["questions"] if asked["earlier"] is not None] == []
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver, driver.session() as session:
        for name in QUERIES:
            assert list(session.run(statements.load(f"inspect/{name}").text)), name


def test_doctor_finds_nothing_wrong(mnemosaic: Run, memory: Memory) -> None:
    done = mnemosaic("doctor", "--json")
    findings = {item["name"]: item for item in done.json["findings"]}
    assert {name: item for name, item in findings.items() if item["state"] == "error"} == {}
    assert {"server", "gds", "schema", "indexes", "model", "exemplars", "labels"} <= findings.keys()
    assert mnemosaic("doctor").status == 0
