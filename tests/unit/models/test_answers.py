import json

import pytest
from pydantic import BaseModel

from mnemosaic.errors import ModelAnswerError
from mnemosaic.models.answers import parse_answer, quote


class Item(BaseModel):
    title: str = ""
    number: int = 0


class Items(BaseModel):
    items: list[Item] = []


class Pair(BaseModel):
    left: list[int] = []
    right: list[int] = []


GOOD = '{"items": [{"title": "a", "number": 1}]}'
WANTED = Items(items=[Item(title="a", number=1)])


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\n\n  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"Sure! Here is what I found:\n\n```json\n{GOOD}\n```\nLet me know.",
        f"Sure! ```\n{GOOD}\n``` and that is all",
        f"Here you are [as asked]: {GOOD}",
        f"{GOOD}\nI hope this helps.",
        '[{"title": "a", "number": 1}]',
        'Here is the list:\n```json\n[{"title": "a", "number": 1}]\n```',
        'Preface: [{"title": "a", "number": 1}] done',
        '{"items": [{"title": "a", "number": 1}], "note": "extra"}',
    ],
)
def test_understood(text: str) -> None:
    assert parse_answer(text, Items) == WANTED


def test_code_fence_inside_a_string_is_no_fence() -> None:
    text = json.dumps({"items": [{"title": "run ```sh\nls\n``` now"}]})
    assert parse_answer(f"Here:\n{text}", Items).items[0].title == "run ```sh\nls\n``` now"


def test_raw_newline_in_a_string_is_understood() -> None:
    assert parse_answer('{"items": [{"title": "a\nb"}]}', Items).items[0].title == "a\nb"


def test_surrogate_pair_is_one_character() -> None:
    assert parse_answer('{"items": [{"title": "\\ud83d\\ude00"}]}', Items).items[0].title == "😀"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("I could not find any claims in this conversation.", "prose"),
        ("The set {a, b} is what I think of.", "prose"),
        (json.dumps(Items.model_json_schema()), "schema"),
        (f"```json\n{json.dumps(Items.model_json_schema())}\n```", "schema"),
        ('{"items": [{"title": "a", "number": 1}, {"title": "b", "num', "cut off"),
        ('```json\n{"items": [{"title": "a", "number": 1}, {"title":', "cut off"),
        ('[{"title": "a", "number": 1}, {"title": "b"', "cut off"),
        ('Sure:\n{"items": [{"title": "a"}, {"ti', "cut off"),
        ('{"items": [{"title": "\\ud83d"}]}', "surrogate"),
        ('{"items": [{"number": "many"}]}', "items.0.number"),
        ('{"items": {"title": "a"}}', "items"),
        ('{"title": "a", "number": 1}', "none of the fields"),
        ("{}", "none of the fields"),
        ("null", "prose"),
        ("42", "prose"),
        ("[" * 100_000, "cut off"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(ModelAnswerError, match=reason):
        parse_answer(text, Items)


def test_bare_list_is_refused_where_two_fields_could_take_it() -> None:
    with pytest.raises(ModelAnswerError, match="list"):
        parse_answer("[1, 2]", Pair)


def test_message_quotes_a_piece_of_the_answer() -> None:
    with pytest.raises(ModelAnswerError, match="bananas are berries"):
        parse_answer("It is said that bananas are berries.", Items)
    assert len(quote("word " * 1000)) < 140
    assert quote("bad \ud83d one") == "bad � one"
