from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mnemosaic import metadata
from mnemosaic.errors import InputError

ZONES = st.sampled_from([None, UTC, timezone(timedelta(hours=9)), timezone(timedelta(hours=-3, minutes=-30))])
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
    | st.datetimes(timezones=ZONES)
    | st.dates()
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(TEXT | st.just("$mnemosaic") | st.just("value"), inner, max_size=3)
    ),
    max_leaves=12,
)


def same(left: Any, right: Any) -> bool:
    """Equal, and of the same types all the way down."""
    if type(left) is not type(right) or left != right:
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[name], right[name]) for name in left)
    if isinstance(left, (list, tuple)):
        return all(map(same, left, right))
    return not isinstance(left, datetime) or left.utcoffset() == right.utcoffset()


@given(st.dictionaries(TEXT | st.just("$mnemosaic"), VALUES, max_size=4))
def test_what_comes_out_is_what_went_in(given_metadata: dict[str, Any]) -> None:
    text = metadata.encode(given_metadata)
    assert isinstance(json.loads(text), dict)
    assert same(metadata.decode(text), given_metadata)


def test_a_nested_mapping_with_a_time_and_a_null() -> None:
    given_metadata = {"a": {"b": [1, {"c": 2}]}, "t": datetime(2026, 3, 1, 9, tzinfo=UTC), "n": None}
    assert same(metadata.decode(metadata.encode(given_metadata)), given_metadata)


def test_what_looks_like_an_encoded_time_stays_a_mapping() -> None:
    given_metadata = {"x": {"$mnemosaic": "datetime", "value": "2026-03-01"}}
    assert metadata.decode(metadata.encode(given_metadata)) == given_metadata


def test_nothing_is_an_empty_mapping() -> None:
    assert metadata.decode(None) == metadata.decode("") == {}


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"a": {"b": {1, 2}}}, r"metadata\.a\.b is a set"),
        ({"a": [b"x"]}, r"metadata\.a\[0\] is a bytes"),
        ({"a": (object(),)}, r"metadata\.a\[0\] is a object"),
        ({"a": float("nan")}, r"metadata\.a is nan"),
        ({"a": [float("inf")]}, r"metadata\.a\[0\] is inf"),
        ({1: "x"}, "has the key 1"),
        ({"a": {None: 1}}, r"metadata\.a has the key None"),
        ({"a": "\ud800"}, r"metadata\.a holds half a surrogate pair"),
        ({"\udc00": 1}, "metadata holds half a surrogate pair"),
    ],
)
def test_what_json_cannot_carry_is_refused_with_its_place(value: dict[Any, Any], where: str) -> None:
    with pytest.raises(InputError, match=where):
        metadata.encode(value)


def test_a_mapping_that_holds_itself_is_refused() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless
    with pytest.raises(InputError, match="nested too deeply"):
        metadata.encode(endless)


def test_a_date_is_no_datetime() -> None:
    assert type(metadata.decode(metadata.encode({"d": date(2026, 3, 1)}))["d"]) is date
