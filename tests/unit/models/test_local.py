import zipfile
from pathlib import Path

import numpy as np
import pytest

from mnemosaic.errors import ModelAnswerError, ModelMismatchError, ModelUnavailableError
from mnemosaic.models.catalogue import local_model
from mnemosaic.models.local import LocalEmbedder, _windows
from mnemosaic.models.text import estimate_tokens, well_formed
from mnemosaic.models.vectors import unit_rows


@pytest.mark.parametrize(("count", "sizes"), [(0, [0]), (1, [1]), (10, [10]), (11, [6, 5]), (25, [9, 9, 7])])
def test_windows_hold_everything_and_are_even(count: int, sizes: list[int]) -> None:
    ids = list(range(count))
    windows = _windows(ids, 10)
    assert [len(window) for window in windows] == sizes
    assert [number for window in windows for number in window] == ids


def test_a_jar_without_the_model(tmp_path: Path) -> None:
    jar = tmp_path / "wrong.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("readme", "nothing")
    for path in (jar, tmp_path / "missing.jar", Path(__file__)):
        with pytest.raises(ModelUnavailableError, match="e5-small-v2-q"):
            LocalEmbedder(local_model("e5-small-v2-q"), lambda path=path: path).queries(["a"])  # type: ignore[misc]


def test_unit_rows_refuses_what_has_no_direction_or_another_size() -> None:
    with pytest.raises(ModelAnswerError, match="tiny"):
        unit_rows([[1.0, np.nan]], "tiny", 2)
    with pytest.raises(ModelAnswerError):
        unit_rows([[0.0, 0.0]], "tiny", 2)
    with pytest.raises(ModelMismatchError, match=r"3 dimensions where 2"):
        unit_rows([[1.0, 0.0, 0.0]], "tiny", 2)
    assert unit_rows([[3e30, 4e30]], "tiny", 2).tolist() == [[np.float32(0.6), np.float32(0.8)]]


def test_text_helpers() -> None:
    assert well_formed("a\ud83db😀") == "a�b😀"
    assert estimate_tokens("") == 0
    assert estimate_tokens("abcde") == 2
    assert estimate_tokens("你好 you") == 3
