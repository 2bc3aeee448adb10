import pytest

from mnemosaic.settings import Effort, Settings
from mnemosaic.write.effort import effort_for


@pytest.mark.parametrize(
    ("scope", "wanted"),
    [
        ("acme/med", Effort.FULL),
        ("acme/med/ann", Effort.FULL),
        ("acme/medical", Effort.LIGHT),
        ("acme", Effort.LIGHT),
        ("Acme/Med", Effort.LIGHT),
        ("law", Effort.FULL),
        ("x/law", Effort.LIGHT),
    ],
)
def test_a_path_covers_what_is_below_it(scope: str, wanted: Effort) -> None:
    settings = Settings(high_risk_scopes=("acme/med/", " law "))
    assert effort_for(scope, settings) is wanted


def test_where_none_is_named_every_scope_has_full_effort() -> None:
    assert effort_for("any", Settings()) is Effort.FULL


@pytest.mark.parametrize("effort", [Effort.FULL, Effort.LIGHT])
def test_a_given_effort_is_that_of_every_scope(effort: Effort) -> None:
    settings = Settings(effort=effort, high_risk_scopes=("acme",))
    assert {effort_for(scope, settings) for scope in ("acme", "other")} == {effort}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("acme/med", ("acme/med",)), ("acme/med, law/cafe\u0301/,", ("acme/med", "law/caf\u00e9")), ("", ())],
)
def test_the_environment_names_paths_with_commas(
    monkeypatch: pytest.MonkeyPatch, said: str, wanted: tuple[str, ...]
) -> None:
    monkeypatch.setenv("MNEMOSAIC_HIGH_RISK_SCOPES", said)
    monkeypatch.setenv("MNEMOSAIC_EFFORT", "auto")
    assert Settings().high_risk_scopes == wanted
