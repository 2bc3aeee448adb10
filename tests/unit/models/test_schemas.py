from typing import Any

import pytest
from pydantic import BaseModel, Field

from mnemosaic.models import responses
from mnemosaic.models.schemas import strict_schema


class Inner(BaseModel):
    size: int = Field(default=3, ge=0, le=9, description="how big")


class Outer(BaseModel):
    name: str | None = Field(default=None, min_length=1)
    inner: Inner = Field(default=Inner(), description="beside a reference")
    many: list[Inner] = []


class Free(BaseModel):
    values: dict[str, int] = {}


def test_objects_are_closed_and_everything_is_required() -> None:
    schema = strict_schema(Outer)
    assert schema["required"] == ["name", "inner", "many"]
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Inner"] == {
        "type": "object",
        "properties": {"size": {"type": "integer", "description": "how big"}},
        "required": ["size"],
        "additionalProperties": False,
    }
    assert schema["properties"]["inner"] == {"$ref": "#/$defs/Inner"}
    assert schema["properties"]["name"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}


def test_free_keys_cannot_be_expressed() -> None:
    with pytest.raises(TypeError, match="free keys"):
        strict_schema(Free)


@pytest.mark.parametrize("kind", [responses.ClaimsAnswer, responses.RouteWeights])
def test_every_object_of_our_responses_is_closed(kind: type[BaseModel]) -> None:
    def check(node: Any) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
                assert node["required"] == list(node["properties"])
            for value in node.values():
                check(value)
        elif isinstance(node, list):
            for value in node:
                check(value)

    check(strict_schema(kind))
