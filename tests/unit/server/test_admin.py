from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from mnemosaic.server import admin
from mnemosaic.server.java import find_java
from mnemosaic.server.paths import Layout


def test_a_password_that_begins_with_a_dash_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of an earlier version may, one time in sixty-four."""
    layout = Layout.of(tmp_path)
    layout.password.write_text("-begins-with-a-dash\n", "utf-8")
    asked: list[Sequence[str]] = []

    def run(layout: Layout, java: object, jars: object, arguments: Sequence[str]) -> tuple[int, str]:
        asked.append(arguments)
        return 0, ""

    monkeypatch.setattr(admin, "run_admin", run)
    admin.ensure_password(layout, find_java(), [])
    assert asked == [["dbms", "set-initial-password", "--", "-begins-with-a-dash"]]
