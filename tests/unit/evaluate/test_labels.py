from __future__ import annotations

import pytest

from mnemosaic.evaluate.labels import scored


def test_scores_of_a_small_case_worked_out_by_hand() -> None:
    found = scored(["a", "a", "a", "b"], ["a", "a", "b", None], ["a", "b", "c"])
    assert found.accuracy == 0.5
    # a: 2 right of 3 true and 2 said; b: 0 right; c: named nowhere
    assert found.f1 == {"a": 0.8, "b": 0.0, "c": 0.0}
    assert found.macro_f1 == pytest.approx(0.8 / 3, abs=1e-4)


def test_of_nothing_all_is_zero() -> None:
    assert scored([], [], ["a"]).model_dump() == {"accuracy": 0.0, "macro_f1": 0.0, "f1": {"a": 0.0}}
