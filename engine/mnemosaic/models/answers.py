"""Understanding what a language model answered: an instance of the model asked for, or a reason why not."""

from __future__ import annotations

import json
import re
from typing import Any, get_origin

from pydantic import BaseModel, ValidationError

from mnemosaic.errors import ModelAnswerError
from mnemosaic.models.protocols import AnswerT
from mnemosaic.models.text import has_surrogates, well_formed

QUOTED = 120
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_BEGUN = re.compile(r'[\[{]\s*["\[{]')
_BRACKETS = {"{": "}", "[": "]"}
_SCHEMA_KEYS = frozenset({"$schema", "$defs", "properties"})


def parse_answer(text: str, kind: type[AnswerT]) -> AnswerT:
    """`text` as an instance of `kind`.

    Understood are JSON alone, fenced, or after a preface, and a bare list where `kind` has exactly one list field.
    Everything else (prose, the schema echoed, a cut-off object, a lone surrogate, values that do not validate) raises
    `ModelAnswerError` with the reason and a piece of the answer. A part of a broken answer is never taken for it.
    """
    value = _fitting(_decode(text), kind, text)
    if has_surrogates(json.dumps(value, ensure_ascii=False)):
        raise _refusal("it contains half of a surrogate pair", text)
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _refusal(f"the field {where or 'itself'} is wrong: {first['msg']}", text) from error


def quote(text: str) -> str:
    """A piece of `text` on one line, for a message."""
    line = " ".join(well_formed(text).split())
    return line if len(line) <= QUOTED else f"{line[: QUOTED // 2]} ... {line[-QUOTED // 2 :]}"


def _refusal(reason: str, text: str) -> ModelAnswerError:
    return ModelAnswerError(f"{reason}; the answer was: {quote(text)!r}")


def _decode(text: str) -> Any:
    """The JSON value in `text`: the whole, or else a fenced block, or else what stands between the outer brackets."""
    whole = text.strip()
    if not whole:
        raise _refusal("it is empty", text)
    for candidate in (whole, *reversed(_FENCE.findall(whole)), *_between_brackets(whole)):
        try:
            value = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict | list):
            return value
    raise _refusal("its JSON is cut off or broken" if _BEGUN.search(whole) else "it is prose, not JSON", text)


def _between_brackets(text: str) -> list[str]:
    """From the first opening bracket to the last one that closes it.

    A text that begins with one is not searched for another kind inside: that would be a part of a broken answer.
    """
    starts = sorted((text.find(opening), opening) for opening in _BRACKETS if opening in text)
    if starts and starts[0][0] == 0:
        starts = starts[:1]
    return [text[start : text.rfind(_BRACKETS[opening]) + 1] for start, opening in starts]


def _fitting(value: Any, kind: type[BaseModel], text: str) -> dict[str, Any]:
    """`value` as an object with at least one field of `kind`; a bare list becomes its only list field."""
    if isinstance(value, list):
        lists = [name for name, field in kind.model_fields.items() if get_origin(field.annotation) in (list, tuple)]
        if len(lists) != 1:
            raise _refusal("it is a list where an object was asked for", text)
        return {lists[0]: value}
    fields = {field.alias or name for name, field in kind.model_fields.items()} | set(kind.model_fields)
    if (value.keys() & _SCHEMA_KEYS) - fields:
        raise _refusal("it is the schema, not an answer", text)
    if not value.keys() & fields:
        raise _refusal(f"it has none of the fields {', '.join(sorted(fields))}", text)
    return dict(value)
