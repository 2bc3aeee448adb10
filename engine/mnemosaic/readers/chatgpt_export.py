"""A ChatGPT export: `conversations.json`, whose conversations are trees of messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mnemosaic.readers.chat import turn_of
from mnemosaic.readers.items import Item, Options, Place
from mnemosaic.readers.source import Source

_SAID = ("text", "result", "content", "user_instructions", "user_profile", "summary")


def read(source: Source, options: Options) -> Iterator[Item]:
    """One item a message, for every conversation along the branch that its owner last saw.

    A session is called by the conversation's title and, in brackets, its id. Messages that are empty or hidden in
    the original, which the export is full of, make no item.
    """
    document = source.document()
    for number, conversation in enumerate(document if isinstance(document, list) else [document], 1):
        place = Place(0, f"conversation {number}")
        if isinstance(conversation, Mapping) and isinstance(conversation.get("mapping"), Mapping):
            yield from _conversation(conversation, place, options)
        else:
            yield place.bad("has no mapping of messages", conversation)


def _conversation(conversation: Mapping[str, Any], outer: Place, options: Options) -> Iterator[Item]:
    session = _name(conversation) or options.session or "default"
    tools: dict[str, str] = {}
    messages = [message for message in _branch(conversation) if not _is_silent(message)]
    for position, message in enumerate(messages):
        place = Place(0, f"message {position + 1} of {outer.where} ({session})")
        plain = _plain(message)
        yield turn_of(plain, place, session=session, position=position, options=options, tools=tools)


def _name(conversation: Mapping[str, Any]) -> str:
    title = str(conversation.get("title") or "").strip()
    known = conversation.get("conversation_id") or conversation.get("id")
    return f"{title} [{known}]".strip() if known else title


def _branch(conversation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The messages from the root to the current node, or to the latest leaf where the current node is not known."""
    nodes: Mapping[str, Any] = {k: v for k, v in conversation["mapping"].items() if isinstance(v, Mapping)}
    current = conversation.get("current_node")
    at = current if isinstance(current, str) and current in nodes else _latest_leaf(nodes)
    path: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in nodes and at not in seen:
        seen.add(at)
        path.append(nodes[at])
        at = nodes[at].get("parent")
    messages = [node.get("message") for node in reversed(path)]
    return [message for message in messages if isinstance(message, Mapping)]


def _latest_leaf(nodes: Mapping[str, Any]) -> str | None:
    leaves = [name for name, node in nodes.items() if not node.get("children")]
    return max(leaves or nodes, key=lambda name: _created(nodes[name]), default=None)


def _created(node: Mapping[str, Any]) -> float:
    message = node.get("message")
    created = message.get("create_time") if isinstance(message, Mapping) else None
    return float(created) if isinstance(created, int | float) else float("-inf")


def _content(message: Mapping[str, Any]) -> Mapping[str, Any]:
    content = message.get("content")
    return content if isinstance(content, Mapping) else {"parts": [content] if content else []}


def _is_silent(message: Mapping[str, Any]) -> bool:
    metadata = message.get("metadata")
    if isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation") is True:
        return True
    content = _content(message)
    return not _is_spoken(_parts(content)) and not _said(content)


def _is_spoken(parts: list[Any]) -> bool:
    return any(part.strip() if isinstance(part, str) else part for part in parts)


def _parts(content: Mapping[str, Any]) -> list[Any]:
    parts = content.get("parts")
    return parts if isinstance(parts, list) else []


def _said(content: Mapping[str, Any]) -> str:
    """The text of contents that have no parts, such as code and its output."""
    return next((content[key] for key in _SAID if isinstance(content.get(key), str) and content[key].strip()), "")


def _plain(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message in the form of a chat message."""
    author = message.get("author")
    content = _content(message)
    parts = _parts(content)
    who = author if isinstance(author, Mapping) else {}
    plain = {key: message.get(key) for key in ("id", "create_time", "recipient")}
    if plain["recipient"] == "all":
        del plain["recipient"]
    kind = content.get("content_type")
    return {
        **plain,
        "role": who.get("role"),
        "name": who.get("name"),
        "content": parts if _is_spoken(parts) else _said(content),
        "content_type": kind if kind != "text" else None,
    }
