from __future__ import annotations

from pathlib import Path

import pytest

from mnemosaic.errors import SettingsError
from mnemosaic.settings import Pipeline, Settings


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in list(os.environ):
        if name.startswith("MNEMOSAIC_") or name == "OPENAI_API_KEY":
            monkeypatch.delenv(name)


def test_arguments_go_before_the_environment_and_that_before_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings.load().k == 20
    monkeypatch.setenv("MNEMOSAIC_K", "7")
    monkeypatch.setenv("MNEMOSAIC_DATA", "/somewhere")
    assert (Settings.load().k, Settings.load().data) == (7, Path("/somewhere"))
    assert Settings.load(k=3).k == 3
    assert Settings.load(k=None).k == 7


def test_the_key_of_openai_is_taken_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    found = Settings.load(password="hidden")
    assert found.api_key is not None
    assert found.api_key.get_secret_value() == "sk-secret"
    assert "secret" not in repr(found)
    assert "hidden" not in repr(found)
    monkeypatch.setenv("MNEMOSAIC_API_KEY", "sk-own")
    assert Settings.load().api_key.get_secret_value() == "sk-own"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"k": 0}, "the setting k is invalid: .*, was 0"),
        ({"hops": 3}, "the setting hops is invalid"),
        ({"decay": 0}, "the setting decay is invalid"),
        ({"associations": 11}, "the setting associations is invalid"),
        ({"pipeline": "magic"}, "the setting pipeline is invalid: .*'local' or 'llm'"),
        ({"colour": "red"}, "the setting colour is invalid"),
    ],
)
def test_an_invalid_setting_is_named_in_one_line(given: dict[str, object], names: str) -> None:
    with pytest.raises(SettingsError, match=names) as caught:
        Settings.load(**given)
    assert "\n" not in str(caught.value)


def test_a_secret_is_not_repeated_in_an_error() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.load(password=["topsecret"])
    assert "topsecret" not in str(caught.value)


def test_an_invalid_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOSAIC_BATCH_TURNS", "many")
    with pytest.raises(SettingsError, match=r"the setting batch_turns is invalid: .*, was 'many'"):
        Settings.load()


def test_a_model_that_is_named_is_used_unless_told_otherwise() -> None:
    assert not Settings.load().uses_model
    assert Settings.load(model="any").uses_model
    assert not Settings.load(model="any", pipeline=Pipeline.LOCAL).uses_model
    assert Settings.load(pipeline="llm").uses_model
