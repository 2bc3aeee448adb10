from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from gds_jobs.titles import LONGEST, TYPICAL_ATOMS, titled
from mnemosaic.errors import ModelUnavailableError
from mnemosaic.models.prompting import load_prompt
from mnemosaic.models.responses import CommunityTitle


class Model:
    """A language model that answers with one title, or fails."""

    def __init__(self, title: str = "", error: Exception | None = None) -> None:
        self.title = title
        self.error = error
        self.asked: list[str] = []

    def answer(self, system: str, user: str, kind: type[Any]) -> Any:
        self.asked.append(user)
        if self.error is not None:
            raise self.error
        return kind(title=self.title)


def row(titles: Sequence[str]) -> dict[str, Any]:
    typical = [{"number": at, "title": title, "details": f"{title}, in full."} for at, title in enumerate(titles)]
    return {"id": 7, "counted": len(titles), "typical": typical}


def test_without_a_model_the_most_typical_atoms_make_the_title() -> None:
    given = titled(row(["the blue  oven", "a kitchen", "a door"]), None)
    assert given["title"] == "the blue oven; a kitchen"
    assert (given["titled_by"], given["titled_from"], given["titled_size"]) == (TYPICAL_ATOMS, [0, 1], 3)


def test_equal_titles_are_said_once_and_long_ones_are_cut() -> None:
    assert titled(row(["same", "same"]), None)["title"] == "same"
    assert len(titled(row(["x" * 300, "y"]), None)["title"]) == LONGEST


def test_a_model_is_shown_the_typical_atoms_and_answers_for_all_of_them() -> None:
    model = Model("Kitchen things")
    given = titled(row(["one", "two", "three"]), model)  # type: ignore[arg-type]
    assert given["title"] == "Kitchen things"
    assert given["titled_from"] == [0, 1, 2]
    assert given["titled_by"] == load_prompt("title").label
    assert "- three, in full." in model.asked[0]


@pytest.mark.parametrize("error", [ModelUnavailableError("away")])
def test_where_the_model_fails_the_atoms_make_it(error: Exception) -> None:
    assert titled(row(["one"]), Model(error=error))["title"] == "one"  # type: ignore[arg-type]


def test_the_prompt_names_its_answer() -> None:
    assert load_prompt("title").response == CommunityTitle.__name__
