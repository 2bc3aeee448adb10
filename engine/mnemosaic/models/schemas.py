"""The JSON schema of a pydantic model, as providers take it for structured output."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

KEPT = frozenset({"$ref", "$defs", "type", "properties", "items", "anyOf", "enum", "const", "description"})


def strict_schema(kind: type[BaseModel]) -> dict[str, Any]:
    """The schema of `kind` in the subset that strict modes take: closed objects whose every property is required.

    What the subset lacks (defaults, lengths, bounds, formats) is left out; the answer is validated by `kind` anyway.
    Raises `TypeError` for a `dict` field, which a closed object cannot express: use a list of models.
    """
    schema: dict[str, Any] = _strict(kind.model_json_schema(by_alias=True), kind.__name__)
    return schema


def _strict(node: Any, where: str) -> Any:
    """`node` with the subset applied all the way down."""
    if isinstance(node, list):
        return [_strict(item, where) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    if node.get("type") == "object" and "properties" not in node:
        raise TypeError(f"{where} has a field of free keys, which structured output cannot express")
    kept: dict[str, Any] = {name: value for name, value in node.items() if name in KEPT}
    for name in ("$defs", "properties"):
        if name in kept:
            kept[name] = {key: _strict(value, f"{where}.{key}") for key, value in kept[name].items()}
    for name in ("items", "anyOf"):
        if name in kept:
            kept[name] = _strict(kept[name], where)
    if "properties" in kept:
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return kept
