"""`--as-of` and `--as-recorded` on the commands that read."""

from __future__ import annotations

import pytest

from tests.live.cli.conftest import Run, Say, refused

pytestmark = pytest.mark.live


def test_the_commands_that_read_look_at_the_past(mnemosaic: Run, say: Say, scope: str) -> None:
    say("I live in Rome.", day="2020-01-10")
    say("I live in Oslo.", day="2024-01-10")
    for command in (["atoms"], ["recall", "Where does Ann live?"]):
        then = mnemosaic(*command, "--scope", scope, "--as-of", "2021-05-01")
        assert "Rome" in then.out
        assert "Oslo" not in then.out
    report = mnemosaic("recall", "Where does Ann live?", "--scope", scope, "--as-recorded", "2001-01-01", "--json").json
    assert (report["why"], report["entries"]) == ("nothing_known_then", [])
    assert report["as_of"]["recorded"].startswith("2001-01-01")
    assert "known then" in mnemosaic("recall", "Home?", "--scope", scope, "--as-recorded", "2001-01-01").out
    atom = mnemosaic("atoms", "--scope", scope, "--json").json["atoms"][0]["id"]
    assert len(mnemosaic("history", atom, "--json").json["versions"]) == 2
    assert len(mnemosaic("history", atom, "--as-of", "2021-05-01", "--json").json["versions"]) == 1
    assert mnemosaic("conflicts", "--scope", scope, "--as-recorded", "2001-01-01", "--json").json["conflicts"] == []


@pytest.mark.parametrize("option", ["--as-of", "--as-recorded"])
@pytest.mark.parametrize("command", [["recall", "x"], ["atoms"], ["conflicts"]])
def test_what_is_no_time_is_one_line(execute: Run, command: list[str], option: str) -> None:
    done = execute(*command, "--scope", "a/b", option, "next tuesday")
    refused(done, option, "ISO 8601")
    assert done.status == 2
