"""The commands that measure typing, whole, with the tiny embedder and no server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mnemosaic import models
from mnemosaic.cli import app
from tests.embedders import HashEmbedder
from tests.scripted_openai import ScriptedOpenAI
from tests.scripted_openai import scripted_openai as scripted_openai
from tests.unit.evaluate.test_halumem_facets import write


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MNEMOSAIC_MODEL", "MNEMOSAIC_PIPELINE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MNEMOSAIC_EMBEDDER", "openai:tiny")
    monkeypatch.setattr(models, "embedder_from", lambda _: HashEmbedder())


def test_the_paths_are_printed_and_given_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["bench", "classify", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["schema"], report["embedder"], report["model"]) == (1, "hash", None)
    assert set(report["tasks"]) == {"type", "facet"}
    assert app.run(["bench", "classify"]) == 0
    shown = capsys.readouterr().out
    assert "dual, unseen fifth" in shown
    assert "not measured" in shown


def test_a_configured_model_stands_beside_the_other_paths(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scripted_openai: ScriptedOpenAI
) -> None:
    scripted_openai.always('{"statements": [{"number": 1, "type": "procedural", "facet": "event"}]}')
    monkeypatch.setenv("MNEMOSAIC_MODEL", "tiny")
    monkeypatch.setenv("MNEMOSAIC_BASE_URL", scripted_openai.base_url)
    assert app.run(["bench", "classify", "--model-sample", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["model"], report["model_calls"], report["tasks"]["facet"]["sampled"]) == ("tiny", 6, 3)
    assert set(report["tasks"]["type"]["sample"]) == {"hashed", "exact", "dual", "model"}
    assert app.run(["bench", "classify", "--model-sample", "3"]) == 0
    assert capsys.readouterr().out.count("model, 3 of that fifth") == 2


def test_facets_are_printed_and_given_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    write(tmp_path, "user1")
    write(tmp_path, "user2")
    words = ["bench", "halumem", "--facets", "--data", str(tmp_path)]
    assert app.run([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["schema"], report["overall"]["points"], set(report["by_user"])) == (1, 16, {"user1", "user2"})
    assert app.run(words) == 0
    assert "nearest points of other users" in capsys.readouterr().out


def test_a_folder_without_users_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert app.run(["bench", "halumem", "--facets", "--data", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
