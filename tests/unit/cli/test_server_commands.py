"""What the server's commands refuse before they touch a server, and what they leave on standard error."""

from __future__ import annotations

from pathlib import Path

import pytest

from mnemosaic.cli import app
from mnemosaic.server import terminal


def test_a_backup_does_not_make_the_folder_of_a_mistyped_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "typo" / "dir" / "x.dump"
    assert app.run(["backup", str(target), "--data", str(tmp_path / "data")]) == 2
    assert capsys.readouterr().err.startswith(f"mnemosaic: there is no folder {target.parent} to write x.dump to")
    assert not (tmp_path / "typo").exists()


def test_an_error_is_the_only_line_on_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["backup", str(tmp_path / "x.dump"), "--data", str(tmp_path / "data")]) == 2
    assert capsys.readouterr().err.startswith("mnemosaic: there is no store to back up")


def test_progress_leaves_nothing_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal() as show:
        show("loading", 1, 2)
    assert capsys.readouterr().err == ""
