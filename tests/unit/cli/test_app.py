"""How the command line starts, fails and ends, without a server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from mnemosaic import __version__
from mnemosaic.cli import app as cli
from mnemosaic.cli import doctor, recall
from mnemosaic.errors import UnavailableError

HEAVY = ("neo4j", "numpy", "openai", "onnxruntime", "tokenizers", "mnemosaic.memory")


def fails(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let `recall` end in an error where it would open a memory."""

    def opened(*_: object) -> None:
        raise error

    monkeypatch.setattr(recall, "opened", opened)


def test_help_and_version_load_nothing_heavy() -> None:
    for option in ("--help", "--version"):
        code = (
            "import sys; from mnemosaic.cli.app import run; "
            f"assert run([{option!r}]) == 0; print([name for name in {HEAVY!r} if name in sys.modules])"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]"


def test_every_command_of_the_design_is_there_and_takes_json(capsys: pytest.CaptureFixture[str]) -> None:
    plain = """up down status logs backup restore demo ingest resume preview recall atoms history correct conflicts
    resolve undo clarifications clarify forget reembed doctor""".split()
    grouped = ["exemplars add", "exemplars remove", "exemplars list"]
    grouped += ["bench locomo", "bench speed", "bench classify", "bench halumem"]
    for words in [*([name] for name in plain), *(words.split() for words in grouped)]:
        assert cli.run([*words, "--help"]) == 0
        assert "--json" in capsys.readouterr().out


def test_without_arguments_it_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 0
    assert "Usage" in capsys.readouterr().out
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["frobnicate"], "mnemosaic: No such command 'frobnicate': see `mnemosaic --help`"),
        (["recall", "who?"], "mnemosaic: Missing option '--scope' / '-s': see `mnemosaic recall --help`"),
        (["recall", "", "--scope", "a"], "mnemosaic: the question is empty: say what to look for"),
        (["ingest", "no-such-file", "--scope", "a"], "mnemosaic: there is no file no-such-file: check the name"),
        (["exemplars", "list", "--task", "x"], "there is no task 'x'"),
        (["exemplars", "remove", " ", "--task", "type", "--label", "semantic"], "the text of an exemplar is empty"),
        (["bench", "halumem", "--data", ".", "--facets", "--updates"], "mnemosaic: say what to measure: --facets"),
        (["bench", "halumem", "--data", ".", "--facets", "--rankings", "x"], "mnemosaic: only questions are ranked"),
        (["atoms"], "mnemosaic: give the id of one atom, or --scope to list the atoms of a scope"),
        (["atoms", "--scope", "a", "--type", "x"], "there is no type 'x'"),
        (["recall", "who?", "--scope", "a//b"], "mnemosaic: the scope 'a//b'"),
    ],
)
def test_an_error_of_use_is_one_line_and_status_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


def test_an_error_of_the_engine_is_one_line_whatever_it_holds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails(monkeypatch, UnavailableError("no server answers:\nstart it"))
    assert cli.run(["recall", "who?", "--scope", "a"]) == 2
    assert capsys.readouterr().err == "mnemosaic: no server answers: start it\n"


def test_a_library_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails(monkeypatch, ModuleNotFoundError("No module named 'psutil'", name="psutil"))
    assert cli.run(["recall", "who?", "--scope", "a"]) == 2
    assert "needs psutil" in capsys.readouterr().err


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(monkeypatch, ModuleNotFoundError("No module named 'x'", name="x"))
    with pytest.raises(ModuleNotFoundError):
        cli.run(["recall", "who?", "--scope", "a"])


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), typer.Abort()])
def test_ctrl_c_is_status_130(monkeypatch: pytest.MonkeyPatch, stop: BaseException) -> None:
    fails(monkeypatch, stop)
    assert cli.run(["recall", "who?", "--scope", "a"]) == 130


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = (
        "import sys, typer; from mnemosaic.cli import app\n"
        "@app.app.command()\ndef many() -> None:\n    for _ in range(100_000): typer.echo('x' * 50)\n"
        "sys.argv = ['mnemosaic', 'many']; app.main()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_doctor_tells_that_the_server_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in os.environ if name.startswith("MNEMOSAIC_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(doctor, "MARKS", {"ok": ("ok", ""), "warning": ("warning", ""), "error": ("error", "")})
    cli.run(["doctor", "--data", str(tmp_path / "none")])
    assert "the embedded server is not running" in capsys.readouterr().out
    assert cli.run(["doctor", "--uri", "bolt://127.0.0.1:1"]) == 2
    out = capsys.readouterr().out
    assert "cannot be used, so the graph was not checked" in out
    assert "no server answers at bolt://127.0.0.1:1" in out
    assert not (tmp_path / "none").exists()
