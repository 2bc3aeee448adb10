"""Metadata as JSON text in the graph: what comes out equals what went in, times and tuples included."""

from __future__ import annotations

import json
import math
from datetime import date, datetime
from typing import Any

from mnemosaic.errors import InputError

_TAG = "$mnemosaic"


def encode(metadata: dict[str, Any]) -> str:
    """JSON text of a metadata mapping. Raises `InputError`, naming the place, for values that JSON cannot carry."""
    try:
        return json.dumps(_tagged(metadata, "metadata"), ensure_ascii=False, sort_keys=False)
    except RecursionError as error:
        raise InputError("metadata is nested too deeply, or holds itself: make it flatter") from error


def decode(text: str | None) -> dict[str, Any]:
    """What `encode` was given."""
    if not text:
        return {}
    value: dict[str, Any] = _untagged(json.loads(text))
    return value


def _tagged(value: Any, where: str) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{where} is {value}, which JSON cannot carry: leave it out, or give it as text")
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise InputError(f"{where} holds half a surrogate pair, which is no text: remove it")
        return value
    if isinstance(value, datetime):
        return {_TAG: "datetime", "value": value.isoformat()}
    if isinstance(value, date):
        return {_TAG: "date", "value": value.isoformat()}
    if isinstance(value, tuple):
        return {_TAG: "tuple", "value": [_tagged(item, f"{where}[{i}]") for i, item in enumerate(value)]}
    if isinstance(value, list):
        return [_tagged(item, f"{where}[{i}]") for i, item in enumerate(value)]
    if isinstance(value, dict):
        return _tagged_mapping(value, where)
    raise InputError(f"{where} is a {type(value).__name__}, which metadata cannot hold: use JSON values or datetimes")


def _tagged_mapping(value: dict[Any, Any], where: str) -> dict[str, Any]:
    for name in value:
        if not isinstance(name, str):
            raise InputError(f"{where} has the key {name!r}: the keys of metadata are strings")
    plain = {_tagged(name, where): _tagged(item, f"{where}.{name}") for name, item in value.items()}
    return {_TAG: "mapping", "value": plain} if _TAG in value else plain


def _untagged(value: Any) -> Any:
    if isinstance(value, list):
        return [_untagged(item) for item in value]
    if not isinstance(value, dict):
        return value
    match value.get(_TAG):
        case "datetime":
            return datetime.fromisoformat(value["value"])
        case "date":
            return date.fromisoformat(value["value"])
        case "tuple":
            return tuple(_untagged(item) for item in value["value"])
        case "mapping":
            return {name: _untagged(item) for name, item in value["value"].items()}
        case _:
            return {name: _untagged(item) for name, item in value.items()}
