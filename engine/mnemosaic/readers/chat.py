"""One chat message, as the OpenAI API and those who imitate it write it, made a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mnemosaic.readers.items import Item, Options, Place, make, merge_parts
from mnemosaic.turns import Role

_ROLES = {"developer": Role.SYSTEM, "function": Role.TOOL} | {role.value: role for role in Role}
_TIMES = ("said_at", "created_at", "timestamp", "create_time", "created", "time")
_READ = {"role", "content", "name", "id", *_TIMES}
_TEXT_KEYS = ("text", "refusal", "transcript")


def turn_of(
    message: object, place: Place, *, session: str, position: int, options: Options, tools: dict[str, str]
) -> Item:
    """The turn of one message. `tools` maps ids of tool calls to names; calls of this message are added to it.

    Content may be text or a list of parts; calls without content become `name(arguments)`. What has no text of its
    own, such as images, is kept in the metadata.
    """
    if not isinstance(message, Mapping):
        return place.bad("is not a JSON object with role and content", message)
    role = _ROLES.get(message["role"]) if isinstance(message.get("role"), str) else None
    if role is None:
        return place.bad(f"role {message.get('role')!r} is none of {', '.join(_ROLES)}", message.get("content"))
    calls = _calls(message, tools)
    text = text_of(message.get("content")) or merge_parts(calls) or text_of(message.get("refusal"))
    if not text.strip():
        return place.bad(f"has no text{_others_named(message.get('content'))}", message.get("content"))
    fields = {
        "text": text,
        "role": role,
        "speaker": _speaker(message, role, tools, options),
        "session": session,
        "position": position,
        "said_at": next((message[key] for key in _TIMES if message.get(key) is not None), None),
        "source_id": message["id"] if isinstance(message.get("id"), str) and message["id"] else None,
        "metadata": _metadata(message),
    }
    return make(fields, place, options)


def text_of(content: object) -> str:
    """The text of a content that is text or a list of parts; parts without text add nothing."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return merge_parts(_text_of_part(part) for part in content)
    return ""


def _text_of_part(part: object) -> str:
    if isinstance(part, Mapping):
        return next((part[key] for key in _TEXT_KEYS if isinstance(part.get(key), str)), "")
    return part if isinstance(part, str) else ""


def _calls(message: Mapping[str, Any], tools: dict[str, str]) -> list[str]:
    calls = message.get("tool_calls")
    single = message.get("function_call")
    found = [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []
    if isinstance(single, Mapping):
        found.append({"function": single})
    written = []
    for call in found:
        called = call.get("function") or call.get("custom")
        function = called if isinstance(called, Mapping) else {}
        name = str(function.get("name") or "tool")
        tools[str(call.get("id"))] = name
        written.append(f"{name}({function.get('arguments') or function.get('input') or ''})")
    return written


def _speaker(message: Mapping[str, Any], role: Role, tools: Mapping[str, str], options: Options) -> str:
    name = message.get("name")
    if isinstance(name, str) and name.strip():
        return name
    if role is Role.TOOL:
        return tools.get(str(message.get("tool_call_id"))) or options.speaker(role)
    return options.speaker(role)


def _metadata(message: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in message.items() if key not in _READ and value is not None}
    others = [_without_data(part) for part in _parts(message.get("content")) if not _text_of_part(part)]
    return {**kept, "parts": others} if others else kept


def _parts(content: object) -> list[object]:
    return content if isinstance(content, list) else []


def _others_named(content: object) -> str:
    names = [str(part.get("type") or part.get("content_type")) for part in _parts(content) if isinstance(part, Mapping)]
    return f", only {', '.join(names)}" if names else ""


def _without_data(value: object) -> object:
    """`value` with embedded files, which may be megabytes, cut to their media type."""
    if isinstance(value, Mapping):
        return {key: _without_data(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_without_data(entry) for entry in value]
    if isinstance(value, str) and (value.startswith("data:") or len(value) > 10_000):
        return value.partition(",")[0][:100] + "…"
    return value
